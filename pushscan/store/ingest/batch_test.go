package ingest

import (
	"fmt"
	"reflect"
	"testing"

	"gsdms/plan"
)

// some are four rows of numbers with a NULL, of doubles, and of texts of two kinds.
func some() *Batch {
	return &Batch{
		Rows: 4,
		Columns: []Column{
			{Ints: []int64{10, 11, 12, 13}, Nulls: []bool{false, true, false, false}},
			{Floats: []float64{0.5, 1.5, 2.5, 3.5}},
			{Codes: []uint32{1, 0, 2, 1}, Dict: []string{"a", "b", "c"}},
			{Codes: []uint32{4, 0, 2, 4}, Sorted: plan.NewDictionary([]uint32{0, 1, 2, 3, 4, 5}, []byte("pqrst")), Nulls: []bool{false, true, false, false}},
		},
		Origin: func(row int) string { return fmt.Sprintf("line %d", row+1) },
	}
}

// rows are the values of a batch as texts, row by row.
func rows(b *Batch) (out [][]string) {
	for row := range b.Rows {
		var line []string
		for i := range b.Columns {
			line = append(line, text(&b.Columns[i], row))
		}
		out = append(out, line)
	}
	return out
}

func text(c *Column, row int) string {
	switch {
	case c.Nulls != nil && c.Nulls[row]:
		return "NULL"
	case c.Ints != nil:
		return fmt.Sprint(c.Ints[row])
	case c.Floats != nil:
		return fmt.Sprint(c.Floats[row])
	}
	return c.Text(c.Codes[row])
}

func TestPick(t *testing.T) {
	all := rows(some())
	tests := map[string]struct{ numbers, of []int }{
		"some":  {[]int{101, 103}, []int{1, 3}},
		"one":   {[]int{102}, []int{2}},
		"all":   {[]int{100, 101, 102, 103}, []int{0, 1, 2, 3}},
		"twice": {[]int{103, 100, 103}, []int{3, 0, 3}},
		"none":  {[]int{}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			numbers := append([]int{}, test.numbers...)
			got := some().Pick(numbers, 100)
			for i := range numbers {
				numbers[i] = 100 // who asks has it for the next batch
			}
			var want [][]string
			for i, row := range test.of {
				want = append(want, all[row])
				if at := got.Origin(i); at != fmt.Sprintf("line %d", row+1) {
					t.Errorf("row %d comes from %s", i, at)
				}
			}
			if !reflect.DeepEqual(rows(got), want) {
				t.Errorf("%v, want %v", rows(got), want)
			}
		})
	}
}

func TestPickWithoutOrigin(t *testing.T) {
	b := some()
	b.Origin = nil
	if got := b.Pick([]int{1}, 0); got.Origin != nil {
		t.Error("rows have an origin whose batch has none")
	}
}

func TestCut(t *testing.T) {
	b := some()
	all := rows(b)
	for n := range 6 {
		got := Batch{Rows: min(n, b.Rows)}
		for _, c := range b.Columns {
			got.Columns = append(got.Columns, c.Cut(n))
		}
		if want := append([][]string(nil), all[:got.Rows]...); !reflect.DeepEqual(rows(&got), want) {
			t.Errorf("the first %d rows are %v, want %v", n, rows(&got), want)
		}
	}
}

func TestTexts(t *testing.T) {
	b := some()
	own, sorted := &b.Columns[2], &b.Columns[3]
	if own.Texts() != 3 || sorted.Texts() != 5 {
		t.Errorf("codes are of %d and %d texts, want 3 and 5", own.Texts(), sorted.Texts())
	}
	if got := own.Present(); !reflect.DeepEqual(got, []string{"a", "b", "c"}) {
		t.Errorf("the texts of a batch are %q", got)
	}
	// Of a dictionary that others have, too, only the rows' texts, each once, and none for a NULL.
	if got := sorted.Present(); !reflect.DeepEqual(got, []string{"t", "r"}) {
		t.Errorf("the rows' texts are %q", got)
	}
}
