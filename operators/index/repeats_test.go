package index

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
)

// oneColumn is the data of a table with one column of stored numbers.
type oneColumn []uint32

func (d oneColumn) Rows(_ context.Context, _, lo, hi int) (arrow.Array, error) {
	if len(d) == 0 {
		return nil, errors.New("gone")
	}
	b := array.NewUint32Builder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues(d[lo:hi], nil)
	return b.NewArray(), nil
}

func (oneColumn) Zone(_, _ int) (lo, hi uint64) { return 0, math.MaxUint64 }
func (oneColumn) Prefetch(_, _, _ int)          {}
func (oneColumn) Passed(_, _, _ int)            {}

// Of a value that half of the rows have and others that none has twice, a pair is alike with
// probability 1/4; of ten that are as frequent as each other, 1/10. NULL (0) is like nothing.
func TestRepeats(t *testing.T) {
	d := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		row  func(i int) uint32
		want float64
	}{
		"half":    {func(i int) uint32 { return uint32(1+i) * uint32(d.IntN(2)) }, 0},
		"ten":     {func(int) uint32 { return 1 + uint32(d.IntN(10)) }, 0.1},
		"popular": {func(i int) uint32 { return max(1, uint32(i)*uint32(d.IntN(2))) }, 0.25},
		"all":     {func(int) uint32 { return 7 }, 1},
		"none":    {func(i int) uint32 { return 1 + uint32(i) }, 0},
	} {
		rows := make(oneColumn, 5*plan.SegmentRows/2)
		for i := range rows {
			rows[i] = c.row(i)
		}
		table := &plan.Table{Name: name, Rows: len(rows), Data: rows, Columns: []plan.Column{{Name: "n", Storage: plan.Storage{Nullable: true}}}}
		got, err := NewCache(1<<20).Repeats(context.Background(), table, 0)
		if err != nil || math.Abs(got-c.want) > 0.06 {
			t.Errorf("%s: %g, %v; want about %g", name, got, err, c.want)
		}
	}
	if _, err := NewCache(1<<20).Repeats(context.Background(), &plan.Table{Name: "t", Rows: 9, Data: oneColumn{}, Columns: []plan.Column{{Name: "n"}}}, 0); err == nil {
		t.Error("a column that cannot be read has no error")
	}
}
