package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/limb"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
	"gsdms/plan/rewrite"
	"gsdms/plan/typing/coerce"
)

// lifter takes out of the expressions of a node what no program computes, and puts
// columns in its place, each of a table of its own.
type lifter struct {
	s       *separator
	few     *few.Rows
	looks   bool          // what looks into a text that is made is computed with it
	exact   bool          // what loses something of some value is computed of the rows that count alone
	pairs   *network.Join // all pairs of its rows are made, unless equalities say which meet; nil: none
	found   []network.Hidden
	singles []network.Node // of which rows are compared with the only row
	placed  int            // how often a column of found, or what is narrower, has taken the place of an expression
}

// parted gives the expressions that are left as they are, and the others with columns in
// place of what no program computes. What can be past all doubles stays behind those: it is not
// computed of rows that they drop.
func (l *lifter) parted(in []plan.Expr) (whole, lifted []plan.Expr) {
	for _, e := range in {
		if now, ok := l.againstSingle(e); ok {
			whole = append(whole, now)
		} else if now := l.expr(e); l.made(now) || len(lifted) > 0 && soars(now) {
			lifted = append(lifted, now)
		} else {
			whole = append(whole, now)
		}
	}
	return whole, lifted
}

// soars reports whether an expression has a function whose value can be past all doubles, of moderate
// arguments too: error 1690.
func soars(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		found = found || ok && (c.Op == plan.Power || c.Op == plan.Exp || c.Op == plan.Cot)
		return !found
	})
	return found
}

// made reports whether an expression reads a column that the lifter has made.
func (l *lifter) made(e plan.Expr) bool { return len(l.used([]plan.Expr{e})) > 0 }

// used lists the columns that the lifter has made and that expressions read.
func (l *lifter) used(by []plan.Expr) (out []network.Hidden) {
	if len(l.found) == 0 {
		return nil
	}
	read := map[network.Column]int{}
	for _, e := range by {
		for _, r := range network.ColumnsIn(e) {
			read[network.ColumnOf(r)]++
		}
	}
	for _, h := range l.found {
		if read[network.ColumnOf(h.Column)] > 0 {
			out = append(out, h)
		}
	}
	return out
}

// expr gives an expression that programs compute.
func (l *lifter) expr(e plan.Expr) plan.Expr {
	e = rewrite.Rounded(e)
	if now, ok := l.narrower(e); ok {
		e = now
		l.placed++
	}
	out, whole := l.part(e)
	if whole {
		return l.column(e)
	}
	return out
}

// narrower gives what is rounded, or compared with a constant or a column, of products and quotients that are too wide
// for programs without these, or digit by digit, and what is left of a number without a sign by its bits; false for
// another expression. What is looked up for each text, or for each number past 64 bits, stays as it is.
func (l *lifter) narrower(e plan.Expr) (out plan.Expr, ok bool) {
	of := plan.Children(e)
	if len(of) == 0 || len(of) > 2 || of[0].Type().Kind != plan.Decimal || (ofTexts(l.s.rooted(e)) || l.s.isOfLong(l.s.rooted(e))) && l.s.can(e) {
		return nil, false
	}
	if coded := slices.ContainsFunc(of, func(x plan.Expr) bool { return l.s.isCode(l.s.rooted(x)) }); coded && l.s.can(e) {
		return nil, false
	}
	if out, ok = limb.Compared(e, l.s.holds); ok && !l.s.ofWideSums(e) && (!l.s.readsWide(e) || l.s.can(out)) {
		return out, true
	}
	if l.s.fits(of[0]) {
		return nil, false
	}
	if out, ok = coerce.WholeQuotient(e, l.s.isShort); ok {
		return out, true
	}
	if out, ok = limb.DividedUnsigned(e); ok {
		return out, true
	}
	return limb.RoundedProduct(e, l.s.holds)
}

