package bench

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestColumnsOfADefinition(t *testing.T) {
	table := Table{Name: "t", Create: "CREATE TABLE t (\n a INTEGER NOT NULL PRIMARY KEY, b DECIMAL(12, 2),\n c varchar(9) not null, d DATE, PRIMARY KEY (a, b), FOREIGN KEY (a) REFERENCES u (v), KEY k (c)\n)"}
	got, err := table.Columns()
	if err != nil {
		t.Fatal(err)
	}
	want := []Column{{"a", "INTEGER", 0, 0, true}, {"b", "DECIMAL", 12, 2, false}, {"c", "VARCHAR", 9, 0, true}, {"d", "DATE", 0, 0, false}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	bare, err := (&Suite{Tables: []Table{table}}).WithoutKeys()
	if err != nil {
		t.Fatal(err)
	}
	if create := bare.Tables[0].Create; create != "CREATE TABLE t (a INTEGER NOT NULL, b DECIMAL(12,2), c VARCHAR(9) NOT NULL, d DATE)" {
		t.Error(create)
	}
	table.Create = "CREATE TABLE t (+)"
	if _, err := table.Columns(); err == nil || !strings.Contains(err.Error(), "declares no column") {
		t.Error(err)
	}
}

// Of a suite that leaves out what no query names there stay the columns of queries and of keys.
func TestQueriedColumns(t *testing.T) {
	tables := []Table{{Name: "t", Create: "CREATE TABLE t (a INTEGER, aa VARCHAR(9), b DECIMAL(12,2) NOT NULL, c DATE, PRIMARY KEY (c), FOREIGN KEY (a) REFERENCES u (v))"}}
	s, err := (&Suite{Tables: tables, Queries: []Query{{Text: "SELECT SUM(T.B) FROM t"}}}).Queried()
	if err != nil {
		t.Fatal(err)
	}
	if create := s.Tables[0].Create; create != "CREATE TABLE t (a INTEGER, b DECIMAL(12,2) NOT NULL, c DATE, PRIMARY KEY (c), FOREIGN KEY (a) REFERENCES u (v))" {
		t.Error(create)
	}
	if fields, less := s.Tables[0].Fields, s.Tables[0].Less; !slices.Equal(fields, []string{"a", "", "b", "c"}) || !slices.Equal(less, []string{"aa"}) {
		t.Errorf("%q, without %q", fields, less)
	}
}

func TestDecimalHasItsPoint(t *testing.T) {
	for _, c := range []struct {
		v     int64
		scale int
		want  string
	}{{1234, 2, "12.34"}, {-5, 2, "-0.05"}, {7, 0, "7"}, {0, 3, "0.000"}} {
		if got := decimal(c.v, c.scale); got != c.want {
			t.Errorf("%d with %d decimals is %s, want %s", c.v, c.scale, got, c.want)
		}
	}
}

func TestSelectByName(t *testing.T) {
	queries := []Query{{Name: "Q1"}, {Name: "Q2"}, {Name: "j1"}}
	for patterns, want := range map[string]string{"all": "[Q1 Q2 j1]", "q*": "[Q1 Q2]", "J1,q1": "[Q1 j1]"} {
		chosen, err := Select(patterns, queries)
		var names []string
		for _, q := range chosen {
			names = append(names, q.Name)
		}
		if err != nil || fmt.Sprint(names) != want {
			t.Errorf("%s: %v, %v", patterns, names, err)
		}
	}
	for _, bad := range []string{"", "x", "["} {
		if _, err := Select(bad, queries); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}
