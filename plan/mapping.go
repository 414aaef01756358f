package plan

import (
	"slices"
	"strings"
)

// Mapping is what a call of Map looks its arguments up in: rows of constants, and a result for
// each. It stands for a chain of IFs whose conditions are equalities, or an OR of such
// conditions, however long. Immutable.
type Mapping struct {
	rows    [][]Value // in order, all different, no NULL
	results []Value   // of each row
	other   Value     // where no row is equal
}

// NewMapping makes a Mapping of rows, all of as many values, with a result for each: of equal
// rows the first counts. NULL is equal to nothing, so a row with one is left out.
func NewMapping(rows [][]Value, results []Value, other Value) *Mapping {
	m := &Mapping{other: other}
	order := make([]int, 0, len(rows))
	for i, row := range rows {
		if !slices.ContainsFunc(row, Value.IsNull) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareRows(rows[i], rows[j]) })
	for _, i := range order {
		if n := len(m.rows); n == 0 || compareRows(m.rows[n-1], rows[i]) != 0 {
			m.rows, m.results = append(m.rows, rows[i]), append(m.results, results[i])
		}
	}
	return m
}

// compareRows compares by the first values that differ.
func compareRows(a, b []Value) int { return slices.CompareFunc(a, b, Value.Compare) }

// Rows are the rows that are looked for, in order; nobody changes them.
func (m *Mapping) Rows() [][]Value { return m.rows }

// Results are what the rows give, and last what any others do.
func (m *Mapping) Results() []Value { return append(slices.Clip(m.results), m.other) }

// Of gives the result for some values.
func (m *Mapping) Of(values []Value) Value {
	if slices.ContainsFunc(values, Value.IsNull) {
		return m.other
	}
	if i, ok := slices.BinarySearchFunc(m.rows, values, compareRows); ok {
		return m.results[i]
	}
	return m.other
}

// IsSet reports whether all rows give TRUE, and others FALSE.
func (m *Mapping) IsSet() bool {
	isTrue := func(v Value) bool { return v.Kind == Bool && v.True() }
	return m.other.Kind == Bool && !m.other.True() && !slices.ContainsFunc(m.results, func(v Value) bool { return !isTrue(v) })
}

// nullable reports whether a result is NULL.
func (m *Mapping) nullable() bool {
	return m.other.IsNull() || slices.ContainsFunc(m.results, Value.IsNull)
}

// equal reports whether two mappings give the same for everything.
func (m *Mapping) equal(o *Mapping) bool {
	if m == o || m == nil || o == nil {
		return m == o
	}
	return equalValues(m.other, o.other) && equalConstants(m.results, o.results) &&
		slices.EqualFunc(m.rows, o.rows, equalConstants)
}

// text prints a call: as IN where the rows are a set, else as CASE.
func (m *Mapping) text(args []Expr) string {
	const shown = 8
	of := list(args)
	if len(args) > 1 {
		of = "(" + of + ")"
	}
	var parts []string
	for i, row := range m.rows[:min(len(m.rows), shown)] {
		s := constants(row)
		if len(row) > 1 {
			s = "(" + s + ")"
		}
		if !m.IsSet() {
			s = "WHEN " + s + " THEN " + literal(m.results[i])
		}
		parts = append(parts, s)
	}
	more := moreOf(len(m.rows) - shown)
	if m.IsSet() {
		return "(" + of + " IN (" + strings.Join(append(parts, more...), ", ") + "))"
	}
	return "CASE " + of + " " + strings.Join(append(parts, more...), " ") + " ELSE " + literal(m.other) + " END"
}

// Key spells all of the mapping, so that those of different results differ.
func (m *Mapping) Key() string {
	var b strings.Builder
	for i, row := range m.rows {
		b.WriteString(constants(row) + " " + literal(m.results[i]) + " ")
	}
	return b.String() + literal(m.other)
}
