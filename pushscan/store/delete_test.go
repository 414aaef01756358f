package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
)

// market is the tables of the crash tests, and what they should hold.
type market struct {
	*rand.Rand
	t               *testing.T
	dir             string
	c               *store.Catalog
	products, sales store.Definition
	model           map[string]rows
	nextSale        int
}

func newMarket(t *testing.T, seed uint64) *market {
	s := &market{Rand: rand.New(rand.NewPCG(seed, 0)), t: t, dir: t.TempDir(), model: map[string]rows{}}
	s.c = open(t, s.dir)
	s.products, s.sales = saleTables()
	s.sales.Columns[1].Nullable = true
	define(t, s.c, s.products)
	define(t, s.c, s.sales)
	return s
}

// sell loads sales of products that are there, or of none.
func (s *market) sell(n int) {
	var data rows
	for range n {
		row := []any{int64(s.nextSale), nil, fmt.Sprint("text ", s.IntN(50))}
		if have := s.model["products"]; len(have) > 0 && s.IntN(5) > 0 {
			row[1] = have[s.IntN(len(have))][0]
		}
		data = append(data, row)
		s.nextSale++
	}
	s.Shuffle(n, func(i, j int) { data[i], data[j] = data[j], data[i] })
	load(s.t, s.c, s.sales, data)
	s.model["sales"] = append(s.model["sales"], data...)
}

// stock loads products whose keys are free, deleted ones among them.
func (s *market) stock(n int) {
	var data rows
	for range n {
		key := s.Int64N(90)
		taken := func(row []any) bool { return row[0] == key }
		if !slices.ContainsFunc(s.model["products"], taken) && !slices.ContainsFunc(data, taken) {
			data = append(data, []any{key, fmt.Sprint("kind ", key%6), fmt.Sprint("name ", s.IntN(40))})
		}
	}
	load(s.t, s.c, s.products, data)
	s.model["products"] = append(s.model["products"], data...)
}

// delete removes the rows of tables that are picked. It must fail where a sale that stays is
// of a product that goes.
func (s *market) delete(pick func(row []any) bool, names ...string) {
	s.t.Helper()
	after, gone := map[string]rows{"products": s.model["products"], "sales": s.model["sales"]}, 0
	for _, name := range names {
		after[name] = slices.DeleteFunc(slices.Clone(s.model[name]), pick)
		gone += len(s.model[name]) - len(after[name])
	}
	dangling := slices.ContainsFunc(after["sales"], func(sale []any) bool {
		return sale[1] != nil && !slices.ContainsFunc(after["products"], func(p []any) bool { return p[0] == sale[1] })
	})
	n, err := s.c.Delete(context.Background(), names, func(v *store.View) (map[string]*snapshot.RowSet, error) {
		out := map[string]*snapshot.RowSet{}
		for _, name := range names {
			table, err := v.Table(name)
			if err != nil {
				return nil, err
			}
			out[name] = snapshot.NewRowSet(table.Rows)
			keys, err := readColumn(table, 0)
			if err != nil {
				return nil, err
			}
			for row, key := range keys { // dead ones, too: to delete them again does nothing
				if pick([]any{key}) {
					out[name].Add(row)
				}
			}
		}
		return out, nil
	})
	var refers *store.ReferencedRowError
	switch {
	case dangling && !(errors.As(err, &refers) && errors.Is(err, store.ErrReferenced) && refers.SQLCode() == 1451 && n == 0):
		s.t.Errorf("a sale of a product that goes: %d rows, %v", n, err)
	case !dangling && (err != nil || n != gone):
		s.t.Errorf("%d rows deleted of %d: %v", n, gone, err)
	case !dangling:
		s.model = after
	}
}

// replace gives sales that are there, and new ones, another text.
func (s *market) replace() {
	var data rows
	for range 1 + s.IntN(4) {
		key := int64(s.IntN(s.nextSale + 1))
		data = append(slices.DeleteFunc(data, func(row []any) bool { return row[0] == key }), []any{key, nil, fmt.Sprint("new ", s.IntN(9))})
	}
	if _, err := s.c.Replace(context.Background(), "sales", source(s.sales, data)); err != nil {
		s.t.Fatal(err)
	}
	for _, row := range data {
		s.model["sales"] = append(slices.DeleteFunc(s.model["sales"], func(old []any) bool { return old[0] == row[0] }), row)
	}
	s.nextSale++
}

// renew gives products that are there, at times all of them, other texts, one of them twice, and brings a
// new one. Sales stay sales of theirs.
func (s *market) renew() {
	var data rows
	all := s.IntN(3) == 0
	for _, row := range s.model["products"] {
		if all || s.IntN(4) == 0 {
			data = append(data, []any{row[0], fmt.Sprint("kind ", s.IntN(6)), fmt.Sprint("renewed ", s.IntN(40))})
		}
	}
	data = append(data, []any{90 + s.Int64N(20), "kind 9", "new"})
	s.Shuffle(len(data), func(i, j int) { data[i], data[j] = data[j], data[i] })
	data = append(data, []any{data[0][0], "kind 8", "last"})
	if _, err := s.c.Replace(context.Background(), "products", source(s.products, data)); err != nil {
		s.t.Fatal(err)
	}
	for _, row := range data {
		s.model["products"] = append(slices.DeleteFunc(s.model["products"], func(old []any) bool { return old[0] == row[0] }), row)
	}
}

func (s *market) step() {
	ctx := context.Background()
	part, rest := int64(1+s.IntN(12)), s.Int64N(12)
	pick := func(row []any) bool { return row[0].(int64)%part == rest%part }
	var err error
	switch s.IntN(16) {
	case 0, 1, 2:
		s.delete(pick, "sales")
	case 3, 4, 5:
		s.delete(func(row []any) bool {
			return row[0].(int64)%part == 0 && row[0].(int64) >= 60 || row[0].(int64) == rest
		}, "products")
	case 6:
		s.delete(pick, "sales", "products")
	case 7:
		s.sell(s.IntN(40))
	case 8:
		s.stock(s.IntN(20))
	case 9:
		err = s.c.Optimize(ctx, []string{"sales", "products"}[s.IntN(2)])
	case 10:
		if s.IntN(2) == 0 {
			s.renew()
		} else {
			s.replace()
		}
	case 12, 13, 14, 15:
		s.update()
	case 11:
		switch s.IntN(6) {
		case 0:
			err = s.c.Truncate(ctx, "sales")
			s.model["sales"] = nil
		case 1:
			s.reopen()
		}
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *market) reopen() {
	if err := s.c.Close(); err != nil {
		s.t.Fatal(err)
	}
	var err error
	if s.c, err = store.Open(s.dir, store.Options{Verify: true}); err != nil {
		s.t.Fatal(err)
	}
}

// check compares both tables with the model, and gives how many rows are dead.
func (s *market) check() (dead int) {
	s.t.Helper()
	for name, want := range s.model {
		t := table(s.t, s.c, name)
		if !same(sortedByKey(read(s.t, t)), sortedByKey(slices.Clone(want))) {
			s.t.Errorf("%s are %v, want %v", name, read(s.t, t), want)
		}
		dead += t.Dead
	}
	return dead
}

// Rows go, come, are replaced and put in order, and references follow.
func TestDelete(t *testing.T) {
	dead := 0
	for seed := range uint64(12) {
		s := newMarket(t, seed)
		s.stock(60)
		s.sell(200)
		for i := 0; i < 60 && !t.Failed(); i++ {
			s.step()
			dead += s.check()
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		s.c.Close()
	}
	if dead == 0 {
		t.Error("no row was ever dead")
	}
}
