package pushscan

import (
	"context"
	"testing"

	"gsdms/operators"
)

// What was pushed, and what each query would have read alone, adds up: 104 queries of four
// columns read each column once, and three equal ones as one.
func TestTrafficAddsUp(t *testing.T) {
	h := newHub(t, &fake{}, 4096)
	table, _ := newTable(rows, 4)
	var queries []*operators.Query
	for i := range 104 {
		queries = append(queries, query(table, i%4))
	}
	ride := func(queries ...*operators.Query) {
		subs, err := h.Subscribe(context.Background(), queries...)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range subs {
			waitSum(t, s)
		}
	}
	ride(queries...)
	ride(queries[0], queries[0], queries[0])
	bytes := int64(rows * table.Columns[0].Storage.Width)
	got := h.Traffic().Tables[table.Name]
	if got.Pushed != (4+1)*bytes || got.Alone != (104+3)*bytes || got.Rides != 104+1 {
		t.Errorf("%+v, where a column has %d bytes", got, bytes)
	}
	if round := int64((rows + 4095) / 4096); got.Chunks != 2*round || got.Passes < 1.999 || got.Passes > 2.001 {
		t.Errorf("%d chunks and %v passes", got.Chunks, got.Passes)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	all := h.Traffic()
	if got := all.Tables[table.Name]; got.Streams != 0 || got.Riders != 0 || all.Waiting != 0 || !all.Closed {
		t.Errorf("after the end: %+v", all)
	}
	var both Traffic
	both.Add(all)
	both.Add(all)
	if both.Tables[table.Name].Pushed != 10*bytes || both.Waves != 2*all.Waves {
		t.Errorf("two hubs: %+v", both)
	}
}
