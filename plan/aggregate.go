package plan

// Nullable reports whether the aggregate can be NULL: over no values all but the counts
// and those of bits are.
func (g Agg) Nullable() bool { return g.Empty().IsNull() }

// Spread says what a variance or a standard deviation is: of a sample, and the root.
func (f AggFunc) Spread() (sample, root bool) {
	return f == VarSamp || f == StddevSamp, f == StddevPop || f == StddevSamp
}
