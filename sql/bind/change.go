package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// living gives the rows of a table that are not dead.
func (b *binder) living(table int) network.Node {
	scan := &network.Scan{Table: table}
	dead := b.net.Tables[table].Table.DeadColumn()
	if dead < 0 {
		return scan
	}
	lives, err := typing.Build(plan.Eq, b.net.Ref(table, dead), plan.Literal(value.OfInt(0)))
	if err != nil {
		panic(err) // two integers can be compared
	}
	return &network.Filter{In: scan, Pred: lives}
}

// Found is a query that finds rows to change.
type Found struct {
	*network.Network
	Tables []*plan.Table // by target; their rows' numbers are the first columns, NULL for none
}

// Change binds what a DELETE or an UPDATE finds: the numbers of the rows of some tables of
// FROM, by their names there, and behind them the fields of the query. set gives for each
// field the column of the first target that it becomes: what is written behind an assignment
// sees its value, as in MySQL.
func Change(text string, q *ast.SelectStmt, targets []*ast.TableName, set []*ast.ColumnName, c plan.Catalog) (Found, error) {
	b := newBinder(text, c)
	b.changes, b.whole = &changes{targets: targets, set: set}, true
	n, err := b.bind(q)
	return Found{n, b.changes.tables}, err
}

// changes is what a DELETE or an UPDATE needs besides a query.
type changes struct {
	targets []*ast.TableName
	set     []*ast.ColumnName
	tables  []*plan.Table
	at      int   // the first target's table of the network
	columns []int // by field of the query: the column that it becomes
}

// numberRows puts the numbers of the targets' rows before the fields.
func (b *binder) numberRows() error {
	c := b.changes
	if c == nil {
		return nil
	}
	var numbers []field
	for i, name := range c.targets {
		at, err := b.target(name)
		if err != nil {
			return err
		}
		if i == 0 {
			c.at = at
		}
		t := b.net.Tables[at].Table
		c.tables = append(c.tables, t)
		numbers = append(numbers, field{bound: bound{expr: b.net.Ref(at, t.NumberColumn())}, name: t.Name})
	}
	b.fields = append(numbers, b.fields...)
	for _, name := range c.set {
		b.Place = parse.OffsetOf(b.text, name)
		ref, err := b.resolve(name, &b.from)
		if err != nil {
			return err
		}
		if ref.Table != c.at {
			return b.Errorf(parse.CodeNotSupported, "an UPDATE that sets columns of several tables is not supported")
		}
		c.columns = append(c.columns, ref.Column)
	}
	return nil
}

// target finds a table of FROM whose rows can be changed.
func (b *binder) target(name *ast.TableName) (int, error) {
	b.Place = parse.FindWord(b.text, parse.OwnName(name))
	if err := b.checkSchema(name.Schema.O); err != nil {
		return 0, err
	}
	for _, at := range b.from.tables {
		ref := b.net.Tables[at]
		if !b.among(name.Schema.O, parse.OwnName(name), ref) {
			continue
		}
		if _, moved := b.from.moved[at]; moved || ref.Table.NumberColumn() < 0 {
			return 0, b.Errorf(parse.CodeNotUpdatable, "The target table %s is not updatable: it is no stored table, or in a FULL JOIN", name.Name.O)
		}
		return at, nil
	}
	return 0, b.Errorf(parse.CodeNoTarget, "Unknown table '%s' in MULTI DELETE", name.Name.O)
}

// follow puts the values of the columns that were assigned before into field i.
func (c *changes) follow(b *binder, i int) error {
	if c == nil {
		return nil
	}
	var failed error
	first := len(c.tables)
	b.fields[i].expr = plan.Replace(b.fields[i].expr, func(e plan.Expr) plan.Expr {
		ref, ok := e.(plan.ColumnRef)
		if !ok || ref.Table != c.at {
			return nil
		}
		for k := i - 1; k >= first; k-- {
			if c.columns[k-first] == ref.Column {
				v, err := coerce.To(b.fields[k].expr, ref.Type())
				if err != nil {
					failed = err
				}
				return v
			}
		}
		return nil
	})
	return b.At(failed)
}

// plain refuses what a change cannot have: aggregates and window functions over its rows.
func (c *changes) plain(b *binder) error {
	if c == nil {
		return nil
	}
	if len(b.aggs) > 0 {
		return b.Errorf(parse.CodeMisusedAggregate, "Invalid use of group function")
	}
	for _, f := range b.fields {
		if hasWindow(f.expr) {
			return b.Errorf(parse.CodeWindow, "You cannot use a window function in this context.")
		}
	}
	return nil
}
