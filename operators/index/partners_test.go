package index

import (
	"context"
	"math"
	"testing"

	"gsdms/plan"
)

// Rows of one table have the numbers 3, 6, 9 and so on, those of the other each number up to some thousand several times,
// stored less another bias. What a NULL is stored as is nobody's partner.
func TestPartners(t *testing.T) {
	asks, rows := make(oneColumn, 2*plan.SegmentRows), make(oneColumn, 3*plan.SegmentRows)
	for i := range asks {
		asks[i] = uint32(3 * (i%5000 + 1))
	}
	for i := range rows {
		rows[i] = uint32(i % 6001)
	}
	table := func(name string, data oneColumn, bias int64) *plan.Table {
		return &plan.Table{Name: name, Rows: len(data), Data: data, Columns: []plan.Column{{Name: "n", Storage: plan.Storage{Nullable: true, Bias: bias}}}}
	}
	a, b := table("a", asks, 0), table("b", rows, 100)
	there := map[int64]int{}
	for _, stored := range rows {
		if n, null := b.Columns[0].Storage.Load(uint64(stored)); !null {
			there[n]++
		}
	}
	pairs := 0
	for _, stored := range asks {
		if n, null := a.Columns[0].Storage.Load(uint64(stored)); !null {
			pairs += there[n]
		}
	}
	want := float64(pairs) / float64(len(asks))
	got, err := NewCache(1<<20).Partners(context.Background(), b, 0, a, 0)
	if err != nil || math.Abs(got-want) > want/10 {
		t.Errorf("%g partners, %v; want about %g", got, err, want)
	}
	if _, err := NewCache(1<<20).Partners(context.Background(), table("gone", nil, 0), 0, table("asks", nil, 0), 0); err != nil {
		t.Errorf("tables without rows: %v", err)
	}
	gone := table("gone", oneColumn{}, 0)
	gone.Rows = 9
	if _, err := NewCache(1<<20).Partners(context.Background(), gone, 0, a, 0); err == nil {
		t.Error("a column that cannot be read has no error")
	}
}
