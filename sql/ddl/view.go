package ddl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// createView is CREATE [OR REPLACE] VIEW. The catalog keeps the text, which is bound
// whenever the view is read.
type createView struct{ node *ast.CreateViewStmt }

func (x createView) Permit(r command.Permits) error {
	return r.Need(replacing(x.node.OrReplace), x.node.ViewName.Name.O)
}

func (x createView) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node
	name := n.ViewName.Name.O
	if err := c.CheckSchema(n.ViewName); err != nil {
		return nil, err
	}
	if err := bind.View(c.Text, n, c.Names); err != nil {
		return nil, err
	}
	if c.Names.UsedOwn != "" {
		return nil, c.ErrorAt(n.ViewName, parse.CodeViewOfTemporary, "View's SELECT refers to a temporary table '%s'", c.Names.UsedOwn)
	}
	text, err := c.textWithin(n, c.viewText(n))
	if err != nil {
		return nil, err
	}
	q := roster.Query{Name: name, Text: text}
	for _, column := range n.Cols {
		q.Columns = append(q.Columns, column.O)
	}
	defer c.Session.Changed()
	err = c.Session.Catalogs().Of(name).CreateQuery(ctx, q, n.OrReplace)
	switch {
	case errors.Is(err, store.ErrExists) && n.OrReplace:
		return nil, c.ErrorAt(n.ViewName, parse.CodeNotView, "'%s' is not VIEW, but a table", name)
	case errors.Is(err, store.ErrExists):
		return nil, c.ErrorAt(n.ViewName, parse.CodeTableExists, "Table '%s' already exists", name)
	case err != nil:
		return nil, err
	}
	if parse.ChecksRows(c.Text) {
		c.Session.Warn("Note", parse.CodeNotSupported, "WITH CHECK OPTION is not kept: nothing is written through a view, so that there is nothing to check")
	}
	return &result.Set{Message: fmt.Sprintf("view %s created", name)}, nil
}

// alterView is ALTER VIEW: another query for a view that is there.
type alterView struct{ node *parse.AlterView }

func (x alterView) Permit(r command.Permits) error {
	return r.Need(replacing(true), x.node.ViewName.Name.O)
}

func (x alterView) run(ctx context.Context, c *call) (*result.Set, error) {
	if n := x.node.ViewName; c.View.Query(n.Name.O) == nil {
		if _, err := c.Table(n); err != nil {
			return nil, err
		}
		return nil, c.ErrorAt(n, parse.CodeNotView, "'%s' is not VIEW, but a table", n.Name.O)
	}
	return createView{x.node.CreateViewStmt}.run(ctx, c)
}

// viewText is the text that is kept of a view's SELECT: without the end of a comment for MySQL that
// all of the statement is in, as in dumps.
func (c *call) viewText(n *ast.CreateViewStmt) string {
	text := parse.WithoutLastComment(n.Select.Text())
	short, ended := strings.CutSuffix(text, "*/")
	if !ended {
		return text
	}
	if _, err := c.Names.Parse(text); err == nil { // it begins in the SELECT
		return text
	}
	return strings.TrimSpace(short)
}

// textWithin gives the text of a view so that names mean in the view's database, where it is read,
// what they mean here: where they would not, they get the current database before them.
func (c *call) textWithin(n *ast.CreateViewStmt, text string) (string, error) {
	meant := scope.Meaning(n.Select)
	same := func(text string) bool {
		node, err := c.Names.ParseQuery(&roster.Query{Name: n.ViewName.Name.O, Text: text})
		return err == nil && slices.Equal(scope.Meaning(node), meant)
	}
	if same(text) {
		return text, nil
	}
	database := c.Names.Database
	if database == "" {
		database = define.HomeDatabase
		if c.Session.Catalogs().Of(n.ViewName.Name.O) != c.Session.Catalogs().First() {
			database = c.Names.HomeName // the other word means the view's own folder there
		}
	}
	if text = parse.Qualified(text, database, c.Names.Here); same(text) {
		return text, nil
	}
	return "", c.Refuse(n.ViewName, "a view whose names would mean others where it is read: in a text of the database %[1]s names without a database are of %[1]s, and %[2]s is the folder that it is in: write the names that SHOW DATABASES has before them", cmp.Or(parse.DatabaseOf(n.ViewName), c.Names.HomeName), define.HomeDatabase)
}

// dropView is DROP VIEW, of all the views or none.
type dropView struct{ node *ast.DropTableStmt }

func (x dropView) Permit(r command.Permits) error {
	return command.NeedAll(r, account.Drop, x.node.Tables)
}

func (x dropView) run(ctx context.Context, c *call) (*result.Set, error) {
	var doomed []string
	for _, n := range x.node.Tables {
		if err := c.CheckSchema(n); err != nil && x.node.IfExists {
			c.noteUnknown(n)
			continue
		} else if err != nil {
			return nil, err
		}
		name := n.Name.O
		switch {
		case slices.Contains(doomed, name):
		case c.View.Query(name) != nil:
			doomed = append(doomed, name)
		case slices.Contains(c.View.Tables(), name):
			return nil, c.ErrorAt(n, parse.CodeNotView, "'%s' is not VIEW, but a table: DROP TABLE removes it", name)
		case x.node.IfExists:
			c.noteUnknown(n)
		default:
			return nil, parse.Hinted(c.ErrorAt(n, parse.CodeUnknownView, "Unknown view '%s'", name), name, c.View.Queries())
		}
	}
	return c.drop(doomed, func() error {
		in, err := c.Together("drop one after the other", doomed...)
		if err != nil {
			return err
		}
		return in.DropQueries(ctx, doomed...)
	})
}
