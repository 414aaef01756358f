package bind

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
)

// Natives is a catalog that has functions of the program around the engine.
type Natives interface {
	// NativeFunction finds a function by name in any case, nil if there is none.
	NativeFunction(name string) plan.Native
}

// native is the function of the program around the engine that a call names, if there is one.
func (b *binder) native(n *ast.FuncCallExpr) plan.Native {
	if c, ok := b.catalog.(Natives); ok {
		return c.NativeFunction(n.FnName.L)
	}
	return nil
}

// nativeCall binds a call of such a function: its arguments get the declared types.
func (b *binder) nativeCall(f plan.Native, args []plan.Expr) (plan.Expr, error) {
	name, params, result := f.Signature()
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
	return b.settle(plan.Call{Op: plan.Op(strings.ToUpper(name)), Args: values, Of: result, Native: f}, nil)
}
