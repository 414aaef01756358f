package main

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"gsdms/ssb/bench"
	"gsdms/ssb/pieces"
)

// column says how cells of a result are compared.
type column struct {
	Real bool    // by value, with a tolerance; else as texts
	Step float64 // of a decimal: the unit of its last digit, half of which rounding may change
}

// answer is a result to be compared: its cells if they are few, else sums over all rows
// that do not depend on their order. NULL is "NULL".
type answer struct {
	Columns []column
	Rows    int
	Cells   [][]string // nil if there are more than mostCells
	Texts   uint64     // sum of a hash of each row's exact cells
	Numbers []numbers  // by column, of those that are real
}

// numbers are sums over a real column.
type numbers struct {
	Sum, Abs float64
	Weighted float64 // each by a weight that comes from its row's exact cells
}

// mostCells of an answer are kept.
const mostCells = 100_000

// collector makes an answer of rows that come one by one.
type collector struct{ answer }

func newCollector(columns []column) *collector {
	return &collector{answer{Columns: columns, Numbers: make([]numbers, len(columns))}}
}

// add takes a row, which the collector owns from then on.
func (c *collector) add(row []string) error {
	c.Rows++
	if c.Rows*len(row) <= mostCells {
		c.Cells = append(c.Cells, row)
	} else {
		c.Cells = nil
	}
	hash := uint64(len(row))
	for i, cell := range row {
		if !c.Columns[i].Real || cell == "NULL" {
			for _, b := range []byte(cell) {
				hash = (hash ^ uint64(b)) * 0x100000001b3 // FNV-1a
			}
		}
		hash = pieces.Hash(hash)
	}
	c.Texts += hash
	for i, cell := range row {
		if !c.Columns[i].Real || cell == "NULL" {
			continue
		}
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			return fmt.Errorf("column %d: %w", i+1, err)
		}
		n := &c.Numbers[i]
		n.Sum += v
		n.Abs += math.Abs(v)
		n.Weighted += v * float64(hash>>11) / (1 << 53)
	}
	return nil
}

// exactAnswer is of texts that are known beforehand. A decimal's last digit is rounded.
func exactAnswer(rows bench.Answer) answer {
	a := answer{Rows: len(rows), Cells: rows}
	if len(rows) == 0 {
		return a
	}
	a.Columns = make([]column, len(rows[0]))
	for i := range a.Columns {
		if digits := decimals(rows, i); digits > 0 {
			a.Columns[i] = column{Real: true, Step: math.Pow10(-digits)}
		}
	}
	return a
}

// decimalPattern is a number with a point.
var decimalPattern = regexp.MustCompile(`^-?\d+\.(\d+)$`)

// decimals is how many digits all cells of a column have behind their point, 0 if any has
// no point.
func decimals(rows bench.Answer, column int) (digits int) {
	for _, row := range rows {
		if row[column] == "NULL" {
			continue
		}
		m := decimalPattern.FindStringSubmatch(row[column])
		if m == nil {
			return 0
		}
		digits = max(digits, len(m[1]))
	}
	return digits
}

// tolerance is how far sums of doubles may be apart, relative to what was added. What lies
// within nothing of 0 is what differences of such sums leave of it.
const (
	tolerance = 1e-9
	nothing   = 1e-12
)

// compare says how an answer differs from another, nil if it does not: the same rows, as
// often, in the query's order.
func compare(q bench.Query, got, want answer) error {
	if got.Rows != want.Rows {
		return fmt.Errorf("%d rows, not %d", got.Rows, want.Rows)
	}
	if got.Rows == 0 {
		return nil
	}
	if len(got.Columns) != len(want.Columns) {
		return fmt.Errorf("%d columns, not %d", len(got.Columns), len(want.Columns))
	}
	if got.Cells == nil || want.Cells == nil {
		return compareSums(got, want)
	}
	return compareCells(q, common(got.Columns, want.Columns), got.Cells, want.Cells)
}

// common is the wider of both ways to compare.
func common(a, b []column) []column {
	out := slices.Clone(a)
	for i := range out {
		out[i].Real = a[i].Real || b[i].Real
		out[i].Step = max(a[i].Step, b[i].Step)
	}
	return out
}

func compareSums(got, want answer) error {
	for i := range got.Columns {
		if got.Columns[i].Real != want.Columns[i].Real {
			return fmt.Errorf("column %d is of another kind, and %d rows are too many to compare", i+1, got.Rows)
		}
	}
	if got.Texts != want.Texts {
		return fmt.Errorf("the exact cells of %d rows are others", got.Rows)
	}
	for i, c := range common(got.Columns, want.Columns) {
		a, b := got.Numbers[i], want.Numbers[i]
		near := tolerance*a.Abs + (c.Step/2+nothing)*float64(got.Rows)
		if math.Abs(a.Sum-b.Sum) > near || math.Abs(a.Weighted-b.Weighted) > near {
			return fmt.Errorf("column %d has the sum %v, not %v (weighted %v, not %v)", i+1, a.Sum, b.Sum, a.Weighted, b.Weighted)
		}
	}
	return nil
}

func compareCells(q bench.Query, columns []column, got, want [][]string) error {
	for i := range got {
		for _, c := range q.Order {
			if !columns[c].same(got[i][c], want[i][c]) {
				return fmt.Errorf("row %d is %v, not %v", i+1, got[i], want[i])
			}
		}
	}
	if q.Cut {
		got, want = inner(q, columns, got), inner(q, columns, want)
	}
	a, b := inOrder(columns, got), inOrder(columns, want)
	for i := range min(len(a), len(b)) {
		for c := range columns {
			if !columns[c].same(a[i][c], b[i][c]) {
				return fmt.Errorf("there is the row %v where %v is right", a[i], b[i])
			}
		}
	}
	if len(a) != len(b) {
		return fmt.Errorf("%d rows between those that LIMIT cuts, not %d", len(a), len(b))
	}
	return nil
}

// inner leaves out the rows that are equal to the first or the last in the query's order:
// there may have been more of those, and any of them is right.
func inner(q bench.Query, columns []column, rows [][]string) [][]string {
	first, last := rows[0], rows[len(rows)-1]
	var out [][]string
	for _, row := range rows {
		equal := func(to []string) bool {
			return !slices.ContainsFunc(q.Order, func(c int) bool { return !columns[c].same(row[c], to[c]) })
		}
		if !equal(first) && !equal(last) {
			out = append(out, row)
		}
	}
	return out
}

// inOrder sorts rows by their exact cells, and those that are equal in them by the others.
func inOrder(columns []column, rows [][]string) [][]string {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b []string) int {
		for _, real := range []bool{false, true} {
			for c := range columns {
				if columns[c].Real != real {
					continue
				}
				if d := columns[c].order(a[c], b[c]); d != 0 {
					return d
				}
			}
		}
		return 0
	})
	return rows
}

func (c column) order(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if c.Real && errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}

// same compares two cells.
func (c column) same(a, b string) bool {
	if a == b || !c.Real {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Abs(x-y) <= c.Step*0.500001+tolerance*max(math.Abs(x), math.Abs(y))+nothing
}
