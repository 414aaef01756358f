package roster

import (
	"reflect"
	"testing"
)

func TestApply(t *testing.T) {
	from := full()
	c := NewChange()
	if !c.Empty() {
		t.Error("a change of nothing is one")
	}
	c.Put["a"] = Entry{"a", "a", "manifest.v8.json", "z"}
	c.Put["b"] = Entry{"b", "b", "manifest.v8.json", "z"}
	c.Drop["d.t"] = true
	c.Queries["a query"], c.Queries["v"] = &Query{Name: "a query"}, nil
	c.Functions["F"], c.Functions["f"], c.Functions["E"] = nil, &Function{Name: "f"}, &Function{Name: "E"}
	c.Databases["c"], c.Databases["d"] = true, false
	got := c.Apply(from, 8)
	want := &Roster{
		Format: 1, Version: 8,
		Tables:    []Entry{c.Put["a"], c.Put["b"]},
		Queries:   []*Query{c.Queries["a query"], from.Queries[0]},
		Functions: []*Function{from.Functions[1], c.Functions["E"], c.Functions["f"]},
		Databases: []string{"c"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got.Queries[1] != from.Queries[0] {
		t.Error("a query that did not change has another pointer")
	}
	if !reflect.DeepEqual(from, full()) {
		t.Error("the roster before it has changed")
	}
	if c.Empty() {
		t.Error("a change of much is none")
	}
}

func TestApplyNothing(t *testing.T) {
	c := NewChange()
	want := full()
	want.Format, want.Log, want.Version = 1, 0, 9
	want.Functions[0], want.Functions[1] = want.Functions[1], want.Functions[0] // d.g before F
	if got := c.Apply(full(), 9); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTakeAway(t *testing.T) {
	from := full()
	c := NewChange()
	for _, name := range append(from.Within("d"), "none") {
		c.TakeAway(from, name)
	}
	c.Databases["d"] = false
	got := c.Apply(from, 8)
	if got.Find("a") != 0 || len(got.Tables) != 1 || len(got.Queries) != 1 || len(got.Functions) != 1 || len(got.Databases) != 0 {
		t.Errorf("without the database there are %+v", got)
	}
}
