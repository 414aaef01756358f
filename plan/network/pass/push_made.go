package pass

import (
	"bytes"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/network"
	"gsdms/plan/typing"
)

// groupMade groups by what texts are made of in place of the texts, where no two combinations make
// the same: DATE_FORMAT to the minute by minutes, to the month by months, CONCAT(a, '-', b) by a and b, CAST(n AS
// CHAR) by n. A text is then made for each group, and where nobody reads it, for none. And it
// groups by quotients in place of their multiples, as of ROUND(x, -2) and FLOOR(x / 100) * 100: they
// lie close together, and so groups are an array.
func (p *pusher) groupMade(n *network.Aggregate) network.Node {
	keys := slices.Concat(n.Keys, n.More)
	var parts []plan.Expr
	multiple, shown := false, false
	for i, k := range keys {
		of := []plan.Expr{k}
		if as, numbers := shownBy(k); numbers != nil {
			keys[i], of, shown = as, numbers, true
		} else if p.isLate(k) {
			if keys[i], of = p.madeBy(k); len(of) > 1 && slices.ContainsFunc(of, p.canBeNull) {
				return n
			}
		} else if rounded := multipleOf(k); rounded != nil {
			of, multiple = []plan.Expr{rounded}, true
		}
		if of == nil {
			return n
		}
		parts = added(parts, of)
	}
	aggs, fewer := p.countedMade(n.Aggs)
	if !fewer && !multiple && !shown && !slices.ContainsFunc(slices.Concat(n.Keys, n.More), p.isLate) {
		return n
	}
	groups := &network.Aggregate{In: n.In, Keys: parts, Aggs: aggs, Table: p.grouped(parts, aggs)}
	p.readers[groups] = 1
	refs := p.net.Refs(groups.Table)
	out := &network.Project{In: groups, Table: n.Table}
	for _, k := range keys[:len(n.Keys)] {
		out.Exprs = append(out.Exprs, remade(k, parts, refs))
	}
	for _, r := range refs[len(parts):] {
		out.Exprs = append(out.Exprs, r)
	}
	for _, k := range keys[len(n.Keys):] {
		out.Exprs = append(out.Exprs, remade(k, parts, refs))
	}
	return out
}

// multipleOf gives the quotient that a number is a multiple of by a positive constant; nil where it is
// none. Of doubles several may have the same multiple.
func multipleOf(e plan.Expr) plan.Expr {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Mul || c.Of.Kind == plan.Double {
		return nil
	}
	by, constant := c.Args[1].(plan.Const)
	positive := constant && (by.Value.Kind == plan.Int && by.Value.Int > 0 || by.Value.Kind == plan.Decimal && by.Value.Dec.Sign() > 0)
	if !positive {
		return nil
	}
	of := c.Args[0]
	if cast, ok := of.(plan.Cast); ok && cast.To.Kind == plan.Int {
		of = cast.X
	}
	if q, ok := of.(plan.Call); ok && (q.Op == plan.Div || q.Op == plan.Quotient || q.Op == plan.Floor || q.Op == plan.Ceil) {
		return c.Args[0]
	}
	return nil
}

// added gives expressions with those of more that are not among them.
func added(to, more []plan.Expr) []plan.Expr {
	for _, e := range more {
		if !slices.ContainsFunc(to, func(x plan.Expr) bool { return plan.Equal(x, e) }) {
			to = append(to, e)
		}
	}
	return to
}

// remade gives an expression of columns that hold its parts.
func remade(e plan.Expr, parts []plan.Expr, refs []plan.ColumnRef) plan.Expr {
	return plan.Replace(e, func(e plan.Expr) plan.Expr {
		if i := slices.IndexFunc(parts, func(x plan.Expr) bool { return plan.Equal(x, e) }); i >= 0 {
			return refs[i]
		}
		return nil
	})
}

// distinctMade is groupMade for rows that are made different.
func (p *pusher) distinctMade(n *network.Distinct) network.Node {
	in, ok := n.In.(*network.Project)
	if !ok || p.readers[in] > 1 || !slices.ContainsFunc(in.Exprs, p.isLate) {
		return n
	}
	groups := &network.Aggregate{In: in.In, Table: in.Table, Keys: in.Exprs}
	if out := p.groupMade(groups); out != network.Node(groups) {
		return out
	}
	return n
}

