package main

import (
	"strings"
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.00 ms", 17570 * time.Microsecond: "17.57 ms", 9999 * time.Millisecond: "9999.00 ms",
		11333610 * time.Microsecond: "11.33 s", 5 * time.Minute: "300.00 s",
	} {
		if got := duration(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}

// What is a text has lines, what is a table has rows.
func TestStatusCountsLinesAndRows(t *testing.T) {
	b, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, end := openedWith(t, b, []string{"create table t (a int)", "insert into t values (1), (2), (3)"}, pushscan.Options{})
	defer end()
	for text, want := range map[string]string{
		"select a from t": "3 rows, ", "select a from t where a = 2": "1 row, ", "show create table t": "1 row, ", "explain select a from t": " lines, ", "select 'x' + 0": "1 row, 1 warning, ", "select 'x' + a, 1 / 0 from t": "3 rows, 2 warnings, ",
	} {
		r, err := s.Query(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if got := statusLine(r); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestWrapped(t *testing.T) {
	const line = "No GPU is used: start NVIDIA's driver: no device (error 100)."
	if got, want := wrapped(line, 30), "No GPU is used: start NVIDIA's\ndriver: no device (error 100)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := wrapped(line, 0); got != line {
		t.Errorf("%q without a width", got)
	}
}
