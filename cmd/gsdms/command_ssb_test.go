package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/sql"
)

// A cold benchmark keeps no plans, and says so.
func TestColdBenchmark(t *testing.T) {
	dir := t.TempDir()
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"ssb", "load", "--sf", "0.01"}, "lineorder"},
		{[]string{"ssb", "run", "--queries", "Q1.1", "--concurrency", "1", "--runs", "1", "--cold"}, "planned anew each time"},
		{[]string{"ssb", "run", "--queries", "Q1.1", "--concurrency", "1", "--runs", "1", "--threads", "1"}, "\ncpu, 1 thread on "},
	} {
		out, errs, status := runProgram(t, dir, "", step.args...)
		if status != 0 || !strings.Contains(out, step.want) {
			t.Errorf("gsdms %q: status %d, %s\n%s", step.args, status, out, errs)
		}
	}
	backend, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := sql.Open(context.Background(), sql.Config{Dir: t.TempDir(), Backend: backend})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	}()
	for cold, want := range map[bool]string{true: "OFF", false: "ON"} {
		s, err := (&benchmarkRun{Cold: cold}).session(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Query(context.Background(), "SELECT @@gsdms_plan_cache")
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := r.Text(0, 0); got != want {
			t.Errorf("cold %v: plans are %s", cold, got)
		}
	}
}
