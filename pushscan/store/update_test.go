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
)

// update gives sales other numbers, products and texts. It must fail where two would have one
// number, or a product is not there.
func (s *market) update() {
	s.t.Helper()
	after, part, shift := rows{}, int64(1+s.IntN(6)), int64(s.IntN(3))
	matched, changed, given := 0, 0, rows{}
	for _, row := range s.model["sales"] {
		now := slices.Clone(row)
		if key := row[0].(int64); key%part == 0 {
			now[0], now[1], now[2] = key+shift, nil, fmt.Sprint("text ", s.IntN(60))
			if s.IntN(3) > 0 {
				now[1] = int64(s.IntN(90))
			}
			matched++
			given = append(given, append([]any{key}, now...))
		}
		if !slices.Equal(now, row) {
			changed++
		}
		after = append(after, now)
	}
	want := 0
	seen := map[any]bool{}
	for _, row := range after {
		if seen[row[0]] {
			want = 1062
		}
		seen[row[0]] = true
	}
	for _, row := range after {
		if row[1] != nil && !slices.ContainsFunc(s.model["products"], func(p []any) bool { return p[0] == row[1] }) {
			want = 1452 // found first: values are checked as they come
		}
	}
	u, err := s.c.Update(context.Background(), "sales", []string{"n", "product", "text"}, func(v *store.View, take func(ingest.Source) error) error {
		return take(s.numbered(v, given))
	})
	var refused *store.RowError
	switch {
	case want != 0 && !(errors.As(err, &refused) && refused.Code == want && u == store.Updated{}):
		s.t.Errorf("%+v and %v, want error %d", u, err, want)
	case want == 0 && (err != nil || u != store.Updated{Matched: matched, Changed: changed}):
		s.t.Errorf("%+v and %v, want %d matched, %d changed", u, err, matched, changed)
	case want == 0:
		s.model["sales"] = after
		s.nextSale += 3
	}
}

// numbered is rows for an Update: in place of the key that comes first the number of the row.
func (s *market) numbered(v *store.View, given rows) ingest.Source {
	table, err := v.Table("sales")
	if err != nil {
		s.t.Fatal(err)
	}
	keys, err := readColumn(table, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	dead := make([]any, len(keys))
	if at := table.DeadColumn(); at >= 0 {
		if dead, err = readColumn(table, at); err != nil {
			s.t.Fatal(err)
		}
	}
	places := map[any]int64{}
	for i, key := range keys {
		if dead[i] != int64(1) {
			places[key] = int64(i)
		}
	}
	for _, row := range given {
		row[0] = places[row[0]]
	}
	d := s.sales
	d.Columns = append([]plan.Column{{Type: plan.Type{Kind: plan.Int}}}, d.Columns...)
	return source(d, given)
}

// Of rows that come twice the first counts, and what has no number is passed over.
func TestUpdateTwice(t *testing.T) {
	c := open(t, t.TempDir())
	d := store.Definition{Name: "t", Columns: columns("k", "#s")}
	define(t, c, d)
	load(t, c, d, rows{{int64(1), "a"}, {int64(2), "b"}, {int64(3), "c"}})
	d.Columns[0].Nullable = true
	u, err := c.Update(context.Background(), "t", []string{"s"}, func(_ *store.View, take func(ingest.Source) error) error {
		return take(source(d, rows{{int64(2), "z"}, {nil, "n"}, {int64(0), "a"}, {int64(2), "y"}}))
	})
	if err != nil || (u != store.Updated{Matched: 2, Changed: 1}) {
		t.Errorf("%+v, %v", u, err)
	}
	if got, want := read(t, table(t, c, "t")), (rows{{int64(1), "a"}, {int64(2), "b"}, {int64(3), "z"}}); !same(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
