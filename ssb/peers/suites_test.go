package main

import (
	"strings"
	"testing"
)

// TestEverySuiteRuns measures each suite at its least size on all systems. Every answer
// that two systems give is the same, and what gsdms refuses is listed with its reason.
func TestEverySuiteRuns(t *testing.T) {
	for _, m := range makers() {
		t.Run(m.name, func(t *testing.T) {
			checkFaults(t, reportOf(t, "-sf 0.01 -rows 20000 -texts 5000 -rounds 1 -warm 1 -runs 1 -only queries,batches -batches 20 -against memory,packed -suite "+m.name))
		})
	}
}

// checkFaults lets gsdms refuse what it says that it does not support, and DuckDB nothing.
func checkFaults(t *testing.T, r *report) {
	whole := 0
	for _, l := range append(r.Queries, r.Batches...) {
		for i, fault := range l.Fault {
			refused := i == 0 && strings.Contains(fault, "window functions are not supported")
			if fault != "" && !refused {
				t.Errorf("%s, %s: %s", l.Name, r.Systems[i], fault)
			}
		}
		if l.whole() {
			whole++
		}
	}
	if whole < 8 || len(r.Batches) == 0 {
		t.Errorf("%d of %d queries are answered; %d batches", whole, len(r.Queries), len(r.Batches))
	}
}

func TestUnknownSuite(t *testing.T) {
	if _, err := suiteOf(settings{Suite: "x"}); err == nil || !strings.Contains(err.Error(), "ssb-nokeys, shapes") {
		t.Error(err)
	}
}

// TestShapesLeaveOneKeyUndeclared would join by a declared key if the schema's text changed.
func TestShapesLeaveOneKeyUndeclared(t *testing.T) {
	with, err := suiteOf(settings{Suite: "ssb", SF: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	without, err := suiteOf(settings{Suite: "shapes", SF: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	a, b := with.Tables[4].Create, without.Tables[4].Create
	if strings.Count(a, "FOREIGN KEY") != 5 || strings.Count(b, "FOREIGN KEY") != 4 || strings.Contains(b, "(lo_partkey)") {
		t.Error(b)
	}
}
