package sql

import (
	"errors"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
)

// bindFrom binds FROM with its joins, and WHERE.
func (b *binder) bindFrom(s *ast.SelectStmt) error {
	if s.From != nil {
		if _, err := b.bindJoin(s.From.TableRefs); err != nil {
			return err
		}
	}
	if s.Where == nil {
		return nil
	}
	b.clause = inWhere
	pred, err := b.condition(s.Where)
	if err != nil {
		return err
	}
	b.where = append(b.where, plan.Conjuncts(pred)...)
	return nil
}

// bindJoin binds one node of FROM and gives the tables it holds.
func (b *binder) bindJoin(n ast.ResultSetNode) (plan.TableSet, error) {
	switch n := n.(type) {
	case *ast.TableSource:
		return b.bindSource(n)
	case *ast.Join:
		if n.Right == nil {
			return b.bindJoin(n.Left)
		}
		return b.bindPair(n)
	}
	return plan.TableSet{}, errorOn(b.text, n, codeNotSupported, "a derived table in FROM is not supported")
}

func (b *binder) bindSource(s *ast.TableSource) (plan.TableSet, error) {
	name, ok := s.Source.(*ast.TableName)
	if ok {
		b.findTable(name)
	} else {
		if j, ok := s.Source.(*ast.Join); ok {
			return b.bindJoin(j)
		}
		return plan.TableSet{}, b.refuseDerived()
	}
	switch {
	case name.Schema.O != "":
		return plan.TableSet{}, b.errorf(codeNotSupported, "there is one database only: write %s instead of %s.%s", name.Name.O, name.Schema.O, name.Name.O)
	case len(name.PartitionNames) > 0 || name.TableSample != nil || name.AsOf != nil:
		return plan.TableSet{}, b.errorf(codeNotSupported, "PARTITION, TABLESAMPLE and AS OF are not supported")
	case len(b.tables) == plan.MaxJoined:
		return plan.TableSet{}, b.errorf(codeTooManyTables, "too many tables; at most %d can be joined", plan.MaxJoined)
	}
	t, err := b.catalog.Table(name.Name.O)
	if err != nil {
		return plan.TableSet{}, b.unknownTable(name, err)
	}
	alias := s.AsName.O
	if strings.EqualFold(alias, "FULL") { // the parser takes t FULL JOIN u for a table t called full
		return plan.TableSet{}, errorAt(b.text, findWord(b.text, alias), codeNotSupported, "FULL JOIN is not supported, and no table can be called %s", alias)
	}
	if alias == "" {
		alias = name.Name.O
	}
	for _, other := range b.tables {
		if strings.EqualFold(other.Alias, alias) {
			return plan.TableSet{}, b.errorf(codeNonUniqueAlias, "Not unique table/alias: '%s'", alias)
		}
	}
	b.tables = append(b.tables, &plan.TableRef{Alias: alias, Table: t})
	return plan.Tables(len(b.tables) - 1), nil
}

// findTable makes a table's name in FROM the place of errors: the parser does not keep
// it. Names are looked for behind the one before.
func (b *binder) findTable(n *ast.TableName) {
	from := b.tablesFrom
	for {
		at := findWord(b.text[from:], n.Name.O)
		if at < 0 {
			b.place = findWord(b.text, n.Name.O)
			return
		}
		b.place, from = from+at, from+at+len(n.Name.O)
		if before := strings.TrimRight(b.text[:b.place], " \t\r\n"); !strings.HasSuffix(before, ".") || n.Schema.O != "" {
			b.tablesFrom = from
			return
		}
	}
}

// refuseDerived refuses a SELECT in FROM, at its place: the first one behind the tables.
func (b *binder) refuseDerived() error {
	at := findWord(b.text[b.tablesFrom:], "SELECT")
	if at >= 0 {
		at += b.tablesFrom
	}
	return errorAt(b.text, at, codeNotSupported, "a derived table (SELECT in FROM) is not supported")
}

func (b *binder) unknownTable(n *ast.TableName, err error) error {
	e := locate(b.text, b.place, err)
	if e.Code != codeUnknownTable {
		return e // it is there, but damaged
	}
	e = b.errorf(codeUnknownTable, "Table '%s' doesn't exist", n.Name.O)
	e.Err = err
	return hinted(e, n.Name.O, b.catalog.Tables())
}

