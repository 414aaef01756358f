package bind

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/parse"
)

// moved says that the columns of a table are known as those of another from first on.
type moved struct{ table, first int }

// key is what a column of a table that can be named is known as.
func (s *side) key(table, column int) columnKey {
	if m, ok := s.moved[table]; ok {
		return columnKey{m.table, m.first + column}
	}
	return columnKey{table, column}
}

// written is a column as a column of the table that it is written with.
func (b *binder) written(s *side, c plan.ColumnRef) plan.ColumnRef {
	for t, m := range s.moved {
		if at := c.Column - m.first; c.Table == m.table && at >= 0 && at < len(b.net.Tables[t].Table.Shown()) {
			return b.net.Ref(t, at)
		}
	}
	return c
}

// made lists the tables that make the columns of a part of FROM.
func (s *side) made() (out []int) {
	for _, t := range s.tables {
		if t = s.key(t, 0).table; !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// beside gives what can be named of two parts of FROM, without rows.
func (s *side) beside(o side) side {
	out := side{tables: append(slices.Clone(s.tables), o.tables...), moved: map[int]moved{}}
	for _, part := range []map[int]moved{s.moved, o.moved} {
		for t, m := range part {
			out.moved[t] = m
		}
	}
	return out
}

// full joins two sides either of which need not have a partner: the rows of a LEFT JOIN,
// and behind them those of the right side without a partner.
func (b *binder) full(n *ast.Join, left, right side, on []plan.Expr, out *side) error {
	cond := plan.Combine(plan.And, on)
	switch {
	case len(n.Using) > 0 || n.NaturalJoin:
		return b.errorf(parse.CodeNotSupported, "FULL JOIN with USING or NATURAL is not supported: write ON, and COALESCE for the common columns")
	case hasSubquery(cond):
		return b.errorf(parse.CodeNotSupported, "a subquery in the condition of FULL JOIN is not supported")
	}
	var lefts, rights []columnKey
	out.tables, out.moved = append(slices.Clone(left.tables), right.tables...), map[int]moved{}
	for _, t := range left.tables {
		out.moved[t] = moved{first: len(lefts)}
		lefts = append(lefts, b.keysOf(left, t)...)
	}
	for _, t := range right.tables {
		out.moved[t] = moved{first: len(lefts) + len(rights)}
		rights = append(rights, b.keysOf(right, t)...)
	}
	table, err := b.appended(left, right, lefts, rights, cond, out)
	if err != nil {
		return err
	}
	for t, m := range out.moved {
		out.moved[t] = moved{table, m.first}
	}
	all := append(lefts, rights...)
	for i, k := range out.columns {
		out.columns[i] = columnKey{table, slices.Index(all, k)}
	}
	return nil
}

// keysOf lists the columns of a table that can be named.
func (b *binder) keysOf(s side, table int) (out []columnKey) {
	for i := range b.net.Tables[table].Table.Shown() {
		out = append(out, s.key(table, i))
	}
	return out
}

// appended makes the graph of a FULL JOIN and the table of its columns.
func (b *binder) appended(left, right side, lefts, rights []columnKey, cond plan.Expr, out *side) (int, error) {
	anti := &network.Join{Kind: plan.AntiJoin, Left: right.node, Right: left.node, On: cond}
	alone, single := b.net.CopyAbove(anti, b.refsOf(rights), stored(left, right))
	for _, t := range right.made() {
		b.net.Tables[t].Outer = true
	}
	joined := &network.Join{Kind: plan.LeftJoin, Left: left.node, Right: right.node, On: cond}
	both := append(b.refsOf(lefts), b.refsOf(rights)...)
	columns := make([]plan.Column, len(both))
	var nulls []plan.Expr
	for i, k := range append(slices.Clone(lefts), rights...) {
		columns[i] = plan.Column{Name: b.columnName(k), Type: both[i].Type(), Nullable: true}
		if i < len(lefts) {
			nulls = append(nulls, plan.NullOf(both[i].Type()))
		}
	}
	set := &network.Set{Kind: network.UnionAll}
	var err error
	if set.Left, err = b.setSide(relation{node: joined}, both); err != nil {
		return 0, err
	}
	if set.Right, err = b.setSide(relation{node: alone}, append(nulls, single...)); err != nil {
		return 0, err
	}
	set.Table, err = b.table(&plan.TableRef{Alias: "full join", Table: plan.Schema("full join", columns...)})
	out.node = set
	return set.Table, err
}

// stored lists the sides of a FULL JOIN that are more than a table: their rows are made once,
// and stored, for the two times that they are read.
func stored(sides ...side) (out []network.Node) {
	for _, s := range sides {
		n := s.node
		for f, ok := n.(*network.Filter); ok; f, ok = n.(*network.Filter) {
			n = f.In
		}
		if _, table := n.(*network.Scan); !table {
			out = append(out, s.node)
		}
	}
	return out
}

func (b *binder) refsOf(keys []columnKey) (out []plan.Expr) {
	for _, k := range keys {
		out = append(out, b.net.Ref(k.table, k.column))
	}
	return out
}
