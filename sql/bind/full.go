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
// and behind them those of the right side without a partner. A common column of USING or NATURAL
// is that of the side that has a row.
func (b *binder) full(n *ast.Join, left, right side, on []plan.Expr, out *side) error {
	cond := plan.Combine(plan.And, on)
	if plan.HasComposite(cond) {
		return b.Errorf(parse.CodeNotSupported, "a subquery in the condition of FULL JOIN is not supported")
	}
	pairs, err := b.common(n, left, right)
	if err != nil {
		return err
	}
	var lefts, rights []columnKey
	out.tables, out.moved = append(slices.Clone(left.tables), right.tables...), map[int]moved{}
	for _, t := range left.tables {
		out.moved[t] = moved{first: len(lefts)}
		lefts = append(lefts, b.keysOf(left, t)...)
	}
	lefts = withOthers(lefts, left.columns)
	for _, t := range right.tables {
		out.moved[t] = moved{first: len(lefts) + len(rights)}
		rights = append(rights, b.keysOf(right, t)...)
	}
	rights = withOthers(rights, right.columns)
	all := append(lefts, rights...)
	var common [][2]int
	for _, k := range out.columns[:len(pairs)] {
		common = append(common, [2]int{slices.Index(all, k), slices.Index(all, pairs[k])})
	}
	table, err := b.appended(left, right, lefts, rights, common, cond, out)
	if err != nil {
		return err
	}
	for t, m := range out.moved {
		out.moved[t] = moved{table, m.first}
	}
	for i, k := range out.columns {
		out.columns[i] = columnKey{table, slices.Index(all, k)}
		if i < len(common) {
			out.columns[i].column = len(all) + i
		}
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

// withOthers adds the columns shown that are of no table: the common ones of a FULL JOIN.
func withOthers(keys, shown []columnKey) []columnKey {
	for _, k := range shown {
		if !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// appended makes the graph of a FULL JOIN and the table of its columns: those of both sides, and
// the common ones, which are pairs of them.
func (b *binder) appended(left, right side, lefts, rights []columnKey, common [][2]int, cond plan.Expr, out *side) (int, error) {
	anti := &network.Join{Kind: plan.AntiJoin, Left: right.node, Right: left.node, On: cond}
	alone, single := b.net.CopyAbove(anti, b.refsOf(rights), stored(left, right))
	for _, t := range right.made() {
		b.net.Tables[t].Outer = true
	}
	joined := &network.Join{Kind: plan.LeftJoin, Left: left.node, Right: right.node, On: cond}
	both := append(b.refsOf(lefts), b.refsOf(rights)...)
	var nulls []plan.Expr
	for _, e := range both[:len(lefts)] {
		nulls = append(nulls, plan.NullOf(e.Type()))
	}
	single = append(nulls, single...)
	keys := append(slices.Clone(lefts), rights...)
	for _, pair := range common {
		one, other, err := b.whichever(both[pair[0]], both[pair[1]], single[pair[1]])
		if err != nil {
			return 0, err
		}
		both, single, keys = append(both, one), append(single, other), append(keys, keys[pair[0]])
	}
	columns := make([]plan.Column, len(both))
	for i, k := range keys {
		columns[i] = plan.Column{Name: b.columnName(k), Type: both[i].Type(), Nullable: true}
	}
	set := &network.Set{Kind: network.UnionAll}
	var err error
	if set.Left, err = b.setSide(relation{node: joined}, both); err != nil {
		return 0, err
	}
	if set.Right, err = b.setSide(relation{node: alone}, single); err != nil {
		return 0, err
	}
	set.Table, err = b.Table(&plan.TableRef{Alias: "full join", Table: plan.Schema("full join", columns...)})
	out.node = set
	return set.Table, err
}

// whichever is a common column of the rows that have one of the left side, and of those that are
// alone, in one type.
func (b *binder) whichever(left, right, alone plan.Expr) (joined, single plan.Expr, err error) {
	joined, err = b.Built("COALESCE", []plan.Expr{left, right})
	if err != nil {
		return nil, nil, b.At(err)
	}
	pair, _, err := b.Common(joined, alone)
	if err != nil {
		return nil, nil, b.At(err)
	}
	return pair[0], pair[1], nil
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
