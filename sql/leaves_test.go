package sql

import (
	"context"
	"testing"

	"gsdms/pushscan"
)

// Statements whose subqueries are equal, in other words and at other places, compute them
// once when they come together; those of another constant do not.
func TestEqualStagesAreComputedOnce(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	fill(t, s, 20000)
	answers := s.Together(context.Background(), []string{
		"SELECT COUNT(*) FROM n, (SELECT i % 7 AS k, COUNT(*) AS c FROM n GROUP BY k) g WHERE i = g.k AND c > 0",
		"SELECT MAX(c) FROM (SELECT i % 7 AS m, COUNT(*) AS c FROM n GROUP BY m) AS h WHERE c < 2858",
		"SELECT MAX(c) FROM (SELECT i % 8 AS m, COUNT(*) AS c FROM n GROUP BY m) AS h WHERE c < 2858",
	})
	want := []string{"7", "2857", "2500"}
	programs := map[any]int{}
	for i, a := range answers {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		if got, _ := a.Result.Text(0, 0); got != want[i] {
			t.Errorf("answer %d is %s, want %s", i, got, want[i])
		}
		programs[a.Result.Report.Parts[0].Query.Program]++
	}
	if len(programs) != 2 {
		t.Errorf("%d programs for the subqueries, want 2: %v", len(programs), programs)
	}
}

// Statements that differ in what is behind their scans alone share one run of it, each with
// its own names, order and HAVING.
func TestOneScanForWhatIsBehindIt(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	fill(t, s, 20000)
	answers := s.Together(context.Background(), []string{
		"SELECT i % 7 AS k, COUNT(*) AS c FROM n GROUP BY k HAVING c > 2857",
		"SELECT COUNT(*) + 1 AS more, i % 7 FROM n AS o GROUP BY 2 HAVING more < 2859 ORDER BY 2 DESC",
		"SELECT i % 7 AS k, COUNT(*) AS c FROM n WHERE i < 19999 GROUP BY k HAVING c > 2857",
	})
	want := []string{"0 2858; k c", "2858 6; more i % 7", "; k c"}
	rides := map[any]int{}
	for i, a := range answers {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		got := ""
		if a.Result.Rows.Len > 0 {
			first, _ := a.Result.Text(0, 0)
			second, _ := a.Result.Text(0, 1)
			got = first + " " + second
		}
		got += "; " + a.Result.Columns[0].Name + " " + a.Result.Columns[1].Name
		if got != want[i] {
			t.Errorf("answer %d is %q, want %q", i, got, want[i])
		}
		if n := a.Result.Report.Scan.Shared; n != 2 {
			t.Errorf("answer %d: %d runs on the scan, want 2", i, n)
		}
		rides[a.Result.Report.Parts[0].Query.Program]++
	}
	if len(rides) != 2 {
		t.Errorf("%d programs, want 2", len(rides))
	}
}

// Arithmetic on decimals whose columns' bounds keep it within 64 bits is part of the scan.
func TestDecimalsOf64BitsStayInTheScan(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	fill(t, s, 100)
	for text, pipelines := range map[string]int{
		"SELECT SUM(i / 7), SUM((i + 0.5) * 3.25 / 1.5) FROM n": 1,
		"SELECT SUM(i / 7 * 1e0) FROM n":                        1,
	} {
		if r := mustRun(t, s, text); len(r.Report.Parts) != pipelines {
			t.Errorf("%s: %d pipelines, want %d", text, len(r.Report.Parts), pipelines)
		}
	}
}
