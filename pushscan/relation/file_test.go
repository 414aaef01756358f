package relation

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/spill"
	"gsdms/plan"
)

// A table of rows in a file has their values, also where a text is a code in one part and none
// in another, and gives its file back.
func TestATableOfRowsInAFile(t *testing.T) {
	for seed := range uint64(6) {
		dice := rand.New(rand.NewPCG(seed, 9))
		rows := 1 + dice.IntN(3000)
		parts := []*plan.Rows{{Len: rows, Columns: vectors(dice, rows, int(seed))}, {Len: rows, Columns: vectors(dice, rows, int(seed))}}
		for i := range parts[0].Columns { // whose bounds would not fit together
			if v := &parts[1].Columns[i]; v.Ints != nil && v.Type.Kind != plan.String {
				*v = parts[0].Columns[i]
			}
		}
		space := spill.NewSpace(t.TempDir())
		file, err := spill.NewRows(space, nil, 1, 1<<16)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			if err := file.Add(t.Context(), p, false); err != nil {
				t.Fatal(err)
			}
		}
		table, done, err := FromFile(t.Context(), "r", schema(parts[0].Columns), file, space, func(int64) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		for range 500 {
			c, row := dice.IntN(len(table.Columns)), dice.IntN(2*rows)
			want := parts[row/rows].Columns[c].Value(row % rows)
			if got := read(t, table, c, row); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d: column %d of row %d is %v, want %v", seed, c, row, got, want)
			}
		}
		table.Data.Passed(0, 0, table.Rows)
		done()
		done()
		file.Release()
		if used := space.Used(); used != 0 {
			t.Errorf("seed %d: %d bytes of files are left", seed, used)
		}
	}
}

// Texts that no dictionary has are charged.
func TestTextsOfAFileAreCharged(t *testing.T) {
	space, enough := spill.NewSpace(t.TempDir()), errors.New("enough")
	file, err := spill.NewRows(space, nil, 1, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	v := plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: []string{"a", strings.Repeat("b", 99)}}
	if err := file.Add(t.Context(), &plan.Rows{Len: 2, Columns: []plan.Vector{v}}, false); err != nil {
		t.Fatal(err)
	}
	_, _, err = FromFile(t.Context(), "r", schema([]plan.Vector{v}), file, space, func(n int64) error {
		if n > 99 {
			return enough
		}
		return nil
	})
	file.Release()
	if !errors.Is(err, enough) || space.Used() != 0 {
		t.Errorf("%v, and %d bytes are left", err, space.Used())
	}
}
