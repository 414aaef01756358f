package show

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/command"
	"gsdms/sql/ddl"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// create is SHOW CREATE of what has a name.
type create struct {
	name *ast.TableName
	text func(c *call, name *ast.TableName) (*result.Set, error)
}

// Nature is that of a command.
func (create) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

// Permit refuses who has nothing of the table.
func (x create) Permit(r command.Permits) error { return r.NeedAny(x.name.Name.O) }

// Run gives the statement that makes it, as it is written.
func (x create) Run(c *command.Call, by Asker) (Answer, error) {
	r, err := x.text(&call{Call: c, Asker: by}, x.name)
	if err != nil {
		return Answer{}, err
	}
	r.Plain = true
	return Answer{Set: r}, nil
}

// createFunction is SHOW CREATE FUNCTION.
type createFunction struct{ create }

// Permit lets everybody see it.
func (createFunction) Permit(command.Permits) error { return nil }

func tableText(c *call, name *ast.TableName) (*result.Set, error) {
	if c.View.Query(name.Name.O) != nil {
		return viewText(c, name)
	}
	t, err := c.Table(name)
	if err != nil {
		return nil, err
	}
	text := define.TableText(t)
	if c.View.Has(t.Name) {
		text = strings.Replace(text, "CREATE", "CREATE TEMPORARY", 1)
	}
	return result.Texts([]string{"Table", "Create Table"}, [][]string{{t.Own()}, {text}}), nil
}

func viewText(c *call, name *ast.TableName) (*result.Set, error) {
	q := c.View.Query(name.Name.O)
	if q == nil {
		t, err := c.Table(name)
		if err != nil {
			return nil, err
		}
		return nil, c.ErrorAt(name, parse.CodeNotView, "'%s' is not VIEW, but a table", t.Name)
	}
	heads, values := []string{"View", "Create View"}, [][]string{{parse.OwnName(name)}, {define.ViewText(parse.OwnName(name), q)}}
	if c.Client {
		heads = append(heads, "character_set_client", "collation_connection")
		values = append(values, []string{"utf8mb4"}, []string{"utf8mb4_bin"})
	}
	return result.Texts(heads, values), nil
}
func functionText(c *call, name *ast.TableName) (*result.Set, error) {
	if err := c.CheckSchema(name); err != nil {
		return nil, err
	}
	f := c.View.Function(name.Name.O)
	if f == nil {
		return nil, ddl.NoFunction(c.Call, name)
	}
	_, own := c.Facts.Named(f.Name)
	return result.Texts([]string{"Function", "sql_mode", "Create Function"}, [][]string{{own}, {""}, {define.FunctionText(own, f)}}), nil
}
