package layout

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// table has a column that must be given, one that is NULL where it is not, and defaults of each kind.
func table() store.Definition {
	def := func(v plan.Value) *plan.Value { return &v }
	decimal := value.DecimalType(5, 2)
	return store.Definition{Name: "t", Columns: []plan.Column{
		{Name: "id", Type: plan.Type{Kind: plan.Int, Name: "INT", Min: -1 << 31, Max: 1<<31 - 1}},
		{Name: "Name", Type: plan.Type{Kind: plan.String, Name: "VARCHAR(9)"}, Nullable: true},
		{Name: "price", Type: decimal, Default: def(value.OfWide(big.NewInt(150), 2))},
		{Name: "share", Type: plan.Type{Kind: plan.Double, Name: "DOUBLE"}, Default: def(value.OfFloat(0.25))},
		{Name: "day", Type: plan.Type{Kind: plan.Date, Name: "DATE"}, Default: def(plan.Value{Kind: plan.Date, Int: 1})},
		{Name: "word", Type: plan.Type{Kind: plan.String, Name: "VARCHAR(9)"}, Default: def(value.OfString("none"))},
	}}
}

func TestNew(t *testing.T) {
	l, err := New(table(), []string{"@passed", "NAME", "", "id"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{-1, 1, -1, 0}; !slices.Equal(l.Fields, want) {
		t.Errorf("fields go to %v, want %v", l.Fields, want)
	}
	var targets []string
	for _, to := range l.Targets() {
		targets = append(targets, fmt.Sprint(to.Field, to.Column, to.Kind == plan.String, to.Coded()))
	}
	if want := []string{"1 1 true true", "3 0 false false"}; !slices.Equal(targets, want) {
		t.Errorf("targets %q, want %q", targets, want)
	}
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"id", "nam"}, `field 2 is named "nam", but table t has no such column (it has id, Name, price, share, day, word; did you mean Name?)`},
		{[]string{"id", "ID"}, "field 2: column ID of table t is given twice"},
		{[]string{"name"}, "no field goes to column id of table t, which is NOT NULL and has no default"},
		{nil, "no field to load"},
	} {
		if _, err := New(table(), test.names); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %s", test.names, err, test.want)
		}
	}
	many := table()
	for i := range 30 {
		many.Columns = append(many.Columns, plan.Column{Name: fmt.Sprint("c", i), Nullable: true})
	}
	if _, err := New(many, []string{"zzzzzz"}); err == nil || !strings.Contains(err.Error(), "c13 and 16 more") {
		t.Errorf("of many columns: error %v", err)
	}
}

// Who writes the names into the file is told of a list of columns, but not of other mistakes.
func TestByName(t *testing.T) {
	if _, err := ByName(table(), []string{"id", "x"}); err == nil || !strings.Contains(err.Error(), "a list of columns with @x in its place passes over it") {
		t.Errorf("error %v", err)
	}
	if _, err := ByName(table(), []string{"id", "id"}); err == nil || strings.Contains(err.Error(), "@x") {
		t.Errorf("error %v", err)
	}
	for _, test := range []struct {
		names []string
		want  bool
	}{{[]string{"ID", "@x", ""}, false}, {[]string{"id", "x"}, true}, {nil, false}} {
		if got := Unknown(table(), test.names); got != test.want {
			t.Errorf("of %q some are unknown: %v", test.names, got)
		}
	}
	if got := Names(table()); !slices.Equal(got, []string{"id", "Name", "price", "share", "day", "word"}) {
		t.Errorf("names %q", got)
	}
}

// text is a value of a batch as SQL would print it.
func text(c *ingest.Column, t plan.Type, row int) string {
	switch {
	case c.Nulls != nil && c.Nulls[row]:
		return "NULL"
	case c.Floats != nil:
		return fmt.Sprint(c.Floats[row])
	case c.Codes != nil:
		return c.Text(c.Codes[row])
	}
	return value.OfNumber(t, c.Ints[row]).String()
}

// A column that no field goes to has its default, or NULL, whichever way it is filled.
func TestDefaults(t *testing.T) {
	l, err := New(table(), []string{"id"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"NULL", "1.50", "0.25", "1970-01-02", "none"}
	b := &ingest.Batch{Rows: 2, Columns: make([]ingest.Column, 6)}
	l.Complete(b)
	columns, err := l.Columns("f", 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range columns {
		c.Begin(2)
	}
	l.Fill(columns, 2)
	for i, c := range l.Table.Columns[1:] {
		filled := columns[i+1].End(2)
		one, is := l.Constant(i+1, 2)
		if !is {
			t.Fatalf("a field goes to %s", c.Name)
		}
		for row := range 2 {
			got := []string{text(&b.Columns[i+1], c.Type, row), text(&filled, c.Type, row), text(&one, c.Type, row)}
			if !reflect.DeepEqual(got, []string{want[i], want[i], want[i]}) {
				t.Errorf("column %s has %q, want %s", c.Name, got, want[i])
			}
		}
	}
	if _, is := l.Constant(0, 2); is {
		t.Error("no field goes to the column that one goes to")
	}
	if _, err := l.Columns("f", 2, 0); err == nil {
		t.Error("a file of two fields has a layout of one")
	}
	wrong := table()
	wrong.Columns[4].Default = &plan.Value{Kind: plan.String, Text: "soon"}
	if _, err := New(wrong, []string{"id"}); err == nil || !strings.Contains(err.Error(), `default "soon" of column day`) {
		t.Errorf("a default that the column cannot have: error %v", err)
	}
}