// part gives an expression with columns in place of what no program computes; whole: it
// is that itself.
func (l *lifter) part(e plan.Expr) (out plan.Expr, whole bool) {
	if l.s.err != nil {
		return e, false
	}
	if !network.HasColumns(e) {
		ok, err := l.s.computes(e)
		l.s.err = err
		return e, !ok
	}
	rooted := l.s.rooted(e)
	if l.few != nil && l.few.Texts(rooted) > 0 {
		return e, true
	}
	if ofTexts(rooted) || l.s.testsMade(rooted) {
		if ok, err := l.s.computes(rooted); ok || err != nil {
			l.s.err = err
			return e, false
		}
	}
	if long := l.s.isOfLong(rooted); long || l.isAgainstLong(e) {
		all := coerce.Decimal(rooted) // whatever the values are
		if asksItself(rooted) {
			all = rooted // of codes, which are looked up for none of the values
		}
		ok, err := l.s.computes(all)
		if l.s.err = err; ok || long || err != nil {
			return e, !ok
		}
	}
	at, risky, placed := 0, false, l.placed
	out = eachChild(e, func(x plan.Expr) plan.Expr {
		if at > 0 && isWhole(e) && !network.HasColumns(x) { // it goes into none that programs hold
			return x
		}
		now := l.expr(x)
		risky = risky || at > 0 && l.made(now) && plan.CanFail(x)
		at++
		return now
	})
	if call, ok := e.(plan.Call); ok && risky && (call.Op == plan.If || call.Op == plan.And || call.Op == plan.Or) {
		return e, true // an operand that does not count must not fail
	}
	if l.looks && (l.looksInto(out) || l.makesAnother(out)) {
		return e, true
	}
	if l.placed > placed {
		rooted = l.s.rooted(out)
	}
	ok, err := l.s.computes(rooted)
	if err != nil {
		l.s.err = err
	}
	ok = ok || l.meetsByNumbers(out)
	return out, !ok || l.exact && l.s.loses(rooted)
}

// testsMade reports whether an expression is a condition on a text that is made of stored columns: of some it is
// known which numbers make them, though no program makes the text.
func (s *separator) testsMade(e plan.Expr) bool {
	return plan.TestsMade(e) && !slices.ContainsFunc(network.ColumnsIn(e), func(r plan.ColumnRef) bool { return s.net.Tables[r.Table].Table.Data == nil })
}

// meetsByNumbers reports whether an expression of parts that programs compute is an equality of decimals that
// says which rows of the sides of a join meet: those are looked up, whether or not 64 bits hold them.
func (l *lifter) meetsByNumbers(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Eq || !l.meets(c) {
		return false
	}
	x, y := c.Args[0].Type(), c.Args[1].Type()
	return x.Kind == plan.Decimal && y.Kind == plan.Decimal && x.Scale == y.Scale
}

// asksItself reports whether an expression is a condition on columns themselves, beside constants.
func asksItself(e plan.Expr) bool {
	return e.Type().Kind == plan.Bool && !slices.ContainsFunc(plan.Children(e), func(a plan.Expr) bool {
		_, column := a.(plan.ColumnRef)
		return !column && network.HasColumns(a)
	})
}

// isWhole reports whether an expression is a quotient without digits behind the point, or what it leaves.
func isWhole(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	return ok && (c.Op == plan.IntDiv || c.Op == plan.Mod)
}

// isAgainstLong reports whether an expression compares a column with a constant that no program
// computes, a number of more than 64 bits: among the values of a column of such it has a place.
func (l *lifter) isAgainstLong(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	if !ok || !compares(c.Op) {
		return false
	}
	columns := 0
	for _, a := range c.Args {
		if _, ok := a.(plan.ColumnRef); ok {
			columns++
		}
	}
	return columns == 1 && slices.ContainsFunc(c.Args, func(a plan.Expr) bool { return !network.HasColumns(a) && !l.s.can(a) })
}

// isOfLong reports whether an expression is a function of one column of numbers of more than 64 bits,
// which is looked up whole, whatever becomes of the number on the way.
func (s *separator) isOfLong(e plan.Expr) bool {
	refs := network.ColumnsIn(e)
	kind := e.Type().Kind
	if _, ok := e.(plan.ColumnRef); ok || len(refs) == 0 || kind != plan.Decimal && kind != plan.Int && kind != plan.Bool {
		return false
	}
	return s.isWide(refs[0]) && !slices.ContainsFunc(refs, func(r plan.ColumnRef) bool { return network.ColumnOf(r) != network.ColumnOf(refs[0]) })
}

// isWide reports whether a column has numbers of more than 64 bits.
func (s *separator) isWide(r plan.ColumnRef) bool {
	return s.net.Tables[r.Table].Table.Columns[r.Column].Wide()
}

