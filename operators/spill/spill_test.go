package spill

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
)

// rowOf is a row of four columns, two of them keys.
type rowOf struct {
	key  *int64
	dbl  float64
	wide *big.Int
	null bool
}

func (r rowOf) String() string {
	k := "NULL"
	if r.key != nil {
		k = fmt.Sprint(*r.key)
	}
	w := "NULL"
	if !r.null {
		w = r.wide.String()
	}
	return k + "|" + fmt.Sprint(r.dbl) + "|" + w
}

func randomRow(dice *rand.Rand, wide bool) rowOf {
	r := rowOf{dbl: float64(dice.IntN(7)) - 3.5, null: dice.IntN(5) == 0, wide: big.NewInt(dice.Int64() - math.MaxInt64/2)}
	if wide && dice.IntN(3) == 0 {
		r.wide.Mul(r.wide, big.NewInt(1<<50))
	}
	if k := dice.Int64N(1000) - 500; dice.IntN(50) > 0 {
		r.key = &k
	}
	return r
}

// inOrder orders by the keys as rows do, written another way: NULL as less than any.
func inOrder(a, b rowOf) int {
	x, y := int64(math.MinInt64), int64(math.MinInt64)
	if a.key != nil {
		x = *a.key
	}
	if b.key != nil {
		y = *b.key
	}
	switch {
	case x != y && x < y, x == y && a.dbl < b.dbl:
		return -1
	case x == y && a.dbl == b.dbl:
		return 0
	}
	return 1
}

func vectors(rows []rowOf) *plan.Rows {
	k := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, len(rows)), Nulls: make([]bool, len(rows))}
	d := plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, len(rows))}
	w := plan.Vector{Type: plan.Type{Kind: plan.Decimal}, Nulls: make([]bool, len(rows))}
	wide := slices.ContainsFunc(rows, func(r rowOf) bool { return !r.wide.IsInt64() })
	for i, r := range rows {
		if k.Nulls[i] = r.key == nil; r.key != nil {
			k.Ints[i] = *r.key
		}
		d.Floats[i], w.Nulls[i] = r.dbl, r.null
		if wide {
			w.Wide = append(w.Wide, r.wide)
		} else {
			w.Ints = append(w.Ints, r.wide.Int64())
		}
	}
	return &plan.Rows{Len: len(rows), Columns: []plan.Vector{k, d, w}}
}

// rowsOf reads all rows.
func rowsOf(t *testing.T, r *Rows) (all []string) {
	t.Helper()
	reader, err := r.Reader()
	if err != nil {
		t.Fatal(err)
	}
	for {
		rows, err := reader.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if rows == nil {
			return all
		}
		for i := range rows.Len {
			var cells []string
			for c := range rows.Columns {
				v := &rows.Columns[c]
				switch {
				case v.IsNull(i):
					cells = append(cells, "NULL")
				case v.Floats != nil:
					cells = append(cells, fmt.Sprint(v.Floats[i]))
				case v.Wide != nil:
					cells = append(cells, v.Wide[i].String())
				default:
					cells = append(cells, fmt.Sprint(v.Ints[i]))
				}
			}
			all = append(all, strings.Join(cells, "|"))
		}
	}
}

func TestRunsAreMergedByTheirKeys(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		dice := rand.New(rand.NewPCG(seed, 1))
		s := NewSpace(t.TempDir())
		r, err := NewRows(s, Ascending(2), 0, dice.Int64N(1<<23))
		if err != nil {
			t.Fatal(err)
		}
		var all []rowOf
		for range dice.IntN(6) + 1 {
			var run []rowOf
			for range dice.IntN(3 * chunkRows) {
				run = append(run, randomRow(dice, seed%2 == 1))
			}
			slices.SortStableFunc(run, inOrder)
			cut := 0
			if len(run) > 0 {
				cut = dice.IntN(len(run))
			}
			for i, part := range [][]rowOf{run[:cut], run[cut:]} {
				if err := r.Add(t.Context(), vectors(part), i == 0); err != nil {
					t.Fatal(err)
				}
			}
			all = append(all, run...)
		}
		slices.SortStableFunc(all, inOrder)
		for range 2 { // it can be read again
			got := rowsOf(t, r)
			if len(got) != len(all) || r.Len() != len(all) {
				t.Fatalf("seed %d: %d rows came of %d", seed, len(got), len(all))
			}
			for i := range got {
				if got[i] != all[i].String() {
					t.Fatalf("seed %d: row %d is %s, want %s", seed, i, got[i], all[i])
				}
			}
		}
		if s.Used() != r.Bytes() {
			t.Errorf("seed %d: %d bytes are used, and %d written", seed, s.Used(), r.Bytes())
		}
		r.Keep()
		r.Release()
		if len(rowsOf(t, r)) != len(all) {
			t.Errorf("seed %d: rows that are kept are gone", seed)
		}
		if r.Release(); s.Used() != 0 {
			t.Errorf("seed %d: %d bytes are left", seed, s.Used())
		}
	}
}

func TestNothingIsLeftInTheFolder(t *testing.T) {
	dir := t.TempDir()
	f, err := NewSpace(dir).File()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Append([]int64{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	at, err := f.Append([]int64{4}, []int64{5, 6})
	got := make([]int64, 3)
	if err == nil {
		err = f.Read(at, got)
	}
	if err != nil || !slices.Equal(got, []int64{4, 5, 6}) {
		t.Errorf("read back %v, %v", got, err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("the folder has %v, %v", names, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestAFullFolderIsAClearError(t *testing.T) {
	s := NewSpace("/nowhere/at/all")
	if _, err := s.File(); err == nil || !strings.Contains(err.Error(), "/nowhere/at/all") {
		t.Errorf("a folder that is not there: %v", err)
	}
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no device is always full here")
	}
	f := &File{space: s, file: full}
	if _, err := f.Append([]int64{1}); err == nil || !strings.Contains(err.Error(), "no space left on device") || !strings.Contains(err.Error(), "--query-memory") {
		t.Errorf("a full disk: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
