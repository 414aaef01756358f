package sql

import (
	"context"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
	"gsdms/sql/scope"
)

// bring takes the functions and aggregates of the program around the engine, before anybody asks for one. No
// other function may have their names: neither one of SQL nor one that the folder has.
func (e *Engine) bring(ctx context.Context, natives []plan.Native) error {
	view := scope.NewViews(e.catalogs, nil)
	defer view.Close()
	for _, f := range natives {
		name, _, _ := f.Signature()
		around := e.NewSession().around(e.names(ctx, view))
		if name == "" || e.isNative(name, around) || view.Function(name) != nil || plan.IsEvaluated(plan.Op(strings.ToUpper(name))) {
			return fmt.Errorf("open %s: no function can have the name %q: another function, or a word of SQL, is called so", e.config.Dir, name)
		}
		e.natives[strings.ToLower(name)] = f
	}
	return nil
}

// isNative reports whether a name is that of a function of the engine or of the program around it,
// or a word that cannot be called.
func (e *Engine) isNative(name string, around *sessionView) bool {
	if e.natives[strings.ToLower(name)] != nil {
		return true
	}
	written := name
	if strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		written = parse.QuoteName(name)
	}
	stmt, err := e.parsers.Parse("SELECT " + written + "(1)")
	if err != nil {
		return true
	}
	n, ok := stmt.(*ast.SelectStmt)
	return !ok || bind.IsNative(n.Fields.Fields[0].Expr, around)
}
