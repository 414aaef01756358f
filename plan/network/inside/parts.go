package inside

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// Parts has what JSON_EXTRACT finds in a column by a path be the columns that the table has of it, where it
// has some, and what numbers, texts and lengths are read of that these without a text between. The network's
// nodes are not changed.
func Parts(n *network.Network) {
	has := func(t *plan.TableRef) bool {
		return slices.ContainsFunc(t.Table.Columns, func(c plan.Column) bool { return c.Part != nil })
	}
	if slices.ContainsFunc(n.Tables, has) {
		n.Root = partsIn(n.Root, map[network.Node]network.Node{})
	}
}

func partsIn(n network.Node, done map[network.Node]network.Node) network.Node {
	out, ok := done[n]
	if !ok {
		out = network.Change{
			Input: func(in network.Node) network.Node { return partsIn(in, done) },
			Expr:  func(e plan.Expr) plan.Expr { return plan.Replace(e, readPart) },
		}.Rebuild(counting(n))
		done[n] = out
	}
	return out
}

// counting gives a node that counts the rows with a part by whether there is one.
func counting(n network.Node) network.Node {
	a, ok := n.(*network.Aggregate)
	if !ok {
		return n
	}
	out := *a
	out.Aggs = slices.Clone(a.Aggs)
	for i, agg := range out.Aggs {
		if agg.Func != plan.Count || agg.Gathered != nil || agg.Arg == nil {
			continue
		}
		if p, ok := partOf(quoted(agg.Arg)); ok && p.column(plan.PartNumber) != nil {
			out.Aggs[i].Arg = p.oneIfThere()
		}
	}
	return &out
}

// quoted is what an expression unquotes, which is NULL where it is, or the expression itself.
func quoted(e plan.Expr) plan.Expr {
	if u, ok := e.(plan.Call); ok && u.Op == "JSON_UNQUOTE" {
		return u.Args[0]
	}
	return e
}

// readPart gives an expression that reads columns of a part in place of the column that it is a part of; nil:
// there are none.
func readPart(e plan.Expr) plan.Expr {
	switch e := e.(type) {
	case plan.Cast:
		return partAsNumber(e)
	case plan.Call:
		if p, ok := partRead(e.Op, e.Args); ok {
			return p.value(e)
		}
		if len(e.Args) == 0 {
			return nil
		}
		of := e.Args[0]
		if e.Op == plan.IsNull {
			of = quoted(of)
		}
		p, ok := partOf(of)
		switch {
		case !ok:
		case e.Op == "JSON_UNQUOTE":
			return p.text(e)
		case e.Op == "JSON_LENGTH" && len(e.Args) == 1:
			return p.column(plan.PartLength)
		case e.Op == plan.IsNull:
			return p.isNull(e)
		case e.Op == plan.JsonKey:
			return nil
		}
		return comparedPart(e)
	}
	return nil
}

// part is a part of a column of a table.
type part struct {
	of   plan.ColumnRef
	path string
}

// partOf is the part that an expression is as a JSON value.
func partOf(e plan.Expr) (p part, ok bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != "JSON_EXTRACT" {
		return p, false
	}
	return partRead(c.Op, c.Args)
}

// partRead is the part that a function reads of a column.
func partRead(op plan.Op, args []plan.Expr) (p part, ok bool) {
	if len(args) == 0 || op != "JSON_EXTRACT" && op != "JSON_VALUE" && op != "JSON_LENGTH" {
		return p, false
	}
	of, isColumn := args[0].(plan.ColumnRef)
	if !isColumn || of.Of == nil {
		return p, false
	}
	path := "$"
	if len(args) > 1 {
		c, isConst := args[1].(plan.Const)
		if !isConst || c.Value.Kind != plan.String {
			return p, false
		}
		path = c.Value.Text
	}
	legs, ok := json.Steps(path)
	return part{of, json.StepPath(legs)}, ok && len(args) <= 2
}

