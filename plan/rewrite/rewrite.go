// Package rewrite turns pipelines and conditions into equivalent ones that cost less.
package rewrite

import (
	"slices"

	"gsdms/plan"
)

// Pipeline gives an equivalent pipeline that costs less: constants folded, NOT pushed to
// the comparisons, WHERE split into its conjuncts (common conjuncts of an OR factored
// out), each Filter moved to where its tables are first there (never past an outer
// probe that it must not pass), ORs of many equalities made look-ups (lookup.go), sums of linear expressions of one value taken from one sum
// (sums.go), groups formed by the keys alone that decide the others (depend.go). The
// pipeline is not changed.
func Pipeline(n *plan.Pipeline) (*plan.Pipeline, error) {
	r := rewriter{net: *n}
	r.net.Ops = nil
	r.joined = plan.Tables(n.Root)
	for _, op := range n.Ops {
		if err := r.add(op); err != nil {
			return nil, err
		}
	}
	r.place()
	return &r.net, nil
}

// rewriter is the state of one Rewrite.
type rewriter struct {
	net     plan.Pipeline
	joined  plan.TableSet
	probes  []plan.Operator
	after   []plan.TableSet // what is joined after each probe, and first before all
	filters []plan.Expr     // conjuncts before Aggregate and Project, in order
	placed  bool
}

// add takes over one operator with its expressions simplified.
func (r *rewriter) add(op plan.Operator) error {
	var err error
	switch op := op.(type) {
	case plan.Filter:
		return r.addFilter(op)
	case plan.KeyProbe:
		if op.On, err = simplifyOn(op.On); err != nil {
			return err
		}
		r.addProbe(op, op.Table)
		return nil
	case plan.HashProbe:
		if op.On, err = simplifyOn(op.On); err != nil {
			return err
		}
		if op.Keys, err = simplifyAll(op.Keys); err != nil {
			return err
		}
		r.addProbe(op, op.Table)
		if op.Kind == plan.MarkJoin {
			r.joined = r.joined.With(op.Mark)
		}
		return nil
	case plan.Aggregate:
		r.place()
		if op, err = simplifyAggregate(op); err != nil {
			return err
		}
		r.aggregate(op)
		return nil
	case plan.Project:
		r.place()
		op.Exprs, err = simplifyAll(op.Exprs)
		r.net.Ops = append(r.net.Ops, op)
		return err
	}
	r.place()
	r.net.Ops = append(r.net.Ops, op)
	return nil
}

// aggregate adds a grouping, with the projections that give its columns where it has others.
func (r *rewriter) aggregate(op plan.Aggregate) {
	shared, columns, ok := shareSums(r.net.Tables, op)
	groups, all := independent(shared)
	if r.net.Ops = append(r.net.Ops, groups); all != nil {
		r.net.Ops = append(r.net.Ops, *all)
	}
	if ok {
		r.net.Ops = append(r.net.Ops, columns)
	}
}

func (r *rewriter) addFilter(f plan.Filter) error {
	pred, err := simplify(f.Pred)
	if err != nil {
		return err
	}
	pred = factor(pred)
	if r.placed { // HAVING
		r.net.Ops = append(r.net.Ops, plan.Filter{Pred: lookUps(pred, true)})
		return nil
	}
	for _, e := range plan.Conjuncts(pred) {
		if c, ok := e.(plan.Const); !ok || !c.Value.True() {
			r.filters = append(r.filters, e)
		}
	}
	return nil
}

func (r *rewriter) addProbe(op plan.Operator, table int) {
	r.after = append(r.after, r.joined)
	r.probes = append(r.probes, op)
	r.joined = r.joined.With(table)
}

// place writes the probes, each conjunct as soon as its tables are there. A conjunct
// about an outer joined table so comes after its probe, and one about others may come
// before: it drops rows with all their partners.
func (r *rewriter) place() {
	if r.placed {
		return
	}
	r.placed = true
	r.innerProbes()
	r.after = append(r.after, r.joined)
	written := make([]bool, len(r.filters))
	for i, joined := range r.after {
		for k, e := range r.filters {
			if !written[k] && (plan.TablesOf(e).Within(joined) || i == len(r.after)-1) {
				r.net.Ops = append(r.net.Ops, plan.Filter{Pred: lookUps(e, true)})
				written[k] = true
			}
		}
		if i < len(r.probes) {
			r.net.Ops = append(r.net.Ops, r.probes[i])
		}
	}
}

