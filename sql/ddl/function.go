package ddl

import (
	"context"
	"errors"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createFunction is CREATE [OR REPLACE] FUNCTION. The catalog keeps the text, which is bound
// wherever the function is called.
type createFunction struct{ node *parse.CreateFunction }

func (x createFunction) Permit(r command.Permits) error {
	return r.NeedRoutine(replacing(x.node.Replace), x.node.Table.Name.O)
}

func (x createFunction) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node
	name := n.Table.Name.O
	if err := c.CheckSchema(n.Table); err != nil {
		return nil, err
	}
	around := c.doors.Around(c.Names)
	if c.doors.IsNative(name, c.Names) {
		return nil, c.ErrorAt(n.Table, parse.CodeNativeFunction, "This function '%s' has the same name as a native function or is a keyword", name)
	}
	if c.View.Function(name) != nil && n.IfNotExists {
		return &result.Set{Message: fmt.Sprintf("function %s exists", name)}, nil
	}
	f, err := c.reader().Function(n)
	if err == nil {
		err = bind.NewFunction(c.Text, f, around)
	}
	if err != nil {
		return nil, err
	}
	defer c.Session.Changed()
	err = c.Session.Catalogs().Of(name).CreateFunction(ctx, roster.Function{Name: name, Text: n.Definition}, n.Replace)
	if errors.Is(err, store.ErrExists) {
		return nil, c.ErrorAt(n.Table, parse.CodeFunctionExists, "FUNCTION %s already exists", name)
	}
	if err != nil {
		return nil, err
	}
	return &result.Set{Message: fmt.Sprintf("function %s created", name)}, nil
}

// dropFunction is DROP FUNCTION.
type dropFunction struct{ node *parse.DropFunction }

func (x dropFunction) Permit(r command.Permits) error {
	return r.NeedRoutine(account.Drop, x.node.Tables[0].Name.O)
}

func (x dropFunction) run(ctx context.Context, c *call) (*result.Set, error) {
	if len(x.node.Tables) > 1 {
		return nil, c.ErrorAt(x.node.Tables[1], parse.CodeNotSupported, "DROP FUNCTION takes one function")
	}
	n := x.node.Tables[0]
	if err := c.CheckSchema(n); err != nil {
		return nil, err
	}
	f := c.View.Function(n.Name.O)
	if f == nil && x.node.IfExists {
		return c.drop(nil, nil)
	}
	if f == nil {
		return nil, NoFunction(c.Call, n)
	}
	return c.drop([]string{f.Name}, func() error { return c.Session.Catalogs().Of(f.Name).DropFunction(ctx, f.Name) })
}

// NoFunction is the error for a function that is not there.
func NoFunction(c *command.Call, n *ast.TableName) error {
	return parse.Hinted(c.ErrorAt(n, parse.CodeNoFunction, "FUNCTION %s does not exist", n.Name.O), n.Name.O, c.Names.FunctionNames())
}
