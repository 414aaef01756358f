package join

import "gsdms/plan"

// estimates is what is expected of the rows of some tables while their joins are ordered:
// values of a column are taken to be as frequent as each other, and conditions to be
// independent (Selinger et al., "Access Path Selection in a Relational Database Management
// System", SIGMOD 1979). How many values a column has is taken from its key, its dictionary
// or its bounds. Where two columns that are joined have few values that most rows have, they
// are taken to be the same ones in both.
type estimates struct {
	tables  []*plan.TableRef
	where   []plan.Expr
	rows    []float64 // by table: that the conditions on it alone leave
	repeats Repeats
}

// Repeats tells how likely it is that two rows of a table have the same value in a column; 0
// says that this is not known, or very unlikely.
type Repeats func(t *plan.Table, column int) float64

func estimate(tables []*plan.TableRef, where []plan.Expr, repeats Repeats) *estimates {
	e := &estimates{tables: tables, where: where, rows: make([]float64, len(tables)), repeats: repeats}
	for i, t := range tables {
		e.rows[i] = float64(t.Table.Rows)
	}
	var alone []plan.Expr
	for _, c := range where {
		if t := plan.TablesOf(c).Only(); t >= 0 {
			alone = append(alone, plan.Conjuncts(c)...)
		}
	}
	for i, c := range alone {
		e.rows[plan.TablesOf(c).Only()] *= e.shareAfter(c, alone[:i])
	}
	return e
}

// shareAfter is the part that a condition leaves of the rows that others before it have left: of two
// bounds of one column what lies between them, and not of each what it would leave alone.
func (s *estimates) shareAfter(c plan.Expr, before []plan.Expr) float64 {
	x, below, share, ok := s.bound(c)
	if !ok {
		return s.share(c)
	}
	for _, o := range before {
		if of, other, left, ok := s.bound(o); ok && other != below && plan.Equal(of, x) && left > 0 {
			return max(share+left-1, 1/s.distinct(x)) / left
		}
	}
	return share
}

// Expected is how many rows of a table those conditions are expected to leave that are on it
// alone; it has a number among the columns of these.
func Expected(t *plan.TableRef, table int, where []plan.Expr) float64 {
	var own []plan.Expr
	for _, c := range where {
		alone, reads := true, false
		now := plan.Replace(c, func(x plan.Expr) plan.Expr {
			r, ok := x.(plan.ColumnRef)
			if !ok {
				return nil
			}
			alone, reads = alone && r.Table == table, true
			return plan.ColumnRef{Table: 0, Column: r.Column, Of: t}
		})
		if alone && reads {
			own = append(own, now)
		}
	}
	return estimate([]*plan.TableRef{t}, own, nil).rows[0]
}

// Share is the part of the rows of tables, or of the pairs of them, that a condition is expected to leave.
func Share(tables []*plan.TableRef, condition plan.Expr) float64 {
	return (&estimates{tables: tables}).share(condition)
}

// The shares of rows that conditions are expected to leave of which no more is known.
const (
	shareOfRange = 1.0 / 3 // the share that the paper takes, as for the next
	shareOfOther = 1.0 / 4
	shareOfLike  = 1.0 / 10
	shareOfNull  = 1.0 / 20
)

// share is the part of a table's rows that a condition on it leaves.
func (s *estimates) share(c plan.Expr) float64 {
	switch c := c.(type) {
	case plan.In:
		return min(1, float64(len(c.List))/s.distinct(c.X))
	case plan.Like:
		return shareOfLike
	case plan.Call:
		return s.shareOfCall(c)
	}
	return shareOfOther
}

func (s *estimates) shareOfCall(c plan.Call) float64 {
	switch c.Op {
	case plan.And:
		return s.share(c.Args[0]) * s.share(c.Args[1])
	case plan.Or:
		a, b := s.share(c.Args[0]), s.share(c.Args[1])
		return a + b - a*b
	case plan.Not:
		return 1 - s.share(c.Args[0])
	case plan.IsNull:
		return shareOfNull
	case plan.Eq, plan.NullEq:
		return 1 / max(s.distinct(c.Args[0]), s.distinct(c.Args[1]))
	case plan.Ne:
		return 1 - 1/max(s.distinct(c.Args[0]), s.distinct(c.Args[1]))
	case plan.Lt, plan.Le, plan.Gt, plan.Ge:
		return s.shareOfBound(c)
	}
	return shareOfOther
}

