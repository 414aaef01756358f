package random

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestQueriesOfASeed shows them.
func TestQueriesOfASeed(t *testing.T) {
	datadriven.RunTest(t, "testdata/queries", func(t *testing.T, d *datadriven.TestData) string {
		var seed uint64
		var count int
		d.ScanArgs(t, "seed", &seed)
		d.ScanArgs(t, "count", &count)
		var out strings.Builder
		for _, q := range Queries(seed, count) {
			out.WriteString(q.Name + ": " + q.Text + "\n")
			if q.Duck != "" {
				out.WriteString("DuckDB: " + q.Duck + "\n")
			}
		}
		return out.String()
	})
}

// TestNumbersDecide asks for more queries of a seed, and for those of another.
func TestNumbersDecide(t *testing.T) {
	few, many, others := Queries(5, 20), Queries(5, 40), Queries(6, 20)
	if !reflect.DeepEqual(few, many[:20]) {
		t.Error("the first queries depend on how many there are")
	}
	same := 0
	for i := range few {
		if few[i].Text == others[i].Text {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d of 20 queries are those of another seed", same)
	}
}

// TestEveryShapeOccurs draws many queries: names differ, all shapes are among them, no blank is
// left, and who has a LIMIT has an order.
func TestEveryShapeOccurs(t *testing.T) {
	names, seen := map[string]bool{}, map[string]int{}
	for _, q := range Queries(1, 3000) {
		shape, _, _ := strings.Cut(q.Name, "-")
		seen[shape]++
		if names[q.Name] || strings.ContainsAny(q.Text, "{}@") || strings.Contains(q.Text, "%!") || strings.Contains(q.Text, " LIMIT ") != (q.Order != nil) {
			t.Errorf("%s: %s, order %v", q.Name, q.Text, q.Order)
		}
		names[q.Name] = true
	}
	for _, s := range shapes() {
		if seen[s.name] < 50 {
			t.Errorf("%d of 3000 queries are %s", seen[s.name], s.name)
		}
	}
}

// TestTemplatesName looks whether columns of templates are those of their tables, and each key
// is where it leads to.
func TestTemplatesName(t *testing.T) {
	s, err := New(Defaults())
	if err != nil {
		t.Fatal(err)
	}
	d := dice{rand.New(rand.NewPCG(1, 1))}
	for _, table := range s.Tables {
		of := tableOf(table.Name)
		for _, text := range append(append([]string{}, of.conditions...), of.worked...) {
			for _, word := range strings.Split(text, "@")[1:] {
				if column := strings.FieldsFunc(word, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })[0]; !strings.Contains(table.Create, column+" ") {
					t.Errorf("%s: %s has no column %s", text, table.Name, column)
				}
			}
			d.fill(text, "t")
		}
		for _, k := range of.keys {
			if tableOf(k.of).column(k.of) == "" {
				t.Errorf("%s leads to %s, which has no such key", k.column, k.of)
			}
		}
	}
}

func TestBadCounts(t *testing.T) {
	for _, o := range []Options{{SF: 1, Count: 0}, {SF: -1, Count: 1}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}