// countedMade counts what different texts are made of. Neither counts where a part is NULL.
func (p *pusher) countedMade(aggs []plan.Agg) (out []plan.Agg, fewer bool) {
	out = slices.Clone(aggs)
	for i, g := range aggs {
		if g.Func != plan.CountDistinct || g.Gathered != nil {
			continue
		}
		_, of := shownBy(g.Arg)
		if of == nil && p.isLate(g.Arg) {
			_, of = p.madeBy(g.Arg)
		}
		if len(of) == 1 {
			out[i].Arg, fewer = of[0], true
		}
		if len(of) > 1 {
			several, err := typing.NewGathered(plan.Count, of, plan.Gathered{Distinct: true})
			if err == nil {
				out[i], fewer = several, true
			}
		}
	}
	return out, fewer
}

// madeBy gives a text in the form in which it is made of something, and what madeOf says of that.
func (p *pusher) madeBy(e plan.Expr) (plan.Expr, []plan.Expr) {
	if as, of := byMonth(e); of != nil {
		return as, []plan.Expr{of}
	}
	return e, p.madeOf(e)
}

// madeOf gives what a text is made of that is another one for each combination; nil where it may
// not be. Where one of several parts is NULL the text is, whatever the others are.
func (p *pusher) madeOf(e plan.Expr) []plan.Expr {
	if _, cast := e.(plan.Cast); cast {
		if of, ok := p.fragment(e, "", true); ok {
			return []plan.Expr{of}
		}
	}
	c, ok := e.(plan.Call)
	if !ok {
		return nil
	}
	if of := shownUnits(c); of != nil {
		return []plan.Expr{of}
	}
	if c.Op != plan.Concat {
		return nil
	}
	var parts []plan.Expr
	for i, a := range c.Args {
		if _, constant := a.(plan.Const); constant {
			continue
		}
		last := !slices.ContainsFunc(c.Args[i+1:], func(a plan.Expr) bool { _, constant := a.(plan.Const); return !constant })
		of, ok := p.fragment(a, textBehind(c.Args[i+1:]), last)
		if !ok {
			return nil
		}
		parts = added(parts, []plan.Expr{of})
	}
	return parts
}

// shownUnits gives the number of which a format shows all; nil where it does not.
func shownUnits(c plan.Call) plan.Expr {
	if c.Op != plan.FormatUnits {
		return nil
	}
	format, constant := c.Args[1].(plan.Const)
	if !constant || format.Value.IsNull() || !function.ShowsAll(format.Value.Text) {
		return nil
	}
	return c.Args[0]
}

// textBehind is the constant text right behind an argument.
func textBehind(behind []plan.Expr) string {
	if len(behind) == 0 {
		return ""
	}
	c, _ := behind[0].(plan.Const)
	return c.Value.Text
}

// fragment gives what an argument of CONCAT is made of, if it is known where its text ends: it is
// the last, or with the separator behind it no text begins another.
func (p *pusher) fragment(e plan.Expr, separator string, last bool) (of plan.Expr, ok bool) {
	switch e := e.(type) {
	case plan.ColumnRef:
		return e, e.Of != nil && (last || p.endsShow(e, separator))
	case plan.Cast:
		switch k := e.X.Type().Kind; {
		case e.To.Kind != plan.String || e.To.Precision > 0:
			return nil, false
		case k == plan.Int:
			return e.X, last || separator != "" && !strings.ContainsAny(separator[:1], "0123456789")
		case k == plan.Date:
			return e.X, true
		case k == plan.Decimal && e.X.Type().Scale > 0:
			r, column := e.X.(plan.ColumnRef) // what is computed may have more digits than it shows
			return e.X, column && r.Of != nil && r.Of.Table.Data != nil
		}
	case plan.Call:
		of := shownUnits(e)
		return of, of != nil
	}
	return nil, false
}

// fewEnds is how many texts are looked at to see where they end.
const fewEnds = 1 << 16

// endsShow reports whether no text of a column, with a separator behind it, begins another.
func (p *pusher) endsShow(e plan.ColumnRef, separator string) bool {
	c := &p.net.Tables[e.Table].Table.Columns[e.Column]
	if c.Ref != nil || c.Dict == nil || c.Dict.Len() > fewEnds {
		return false
	}
	if separator != "" && !has(c.Dict, separator[0]) {
		return true
	}
	for i := 1; i < c.Dict.Len(); i++ { // what begins another begins the next one
		if bytes.HasPrefix(c.Dict.Bytes(i), c.Dict.Bytes(i-1)) {
			return false
		}
	}
	return true
}

// canBeNull reports whether a value may be NULL, by what its column has.
func (p *pusher) canBeNull(e plan.Expr) bool {
	if !e.Nullable() {
		return false
	}
	of := network.ColumnsIn(e)
	if _, column := e.(plan.ColumnRef); !column || len(of) != 1 {
		return true
	}
	t := p.net.Tables[of[0].Table]
	c := &t.Table.Columns[of[0].Column]
	return t.Outer || c.Ref != nil || c.Storage.Nullable
}
