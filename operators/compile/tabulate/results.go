package tabulate

import (
	"context"
	"fmt"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/dictionary"
	"gsdms/operators/index"
	"gsdms/operators/large"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// results are what a function gives, one for each place of a table, as the table will store them:
// of many texts the values themselves would take several times as much. Several goroutines may
// put results at different places.
type results struct {
	of      plan.Expr
	each    int64 // bytes that a result takes, without its text
	numbers []int64
	doubles []float64
	texts   []string
	null    []bool
}

// newResults makes room for so many results of an expression.
func newResults(of plan.Expr, n int) *results {
	r := &results{of: of, null: make([]bool, n)}
	switch of.Type().Kind {
	case plan.Double:
		r.doubles, r.each = large.Make[float64](n), 8+1
	case plan.String:
		r.texts, r.each = large.Make[string](n), int64(unsafe.Sizeof(""))+1
	default:
		r.numbers, r.each = large.Make[int64](n), 8+1
	}
	return r
}

// put puts the result for a place; a number that 64 bits do not hold is an error.
func (r *results) put(i int, v plan.Value) error {
	r.null[i] = v.IsNull()
	switch {
	case r.doubles != nil:
		r.doubles[i] = v.Float
	case r.texts != nil:
		r.texts[i] = v.Text
	default:
		n, side := truth.NumberOf(v, r.of.Type())
		if side != 0 {
			return &plan.RangeError{Kind: r.of.Type().Kind, In: r.of.String()}
		}
		r.numbers[i] = n
	}
	return nil
}

// table stores the results; onNull says that the last one, that for NULL, is not NULL.
func (r *results) table(ctx context.Context, onNull bool) (*Table, error) {
	t, name := &Table{OnNull: onNull}, r.of.String()
	switch {
	case r.doubles != nil:
		t.Array = index.Floats(ctx, name, r.doubles, r.null)
		t.Reg = operators.Reg{Float: true, Nullable: t.Array.Storage.Nullable}
		return t, nil
	case r.texts != nil:
		dict, codes, ok, err := apart(ctx, r.texts, r.null)
		if !ok && err == nil {
			dict, codes, err = dictionary.Of(ctx, r.texts, r.null)
		}
		if err != nil {
			return nil, fmt.Errorf("compute %s: %w", name, err)
		}
		t.Dict = dict
		t.textBytes = bytesOf(t.Dict)
		t.Array, t.Reg = index.Numbers(ctx, name, codes, r.null)
		return t, nil
	}
	var err error
	t.Array, t.Reg, err = emit.NullableNumbers(ctx, name, r.numbers, r.null)
	return t, err
}

// OfValues stores values of an expression, the last one that for NULL where onNull says so.
func OfValues(ctx context.Context, e plan.Expr, values []plan.Value, onNull bool) (*Table, error) {
	r := newResults(e, len(values))
	for i, v := range values {
		if err := r.put(i, v); err != nil {
			return nil, err
		}
	}
	return r.table(ctx, onNull)
}
