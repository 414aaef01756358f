package bind

import (
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/plan/network/cut"
	"gsdms/plan/network/unnest"
	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
)

// anyOrder says of the groupings and DISTINCTs of a statement's stages, in order, whether
// nothing depends on the order of their rows.
func anyOrder(t *testing.T, text string, c plan.Catalog) (out []bool) {
	t.Helper()
	stmt, err := new(parse.Parsers).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	n, err := Select(text, stmt, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := unnest.Applies(n, false, nil); err != nil {
		t.Fatal(err)
	}
	shape, err := cut.Stages(n)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shape.Stages {
		for _, op := range s.Ops {
			switch op := op.(type) {
			case plan.Aggregate:
				out = append(out, op.AnyOrder)
			case plan.Distinct:
				out = append(out, op.AnyOrder)
			}
		}
	}
	return out
}

// Groups may come in any order where they are aggregated again, and nowhere else.
func TestOrderOfGroupsThatAreAggregated(t *testing.T) {
	c := bindtest.Shop(t)
	c.Add(t, "e", 100, "k int", "v int")
	for text, want := range map[string][]bool{
		"SELECT k FROM e GROUP BY k":                                                          {false},
		"SELECT COUNT(*) FROM (SELECT k FROM e GROUP BY k) AS t":                              {true, false},
		"SELECT COUNT(*) FROM (SELECT DISTINCT k, v FROM e) AS t":                             {true, false},
		"SELECT n, COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM e GROUP BY k) AS t GROUP BY n": {true, false},
		// Equal stages share a run.
		"SELECT e.v, (SELECT COUNT(*) FROM (SELECT k FROM e GROUP BY k) AS t) FROM e JOIN (SELECT k FROM e GROUP BY k) AS u ON e.k = u.k": {false, false, false},

		"SELECT n FROM (SELECT k, COUNT(*) AS n FROM e GROUP BY k) AS t":                          {false},
		"SELECT COUNT(*) FROM (SELECT k, v FROM e GROUP BY k, v LIMIT 3) AS t":                    {false, false},
		"SELECT GROUP_CONCAT(k) FROM (SELECT k FROM e GROUP BY k) AS t":                           {false},
		"SELECT SUM(r) FROM (SELECT RANK() OVER (ORDER BY k) AS r FROM e GROUP BY k) AS t":        {false, false},
		"SELECT COUNT(*) FROM e JOIN (SELECT k, MAX(v) AS m FROM e GROUP BY k) AS t ON e.k = t.k": {true, false},
		"SELECT e.v FROM e JOIN (SELECT k, MAX(v) AS m FROM e GROUP BY k) AS t ON e.k = t.k":      {false},
		"SELECT k FROM e WHERE EXISTS (SELECT 1 FROM (SELECT k FROM e GROUP BY k) AS t)":          {true},
		// Whether there is a partner does not depend on which comes first, unless one may fail.
		"SELECT k FROM e WHERE k IN (SELECT k FROM e GROUP BY k HAVING COUNT(*) > 2)":                                                                {true},
		"SELECT k FROM e AS o WHERE EXISTS (SELECT 1 FROM (SELECT k, MAX(v) AS m FROM e GROUP BY k) AS t WHERE t.k = o.k AND m > o.v)":               {true},
		"SELECT COUNT(*) FROM e AS o WHERE EXISTS (SELECT 1 FROM (SELECT k, MAX(v) AS m FROM e GROUP BY k) AS t WHERE t.k = o.k AND m * 1000 > o.v)": {false, false},
		"WITH t AS (SELECT k FROM e GROUP BY k), u AS (SELECT v FROM e GROUP BY v) SELECT COUNT(t.k), COUNT(u.v) FROM t FULL JOIN u ON k = v":        {true, true, false},
		"WITH t AS (SELECT k FROM e GROUP BY k) SELECT COUNT(*) FROM t UNION ALL SELECT k FROM t":                                                    {false, false},
		"WITH t AS (SELECT k FROM e GROUP BY k) SELECT COUNT(*) FROM t UNION ALL SELECT SUM(k) FROM t":                                               {true, false, false},
	} {
		if got := anyOrder(t, text, c); !slices.Equal(got, want) {
			t.Errorf("%s\nin any order: %v, want %v", text, got, want)
		}
	}
}
