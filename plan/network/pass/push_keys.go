package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
)

// groupArguments groups by what a text that no dictionary knows is made of, and then by the
// texts of these groups: a text is made for each group and not for each row, where there are
// surely fewer. The aggregates must be aggregates of aggregates, too.
func (p *pusher) groupArguments(n *network.Aggregate) network.Node {
	keys := slices.Concat(n.Keys, n.More)
	if !slices.ContainsFunc(keys, p.isLate) {
		return n
	}
	var args []plan.Expr
	for _, g := range n.Aggs {
		args = append(args, g.Args()...)
	}
	if !p.regrouped(n.Aggs, part{n.In, args}.rooted().withArgs(n.Aggs, 0)) {
		return n
	}
	var parts []plan.Expr
	for _, k := range keys {
		parts = p.partsOf(k, parts)
	}
	if p.combinations(parts) > p.rowsOf(parts)/2 {
		return n
	}
	groups := &network.Aggregate{In: n.In, Keys: parts, Aggs: n.Aggs, Table: p.grouped(parts, n.Aggs)}
	refs := p.net.Refs(groups.Table)
	made := make([]plan.Expr, 0, len(keys)+len(n.Aggs))
	for _, k := range keys {
		made = append(made, plan.Replace(k, func(e plan.Expr) plan.Expr {
			if i := slices.IndexFunc(parts, func(x plan.Expr) bool { return plan.Equal(x, e) }); i >= 0 {
				return refs[i]
			}
			return nil
		}))
	}
	texts := &network.Project{In: groups, Table: p.grouped(keys, n.Aggs)}
	for _, r := range refs[len(parts):] {
		made = append(made, r)
	}
	texts.Exprs = made
	p.readers[groups], p.readers[texts] = 1, 1
	return p.regroup(n, texts)
}

// isLate reports whether a key is made of texts behind a pipeline, row by row.
func (p *pusher) isLate(e plan.Expr) bool {
	if _, column := e.(plan.ColumnRef); column || !hasText(e) || !network.Repeats(e) {
		return false
	}
	of := network.ColumnsIn(e)
	for _, r := range of {
		if p.net.Tables[r.Table].Table.Data == nil {
			return false
		}
	}
	if p.isLookedUp(e) {
		return false
	}
	_, _, ok := p.bounds(e)
	return !ok && len(of) > 0
}

// isLookedUp reports whether a program looks an expression up in a table of the texts of a column, which
// are so many that the table is not made to know it: those of them that rows have may be few.
func (p *pusher) isLookedUp(e plan.Expr) bool {
	r, ok := network.OneColumn(e)
	return ok && r.Type().Kind == plan.String && e.Type().Kind != plan.Double &&
		few.AreMany(r, e) && r.Of.Table.Columns[r.Column].Dict != nil && p.few.Texts(e) == 0
}

// hasText reports whether an expression makes a text or looks into one.
func hasText(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		found = found || x.Type().Kind == plan.String
		return !found
	})
	return found
}

// partsOf adds the largest parts of an expression that programs compute, each once.
func (p *pusher) partsOf(e plan.Expr, parts []plan.Expr) []plan.Expr {
	if len(network.ColumnsIn(e)) == 0 {
		return parts
	}
	_, column := e.(plan.ColumnRef)
	if _, _, ok := p.bounds(e); ok || column {
		if !slices.ContainsFunc(parts, func(x plan.Expr) bool { return plan.Equal(x, e) }) {
			parts = append(parts, e)
		}
		return parts
	}
	for _, a := range plan.Children(e) {
		parts = p.partsOf(a, parts)
	}
	return parts
}

// rowsOf gives how many rows the largest of the tables has that expressions read.
func (p *pusher) rowsOf(exprs []plan.Expr) (rows float64) {
	for _, e := range exprs {
		for _, r := range network.ColumnsIn(e) {
			rows = max(rows, float64(p.net.Tables[r.Table].Table.Rows))
		}
	}
	return rows
}
