package ddl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createTable is CREATE TABLE.
type createTable struct{ node *ast.CreateTableStmt }

func (x createTable) Permit(r command.Permits) error {
	if other := x.node.ReferTable; other != nil {
		if err := r.Need(account.Select, other.Name.O); err != nil {
			return err
		}
	}
	return errors.Join(r.Create(x.node, account.Create), referencing(r, x.node))
}

func (x createTable) run(ctx context.Context, c *call) (*result.Set, error) {
	node, err := c.likeOther(x.node)
	if err != nil {
		return nil, err
	}
	d, err := c.reader().Definition(node)
	if err != nil {
		return nil, err
	}
	if x.node.IfNotExists && c.made(x.node) {
		return c.exists(d.Name), nil
	}
	if err := c.withoutKeys(x.node, d); err != nil {
		return nil, err
	}
	in, err := c.catalogFor(ctx, x.node)
	if err == nil {
		err = errors.Join(c.keysWithin(d), c.callsNone(d))
	}
	if err != nil {
		return nil, err
	}
	err = in.Create(ctx, d)
	if errors.Is(err, store.ErrExists) {
		if x.node.IfNotExists {
			return c.exists(d.Name), nil
		}
		return nil, c.ErrorAt(x.node.Table, parse.CodeTableExists, "Table '%s' already exists", d.Name)
	}
	if err != nil {
		return nil, err
	}
	c.withoutIndexes(x.node.Constraints...)
	c.withoutPartitions(x.node)
	return &result.Set{Message: fmt.Sprintf("table %s created", d.Name)}, nil
}

// keysWithin refuses foreign keys to tables of other folders, which change by themselves.
func (c *call) keysWithin(d store.Definition) error {
	names := []string{d.Name}
	for _, k := range d.ForeignKeys {
		names = append(names, k.Table)
	}
	for _, r := range d.References {
		names = append(names, r.Table)
	}
	if c.View.Has(d.Name) || len(names) == 1 {
		return nil
	}
	_, err := c.Together("a foreign key is within a folder", names...)
	return err
}

// likeOther makes of CREATE TABLE … LIKE other the statement that makes the other one, without
// its foreign keys and the number of its next row. Any other statement is given as it is.
func (c *call) likeOther(n *ast.CreateTableStmt) (*ast.CreateTableStmt, error) {
	if n.ReferTable == nil {
		return n, nil
	}
	t, err := c.Table(n.ReferTable)
	if err != nil {
		return nil, err
	}
	node, err := c.doors.Parse(define.TableText(t))
	if err != nil {
		return nil, err
	}
	like := *n
	made := node.(*ast.CreateTableStmt)
	like.ReferTable, like.Cols = nil, made.Cols
	like.Constraints = slices.DeleteFunc(made.Constraints, func(k *ast.Constraint) bool { return k.Tp == ast.ConstraintForeignKey })
	like.Options = slices.DeleteFunc(made.Options, func(o *ast.TableOption) bool { return o.Tp == ast.TableOptionAutoIncrement })
	return &like, nil
}

// dropTable is DROP TABLE, of all the tables or none. A damaged one can be dropped, too.
type dropTable struct{ node *ast.DropTableStmt }

func (x dropTable) Permit(r command.Permits) error {
	return command.NeedAll(r, account.Drop, x.node.Tables)
}

func (x dropTable) run(ctx context.Context, c *call) (*result.Set, error) {
	var own, others []string
	for _, n := range x.node.Tables {
		if err := c.CheckSchema(n); err != nil && x.node.IfExists {
			c.noteUnknown(n)
			continue
		} else if err != nil {
			return nil, err
		}
		name := n.Name.O
		there := slices.Contains(c.View.Tables(), name) && x.node.TemporaryKeyword == ast.TemporaryNone
		switch {
		case slices.Contains(own, name), slices.Contains(others, name):
		case c.View.Has(name):
			own = append(own, name)
		case there:
			others = append(others, name)
		case x.node.IfExists:
			c.noteUnknown(n)
		default:
			return nil, x.unknown(c, n)
		}
	}
	return c.drop(append(own, others...), func() error {
		if len(others) > 0 {
			in, err := c.Together("drop one after the other", others...)
			if err == nil {
				err = in.Drop(ctx, others...)
			}
			if err != nil {
				return err
			}
		}
		if len(own) > 0 {
			return c.Session.Own().Drop(ctx, own...)
		}
		return nil
	})
}

