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

// Clients of a folder that this process opens, and of one that another serves, get right
// answers.
func TestBenchmarkClients(t *testing.T) {
	dir := t.TempDir()
	if out, errs, status := runProgram(t, dir, "", "ssb", "load", "--sf", "0.01"); status != 0 {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	args := []string{"ssb", "clients", "--clients", "3", "--rates", "200", "--duration", "100ms", "--rounds", "1", "--different", "20"}
	out, errs, status := runProgram(t, dir, "", args...)
	for _, want := range []string{"3 by sessions of the engine", "3 by connections", "200 a second by connections", "20 different queries"} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d, no %q:\n%s\n%s", status, want, out, errs)
		}
	}
	server, lines := startServer(t, dir, "--mysql", "", "--max-connections", "9")
	if !lines.Scan() {
		t.Fatal("it does not serve")
	}
	out, errs, status = runProgram(t, dir, "", args...)
	if status != 0 || !strings.Contains(out, "3 by connections") || strings.Contains(out, "sessions of the engine") {
		t.Errorf("status %d:\n%s\n%s", status, out, errs)
	}
	if out, errs, _ := runProgram(t, dir, "", "--format", "csv", "SELECT @@max_connections"); out != "@@max_connections\n9\n" {
		t.Errorf("%q, %s", out, errs)
	}
	if _, errs, status := runProgram(t, dir, "", append(args, "--idle", "7")...); status != 1 || !strings.Contains(errs, "1040") {
		t.Errorf("too many connections: status %d, %s", status, errs)
	}
	if err := server.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = server.Wait() // killed
	for _, bad := range [][]string{{"--clients", "0"}, {"--rates", "0"}, {"--rounds", "0"}, {"--different", "0"}, {"--duration", "0s"}, {"--idle", "-1"}} {
		if _, errs, status := runProgram(t, dir, "", append([]string{"ssb", "clients"}, bad...)...); status != 2 || !strings.Contains(errs, bad[0]) {
			t.Errorf("%v: status %d, %s", bad, status, errs)
		}
	}
}
