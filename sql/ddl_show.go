package sql

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// columnsNamed gives the columns of a table, a view or a file.
func (c *call) columnsNamed(name *ast.TableName) (*plan.Table, error) {
	if c.View.Query(name.Name.O) != nil {
		columns, err := bind.ViewColumns(c.Text, name, c.Names)
		return &plan.Table{Columns: columns}, err
	}
	if name.Schema.O == "" && load.IsFileName(name.Name.O) {
		t, err := c.Names.Told(name.Name.O)
		if err == nil {
			c.session.noteFile(t.Name, nil, t.Remarks)
		}
		return t, err
	}
	return c.Table(name)
}

// showCreate is SHOW CREATE TABLE.
type showCreate struct{ name *ast.TableName }

func (showCreate) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x showCreate) Permit(r command.Permits) error {
	return r.NeedAny(x.name.Name.O)
}

func (x showCreate) run(ctx context.Context, c *call) (*result.Set, error) {
	if c.View.Query(x.name.Name.O) != nil {
		return showCreateView(x).run(ctx, c)
	}
	t, err := c.Table(x.name)
	if err != nil {
		return nil, err
	}
	text := define.TableText(t)
	if c.View.Has(t.Name) {
		text = strings.Replace(text, "CREATE", "CREATE TEMPORARY", 1)
	}
	r := result.Texts([]string{"Table", "Create Table"}, [][]string{{t.Own()}, {text}})
	r.Plain = true
	return r, nil
}

// showCreateView is SHOW CREATE VIEW.
type showCreateView struct{ name *ast.TableName }

func (showCreateView) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x showCreateView) Permit(r command.Permits) error {
	return r.NeedAny(x.name.Name.O)
}

func (x showCreateView) run(_ context.Context, c *call) (*result.Set, error) {
	q := c.View.Query(x.name.Name.O)
	if q == nil {
		t, err := c.Table(x.name)
		if err != nil {
			return nil, err
		}
		return nil, c.ErrorAt(x.name, parse.CodeNotView, "'%s' is not VIEW, but a table", t.Name)
	}
	heads, values := []string{"View", "Create View"}, [][]string{{parse.OwnName(x.name)}, {define.ViewText(parse.OwnName(x.name), q)}}
	if c.session.client != nil {
		heads = append(heads, "character_set_client", "collation_connection")
		values = append(values, []string{"utf8mb4"}, []string{"utf8mb4_bin"})
	}
	r := result.Texts(heads, values)
	r.Plain = true
	return r, nil
}