// unknown is the error for a table that is not there.
func (x dropTable) unknown(c *call, n *ast.TableName) error {
	switch {
	case x.node.TemporaryKeyword != ast.TemporaryNone:
		return c.ErrorAt(n, parse.CodeUnknownView, "Unknown table '%s': there is no temporary one of the name", n.Name.O)
	case c.View.Query(n.Name.O) != nil:
		return c.ErrorAt(n, parse.CodeUnknownView, "Unknown table '%s': it is a view, which DROP VIEW removes", n.Name.O)
	}
	return parse.Hinted(c.ErrorAt(n, parse.CodeUnknownView, "Unknown table '%s'", n.Name.O), n.Name.O, c.View.Tables())
}

// noteUnknown notes that a table or view is not there, for a statement that does not need it.
func (c *call) noteUnknown(n *ast.TableName) {
	c.Session.Warn("Note", parse.CodeUnknownView, "Unknown table '"+c.Names.Shown(n.Name.O)+"'")
}

// exists is what CREATE TABLE IF NOT EXISTS answers, with a note, where the table is there.
func (c *call) exists(table string) *result.Set {
	c.Session.Warn("Note", parse.CodeTableExists, "Table '"+table+"' already exists")
	return &result.Set{Message: "table " + table + " exists"}
}

// drop takes away what is named, if anything is.
func (c *call) drop(doomed []string, take func() error) (*result.Set, error) {
	if len(doomed) == 0 {
		return &result.Set{Message: "nothing to drop"}, nil
	}
	defer c.Session.Changed()
	if err := take(); err != nil {
		return nil, err
	}
	return &result.Set{Message: "dropped " + strings.Join(doomed, ", ")}, nil
}

// truncateTable is TRUNCATE.
type truncateTable struct{ node *ast.TruncateTableStmt }

func (x truncateTable) Permit(r command.Permits) error {
	return r.Need(account.Drop, x.node.Table.Name.O)
}

func (x truncateTable) run(ctx context.Context, c *call) (*result.Set, error) {
	t, err := c.Table(x.node.Table)
	if err != nil {
		return nil, err
	}
	if by, k := define.Referring(c.View, t.Name); by != nil && c.doors.ChecksKeys() {
		return nil, c.ErrorAt(x.node.Table, parse.CodeTruncateReferenced, "Cannot truncate a table referenced in a foreign key constraint (%s.%s, CONSTRAINT %s)",
			parse.QuoteName(cmp.Or(by.Database, c.Names.HomeName)), parse.QuoteName(by.Own()), parse.QuoteName(k.Name))
	}
	defer c.Session.Changed()
	if err := c.Catalog(t.Name).Truncate(ctx, t.Name); errors.Is(err, store.ErrReferenced) {
		e := c.ErrorAt(x.node, parse.CodeTruncateReferenced, "Cannot truncate a table referenced in a foreign key constraint: %s", err)
		e.Err = err
		return nil, e
	} else if err != nil {
		return nil, err
	}
	return &result.Set{Message: fmt.Sprintf("table %s is empty", t.Name)}, nil
}

// callsNone refuses conditions of a table that call functions of users, unless it is of the database
// without a name: their texts have no databases.
func (c *call) callsNone(d store.Definition) error {
	conditions := slices.ContainsFunc(d.Rules, func(r plan.Rule) bool { return r.Check != "" })
	if database, _ := roster.Split(d.Name, c.View.Databases()); database == "" || !conditions || !c.Names.Calls() {
		return nil
	}
	return c.RefuseWord("CHECK", "functions of users in CHECK of a table of another database than %s", c.Names.HomeName)
}
