package bind

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
)

// Natives is a catalog that has functions and aggregates of the program around the engine.
type Natives interface {
	// Native finds one by name in any case, nil if there is none.
	Native(name string) plan.Native
}

// native is the function or the aggregate of the program around the engine that a call names, if there
// is one.
func (b *binder) native(n *ast.FuncCallExpr) plan.Native {
	if c, ok := b.catalog.(Natives); ok {
		return c.Native(n.FnName.L)
	}
	return nil
}

// nativeCall binds a call of a function.
func (b *binder) nativeCall(f plan.NativeFunction, nodes []ast.ExprNode) (plan.Expr, error) {
	args, err := b.Exprs(nodes)
	if err != nil {
		return nil, err
	}
	name, _, result := f.Signature()
	if args, err = b.declaredArgs(f, args); err != nil {
		return nil, err
	}
	return b.Settle(plan.Call{Op: plan.Op(strings.ToUpper(name)), Args: args, Of: result, Native: f}, nil)
}

// nativeAggregate binds a call of an aggregate.
func (b *binder) nativeAggregate(a plan.Native, nodes []ast.ExprNode) (plan.Expr, error) {
	name, _, result := a.Signature()
	if err := b.mayAggregate(name); err != nil {
		return nil, err
	}
	args, err := b.aggregateArgs(nodes)
	if err != nil {
		return nil, err
	}
	if args, err = b.declaredArgs(a, args); err != nil {
		return nil, err
	}
	return b.shown(plan.Agg{Func: plan.AggFunc(strings.ToUpper(name)), Arg: args[0], Of: result, Gathered: &plan.Gathered{Rest: args[1:], Native: a}}, nil)
}

// declaredArgs gives arguments the declared types.
func (b *binder) declaredArgs(f plan.Native, args []plan.Expr) ([]plan.Expr, error) {
	name, params, _ := f.Signature()
	if err := b.counted(name, len(params), len(args)); err != nil {
		return nil, err
	}
	values := make([]plan.Expr, len(args))
	for i, a := range args {
		v, err := b.assigned(a, params[i])
		if err != nil {
			return nil, b.inFunction(name, fmt.Sprintf("argument %d", i+1), err)
		}
		values[i] = v
	}
	return values, nil
}
