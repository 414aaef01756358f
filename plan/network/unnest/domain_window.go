package unnest

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// window has functions look at the rows of one value of the parameters at a time.
func (d *domain) window(n *network.Window) brought {
	b := d.bring(n.In)
	out := d.with(n, b).(*network.Window)
	for i, f := range out.Funcs {
		out.Funcs[i].Partition = append(slices.Clone(b.at), f.Partition...)
	}
	b.node = out
	return b
}

// limit numbers the rows of each value of the parameters, and passes those whose numbers
// the limit lets through.
func (d *domain) limit(n *network.Limit) brought {
	in, keys := n.In, []network.Key(nil)
	if s, ok := in.(*network.Sort); ok {
		in, keys = s.In, s.Keys
	}
	b := d.bring(in)
	f, err := window.New(plan.RowNumber, nil, plan.Over{})
	if err != nil {
		d.u.err = err
		return b
	}
	number := plan.Column{Name: "number", Type: f.Of}
	w := &network.Window{In: b.node, Table: d.u.net.AddTable("numbered", number)}
	w.Funcs = []network.WindowFunc{{Func: f, Partition: slices.Clone(b.at), Order: network.Change{Expr: d.in(b.at)}.Keys(keys)}}
	b.node = w
	ref := d.u.net.Ref(w.Table, 0)
	var conditions []plan.Expr
	if n.Offset > 0 {
		conditions = append(conditions, compare(plan.Gt, ref, n.Offset))
	}
	if n.Count >= 0 && n.Count <= math.MaxInt64-n.Offset {
		conditions = append(conditions, compare(plan.Le, ref, n.Offset+n.Count))
	}
	if pred := plan.Combine(plan.And, conditions); pred != nil {
		b.node = &network.Filter{In: b.node, Pred: pred}
	}
	return b
}

func compare(op plan.Op, e plan.Expr, with int64) plan.Expr {
	return plan.Call{Op: op, Args: []plan.Expr{e, plan.Literal(value.OfInt(with))}, Of: plan.Type{Kind: plan.Bool}}
}
