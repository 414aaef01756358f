package relation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// Texts that come again and again are kept once, and each row has its own.
func TestCollectedTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	c := newCollector(plan.Type{Kind: plan.String})
	var want []string
	for range 300 {
		b := ingest.Column{Codes: make([]uint32, r.IntN(400)), Nulls: make([]bool, 400)}
		for range 1 + r.IntN(60) {
			b.Dict = append(b.Dict, fmt.Sprint("text ", r.IntN(1000)))
		}
		for i := range b.Codes {
			b.Codes[i] = r.Uint32N(uint32(len(b.Dict)))
			if b.Nulls[i] = r.IntN(9) == 0; b.Nulls[i] {
				want = append(want, "NULL")
			} else {
				want = append(want, b.Dict[b.Codes[i]])
			}
		}
		if err := c.add(context.Background(), len(want)-len(b.Codes), len(b.Codes), &b); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.bytes(); got > 160_000 {
		t.Errorf("%d bytes are kept of 1,000 texts", got)
	}
	out, err := c.column(context.Background(), len(want))
	if err != nil {
		t.Fatal(err)
	}
	table := &plan.Table{Rows: len(want), Columns: []plan.Column{out.describe(plan.Column{})}, Data: &data{rows: len(want), columns: []column{out}}}
	for i, got := range numbersOf(t, table, 0, 0, len(want)) {
		if got != want[i] {
			t.Fatalf("row %d: %s, want %s", i, got, want[i])
		}
	}
}
