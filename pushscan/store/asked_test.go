package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// The guard is asked for the foreign keys that a change may break, and for no others; a change that it refuses is
// not made, so that it can be made again.
func TestAskedReferences(t *testing.T) {
	ctx, c := context.Background(), open(t, t.TempDir())
	parent, child := family()
	var asked []string
	var refuse error
	c.Guard(func(_ context.Context, v *store.View, table *plan.Table, a manifest.Asked) error {
		for _, r := range a.References {
			asked = append(asked, fmt.Sprintf("%s %s new %v gone %v", table.Name, r.Table, r.New, r.Gone))
		}
		if len(a.References) == 0 {
			return nil
		}
		return refuse
	})
	gone := func(name string, row int) func() error { return func() error { return without(t, c, name, row) } }
	come := func(d store.Definition, of rows) func() error {
		return func() error { _, err := c.Load(ctx, d.Name, source(d, of)); return err }
	}
	many := slices.Repeat(rows{{int64(0), int64(1), int64(3)}, {int64(40), int64(2), int64(3)}}, 10)
	for _, step := range []struct {
		what string
		do   func() error
		want string
	}{
		{"create the parent", func() error { return c.Create(ctx, parent) }, ""},
		{"create the child", func() error { return c.Create(ctx, child) }, "c p new true gone false"},
		{"rows of the parent", come(parent, many), ""},
		{"rows of the child", come(child, many), "c p new false gone false"},
		{"more of the parent", come(parent, rows{{int64(30), int64(1), nil}}), ""},
		{"a row of the child goes", gone("c", 0), ""},
		{"a row of the parent goes", gone("p", 0), "c p new false gone true"},
		{"more of the parent that has dead rows", come(parent, rows{{int64(31), int64(1), nil}}), ""},
		{"another name", func() error { return c.Rename(ctx, map[string]string{"p": "q"}) }, ""},
		{"the first name", func() error { return c.Rename(ctx, map[string]string{"q": "p"}) }, ""},
		{"another key by the name", func() error { return alterKey(c, child, []int{1, 0}, []string{"a", "b"}) }, "c p new true gone false"},
		{"other columns by the name", func() error { return alterKey(c, child, []int{1, 0}, []string{"b", "a"}) }, "c p new true gone false"},
		{"the first key", func() error { return alterKey(c, child, []int{0, 1}, []string{"a", "b"}) }, "c p new true gone false"},
		{"the same key", func() error { return alterKey(c, child, []int{0, 1}, []string{"a", "b"}) }, ""},
		{"no parent", func() error { return c.Drop(ctx, "p") }, "c p new false gone true"},
		{"a parent again", func() error { return c.Create(ctx, parent) }, "c p new false gone true"},
		{"both go", func() error { return c.Drop(ctx, "p", "c") }, ""},
	} {
		asked, refuse = nil, errors.New("refused")
		err := step.do()
		if step.want != "" && !errors.Is(err, refuse) {
			t.Errorf("%s: refused with %v", step.what, err)
		}
		if refuse = nil; step.want != "" {
			asked = nil
			err = step.do()
		}
		if got := fmt.Sprint(asked); err != nil || got != "["+step.want+"]" {
			t.Errorf("%s: asked %s, want [%s], %v", step.what, got, step.want, err)
		}
	}
}

// family are a table and one that refers to it.
func family() (parent, child store.Definition) {
	numbers := func(names ...string) (out []plan.Column) {
		for _, name := range names {
			out = append(out, plan.Column{Name: name, Type: integer, Nullable: true})
		}
		return out
	}
	parent = store.Definition{Name: "p", Columns: numbers("a", "b", "other"), Rules: []plan.Rule{{Name: "ab", Columns: []int{0, 1}}}}
	child = store.Definition{Name: "c", Columns: numbers("x", "y", "z"), References: []plan.Reference{{Number: 1, Columns: []int{0, 1}, Table: "p", Others: []string{"a", "b"}}}}
	return parent, child
}

// alterKey gives the table another foreign key in place of the one that it has.
func alterKey(c *store.Catalog, child store.Definition, columns []int, others []string) error {
	return c.Alter(context.Background(), child.Name, func(*store.View) (store.Alteration, error) {
		child.References = []plan.Reference{{Number: 1, Columns: columns, Table: "p", Others: others}}
		return store.Alteration{Definition: child, From: []int{0, 1, 2}, Fill: make([]ingest.Column, 3)}, nil
	})
}

// without deletes a row.
func without(t *testing.T, c *store.Catalog, name string, row int) error {
	_, err := c.Delete(context.Background(), []string{name}, func(*store.View) (map[string]*snapshot.RowSet, error) {
		set := snapshot.NewRowSet(table(t, c, name).Rows)
		set.Add(row)
		return map[string]*snapshot.RowSet{name: set}, nil
	})
	return err
}
