package tail

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
)

// reader evaluates an expression on the rows of a set, one row at a time.
type reader struct {
	rows *plan.Rows
	expr *plan.Prepared
	row  int32
	leaf func(plan.Expr) (plan.Value, error)
}

func newReader(ctx context.Context, rows *plan.Rows, e plan.Expr) *reader {
	r := &reader{rows: rows, expr: plan.Prepare(ctx, e)}
	r.leaf = r.slot
	return r
}

func (r *reader) eval(row int32) (plan.Value, error) {
	r.row = row
	return r.expr.Eval(r.leaf)
}

func (r *reader) slot(e plan.Expr) (plan.Value, error) {
	s, ok := e.(plan.Slot)
	if !ok || s.Index >= len(r.rows.Columns) {
		return plan.Value{}, fmt.Errorf("%s is not among the %d columns of the rows", e, len(r.rows.Columns))
	}
	return r.rows.Columns[s.Index].Value(int(r.row)), nil
}

// vectorBuilder collects values of one type.
type vectorBuilder struct {
	v plan.Vector
}

func newVectorBuilder(t plan.Type, n int) *vectorBuilder {
	b := &vectorBuilder{v: plan.Vector{Type: t}}
	switch t.Kind {
	case plan.Double:
		b.v.Floats = make([]float64, 0, n)
	case plan.String:
		b.v.Texts = make([]string, 0, n)
	default:
		b.v.Ints = make([]int64, 0, n)
	}
	return b
}

func (b *vectorBuilder) len() int {
	return len(b.v.Ints) + len(b.v.Floats) + len(b.v.Texts) + len(b.v.Wide)
}

// add appends a value, which must be NULL or of the builder's kind.
func (b *vectorBuilder) add(v plan.Value) error {
	if v.IsNull() {
		b.markNull()
		v.Kind = b.v.Type.Kind
		v.Dec = new(apd.Decimal)
	} else if b.v.Nulls != nil {
		b.v.Nulls = append(b.v.Nulls, false)
	}
	if v.Kind != b.v.Type.Kind {
		return fmt.Errorf("a value of type %s where %s was due", plan.Type{Kind: v.Kind}, b.v.Type)
	}
	switch v.Kind {
	case plan.Double:
		b.v.Floats = append(b.v.Floats, v.Float)
	case plan.String:
		b.v.Texts = append(b.v.Texts, v.Text)
	case plan.Decimal:
		b.addDecimal(v.Dec)
	default:
		b.v.Ints = append(b.v.Ints, v.Int)
	}
	return nil
}

func (b *vectorBuilder) markNull() {
	if b.v.Nulls == nil {
		b.v.Nulls = make([]bool, b.len(), max(b.len()+1, cap(b.v.Ints), cap(b.v.Floats), cap(b.v.Texts)))
	}
	b.v.Nulls = append(b.v.Nulls, true)
}

// addDecimal appends a decimal at the builder's scale; the first one past 64 bits
// makes the vector a wide one.
func (b *vectorBuilder) addDecimal(d *apd.Decimal) {
	n := scaled(d, b.v.Type.Scale)
	if b.v.Wide == nil && n.IsInt64() {
		b.v.Ints = append(b.v.Ints, n.Int64())
		return
	}
	if b.v.Wide == nil {
		b.v.Wide = make([]*big.Int, len(b.v.Ints), cap(b.v.Ints))
		for i, small := range b.v.Ints {
			b.v.Wide[i] = big.NewInt(small)
		}
		b.v.Ints = nil
	}
	b.v.Wide = append(b.v.Wide, n)
}

// scaled is d * 10^scale, rounded half away from zero where d has more digits.
func scaled(d *apd.Decimal, scale int) *big.Int {
	n := d.Coeff.MathBigInt()
	shift := int64(d.Exponent) + int64(scale)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(math.Abs(float64(shift)))), nil)
	if shift >= 0 {
		n = new(big.Int).Mul(n, power)
	} else {
		half := new(big.Int).Rsh(power, 1)
		n = new(big.Int).Div(new(big.Int).Add(n, half), power)
	}
	if d.Negative {
		n = new(big.Int).Neg(n)
	}
	return n
}
