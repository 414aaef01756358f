package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store/roster"
	"gsdms/sql/command"
	"gsdms/sql/ddl"
	"gsdms/sql/define"
	"gsdms/sql/inform"
	"gsdms/sql/result"
)

// showCreateFunction is SHOW CREATE FUNCTION.
type showCreateFunction struct{ name *ast.TableName }

func (showCreateFunction) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x showCreateFunction) run(_ context.Context, c *call) (*result.Set, error) {
	if err := c.CheckSchema(x.name); err != nil {
		return nil, err
	}
	f := c.View.Function(x.name.Name.O)
	if f == nil {
		return nil, ddl.NoFunction(c.Call, x.name)
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
