package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
)

// bindRows binds SELECT * over one table, with a WHERE whose text need not be in the
// statement's. The network has no names for what it gives.
func Rows(text string, c plan.Catalog, t *plan.Table, where ast.ExprNode) (*network.Network, error) {
	b := newBinder(text, c)
	at, err := b.Table(&plan.TableRef{Alias: t.Name, Table: t})
	if err != nil {
		return nil, err
	}
	b.from = b.sideOf(&network.Scan{Table: at}, at)
	b.clause = inWhere
	cond, err := b.Condition(where)
	if err != nil {
		return nil, err
	}
	node, err := b.Filter(b.from.node, plan.Conjuncts(cond))
	if err != nil {
		return nil, err
	}
	for _, k := range b.from.columns {
		b.addColumn(k, 0)
	}
	if err := b.bindFields(); err != nil {
		return nil, err
	}
	rel, err := b.project(node, nil, false)
	if err != nil {
		return nil, err
	}
	b.net.Root, b.net.Result = rel.node, rel.columns
	return b.net, nil
}