// shareOfBound is the part of a column's values on one side of a constant.
func (s *estimates) shareOfBound(c plan.Call) float64 {
	if _, _, share, ok := s.bound(c); ok {
		return share
	}
	return shareOfRange
}

// bound gives the column that a condition compares with a constant, whether it is below that, and the
// part of its values that are; false where that is not known.
func (s *estimates) bound(e plan.Expr) (of plan.ColumnRef, below bool, share float64, ok bool) {
	c, isCall := e.(plan.Call)
	if !isCall || c.Op != plan.Lt && c.Op != plan.Le && c.Op != plan.Gt && c.Op != plan.Ge {
		return of, false, 0, false
	}
	x, k := c.Args[0], c.Args[1]
	below = c.Op == plan.Lt || c.Op == plan.Le
	if _, ok := x.(plan.Const); ok {
		x, k, below = k, x, !below
	}
	of, ok = x.(plan.ColumnRef)
	constant, isConst := k.(plan.Const)
	if !ok || !isConst {
		return of, below, 0, false
	}
	if share, ok = position(s.column(of), constant.Value); !below {
		share = 1 - share
	}
	return of, below, share, ok
}

// position says where between the least and the greatest value of a column a value lies, 0
// to 1; false where that is not known.
func position(c *plan.Column, v plan.Value) (float64, bool) {
	if c.Dict != nil {
		if v.Kind != plan.String || c.Dict.Len() == 0 {
			return 0, false
		}
		at, _ := c.Dict.Find(v.Text)
		return float64(at) / float64(c.Dict.Len()), true
	}
	n, ok := v.Number()
	if !ok || c.Storage.Float || c.Min > c.Max || v.Kind != c.Type.Kind {
		return 0, false
	}
	at := (float64(n) - float64(c.Min)) / (float64(c.Max) - float64(c.Min) + 1)
	return min(1, max(0, at)), true
}

// column gives a column, of a foreign key the one that it refers to.
func (s *estimates) column(r plan.ColumnRef) *plan.Column {
	c := &s.tables[r.Table].Table.Columns[r.Column]
	for c.Ref != nil {
		c = &c.Ref.Table.Columns[c.Ref.Column]
	}
	return c
}

// The parts of the pairs that bands are expected to leave.
const (
	shareOfBand   = 1.0 / 20 // with both ends
	shareOfHalved = 1.0 / 3
)

// partners is how many rows of a table that a probe joins to others a row is expected to have,
// after the conditions on that table alone.
func (s *estimates) partners(p plan.Operator, joined plan.TableSet) float64 {
	switch p := p.(type) {
	case plan.KeyProbe:
		return s.rows[p.Table] / max(1, float64(s.tables[p.Table].Table.Rows))
	case plan.HashProbe:
		return s.matches(p, joined)
	}
	return 1
}

func (s *estimates) matches(p plan.HashProbe, joined plan.TableSet) float64 {
	from, all := 0.0, float64(s.tables[p.Table].Table.Rows)
	for _, k := range p.Keys {
		for i := range s.tables {
			if plan.TablesOf(k).Has(i) {
				from = max(from, float64(s.tables[i].Table.Rows))
			}
		}
	}
	n := s.rows[p.Table] * max(1/s.keys(p, from), s.crowd(p, joined))
	if here := s.distinctOf(p.Keys, from); s.distinctOf(p.Match, all) >= all {
		n = max(n, min(s.rows[p.Table], 1)/here)
	}
	switch {
	case closed(p.Band):
		n *= shareOfBand
	case p.Band != nil:
		n *= shareOfHalved
	}
	switch {
	case p.Kind.Keeps():
		return max(1, n)
	case p.Kind != plan.InnerJoin:
		return min(1, n)
	}
	return n
}

