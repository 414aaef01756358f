package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
)

// Groups by what is computed whose rows come one soon after another, in more groups than a worker's table has room for, and
// some of them again much later, have what all of their rows have.
func TestGroupsOfRowsInRuns(t *testing.T) {
	backend, err := cpu.New(cpu.Options{Threads: 2, Groups: 64})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(context.Background(), Config{Dir: t.TempDir(), Backend: backend, Scan: pushscan.Options{}, Source: sourceOf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	})
	s := e.NewSession()
	mustRun(t, s, "CREATE TABLE r (k BIGINT NOT NULL, s VARCHAR(9) NOT NULL, v DOUBLE, d DECIMAL(9,2))")
	type group struct {
		rows, values int
		sum          float64
		least, most  int
	}
	groups := map[string]*group{}
	var rows []string
	for i := range 120_000 {
		run := i / 60 % 1500 // the last 30,000 rows are of groups that have been there
		key := fmt.Sprintf("%d\tt%d", run/3*7_000_007_000, run%7)
		g := groups[key]
		if g == nil {
			g = &group{least: 1 << 30, most: -1 << 30}
			groups[key] = g
		}
		value, cents := "NULL", i*7919%20_001-10_000
		if g.rows++; i%11 > 0 {
			value = fmt.Sprintf("%g", float64(i%1000)/8)
			g.values, g.sum = g.values+1, g.sum+float64(i%1000)/8
		}
		g.least, g.most = min(g.least, cents), max(g.most, cents)
		rows = append(rows, fmt.Sprintf("(%s', %s, %s)", strings.Replace(key, "\t", ", '", 1), value, hundredths(cents)))
		if len(rows) == 4000 {
			mustRun(t, s, "INSERT INTO r VALUES "+strings.Join(rows, ", "))
			rows = rows[:0]
		}
	}
	var want []string
	for key, g := range groups {
		want = append(want, fmt.Sprintf("%s\t%d\t%d\t%g\t%s\t%s", key, g.rows, g.values, g.sum, hundredths(g.least), hundredths(g.most)))
	}
	slices.Sort(want)
	got := strings.Split(fact(t, s, "k DIV 7 * 7 AS q, s, COUNT(*), COUNT(v), SUM(v), MIN(d), MAX(d) FROM r GROUP BY q, s"), "|")
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("%d groups, want %d: the first are\n%q\nand\n%q", len(got), len(want), got[:3], want[:3])
	}
	checkFact(t, s, [2]string{"COUNT(*), SUM(n), MAX(n) FROM (SELECT k DIV 7 * 7 AS q, s, COUNT(*) AS n FROM r GROUP BY q, s HAVING COUNT(*) > 0) g", fmt.Sprintf("%d\t120000\t%d", len(groups), mostRows(want))})
}

// hundredths writes so many.
func hundredths(cents int) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	return fmt.Sprintf("%s%d.%02d", sign, cents/100, cents%100)
}

// mostRows is the most rows that a group has, of lines with keys and then their number.
func mostRows(lines []string) (most int) {
	for _, line := range lines {
		var k, n int
		var s string
		if _, err := fmt.Sscan(strings.ReplaceAll(line, "\t", " "), &k, &s, &n); err == nil {
			most = max(most, n)
		}
	}
	return most
}
