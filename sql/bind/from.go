package bind

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/pushscan/load"
	"gsdms/sql/parse"
)

// bindFrom binds FROM with its joins, and WHERE.
func (b *binder) bindFrom(s *ast.SelectStmt) (err error) {
	b.from = side{node: &network.Row{}}
	if s.From != nil {
		if b.from, err = b.bindJoin(s.From.TableRefs); err != nil {
			return err
		}
	}
	if s.Where == nil {
		return nil
	}
	b.clause = inWhere
	pred, err := b.Condition(s.Where)
	if err != nil {
		return err
	}
	b.where = append(b.where, plan.Conjuncts(pred)...)
	return nil
}

// bindJoin binds one node of FROM.
func (b *binder) bindJoin(n ast.ResultSetNode) (side, error) {
	switch n := n.(type) {
	case *ast.TableSource:
		return b.bindSource(n)
	case *ast.Join:
		if n.Right == nil {
			return b.bindJoin(n.Left)
		}
		return b.bindPair(n)
	}
	return side{}, parse.ErrorOn(b.text, n, parse.CodeNotSupported, "this part of FROM is not supported")
}

func (b *binder) bindSource(s *ast.TableSource) (side, error) {
	switch source := s.Source.(type) {
	case *ast.Join:
		return b.bindJoin(source)
	case *ast.SelectStmt:
		return b.derived(source, s)
	case *ast.SetOprStmt:
		return b.derived(source, s)
	case *parse.JSONTable:
		document, err := b.document(source, &side{})
		if err != nil {
			return side{}, err
		}
		return b.jsonTable(source, s, document, &network.Row{}, false)
	case *ast.TableName:
		return b.named(source, s.AsName.O)
	}
	return side{}, b.Errorf(parse.CodeNotSupported, "this part of FROM is not supported")
}

// named binds a table, or a view, by its name.
func (b *binder) named(name *ast.TableName, alias string) (side, error) {
	b.findTable(name)
	if err := b.checkSchema(name.Schema.O); err != nil {
		return side{}, err
	}
	switch {
	case len(name.PartitionNames) > 0:
		return side{}, b.Errorf(parse.CodeNotPartitioned, "PARTITION () clause on non partitioned table")
	case name.TableSample != nil || name.AsOf != nil:
		return side{}, b.Errorf(parse.CodeNotSupported, "TABLESAMPLE and AS OF are not supported")
	}
	called := alias
	if alias == "" {
		alias = parse.OwnName(name)
	}
	if v := b.viewOf(name.Name.O); v != nil && name.Schema.O == "" {
		return b.viewed(v, alias)
	}
	if err := b.mayRead(name); err != nil {
		return side{}, err
	}
	if v, err := b.storedView(name.Name.O); err != nil {
		return side{}, err
	} else if v != nil {
		out, err := b.viewed(v, alias)
		if err == nil {
			b.described[out.tables[0]] = plan.Origin{Table: parse.OwnName(name), Database: parse.DatabaseOf(name)}
		}
		return out, err
	}
	t, err := b.find(name)
	if err != nil {
		return side{}, b.unknownTable(name, err)
	}
	if called == "" && t.Passing {
		alias = load.TableName(t.Name) // a file
	}
	at, err := b.Table(&plan.TableRef{Alias: alias, Table: t})
	if err != nil {
		return side{}, err
	}
	if t.Passing && name.Schema.O != "" {
		b.described[at] = plan.Origin{Table: t.Name, Database: name.Schema.L}
	}
	return b.sideOf(b.living(at), at), nil
}

// sideOf is a part of FROM of one table.
func (b *binder) sideOf(node network.Node, table int) side {
	out := side{node: node, tables: []int{table}}
	for i := range b.net.Tables[table].Table.Shown() {
		out.columns = append(out.columns, columnKey{table, i})
	}
	return out
}

// findTable makes a table's name in FROM the place of errors: the parser does not keep
// it. Names are looked for behind the one before.
func (b *binder) findTable(n *ast.TableName) {
	from, name := b.tablesFrom, parse.OwnName(n)
	for {
		at := parse.FindWord(b.text[from:], name)
		if at < 0 {
			b.Place = parse.FindWord(b.text, name)
			return
		}
		b.Place, from = from+at, from+at+len(name)
		if before := strings.TrimRight(b.text[:b.Place], " \t\r\n"); !strings.HasSuffix(before, ".") || n.Schema.O != "" {
			b.tablesFrom = from
			return
		}
	}
}

func (b *binder) unknownTable(n *ast.TableName, err error) error {
	e := parse.Locate(b.text, b.Place, err)
	if e.Code != parse.CodeUnknownTable {
		return e // it is there, but damaged
	}
	name := n.Name.O
	if strings.EqualFold(n.Schema.O, "information_schema") {
		return b.Errorf(parse.CodeNoTarget, "Unknown table '%s' in information_schema", strings.ToUpper(name))
	}
	if c, ok := b.catalog.(Databases); ok {
		name = c.Shown(name)
	}
	e = b.Errorf(parse.CodeUnknownTable, "Table '%s' doesn't exist", name)
	e.Err = err
	known := b.catalog.Tables()
	if c, ok := b.catalog.(Views); ok {
		known = append(known, c.Queries()...)
	}
	return parse.Hinted(e, n.Name.O, known)
}

