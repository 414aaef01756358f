package store_test

import (
	"context"
	"errors"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/manifest"
)

// oddGuard refuses tables whose rows have an even number in the first column.
func oddGuard(t *testing.T, asked *int) store.Guard {
	return func(_ context.Context, v *store.View, table *plan.Table, _ manifest.Asked) error {
		*asked++
		if now, err := v.Table(table.Name); err != nil || now != table || len(table.Rules) != 1 {
			t.Errorf("the view has %v for %s, %v", now, table.Name, err)
		}
		for _, row := range read(t, table) {
			if row[0].(int64)%2 == 0 {
				return &store.RuleError{Message: "even", Code: 3819}
			}
		}
		return nil
	}
}

// A change that breaks a rule leaves no trace, small or large, and others go on behind it.
func TestGuard(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	asked := 0
	c.Guard(oddGuard(t, &asked))
	d := store.Definition{Name: "log", Columns: []plan.Column{{Name: "n", Type: integer}, {Name: "s", Type: text, Nullable: true}}, Rules: []plan.Rule{{Name: "odd", Check: "n % 2 = 1", Columns: []int{0}}}}
	define(t, c, d)
	var want rows
	for i := range int64(30) {
		good := rows{{2*i + 1, "x"}, {2*i + 3, nil}}
		load(t, c, d, good)
		want = append(want, good...)
		_, err := c.Load(context.Background(), "log", source(d, rows{{2*i + 1, "y"}, {2 * i, "new text"}}))
		var broken *store.RuleError
		if !errors.As(err, &broken) || broken.Code != 3819 {
			t.Fatalf("an even number: %v", err)
		}
		if got := read(t, table(t, c, "log")); !same(got, want) {
			t.Fatalf("round %d: %d rows after a change that was refused, want %d", i, len(got), len(want))
		}
	}
	if asked != 60 {
		t.Errorf("asked %d times for 60 changes", asked)
	}
	if err := c.Rename(context.Background(), map[string]string{"log": "diary"}); err != nil || asked != 60 {
		t.Errorf("a table with another name is asked for again: %v", err)
	}
	if err := c.Rename(context.Background(), map[string]string{"diary": "log"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	checkRows(t, dir, want)
	again := open(t, dir)
	if _, err := again.Load(context.Background(), "log", source(d, rows{{int64(1), nil}})); err == nil {
		t.Error("rows came to a table with rules that nobody holds")
	}
}

// An index that is kept is of columns or expressions, and has a name of its own.
func TestRefusedIndexes(t *testing.T) {
	c := open(t, t.TempDir())
	part := []plan.IndexPart{{Column: 0}}
	for name, x := range map[string][]plan.Index{
		"no name": {{Parts: part}}, "no column": {{Name: "i"}}, "one that is not there": {{Name: "i", Parts: []plan.IndexPart{{Column: 1}}}},
		"no expression": {{Name: "i", Parts: []plan.IndexPart{{Column: -1}}}}, "twice": {{Name: "i", Parts: part}, {Name: "I", Parts: part}},
	} {
		if err := c.Create(context.Background(), store.Definition{Name: "t", Columns: []plan.Column{{Name: "n", Type: integer}}, Indexes: x}); err == nil {
			t.Errorf("an index with %s was kept", name)
		}
	}
}

// A definition whose rules cannot be kept is refused.
func TestRefusedRules(t *testing.T) {
	c := open(t, t.TempDir())
	for _, r := range [][]plan.Rule{{{Name: "u"}}, {{Columns: []int{0}}}, {{Name: "u", Columns: []int{1}}}, {{Name: "u", Columns: []int{0}}, {Name: "U", Check: "1", Columns: nil}}} {
		if err := c.Create(context.Background(), store.Definition{Name: "t", Columns: []plan.Column{{Name: "n", Type: integer}}, Rules: r}); err == nil {
			t.Errorf("rules %+v are taken", r)
		}
	}
}
