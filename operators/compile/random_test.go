package compile_test

import (
	"math"
	"math/rand/v2"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// generator makes random networks over a schema.
type generator struct {
	r      *rand.Rand
	s      *schema
	n      *plan.Pipeline
	joined []int // tables joined so far
	small  bool  // leave out what passes 64 bits
}

func (g *generator) chance(share float64) bool { return g.r.Float64() < share }

func (g *generator) addTable(m *memoryTable, outer bool) int {
	g.n.Tables = append(g.n.Tables, &plan.TableRef{Alias: m.Name, Table: m.Table, Outer: outer})
	return len(g.n.Tables) - 1
}

func (g *generator) ref(table, column int) plan.ColumnRef {
	return plan.ColumnRef{Table: table, Column: column, Of: g.n.Tables[table]}
}

// network makes a whole network.
func (g *generator) network() *plan.Pipeline {
	g.n = &plan.Pipeline{Text: "random"}
	g.n.Root = g.addTable(g.s.fact, false)
	g.joined = []int{0}
	if g.chance(0.3) {
		g.filter()
	}
	for range g.r.IntN(4) {
		g.join()
		if g.chance(0.3) {
			g.filter()
		}
	}
	for range g.r.IntN(2) {
		g.filter()
	}
	if g.chance(0.6) {
		g.aggregate()
	} else {
		g.project()
	}
	return g.n
}

func (g *generator) add(op plan.Operator) { g.n.Ops = append(g.n.Ops, op) }

// filter adds a predicate, of two the one that keeps more rows more often.
func (g *generator) filter() {
	p := g.predicate(2)
	if g.chance(0.5) {
		p = g.build(plan.Bool, plan.Or, p, g.predicate(1))
	}
	g.add(plan.Filter{Pred: p})
}

// foreign keys of the schema: column of a table, and the table it refers to.
func (g *generator) foreignKeys() (refs []plan.ColumnRef, to []*memoryTable) {
	for _, t := range g.joined {
		m := g.s.byTable[g.n.Tables[t].Table] // nil of a mark
		for i, c := range g.n.Tables[t].Table.Columns {
			if m != nil && c.Ref != nil {
				refs, to = append(refs, g.ref(t, i)), append(to, g.s.byTable[c.Ref.Table])
			}
		}
	}
	return refs, to
}

func (g *generator) join() {
	outer := g.chance(0.3)
	if g.chance(0.25) {
		g.hashJoin(pick(g.r, plan.InnerJoin, plan.InnerJoin, plan.LeftJoin, plan.SemiJoin, plan.AntiJoin, plan.MarkJoin, plan.SingleJoin))
		return
	}
	refs, to := g.foreignKeys()
	i := g.r.IntN(len(refs))
	op := plan.KeyProbe{Table: g.addTable(to[i], outer), From: refs[i], Outer: outer}
	g.joined = append(g.joined, op.Table)
	if outer && g.chance(0.5) {
		op.On = g.predicate(1)
	}
	g.add(op)
}

// hashJoin joins another table by equality, without declared keys.
func (g *generator) hashJoin(kind plan.JoinKind) {
	m := pick(g.r, g.s.other, g.s.other, g.s.customer, g.s.nation)
	before := g.joined
	refs, to := g.foreignKeys()
	natural := g.chance(0.4) // a declared key, as if it were not
	fk := g.r.IntN(len(refs))
	if natural {
		m = to[fk]
	}
	op := plan.HashProbe{Table: g.addTable(m, kind.Keeps()), Kind: kind}
	keys := 1 + g.r.IntN(2)
	if natural {
		op.Keys, op.Match = []plan.Expr{refs[fk]}, []plan.Expr{g.ref(op.Table, 0)}
		keys -= 1
	}
	if g.chance(0.1) {
		keys = 0
	}
	for range keys {
		g.joined = []int{op.Table} // the match column is one of this table
		match := g.column(pick(g.r, plan.Int, plan.Decimal, plan.Double, plan.String, plan.Date, plan.DateTime))
		if g.chance(0.3) {
			match = g.expr(match.Type().Kind, 1)
		}
		g.joined = before
		if plan.TablesOf(match).Only() != op.Table {
			continue
		}
		kind := match.Type().Kind
		if numeric := kind == plan.Int || kind == plan.Decimal || kind == plan.Double; numeric {
			kind = pick(g.r, plan.Int, plan.Int, plan.Decimal, plan.Double)
		}
		key := g.column(kind)
		if g.chance(0.2) {
			key = g.expr(kind, 1)
		}
		if _, err := typing.Build(plan.Eq, key, match); err == nil {
			op.Keys, op.Match = append(op.Keys, key), append(op.Match, match)
		}
	}
	if g.chance(0.7) {
		op.Band = g.band(op.Table, before)
	}
	g.joined = append(g.joined, op.Table)
	if g.chance(0.5) && kind != plan.InnerJoin {
		op.On = g.predicate(1)
	}
	if !kind.Shows() {
		g.joined = before
	}
	if kind == plan.MarkJoin {
		op.Mark = g.addMark()
	}
	g.add(op)
}

// band bounds numbers or dates of a table by what is computed of those joined before, of its
// two ends now and then different ones; nil where there are none to compare.
func (g *generator) band(table int, before []int) *plan.Band {
	kind := pick(g.r, plan.Int, plan.Int, plan.Decimal, plan.Date)
	some := func() plan.Expr {
		if g.chance(0.3) {
			return g.expr(kind, 1)
		}
		return g.column(kind)
	}
	var match plan.Expr
	end := func() *plan.End {
		g.joined = []int{table}
		if match == nil || g.chance(0.4) {
			match = some()
		}
		g.joined = before
		key := some()
		a, b := key.Type(), match.Type()
		if a.Kind != b.Kind || a.Scale != b.Scale || plan.TablesOf(match).Only() != table {
			return nil
		}
		return &plan.End{Match: match, Key: key, Open: g.chance(0.5)}
	}
	b := &plan.Band{}
	if g.chance(0.8) {
		b.Low = end()
	}
	if g.chance(0.8) {
		b.High = end()
	}
	g.joined = before
	if b.Low == nil && b.High == nil {
		return nil
	}
	return b
}

// addMark adds the table that a mark is the only column of.
func (g *generator) addMark() int {
	mark := plan.Schema("mark", plan.Column{Name: "m_found", Type: boolType})
	g.n.Tables = append(g.n.Tables, &plan.TableRef{Alias: "mark", Table: mark})
	g.joined = append(g.joined, len(g.n.Tables)-1)
	return len(g.n.Tables) - 1
}

func (g *generator) aggregate() {
	op := plan.Aggregate{}
	for range g.r.IntN(3) {
		op.Keys = append(op.Keys, g.any(1))
	}
	for range 1 + g.r.IntN(3) {
		f := pick(g.r, plan.Count, plan.CountDistinct, plan.Sum, plan.Min, plan.Max, plan.VarPop, plan.VarSamp)
		arg := g.any(1)
		if f == plan.Sum || f == plan.VarPop || f == plan.VarSamp {
			arg = g.expr(pick(g.r, plan.Int, plan.Decimal, plan.Double), 2)
		}
		if g.chance(0.2) {
			g.distinct(&op, arg)
			continue
		}
		if f == plan.Count && g.chance(0.5) {
			arg = nil
		}
		if a, err := typing.NewAgg(f, arg); err == nil {
			op.Aggs = append(op.Aggs, a)
		}
	}
	g.add(op)
}

// distinct adds a count of several distinct values, or a sum.
func (g *generator) distinct(op *plan.Aggregate, arg plan.Expr) {
	f, args := plan.Sum, []plan.Expr{g.expr(pick(g.r, plan.Int, plan.Decimal, plan.Double), 2)}
	if g.chance(0.5) {
		f, args = plan.Count, []plan.Expr{arg, g.any(1)}
	}
	if a, err := typing.NewGathered(f, args, plan.Gathered{Distinct: true}); err == nil {
		op.Aggs = append(op.Aggs, a)
	}
}

func (g *generator) project() {
	op := plan.Project{}
	for range 1 + g.r.IntN(4) {
		op.Exprs = append(op.Exprs, g.any(2))
	}
	g.add(op)
}

func (g *generator) any(depth int) plan.Expr {
	return g.expr(pick(g.r, plan.Int, plan.Int, plan.Decimal, plan.Double, plan.String, plan.Date, plan.DateTime, plan.Time, plan.Bool), depth)
}

// column gives a column of a kind, or a constant if there is none.
func (g *generator) column(k plan.Kind) plan.Expr {
	var refs []plan.Expr
	for _, t := range g.joined {
		for i, c := range g.n.Tables[t].Table.Columns {
			if c.Type.Kind == k && !(g.small && c.Name == "f_big") {
				refs = append(refs, g.ref(t, i))
			}
		}
	}
	if len(refs) == 0 {
		return g.constant(k)
	}
	return refs[g.r.IntN(len(refs))]
}

func (g *generator) constant(k plan.Kind) plan.Expr {
	if g.chance(0.05) {
		return plan.NullOf(plan.Type{Kind: k, Precision: 5, Scale: 1})
	}
	switch k {
	case plan.Int:
		return plan.Literal(value.OfInt(pick(g.r, int64(g.r.IntN(20)-8), int64(g.r.IntN(20)-8), int64(g.r.IntN(1500)-700),
			19931201, 1994, 100, math.MaxInt64, math.MinInt64)))
	case plan.Decimal:
		return plan.Literal(value.OfDecimal(int64(g.r.IntN(100000)-20000), g.r.IntN(4)))
	case plan.Double:
		return plan.Literal(value.OfFloat(float64(g.r.IntN(80))/8 - 3))
	case plan.Date:
		return plan.Literal(value.OfDate(value.Days(1994, 1, g.r.IntN(45)-10)))
	case plan.DateTime:
		at := value.Days(pick(g.r, 1994, 1970), 1, g.r.IntN(15)-4)*86400 + g.r.Int64N(5)*3600
		return plan.Literal(value.OfDateTime(at*10+g.r.Int64N(3)*5, 1))
	case plan.Time:
		return plan.Literal(value.OfTime(g.r.Int64N(200000)-100000, 0))
	case plan.String:
		return plan.Literal(value.OfString(pick(g.r, "AIR", "AIRMAIL", "RAIL", "", "ASIA", "CHINA", "cityD", "cityZ", "Jan", "M", "zz")))
	}
	return plan.Literal(value.OfBool(g.chance(0.5)))
}

// build types a call; where the arguments do not go together, a column stands in.
func (g *generator) build(k plan.Kind, op plan.Op, args ...plan.Expr) plan.Expr {
	e, err := typing.Build(op, args...)
	if err != nil || e.Type().Kind != k {
		return g.column(k)
	}
	return e
}

// expr makes an expression of a kind.
func (g *generator) expr(k plan.Kind, depth int) plan.Expr {
	if depth == 0 || g.chance(0.3) {
		if g.chance(0.25) {
			return g.constant(k)
		}
		return g.column(k)
	}
	if g.chance(0.15) {
		return g.build(k, plan.If, g.predicate(1), g.expr(k, depth-1), g.expr(k, depth-1))
	}
	switch k {
	case plan.Int:
		return g.intExpr(depth - 1)
	case plan.Decimal, plan.Double:
		return g.numberExpr(k, depth-1)
	case plan.Date:
		op := pick(g.r, plan.Add, plan.AddMonths)
		return plan.Call{Op: op, Args: []plan.Expr{g.expr(k, depth-1), g.expr(plan.Int, depth-1)}, Of: dateType}
	case plan.DateTime, plan.Time:
		return g.timeExpr(k, depth-1)
	case plan.String:
		return g.textExpr(depth - 1)
	}
	return g.predicate(depth - 1)
}

// timeExpr makes a moment or a time.
func (g *generator) timeExpr(k plan.Kind, depth int) plan.Expr {
	if k == plan.Time {
		switch g.r.IntN(3) {
		case 0:
			return g.build(k, "ADDTIME", g.expr(k, depth), g.expr(k, depth))
		case 1:
			return g.build(k, "SEC_TO_TIME", g.expr(plan.Int, depth))
		}
		return g.cast(g.expr(pick(g.r, plan.DateTime, plan.Time), depth), plan.Type{Kind: k, Scale: g.r.IntN(5)})
	}
	switch g.r.IntN(4) {
	case 0:
		unit := pick(g.r, "SECOND", "HOUR", "DAY", "MONTH", "MICROSECOND")
		if e, err := typing.DateAdd(g.expr(k, depth), g.expr(plan.Int, depth), unit, g.chance(0.5)); err == nil {
			return e
		}
	case 1:
		return g.build(k, "FROM_UNIXTIME", g.expr(plan.Int, depth))
	case 2:
		return g.build(k, "SUBTIME", g.expr(k, depth), g.expr(plan.Time, depth))
	}
	return g.cast(g.expr(pick(g.r, plan.DateTime, plan.Date), depth), plan.Type{Kind: k, Scale: g.r.IntN(5)})
}

func (g *generator) cast(e plan.Expr, to plan.Type) plan.Expr {
	out, err := coerce.To(e, to)
	if err != nil {
		return g.constant(to.Kind)
	}
	return out
}

func (g *generator) intExpr(depth int) plan.Expr {
	switch g.r.IntN(14) {
	case 10:
		return g.build(plan.Int, pick(g.r, plan.Op("HOUR"), plan.Op("MINUTE"), plan.Op("SECOND"), plan.Op("MICROSECOND")), g.expr(pick(g.r, plan.DateTime, plan.Time), depth))
	case 11:
		if e, err := typing.TimeSpan(pick(g.r, "SECOND", "DAY", "MONTH", "MICROSECOND"), g.expr(plan.DateTime, depth), g.expr(pick(g.r, plan.Date, plan.DateTime), depth)); err == nil {
			return e
		}
	case 12:
		return g.cast(g.expr(pick(g.r, plan.DateTime, plan.Time), depth), intType)
	case 13:
		return g.build(plan.Int, pick(g.r, plan.Year, plan.Month, plan.Day, plan.Op("TO_SECONDS")), g.expr(plan.DateTime, depth))
	case 7:
		return g.build(plan.Int, plan.BitCount, g.expr(plan.Int, depth))
	case 8:
		return g.build(plan.Int, pick(g.r, plan.Week, plan.YearWeek), g.expr(plan.Date, depth), plan.Literal(value.OfInt(int64(g.r.IntN(8)))))
	case 9:
		if e, err := typing.TimeSpan(pick(g.r, "WEEK", "MONTH", "YEAR"), g.expr(plan.Date, depth), g.expr(plan.Date, depth)); err == nil {
			return e
		}
	case 0:
		return g.build(plan.Int, pick(g.r, plan.Year, plan.Month, plan.Day), g.expr(plan.Date, depth))
	case 1:
		return g.build(plan.Int, pick(g.r, plan.Op("LENGTH"), plan.Op("ASCII")), g.expr(plan.String, depth))
	case 2:
		return g.build(plan.Int, pick(g.r, plan.Floor, plan.Ceil), g.expr(plan.Decimal, depth))
	case 3:
		return g.build(plan.Int, plan.DateDiff, g.expr(plan.Date, depth), g.expr(plan.Date, depth))
	case 4:
		return g.build(plan.Int, pick(g.r, plan.Neg, plan.Abs), g.expr(plan.Int, depth))
	case 5:
		return plan.Cast{X: g.expr(pick(g.r, plan.Decimal, plan.Date, plan.Bool), depth), To: intType}
	}
	return g.build(plan.Int, pick(g.r, plan.Add, plan.Sub, plan.Mul, plan.IntDiv, plan.Mod), g.expr(plan.Int, depth), g.expr(plan.Int, depth))
}

func (g *generator) numberExpr(k plan.Kind, depth int) plan.Expr {
	switch g.r.IntN(8) {
	case 5:
		if k == plan.Double {
			return g.build(k, pick(g.r, plan.Sqrt, plan.Ln, plan.Log10, plan.Sin, plan.Atan, plan.Exp), g.expr(k, depth))
		}
		bits := pick(g.r, plan.BitAnd, plan.BitOr, plan.BitXor, plan.ShiftLeft, plan.ShiftRight)
		return g.build(k, bits, g.expr(plan.Int, depth), g.expr(plan.Int, depth))
	case 6:
		if k == plan.Double {
			return g.build(k, pick(g.r, plan.Power, plan.Atan2), g.expr(k, depth), g.expr(plan.Int, depth))
		}
	case 7:
		return g.build(k, plan.Cut, g.expr(k, depth), plan.Literal(value.OfInt(int64(g.r.IntN(3)))))
	case 0:
		return g.build(k, pick(g.r, plan.Neg, plan.Abs), g.expr(k, depth))
	case 1:
		return g.build(k, plan.Round, g.expr(k, depth), plan.Literal(value.OfInt(int64(g.r.IntN(3)))))
	case 2:
		return g.build(k, plan.Div, g.expr(pick(g.r, k, plan.Int), depth), g.expr(pick(g.r, k, plan.Int), depth))
	}
	return g.build(k, pick(g.r, plan.Add, plan.Sub, plan.Mul, plan.Mod), g.expr(k, depth), g.expr(pick(g.r, k, plan.Int), depth))
}

func (g *generator) textExpr(depth int) plan.Expr {
	x := g.expr(plan.String, depth)
	switch g.r.IntN(8) {
	case 7:
		f := pick(g.r, "%Y-%m", "%H:%i", "%Y-%m-%d %H:00", "%W %p")
		return g.build(plan.String, "DATE_FORMAT", g.expr(plan.DateTime, depth), plan.Literal(value.OfString(f)))
	case 4:
		return g.build(plan.String, pick(g.r, plan.Op("DAYNAME"), plan.Op("MONTHNAME")), g.expr(plan.Date, depth))
	case 5:
		return g.build(plan.String, "CONCAT_WS", g.constant(plan.String), x, g.expr(plan.String, depth))
	case 6:
		return g.build(plan.String, "ELT", g.expr(plan.Int, depth), x, g.constant(plan.String))
	case 0:
		return g.build(plan.String, pick(g.r, plan.Op("LOWER"), plan.Op("REVERSE")), x)
	case 1:
		return g.build(plan.String, "SUBSTRING", x, plan.Literal(value.OfInt(int64(1+g.r.IntN(3)))), plan.Literal(value.OfInt(2)))
	case 2:
		return g.build(plan.String, "CONCAT", x, pick(g.r, g.constant(plan.String), g.expr(plan.String, depth)))
	}
	return g.build(plan.String, "COALESCE", x, g.constant(plan.String))
}

// predicate makes a condition.
func (g *generator) predicate(depth int) plan.Expr {
	if depth > 0 && g.chance(0.5) {
		switch g.r.IntN(4) {
		case 0:
			return g.build(plan.Bool, plan.Not, g.predicate(depth-1))
		case 1:
			return g.build(plan.Bool, plan.Xor, g.predicate(depth-1), g.predicate(depth-1))
		}
		return g.build(plan.Bool, pick(g.r, plan.And, plan.Or), g.predicate(depth-1), g.predicate(depth-1))
	}
	k := pick(g.r, plan.Int, plan.Int, plan.Decimal, plan.Double, plan.String, plan.String, plan.Date, plan.DateTime, plan.Time, plan.Bool)
	x := g.expr(k, g.r.IntN(2))
	switch g.r.IntN(8) {
	case 0:
		e := g.build(plan.Bool, plan.IsNull, x)
		if g.chance(0.7) {
			e = g.build(plan.Bool, plan.Not, e)
		}
		return e
	case 1:
		if e, err := typing.BuildIn(x, []plan.Expr{g.constant(k), g.constant(k), g.constant(k)}); err == nil {
			return e
		}
	case 2:
		if k == plan.String {
			return plan.Like{X: x, Pattern: pick(g.r, "AIR%", "%I%", "_A%", "RAIL", "%", "city%"), Escape: '\\'}
		}
	case 3:
		return g.build(plan.Bool, plan.NullEq, x, g.expr(k, 0))
	case 4, 5:
		return g.build(plan.Bool, g.comparison(), x, g.expr(k, 1))
	}
	return g.build(plan.Bool, g.comparison(), x, g.constant(k))
}

func (g *generator) comparison() plan.Op {
	return pick(g.r, plan.Eq, plan.Ne, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge)
}