// bindPair binds a join of two sides.
func (b *binder) bindPair(n *ast.Join) (side, error) {
	n = besideAll(n)
	left, err := b.bindJoin(n.Left)
	if err != nil {
		return side{}, err
	}
	right, ofLeft, err := b.unfolded(n, left)
	var apply *network.Apply
	if err == nil && !ofLeft {
		right, apply, err = b.lateral(n.Right, left)
	}
	if err != nil {
		return side{}, err
	}
	if err := b.unique(left, right); err != nil {
		return side{}, err
	}
	kept, partner := left, right
	if n.Tp == ast.RightJoin {
		kept, partner = right, left
	}
	out := left.beside(right)
	using, err := b.bindUsing(n, kept, partner, &out)
	if err != nil {
		return side{}, err
	}
	outer := !n.StraightJoin && (n.Tp == ast.LeftJoin || n.Tp == ast.RightJoin)
	on, err := b.bindOn(n, left, right)
	if err != nil {
		return side{}, err
	}
	on = append(on, using...)
	switch {
	case ofLeft: // whose rows have those of the left side in them; a LEFT JOIN is ON TRUE
		out.node, err = b.Filter(right.node, on)
		return out, err
	case apply != nil && n.Tp == parse.FullJoin:
		return side{}, b.Errorf(parse.CodeNotSupported, "a lateral table in a FULL JOIN is not supported")
	case n.Tp == parse.FullJoin:
		err = b.full(n, left, right, on, &out)
		return out, err
	case apply != nil && n.Tp == ast.RightJoin:
		return side{}, b.Errorf(parse.CodeNotSupported, "a lateral table on the right of RIGHT JOIN is not supported")
	case apply != nil && outer:
		b.net.Tables[right.tables[0]].Outer = true
		apply.Kind, apply.Left, apply.Right, apply.On = plan.LeftJoin, left.node, right.node, plan.Combine(plan.And, on)
		out.node = apply
		return out, nil
	case apply != nil:
		apply.Left, apply.Right = left.node, right.node
		out.node, err = b.Filter(apply, on)
		return out, err
	case !outer:
		out.node, err = b.Filter(&network.Join{Left: left.node, Right: right.node}, on)
		return out, err
	}
	out.node, err = b.outerJoin(kept, partner, on)
	return out, err
}

// bindOn binds the condition of a join.
func (b *binder) bindOn(n *ast.Join, left, right side) ([]plan.Expr, error) {
	if n.On == nil {
		return nil, nil
	}
	both := left.beside(right)
	both.columns = append(slices.Clone(left.columns), right.columns...)
	outer := b.scope
	b.clause, b.scope = inWhere, &both
	defer func() { b.scope = outer }()
	pred, err := b.Condition(n.On.Expr)
	if err != nil {
		return nil, err
	}
	return plan.Conjuncts(pred), nil
}

// unique refuses two tables of one name.
func (b *binder) unique(left, right side) error {
	if len(left.tables)+len(right.tables) > plan.MaxJoined {
		return b.Errorf(parse.CodeTooManyTables, "too many tables; at most %d can be joined", plan.MaxJoined)
	}
	for _, l := range left.tables {
		for _, r := range right.tables {
			one, other := b.net.Tables[l], b.net.Tables[r]
			if strings.EqualFold(one.Alias, other.Alias) && one.Table.Database == other.Table.Database {
				return b.Errorf(parse.CodeNonUniqueAlias, "Not unique table/alias: '%s'", other.Alias)
			}
		}
	}
	return nil
}

// bindUsing makes the conditions of USING and NATURAL, and the columns that the join
// shows: the common ones first, in the order of the left side, then the others.
func (b *binder) bindUsing(n *ast.Join, kept, partner side, out *side) ([]plan.Expr, error) {
	pairs, err := b.common(n, kept, partner)
	if err != nil {
		return nil, err
	}
	first, second := kept, partner
	if n.Tp == ast.RightJoin && !n.NaturalJoin && len(n.Using) == 0 {
		first, second = partner, kept
	}
	var on []plan.Expr
	merged := map[columnKey]bool{}
	for _, k := range first.columns {
		p, ok := pairs[k]
		if !ok {
			continue
		}
		e, err := b.Built(plan.Eq, []plan.Expr{b.net.Ref(k.table, k.column), b.net.Ref(p.table, p.column)})
		if err != nil {
			return nil, b.At(err)
		}
		on = append(on, e)
		merged[k], merged[p] = true, true
		out.columns = append(out.columns, k)
	}
	for _, k := range append(slices.Clone(first.columns), second.columns...) {
		if !merged[k] {
			out.columns = append(out.columns, k)
		}
	}
	return on, nil
}

// common pairs the columns of USING, or all of one name where the join is NATURAL.
func (b *binder) common(n *ast.Join, kept, partner side) (map[columnKey]columnKey, error) {
	pairs := map[columnKey]columnKey{}
	for _, c := range n.Using {
		b.Place = parse.OffsetOf(b.text, c)
		l, err := b.resolveUsing(c, kept)
		if err != nil {
			return nil, err
		}
		r, err := b.resolveUsing(c, partner)
		if err != nil {
			return nil, err
		}
		pairs[l] = r
	}
	if !n.NaturalJoin {
		return pairs, nil
	}
	for _, l := range kept.columns {
		for _, r := range partner.columns {
			if strings.EqualFold(b.columnName(l), b.columnName(r)) {
				pairs[l] = r
			}
		}
	}
	return pairs, nil
}

func (b *binder) columnName(k columnKey) string {
	return b.net.Tables[k.table].Table.Columns[k.column].Name
}
