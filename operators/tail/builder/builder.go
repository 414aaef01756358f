// Package builder makes a column of single values.
package builder

import (
	"fmt"
	"math"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
)

// Builder collects values of one type.
type Builder struct {
	V plan.Vector // of those so far
}

// New begins a column of a type that is expected to have so many values.
func New(t plan.Type, n int) *Builder {
	b := &Builder{V: plan.Vector{Type: t}}
	switch t.Kind {
	case plan.Double:
		b.V.Floats = make([]float64, 0, n)
	case plan.String:
		b.V.Texts = make([]string, 0, n)
	default:
		b.V.Ints = make([]int64, 0, n)
	}
	return b
}

func (b *Builder) len() int {
	return len(b.V.Ints) + len(b.V.Floats) + len(b.V.Texts) + len(b.V.Wide)
}

// Add appends a value, which must be NULL or of the builder's kind.
func (b *Builder) Add(v plan.Value) error {
	if v.IsNull() {
		b.markNull()
		v.Kind = b.V.Type.Kind
		v.Dec = new(apd.Decimal)
	} else if b.V.Nulls != nil {
		b.V.Nulls = append(b.V.Nulls, false)
	}
	if v.Kind != b.V.Type.Kind {
		return fmt.Errorf("a value of type %s where %s was due", plan.Type{Kind: v.Kind}, b.V.Type)
	}
	switch v.Kind {
	case plan.Double:
		b.V.Floats = append(b.V.Floats, v.Float)
	case plan.String:
		b.V.Texts = append(b.V.Texts, v.Text)
	case plan.Decimal:
		b.addDecimal(v.Dec)
	default:
		b.V.Ints = append(b.V.Ints, v.Int)
	}
	return nil
}

func (b *Builder) markNull() {
	if b.V.Nulls == nil {
		b.V.Nulls = make([]bool, b.len(), max(b.len()+1, cap(b.V.Ints), cap(b.V.Floats), cap(b.V.Texts)))
	}
	b.V.Nulls = append(b.V.Nulls, true)
}

// addDecimal appends a decimal at the builder's scale; the first one past 64 bits
// makes the vector a wide one.
func (b *Builder) addDecimal(d *apd.Decimal) {
	n := scaled(d, b.V.Type.Scale)
	if b.V.Wide == nil && n.IsInt64() {
		b.V.Ints = append(b.V.Ints, n.Int64())
		return
	}
	if b.V.Wide == nil {
		b.V.Wide = make([]*big.Int, len(b.V.Ints), cap(b.V.Ints))
		for i, small := range b.V.Ints {
			b.V.Wide[i] = big.NewInt(small)
		}
		b.V.Ints = nil
	}
	b.V.Wide = append(b.V.Wide, n)
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

// Len is how many values there are.
func (b *Builder) Len() int { return b.len() }

// Ints appends a number so many times, once at least, as vectors hold it; the vector must not be wide.
func (b *Builder) Ints(n int64, times int) {
	b.V.Ints = repeated(b.V.Ints, n, times)
	b.there(times)
}

// Floats appends a double so many times, once at least.
func (b *Builder) Floats(f float64, times int) {
	b.V.Floats = repeated(b.V.Floats, f, times)
	b.there(times)
}

// Texts appends a text so many times, once at least.
func (b *Builder) Texts(text string, times int) {
	b.V.Texts = repeated(b.V.Texts, text, times)
	b.there(times)
}

func repeated[T any](to []T, x T, times int) []T {
	to = append(to, x)
	for range times - 1 {
		to = append(to, x)
	}
	return to
}

// there says of values that have been appended, one at least, that they are no NULLs.
func (b *Builder) there(times int) {
	if b.V.Nulls != nil {
		b.V.Nulls = repeated(b.V.Nulls, false, times)
	}
}

// Null appends NULL so many times.
func (b *Builder) Null(times int) {
	for range times {
		b.markNull()
		switch {
		case b.V.Type.Kind == plan.Double:
			b.V.Floats = append(b.V.Floats, 0)
		case b.V.Type.Kind == plan.String:
			b.V.Texts = append(b.V.Texts, "")
		case b.V.Wide != nil:
			b.V.Wide = append(b.V.Wide, new(big.Int))
		default:
			b.V.Ints = append(b.V.Ints, 0)
		}
	}
}

// Truncate leaves the first n values.
func (b *Builder) Truncate(n int) {
	b.V.Ints, b.V.Floats = b.V.Ints[:min(n, len(b.V.Ints))], b.V.Floats[:min(n, len(b.V.Floats))]
	b.V.Texts, b.V.Wide = b.V.Texts[:min(n, len(b.V.Texts))], b.V.Wide[:min(n, len(b.V.Wide))]
	b.V.Nulls = b.V.Nulls[:min(n, len(b.V.Nulls))]
}