// innerProbes makes inner probes of the outer ones whose rows without a partner some
// conjunct drops: they are cheaper, and their conditions become filters.
func (r *rewriter) innerProbes() {
	for i, op := range r.probes {
		switch op := op.(type) {
		case plan.KeyProbe:
			if op.Outer && r.needsPartner(op.Table) {
				r.filterOn(op.On)
				op.Outer, op.On = false, nil
				r.probes[i] = op
			}
		case plan.HashProbe:
			if op.Kind == plan.LeftJoin && r.needsPartner(op.Table) {
				r.filterOn(op.On)
				op.Kind, op.On = plan.InnerJoin, nil
				r.probes[i] = op
			}
		}
	}
}

func (r *rewriter) filterOn(on plan.Expr) {
	if on != nil {
		r.filters = append(r.filters, plan.Conjuncts(on)...)
	}
}

// needsPartner reports whether a conjunct is never true when all columns of a table are
// NULL.
func (r *rewriter) needsPartner(table int) bool {
	missing := func(c plan.ColumnRef) bool { return c.Table == table }
	return slices.ContainsFunc(r.filters, func(e plan.Expr) bool { return Needs(e, missing) })
}

// Needs reports whether a condition reads columns for which missing is true, and is never
// true when all of them are NULL.
func Needs(e plan.Expr, missing func(plan.ColumnRef) bool) bool {
	reads := false
	without := plan.Replace(e, func(x plan.Expr) plan.Expr {
		if c, ok := x.(plan.ColumnRef); ok && missing(c) {
			reads = true
			return plan.NullOf(c.Type())
		}
		return nil
	})
	if !reads {
		return false
	}
	s, err := simplify(without)
	return err == nil && neverTrue(s)
}

func neverTrue(e plan.Expr) bool {
	switch e := e.(type) {
	case plan.Const:
		return !e.Value.True()
	case plan.Call:
		switch e.Op {
		case plan.And:
			return neverTrue(e.Args[0]) || neverTrue(e.Args[1])
		case plan.Or:
			return neverTrue(e.Args[0]) && neverTrue(e.Args[1])
		}
	}
	return false
}

// Conditions simplifies the conditions of a conjunction and takes those apart that are
// conjunctions themselves; what all branches of an OR ask becomes a condition of its own.
func Conditions(conditions []plan.Expr) ([]plan.Expr, error) {
	var out []plan.Expr
	for _, e := range conditions {
		s, err := simplify(e)
		if err != nil {
			return nil, err
		}
		for _, e := range plan.Conjuncts(factor(s)) {
			if c, ok := e.(plan.Const); !ok || !c.Value.True() {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

func simplifyOn(on plan.Expr) (plan.Expr, error) {
	if on == nil {
		return nil, nil
	}
	e, err := simplify(on)
	if err != nil {
		return nil, err
	}
	e = factor(e)
	if c, ok := e.(plan.Const); ok && c.Value.True() {
		return nil, nil
	}
	return lookUps(e, true), nil
}

func simplifyAll(exprs []plan.Expr) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(exprs))
	for i, e := range exprs {
		s, err := simplify(e)
		if err != nil {
			return nil, err
		}
		out[i] = lookUps(s, false)
	}
	return out, nil
}

func simplifyAggregate(a plan.Aggregate) (plan.Aggregate, error) {
	keys, err := simplifyAll(a.Keys)
	if err != nil {
		return a, err
	}
	aggs := append([]plan.Agg(nil), a.Aggs...)
	for i := range aggs {
		args, err := simplifyAll(aggs[i].Args())
		if err != nil {
			return a, err
		}
		aggs[i] = aggs[i].WithArgs(args)
	}
	return plan.Aggregate{Keys: keys, Aggs: aggs, AnyOrder: a.AnyOrder}, nil
}
