package change

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/command"
	"gsdms/sql/parse"
)

// target gives the table that a statement, by its first word, changes rows of. A view is none.
func target(c *command.Call, name *ast.TableName, statement string) (*plan.Table, error) {
	t, err := c.Table(name)
	if !parse.IsCode(err, parse.CodeNotView) {
		return t, err
	}
	code, what := parse.CodeNotUpdatable, "updatable"
	if statement == "INSERT" {
		code, what = parse.CodeNotInsertable, "insertable-into"
	}
	return nil, c.ErrorAt(name, code, "The target table %s of the %s is not %s: it is a view, and nothing is written through one", name.Name.O, statement, what)
}
