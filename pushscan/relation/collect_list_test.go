package relation

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// batches gives a column of texts, batch by batch; every fifth batch is NULL alone and has none.
type batches struct {
	r    *rand.Rand
	left int
	all  []string // "NULL" for NULL
}

func (b *batches) Next(context.Context) (*ingest.Batch, error) {
	if b.left--; b.left < 0 {
		return nil, io.EOF
	}
	rows := 1 + b.r.IntN(3000)
	c := ingest.Column{Codes: make([]uint32, rows), Nulls: make([]bool, rows)}
	if b.left%5 > 0 {
		for i := range 1 + b.r.IntN(40) {
			c.Dict = append(c.Dict, fmt.Sprint("a text of some length ", i*b.r.IntN(3)))
		}
	}
	for row := range rows {
		if c.Nulls[row] = len(c.Dict) == 0 || b.r.IntN(6) == 0; c.Nulls[row] {
			b.all = append(b.all, "NULL")
			continue
		}
		c.Codes[row] = uint32(b.r.IntN(len(c.Dict)))
		b.all = append(b.all, c.Dict[c.Codes[row]])
	}
	return &ingest.Batch{Rows: rows, Columns: []ingest.Column{c}}, nil
}

// Texts that come in batches are those of the rows, in the order that they need where there is room
// for it, and else in none and in files.
func TestReadTexts(t *testing.T) {
	for _, c := range []struct {
		limit  int64
		order  Order
		sorted bool
		filed  bool
	}{
		{limit: 1 << 30, order: Nothing}, {limit: 1 << 30, order: Equal}, {limit: 1 << 30, order: Whole, sorted: true},
		{limit: 10_000, order: Nothing, filed: true}, {limit: 2_000, order: Nothing, filed: true},
		{limit: 60_000, order: Whole, sorted: true}, {limit: 2_000, order: Equal, filed: true}, {limit: 2_000, order: Whole, filed: true},
	} {
		t.Run(fmt.Sprint(c.limit, c.order), func(t *testing.T) { checkRead(t, c.limit, c.order, c.sorted, c.filed) })
	}
}

func checkRead(t *testing.T, limit int64, order Order, sorted, filed bool) {
	src := &batches{r: rand.New(rand.NewPCG(7, uint64(limit))), left: 60}
	table, err := Read(t.Context(), "t", []plan.Column{{Name: "s", Type: plan.Type{Kind: plan.String}, Nullable: true}}, func(int) Order { return order }, src, limit, spill.NewSpace(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	c := &table.Columns[0]
	if (c.Dict != nil) != sorted || (c.Unsorted != nil) == sorted || !sorted && c.Unsorted.Filed() != filed || table.Rows != len(src.all) {
		t.Fatalf("%+v of %d rows, not %d", c, table.Rows, len(src.all))
	}
	rows, err := table.Data.Rows(t.Context(), 0, 0, table.Rows)
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range src.all {
		var stored uint64
		if _, err := fmt.Sscan(rows.(interface{ ValueStr(int) string }).ValueStr(row), &stored); err != nil {
			t.Fatal(err)
		}
		got := [1]string{"NULL"}
		if code := int64(stored) + c.Storage.Bias; stored == 0 {
		} else if c.Dict != nil {
			got[0] = c.Dict.At(int(code))
		} else {
			c.Unsorted.Texts(got[:], []int64{code}, nil)
		}
		if z := table.Data.(*data).columns[0].zones[row/segmentRows]; got[0] != want || stored < z.lo || stored > z.hi {
			t.Fatalf("row %d is %q, stored as %d within %v; want %q", row, got[0], stored, z, want)
		}
	}
	rows.Release()
}