// keys is how many different keys the rows have that a probe looks at, from a table of so many
// rows. Where several rows have one, they have no more keys than that table: the bounds of
// numbers like 19980701 are far apart.
func (s *estimates) keys(p plan.HashProbe, from float64) float64 {
	rows := float64(s.tables[p.Table].Table.Rows)
	there, here := s.distinctOf(p.Match, rows), s.distinctOf(p.Keys, from)
	if there >= rows && len(p.Match) == 1 { // or so the bounds say
		there = s.frequent(p.Match[0], rows)
	}
	if there < rows {
		return min(there, here)
	}
	return max(there, here)
}

// What joins are taken to cost, in nanoseconds of one thread: the order of magnitude of what
// was measured with SF1 of TPC-H and TPC-DS.
const (
	costOfRow   = 1.0  // to stream a row
	costOfKey   = 1.0  // to look up a dense number in an array that a cache holds, or a bit
	costOfFar   = 4.0  // in a larger array
	costOfHash  = 8.0  // to look up anything else
	costOfPair  = 15.0 // for each of several partners of a row, whose columns are then read here and there
	costOfIndex = 3.0  // for a row of a stored table, whose index is an array, and kept for other queries
	costOfBuild = 10.0 // for a row of another

	nearRows     = 1 << 18
	parallelRows = 4 * plan.SegmentRows // fewer are streamed by one thread
	alone        = 2.0                  // times longer than with another
	mostOrdered  = 64                   // tables; more are joined without looking for the least cost
)

// cost is what it is expected to take to join tables like this, in nanoseconds.
func (s *estimates) cost(root int, probes []plan.Operator) float64 {
	cost, build := costOfRow*float64(s.tables[root].Table.Rows), 0.0
	rows, joined := s.rows[root], plan.Tables(root)
	for _, p := range probes {
		cost += rows * s.look(p)
		before := rows
		if rows = max(1, rows*s.partners(p, joined)); rows > before || s.repeated(p) {
			cost += costOfPair * rows
		}
		joined = joined.With(tableOf(p))
		build += s.build(p)
	}
	if s.tables[root].Table.Rows < parallelRows {
		cost *= alone
	}
	return cost + build
}

// repeated reports whether several rows of a table have what a probe looks for, as far as a sample
// tells: of a row that has partners, then, they are many, where others have none.
func (s *estimates) repeated(p plan.Operator) bool {
	h, ok := p.(plan.HashProbe)
	return ok && (h.Kind == plan.InnerJoin || h.Kind == plan.LeftJoin) && len(h.Match) == 1 && s.repeats != nil && s.crowding(h.Match[0]) > 0
}

// look is what it takes to look into a table.
func (s *estimates) look(p plan.Operator) float64 {
	h, ok := p.(plan.HashProbe)
	switch {
	case !ok:
		return costOfKey
	case len(h.Keys) == 0:
		return 0
	case len(h.Match) > 1 || !s.dense(h.Match[0]):
		return costOfHash
	case s.tables[h.Table].Table.Rows > nearRows:
		return costOfFar
	}
	return costOfKey
}

// build is what it takes to make an index of a table.
func (s *estimates) build(p plan.Operator) float64 {
	h, ok := p.(plan.HashProbe)
	switch {
	case !ok || len(h.Keys) == 0:
		return 0
	case s.tables[h.Table].Table.Passing, len(h.Match) > 1 || !s.dense(h.Match[0]):
		return costOfBuild * float64(s.tables[h.Table].Table.Rows)
	}
	return costOfIndex * float64(s.tables[h.Table].Table.Rows)
}

// dense reports whether the values of a key are numbers so close to each other that an
// array has a place for each.
func (s *estimates) dense(e plan.Expr) bool {
	const sparse = 8 // places for a row
	r, ok := e.(plan.ColumnRef)
	if !ok {
		return false
	}
	t := s.tables[r.Table].Table
	c := &t.Columns[r.Column]
	return c.Ref != nil || c.Dict == nil && !c.Storage.Float && float64(c.Max)-float64(c.Min) < sparse*float64(t.Rows)
}
