package bind

import (
	"context"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing/coerce"
	inmemory "gsdms/pushscan/relation"
)

// constantRows binds rows of VALUES as a table in memory, however many there are. It is false
// where a value is no constant, or is wrong, which valueRows says of it.
func (b *binder) constantRows(rows []*ast.RowExpr) (relation, bool) {
	if len(rows) < 2 {
		return relation{}, false // a row of constants is known wherever it is read
	}
	columns, ok := b.constantColumns(rows)
	if !ok {
		return relation{}, false
	}
	schema, held := make([]plan.Column, len(columns)), &plan.Rows{Len: len(rows), Columns: make([]plan.Vector, len(columns))}
	for i, c := range columns {
		name := fmt.Sprintf("column_%d", i)
		if schema[i], held.Columns[i], ok = constantColumn(name, c); !ok {
			return relation{}, false
		}
	}
	unlimited := func(int64) error { return nil } // the text of the statement has them, too
	t, err := inmemory.New(context.Background(), "values", schema, held, unlimited)
	if err != nil {
		return relation{}, false
	}
	at, err := b.Table(&plan.TableRef{Alias: "values", Table: t})
	if err != nil {
		return relation{}, false
	}
	out := relation{node: &network.Scan{Table: at}}
	for i := range schema {
		out.columns, out.names = append(out.columns, b.net.Ref(at, i)), append(out.names, schema[i].Name)
	}
	return out, true
}

// constantColumns gives the constants of rows by their columns.
func (b *binder) constantColumns(rows []*ast.RowExpr) ([][]plan.Expr, bool) {
	in := b.beside()
	in.clause = inSelect
	out := make([][]plan.Expr, len(rows[0].Values))
	for _, r := range rows {
		if len(r.Values) != len(out) || len(out) == 0 {
			return nil, false
		}
		for i, n := range r.Values {
			e, err := in.Expr(n)
			if err == nil {
				e, err = plan.FoldAll(e)
			}
			if _, ok := e.(plan.Const); !ok || err != nil {
				return nil, false
			}
			out[i] = append(out[i], e)
		}
	}
	return out, true
}

// constantColumn brings the constants of a column to their common type.
func constantColumn(name string, exprs []plan.Expr) (plan.Column, plan.Vector, bool) {
	same, t, err := coerce.Common(exprs)
	if err != nil || t.Kind == plan.Null {
		return plan.Column{}, plan.Vector{}, false
	}
	c, v := plan.Column{Name: name, Type: t}, plan.Vector{Type: t, Nulls: make([]bool, len(same))}
	for i, e := range same {
		folded, err := plan.FoldAll(e)
		k, ok := folded.(plan.Const)
		if err != nil || !ok || !appendValue(&v, k.Value) {
			return c, v, false
		}
		v.Nulls[i] = k.Value.IsNull()
		c.Nullable = c.Nullable || v.Nulls[i]
	}
	return c, v, true
}

// appendValue appends a value of the vector's type; false for a number past 64 bits.
func appendValue(v *plan.Vector, x plan.Value) bool {
	switch v.Type.Kind {
	case plan.Double:
		v.Floats = append(v.Floats, x.Float)
	case plan.String:
		v.Texts = append(v.Texts, x.Text)
	default:
		n, ok := x.Number()
		if !ok && !x.IsNull() {
			return false
		}
		v.Ints = append(v.Ints, n)
	}
	return true
}