// isShort reports whether programs compute an expression, and of numbers that have 64 bits whatever they
// are: those that other stages leave may have more where their type says so.
func (s *separator) isShort(e plan.Expr) bool {
	long := func(r plan.ColumnRef) bool {
		t := s.net.Tables[r.Table].Table
		return t.Data == nil && r.Type().Keyed() || s.isWide(r)
	}
	return !slices.ContainsFunc(network.ColumnsIn(s.rooted(e)), long) && s.fits(e)
}

// mostListed is in a list of how many texts a made text is looked for where it is made: those of
// longer ones are found by their codes.
const mostListed = 16

// looksInto reports whether an expression gives something else than a text of one that the lifter
// has made, and of nothing from elsewhere: a number or a truth, for which the text needs no code.
func (l *lifter) looksInto(e plan.Expr) bool {
	switch x := e.(type) {
	case plan.Call:
		if !few.Makes(x) && !compares(x.Op) || l.meets(x) {
			return false
		}
	case plan.In:
		if len(x.List) > mostListed {
			return false
		}
	case plan.Cast, plan.Like:
	default:
		return false
	}
	if e.Type().Kind == plan.String {
		return false
	}
	var tables []int // of what texts are made of
	for _, a := range plan.Children(e) {
		if h, ok := l.hidden(a); ok && a.Type().Kind == plan.String {
			for _, r := range network.ColumnsIn(h.Expr) {
				tables = append(tables, r.Table)
			}
		}
	}
	return len(tables) > 0 && !slices.ContainsFunc(plan.Children(e), func(a plan.Expr) bool {
		_, made := l.hidden(a)
		return !made && slices.ContainsFunc(network.ColumnsIn(a), func(r plan.ColumnRef) bool { return !slices.Contains(tables, r.Table) })
	})
}

// meets reports whether a comparison says which rows of the sides of a join meet, of which all pairs
// are made otherwise.
func (l *lifter) meets(c plan.Call) bool {
	if l.pairs == nil || !equates(c) {
		return false
	}
	x, y := l.unhidden(c.Args[0]), l.unhidden(c.Args[1])
	return network.Within(x, l.pairs.Left) && network.Within(y, l.pairs.Right) || network.Within(y, l.pairs.Left) && network.Within(x, l.pairs.Right)
}

// unhidden gives an expression for which the lifter may have made a column.
func (l *lifter) unhidden(e plan.Expr) plan.Expr {
	if h, ok := l.hidden(e); ok {
		return h.Expr
	}
	return e
}

// makesAnother reports whether an expression gives another text of one that the lifter has made, or
// chooses it: of the text itself no dictionary is needed then.
func (l *lifter) makesAnother(e plan.Expr) bool {
	x, ok := e.(plan.Call)
	return ok && e.Type().Kind == plan.String && !few.Costly(e) && slices.ContainsFunc(x.Args, func(a plan.Expr) bool {
		_, made := l.hidden(a)
		return made && a.Type().Kind == plan.String
	})
}

// compares reports whether an operator compares two values.
func compares(op plan.Op) bool {
	return slices.Contains([]plan.Op{plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq}, op)
}

// hidden gives what a column that the lifter has made is.
func (l *lifter) hidden(e plan.Expr) (network.Hidden, bool) {
	r, ok := e.(plan.ColumnRef)
	if !ok {
		return network.Hidden{}, false
	}
	i := slices.IndexFunc(l.found, func(h network.Hidden) bool { return network.ColumnOf(h.Column) == network.ColumnOf(r) })
	if i < 0 {
		return network.Hidden{}, false
	}
	return l.found[i], true
}

// eachChild rebuilds an expression with its children replaced, of a quotient as a double those of the
// quotient.
func eachChild(e plan.Expr, f func(plan.Expr) plan.Expr) plan.Expr {
	whole := 1
	if c, ok := e.(plan.Cast); ok && c.IsRatio() {
		whole = 2
	}
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		if whole--; whole >= 0 {
			return nil
		}
		return f(x)
	})
}

// column gives the column that an expression has.
func (l *lifter) column(e plan.Expr) plan.Expr {
	l.placed++
	for _, h := range l.found {
		if plan.Equal(h.Expr, e) {
			return h.Column
		}
	}
	net := l.s.net
	h := network.Hidden{Expr: e, Column: net.AddColumn(net.AddTable("computed"), e)}
	l.found = append(l.found, h)
	return h.Column
}
