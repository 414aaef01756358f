package sql

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
	"gsdms/sql/define"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createFunction is CREATE [OR REPLACE] FUNCTION. The catalog keeps the text, which is bound
// wherever the function is called.
type createFunction struct{ node *parse.CreateFunction }

func (createFunction) Nature() command.Nature { return command.ChangesTables }

func (x createFunction) Permit(r command.Permits) error {
	return r.NeedRoutine(replacing(x.node.Replace), x.node.Table.Name.O)
}

func (x createFunction) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node
	name := n.Table.Name.O
	if err := c.CheckSchema(n.Table); err != nil {
		return nil, err
	}
	around := c.session.around(c.Names)
	if c.engine.isNative(name, around) {
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
	defer c.engine.changed()
	err = c.engine.catalogs.Of(name).CreateFunction(ctx, roster.Function{Name: name, Text: n.Definition}, n.Replace)
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

func (dropFunction) Nature() command.Nature { return command.ChangesTables }

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
		return nil, c.noFunction(n)
	}
	return c.drop([]string{f.Name}, func() error { return c.engine.catalogs.Of(f.Name).DropFunction(ctx, f.Name) })
}

func (c *call) noFunction(n *ast.TableName) error {
	return parse.Hinted(c.ErrorAt(n, parse.CodeNoFunction, "FUNCTION %s does not exist", n.Name.O), n.Name.O, c.Names.FunctionNames())
}

// showCreateFunction is SHOW CREATE FUNCTION.
type showCreateFunction struct{ name *ast.TableName }

func (showCreateFunction) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x showCreateFunction) run(_ context.Context, c *call) (*result.Set, error) {
	if err := c.CheckSchema(x.name); err != nil {
		return nil, err
	}
	f := c.View.Function(x.name.Name.O)
	if f == nil {
		return nil, c.noFunction(x.name)
	}
	_, own := c.facts().Named(f.Name)
	r := result.Texts([]string{"Function", "sql_mode", "Create Function"}, [][]string{{own}, {""}, {define.FunctionText(own, f)}})
	r.Plain = true
	return r, nil
}

// listFunctions is SHOW FUNCTION STATUS.
func listFunctions(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Db,Name,Type,Definer,Modified,Created,Security_type,Comment,character_set_client,collation_connection,Database Collation")
	for _, f := range c.Names.Natives.Sorted() {
		name, _, _ := f.Signature()
		g.Add(c.engine.Database(), name, "FUNCTION", "", nil, nil, "INVOKER", "a function of the program", "utf8mb4", inform.Collation, inform.Collation)
	}
	inform.FunctionsFor(c.Names.Rights, c.View.View, func(f *roster.Function) {
		database, own := c.facts().Named(f.Name)
		g.Add(database, own, "FUNCTION", "", nil, nil, "DEFINER", "", "utf8mb4", inform.Collation, inform.Collation)
	})
	return g.Set(), 1, nil
}