// bindPair binds a join of two sides.
func (b *binder) bindPair(n *ast.Join) (plan.TableSet, error) {
	if n.NaturalJoin {
		return plan.TableSet{}, errorAt(b.text, findWord(b.text, "NATURAL"), codeNotSupported, "NATURAL JOIN is not supported; use USING")
	}
	left, err := b.bindJoin(n.Left)
	if err != nil {
		return plan.TableSet{}, err
	}
	right, err := b.bindJoin(n.Right)
	if err != nil {
		return plan.TableSet{}, err
	}
	var on []plan.Expr
	kept, partner := left, right
	if n.Tp == ast.RightJoin {
		kept, partner = right, left
	}
	if n.On != nil {
		b.clause, b.scope = inWhere, left.Union(right)
		pred, err := b.condition(n.On.Expr)
		if err != nil {
			return plan.TableSet{}, err
		}
		b.scope = allTables
		on = plan.Conjuncts(pred)
	}
	for _, c := range n.Using {
		e, err := b.bindUsing(c, kept, partner)
		if err != nil {
			return plan.TableSet{}, err
		}
		on = append(on, e)
	}
	if n.Tp == ast.CrossJoin {
		b.where = append(b.where, on...)
		return left.Union(right), nil
	}
	return left.Union(right), b.addOuter(n, partner, on)
}

// addOuter notes an outer join; its partner side must be one table.
func (b *binder) addOuter(n *ast.Join, partner plan.TableSet, on []plan.Expr) error {
	for i := range b.tables {
		if partner == plan.Tables(i) {
			b.tables[i].Outer = true
			b.outer = append(b.outer, plan.Partner{Kind: plan.LeftJoin, Table: i, On: on})
			return nil
		}
	}
	at := -1
	if n.On != nil {
		at = offsetOf(b.text, n.On.Expr)
	}
	return errorAt(b.text, at, codeNotSupported, "an outer join with several tables on the side that may be missing is not supported")
}

// bindUsing makes kept.c = partner.c; the partner's column is hidden from then on.
func (b *binder) bindUsing(c *ast.ColumnName, kept, partner plan.TableSet) (plan.Expr, error) {
	b.place = offsetOf(b.text, c)
	l, err := b.resolveUsing(c, kept)
	if err != nil {
		return nil, err
	}
	r, err := b.resolveUsing(c, partner)
	if err != nil {
		return nil, err
	}
	e, err := plan.Build(plan.Eq, l, r)
	if err != nil {
		return nil, b.at(err)
	}
	if b.hidden == nil {
		b.hidden = map[columnKey]bool{}
	}
	b.hidden[columnKey{r.Table, r.Column}] = true
	b.using = append(b.using, columnKey{l.Table, l.Column})
	return e, nil
}

// resolveUsing is resolve for one side of a USING.
func (b *binder) resolveUsing(c *ast.ColumnName, side plan.TableSet) (plan.ColumnRef, error) {
	found, err := b.resolve(c, side)
	if e := (*Error)(nil); errors.As(err, &e) && e.Code == codeUnknownColumn && e.Hint == "" {
		e.Hint = "USING needs a column of that name on both sides; ON compares columns of any names."
	}
	return found, err
}

// resolve finds the column that a name means among some tables.
func (b *binder) resolve(c *ast.ColumnName, among plan.TableSet) (plan.ColumnRef, error) {
	var found plan.ColumnRef
	for i, t := range b.tables {
		if !among.Has(i) || c.Table.O != "" && !strings.EqualFold(c.Table.O, t.Alias) {
			continue
		}
		k := columnIndex(t.Table, c.Name.O)
		if k < 0 || c.Table.O == "" && b.hidden[columnKey{i, k}] {
			continue
		}
		if found.Of != nil {
			e := b.errorf(codeNonUniqueColumn, "Column '%s' is ambiguous: %s and %s have it", c.Name.O, found.Of.Alias, t.Alias)
			e.Hint = "Write " + found.Of.Alias + "." + c.Name.O + " or " + t.Alias + "." + c.Name.O + "."
			return found, e
		}
		found = plan.ColumnRef{Table: i, Column: k, Of: t}
	}
	if found.Of == nil {
		return found, b.unknownColumn(c, among)
	}
	return found, nil
}

// columnIndex finds a column by name, in any case; -1 if there is none.
func columnIndex(t *plan.Table, name string) int {
	for i := range t.Columns {
		if c := t.Columns[i].Name; len(c) == len(name) && (c == name || strings.EqualFold(c, name)) {
			return i
		}
	}
	return -1
}

func (b *binder) unknownColumn(c *ast.ColumnName, among plan.TableSet) error {
	name := c.Name.O
	if c.Table.O != "" {
		name = c.Table.O + "." + name
	}
	e := b.errorf(codeUnknownColumn, "Unknown column '%s'", name)
	var names, aliases []string
	for i, t := range b.tables {
		if !among.Has(i) {
			continue
		}
		aliases = append(aliases, t.Alias)
		if c.Table.O != "" && !strings.EqualFold(c.Table.O, t.Alias) {
			continue
		}
		for i := range t.Table.Columns {
			names = append(names, t.Table.Columns[i].Name)
		}
	}
	if len(names) == 0 && c.Table.O != "" {
		return hinted(e, c.Table.O, aliases)
	}
	if b.clause == inWhere && c.Table.O == "" && b.aliases[c.Name.L] {
		e.Hint = "An alias of the select list cannot be used here; repeat its expression, or use HAVING."
		return e
	}
	return hinted(e, c.Name.O, names)
}
