package unnest

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// leastRows is how many rows and bounds there are at least that are put in order.
const leastRows = 1 << 12

// pays reports whether the pairs of rows and bounds are expected to be so many that it costs
// less to put them in order. Where all rows of a table ask, a row for each is enough: pairs cost no
// more than to look for them. Bounds that a condition leaves may be few.
func (r *running) pays() bool {
	const dearer = 16 // how many pairs cost as much as a row that is sorted, of few bounds
	net := r.d.u.net
	if r.d.u.always {
		return true
	}
	rows, bounds := float64(net.MostRows(r.in)), float64(net.MostRows(r.d.of.Left))
	pairs := r.pairs(bounds)
	enough := dearer * (rows + bounds)
	if whole(r.d.of.Left) {
		enough = bounds - 1
	}
	return rows >= leastRows && bounds >= leastRows && pairs > enough && !r.scarce(rows+bounds)
}

// Partners estimates how many rows of a stored table have in a column the whole number that a row of another one has in
// one of its own; false where that is not known.
type Partners func(t *plan.Table, column int, of *plan.Table, ofColumn int) (float64, bool)

// scarce reports whether all pairs of equal keys, where all rows of a table ask, are known to be no more than what would
// be put in order: bounds of numbers that are far apart do not say how often each comes. Of rows that are joined that is
// not known, since others may have many for each.
func (r *running) scarce(ordered float64) bool {
	if r.d.u.partners == nil || !whole(r.d.of.Left) || !ofTable(r.in) {
		return false
	}
	for _, k := range r.keys {
		t, column := r.d.u.stored(k.own)
		of, ofColumn := r.d.u.stored(network.Source(r.d.of.Args[r.d.used[k.param]], r.d.of.Left))
		if t == nil || of == nil || !sameNumbers(&t.Columns[column], &of.Columns[ofColumn]) {
			continue
		}
		n, known := r.d.u.partners(t, column, of, ofColumn)
		if known && n*float64(r.d.u.net.MostRows(r.d.of.Left)) <= ordered {
			return true
		}
	}
	return false
}

// ofTable reports whether a node's rows are some of one table.
func ofTable(n network.Node) bool {
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Filter:
		return ofTable(n.In)
	case *network.Project:
		return ofTable(n.In)
	}
	return false
}

// stored gives the column of a stored table that an expression is; nil of another one.
func (u *unnester) stored(e plan.Expr) (*plan.Table, int) {
	c, ok := e.(plan.ColumnRef)
	if !ok || u.net.Tables[c.Table].Table.Data == nil {
		return nil, 0
	}
	return u.net.Tables[c.Table].Table, c.Column
}

// sameNumbers reports whether equal values of two columns are equal whole numbers.
func sameNumbers(a, b *plan.Column) bool {
	plain := a.Dict == nil && b.Dict == nil && a.Ref == nil && b.Ref == nil
	return (a == b || plain) && !a.Storage.Float && !b.Storage.Float
}

// pairs is how many pairs of rows and so many bounds there are with equal keys, by how many values these may have.
func (r *running) pairs(bounds float64) float64 {
	pairs := float64(r.d.u.net.MostRows(r.in)) * bounds
	for _, k := range r.keys {
		pairs /= r.values(widened(k.own).(plan.ColumnRef))
	}
	return pairs
}

// whole reports whether a node surely has all rows of a table.
func whole(n network.Node) bool {
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Project:
		return whole(n.In)
	case *network.Join:
		return n.Kind.Keeps() && whole(n.Left)
	}
	return false
}

// values is how many values a key has at most, by the bounds of its column; of rows that are not
// stored that is a guess.
func (r *running) values(key plan.ColumnRef) float64 {
	const guess = 1000
	t := r.d.u.net.Tables[key.Table].Table
	c := &t.Columns[key.Column]
	switch {
	case t.Data == nil:
		return guess
	case c.Ref != nil:
		return max(1, float64(c.Ref.Table.Rows))
	case c.Dict != nil:
		return max(1, float64(c.Dict.Len()))
	}
	return min(float64(t.Rows), max(1, float64(c.Max)-float64(c.Min)+1))
}
