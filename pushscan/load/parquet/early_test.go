package parquet

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// Early writers have left the header of a dictionary out of a chunk's length, and others the number
// of rows out of the footer.
func TestEarlyWriters(t *testing.T) {
	rec, want := made(rand.New(rand.NewPCG(3, 5)), 300)
	content := written(t, rec, variants()["dictionaries"]...)
	f, err := Open(bytes.NewReader(content), int64(len(content)), 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	const few = 6
	c := &f.Groups[0].columns[f.Fields[few].leaf]
	f.Rows, c.end = 0, c.end-uncounted-20
	if got, err := readColumn(nil, f.Cursor(bytes.NewReader(content), &Room{}, 0, few)); err == nil {
		t.Errorf("%d rows of a chunk that is cut", len(got))
	}
	if err := f.check(int64(len(content))); err != nil || f.Rows != 300 {
		t.Fatal(f.Rows, err)
	}
	if got, err := readColumn(nil, f.Cursor(bytes.NewReader(content), &Room{}, 0, few)); err != nil || !slices.Equal(got, want[few]) {
		t.Error(len(got), err)
	}
}

// A structure without fields is one that no column holds, and no field of the groups.
func TestEmptyStructure(t *testing.T) {
	got, leaves, err := fields([]element{{children: 2}, {converted: -1, Field: Field{Name: "s", Physical: -1}}, {converted: -1, Field: Field{Name: "i"}, repeats: 1}})
	if err != nil || leaves != 1 || len(got) != 2 || got[0].Unheld != "STRUCT" || got[1].Unheld != "" {
		t.Error(got, leaves, err)
	}
}
