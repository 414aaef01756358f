package oracle

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// cell is a value of a result: a double, or the text of anything else.
type cell struct {
	null  bool
	float float64
	text  string
}

func (c cell) String() string {
	switch {
	case c.null:
		return "NULL"
	case c.text != "" || c.float == 0:
		return c.text
	default:
		return strconv.FormatFloat(c.float, 'g', -1, 64)
	}
}

// answer is a result's rows.
type answer [][]cell

// same compares doubles by 1e-9 of their size, and everything else exactly.
func (c cell) same(d cell, t typ) bool {
	if c.null || d.null || t.kind != double {
		return c == d
	}
	return math.Abs(c.float-d.float) <= 1e-9*max(1, math.Abs(c.float), math.Abs(d.float))
}

// difference says how got is not the answer of q, nil if it is.
func difference(q *query, got, want answer) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d rows, want %d", len(got), len(want))
	}
	columns := orderColumns(q)
	if q.total() {
		columns = upTo(len(q.items))
	}
	if i := firstDifference(q, got, want, columns); i >= 0 {
		return fmt.Errorf("row %d is %v, want %v", i+1, got[i], want[i])
	}
	a, b := sorted(got), sorted(want)
	if i := firstDifference(q, a, b, upTo(len(q.items))); i >= 0 {
		return fmt.Errorf("in sorted order, row %d is %v, want %v", i+1, a[i], b[i])
	}
	return nil
}

// orderColumns are the result columns that the query orders by first, up to a key that
// is no result column.
func orderColumns(q *query) []int {
	var out []int
	for _, k := range q.order {
		if k.item < 0 {
			break
		}
		out = append(out, k.item)
	}
	return out
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// firstDifference is the first row that differs in the columns, or -1.
func firstDifference(q *query, a, b answer, columns []int) int {
	for i := range a {
		for _, c := range columns {
			if !a[i][c].same(b[i][c], q.items[c].typ) {
				return i
			}
		}
	}
	return -1
}

// sorted orders rows by all columns, doubles by nine digits, so that rows that are the
// same meet.
func sorted(a answer) answer {
	a = slices.Clone(a)
	slices.SortFunc(a, func(x, y []cell) int {
		return slices.CompareFunc(x, y, func(c, d cell) int {
			return cmp.Or(strings.Compare(c.text, d.text), cmp.Compare(round(c.float), round(d.float)), compareNulls(c.null, d.null))
		})
	})
	return a
}

func round(f float64) float64 { return math.Round(f*1e6) / 1e6 }

// compareNulls puts NULL after what looks the same as text.
func compareNulls(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}