// column is the one that has the part in a form; nil: there is none.
func (p part) column(as plan.PartForm) plan.Expr {
	columns := p.of.Of.Table.Columns
	part := plan.Part{Column: columns[p.of.Column].Name, Path: p.path, As: as}
	at := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Part != nil && *c.Part == part })
	if at < 0 {
		return nil
	}
	p.of.Column = at
	return p.of
}

// other is where there is something, though no number; nil: there is nothing such.
func (p part) other() plan.Expr {
	other, ok := p.column(plan.PartOther).(plan.ColumnRef)
	if !ok {
		return nil
	}
	if dict := other.Of.Table.Columns[other.Column].Dict; dict != nil && dict.Len() == 0 {
		return nil
	}
	return other
}

// elseOther is what becomes of a number, and of the other values where there is none.
func elseOther(number, becomes, others plan.Expr) plan.Expr {
	if !plan.MayBeNull(number) {
		return becomes
	}
	return plan.Call{Op: plan.If, Args: []plan.Expr{isNull(number), others, becomes}, Of: becomes.Type()}
}

func isNull(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
}

// value gives what a function of the part is of its columns.
func (p part) value(c plan.Call) plan.Expr {
	forms := map[plan.Op]plan.PartForm{"JSON_EXTRACT": plan.PartJSON, "JSON_VALUE": plan.PartValue, "JSON_LENGTH": plan.PartLength}
	if out := p.column(forms[c.Op]); out != nil || c.Op == "JSON_LENGTH" {
		return out
	}
	if all := p.column(plan.PartJSON); all != nil {
		c.Args = []plan.Expr{all, plan.Literal(value.OfString("$"))}
		return c
	}
	number := p.column(plan.PartNumber)
	if number == nil {
		return nil
	}
	becomes := plan.Expr(plan.Call{Op: plan.JsonOf, Args: []plan.Expr{number}, Of: plan.JsonType()})
	others := p.other()
	if c.Op == "JSON_VALUE" {
		becomes = plan.Call{Op: "JSON_UNQUOTE", Args: []plan.Expr{becomes}, Of: c.Of}
		others = nil
	}
	if others == nil {
		others = plan.Const{Of: becomes.Type()}
	}
	return elseOther(number, becomes, others)
}

// text gives JSON_UNQUOTE of the part.
func (p part) text(c plan.Call) plan.Expr {
	if out := p.column(plan.PartText); out != nil {
		return out
	}
	number := p.column(plan.PartNumber)
	if number == nil || p.column(plan.PartJSON) != nil {
		return nil
	}
	becomes := plan.Expr(plan.Cast{X: number, To: plan.Type{Kind: plan.String}})
	if number.Type().Kind != plan.Int {
		c.Args = []plan.Expr{plan.Call{Op: plan.JsonOf, Args: []plan.Expr{number}, Of: plan.JsonType()}}
		becomes = c
	}
	others := plan.Expr(plan.Const{Of: becomes.Type()})
	if other := p.other(); other != nil {
		others = plan.Call{Op: "JSON_UNQUOTE", Args: []plan.Expr{other}, Of: becomes.Type()}
	}
	return elseOther(number, becomes, others)
}

// isNull says whether the part is not there.
func (p part) isNull(c plan.Call) plan.Expr {
	number := p.column(plan.PartNumber)
	if number == nil {
		return nil
	}
	c.Args = []plan.Expr{number}
	if other := p.other(); other != nil {
		return plan.Combine(plan.And, []plan.Expr{c, isNull(other)})
	}
	return c
}

// oneIfThere is 1 where the part is there, which has numbers, else NULL.
func (p part) oneIfThere() plan.Expr {
	one := plan.Literal(value.OfInt(1))
	number, null := p.column(plan.PartNumber), plan.Const{Of: one.Type()}
	other := p.other()
	if other == nil {
		return number
	}
	return elseOther(number, one, plan.Call{Op: plan.If, Args: []plan.Expr{isNull(other), null, one}, Of: one.Type()})
}
