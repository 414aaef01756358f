package operators

import (
	"errors"
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gsdms/plan"
	"gsdms/plan/value"
)

// reference computes one opcode on one row with big numbers; nil is NULL.
type reference func(a []*big.Int, imm int64) *big.Int

func half(x *big.Rat) *big.Int {
	twice := new(big.Int).Mul(x.Num(), big.NewInt(2))
	magnitude := new(big.Int).Abs(twice)
	magnitude.Add(magnitude, x.Denom())
	magnitude.Quo(magnitude, new(big.Int).Mul(x.Denom(), big.NewInt(2)))
	if x.Sign() < 0 {
		magnitude.Neg(magnitude)
	}
	return magnitude
}

func ofTwo(f func(z, x, y *big.Int) *big.Int) reference {
	return func(a []*big.Int, _ int64) *big.Int { return f(new(big.Int), a[0], a[1]) }
}

func compared(f func(sign int) bool) reference {
	return func(a []*big.Int, _ int64) *big.Int { return big.NewInt(truth(f(a[0].Cmp(a[1])))) }
}

func unlessZero(f func(z, x, y *big.Int) *big.Int) reference {
	return func(a []*big.Int, _ int64) *big.Int {
		if a[1].Sign() == 0 {
			return nil
		}
		return f(new(big.Int), a[0], a[1])
	}
}

func dateOf(f func(t time.Time) int) reference {
	return func(a []*big.Int, _ int64) *big.Int {
		if !a[0].IsInt64() || !isDate(a[0].Int64()) {
			return nil
		}
		return big.NewInt(int64(f(time.Unix(0, 0).UTC().AddDate(0, 0, int(a[0].Int64())))))
	}
}

// strictReferences are the integer opcodes that are NULL where an argument is.
var strictReferences = map[Opcode]reference{
	AddInt: ofTwo((*big.Int).Add), AddChecked: ofTwo((*big.Int).Add),
	SubInt: ofTwo((*big.Int).Sub), SubChecked: ofTwo((*big.Int).Sub),
	MulInt: ofTwo((*big.Int).Mul), MulChecked: ofTwo((*big.Int).Mul),
	NegInt:     func(a []*big.Int, _ int64) *big.Int { return new(big.Int).Neg(a[0]) },
	NegChecked: func(a []*big.Int, _ int64) *big.Int { return new(big.Int).Neg(a[0]) },
	AbsChecked: func(a []*big.Int, _ int64) *big.Int { return new(big.Int).Abs(a[0]) },
	DivScaled: func(a []*big.Int, imm int64) *big.Int {
		if a[1].Sign() == 0 {
			return nil
		}
		return half(new(big.Rat).SetFrac(new(big.Int).Mul(a[0], big.NewInt(imm)), a[1]))
	},
	FloorDiv: unlessZero(func(q, a, b *big.Int) *big.Int {
		r := new(big.Rat).SetFrac(a, b)
		q, _ = q.DivMod(r.Num(), r.Denom(), new(big.Int))
		return q
	}),
	IntDiv: unlessZero((*big.Int).Quo), ModInt: unlessZero((*big.Int).Rem),
	ScaleUp: func(a []*big.Int, imm int64) *big.Int { return new(big.Int).Mul(a[0], big.NewInt(imm)) },
	ScaleDown: func(a []*big.Int, imm int64) *big.Int {
		return half(new(big.Rat).SetFrac(a[0], big.NewInt(imm)))
	},
	FloorScale: func(a []*big.Int, imm int64) *big.Int {
		q, _ := new(big.Int).DivMod(a[0], big.NewInt(imm), new(big.Int))
		return q
	},
	FloorRest: func(a []*big.Int, imm int64) *big.Int {
		_, r := new(big.Int).DivMod(a[0], big.NewInt(imm), new(big.Int))
		return r
	},
	CeilScale: func(a []*big.Int, imm int64) *big.Int {
		q, _ := new(big.Int).DivMod(new(big.Int).Neg(a[0]), big.NewInt(imm), new(big.Int))
		return q.Neg(q)
	},
	EqInt: compared(func(s int) bool { return s == 0 }), NeInt: compared(func(s int) bool { return s != 0 }),
	LtInt: compared(func(s int) bool { return s < 0 }), LeInt: compared(func(s int) bool { return s <= 0 }),
	GtInt: compared(func(s int) bool { return s > 0 }), GeInt: compared(func(s int) bool { return s >= 0 }),
	GreaterInt: func(a []*big.Int, _ int64) *big.Int {
		if a[0].Cmp(a[1]) < 0 {
			return a[1]
		}
		return a[0]
	},
	LesserInt: func(a []*big.Int, _ int64) *big.Int {
		if a[0].Cmp(a[1]) > 0 {
			return a[1]
		}
		return a[0]
	},
	XorBool: func(a []*big.Int, _ int64) *big.Int {
		return big.NewInt(truth((a[0].Sign() != 0) != (a[1].Sign() != 0)))
	},
	NotBool:    func(a []*big.Int, _ int64) *big.Int { return big.NewInt(truth(a[0].Sign() == 0)) },
	YearOf:     dateOf(func(t time.Time) int { return t.Year() }),
	MonthOf:    dateOf(func(t time.Time) int { return int(t.Month()) }),
	DayOf:      dateOf(func(t time.Time) int { return t.Day() }),
	DateNumber: dateOf(func(t time.Time) int { return t.Year()*10000 + int(t.Month())*100 + t.Day() }),
	AddMonths:  referenceAddMonths,
}

func referenceAddMonths(a []*big.Int, _ int64) *big.Int {
	if !a[0].IsInt64() || !isDate(a[0].Int64()) || !a[1].IsInt64() || a[1].Int64() > 130000 || a[1].Int64() < -130000 {
		return nil
	}
	t := time.Unix(0, 0).UTC().AddDate(0, 0, int(a[0].Int64()))
	first := time.Date(t.Year(), t.Month()+time.Month(a[1].Int64()), 1, 0, 0, 0, 0, time.UTC)
	day := min(t.Day(), first.AddDate(0, 1, -1).Day())
	moved := first.AddDate(0, 0, day-1)
	if moved.Year() < 0 || moved.Year() > 9999 {
		return nil
	}
	return big.NewInt(moved.Unix() / 86400)
}

// edgy draws numbers of which many are at an edge.
func edgy() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.SampledFrom([]int64{0, 1, -1, 2, -2, 5, -5, 10, 12, -12, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1,
			math.MinInt64 + 1, 1 << 31, -1 << 31, 1 << 32, 3037000499, 3037000500, -3037000500, value.MinDate, value.MinDate - 1, value.MaxDate, value.MaxDate + 1}),
		rapid.Int64Range(-1000, 1000), rapid.Int64Range(-800000, 3000000), rapid.Int64())
}

type operands struct {
	vectors []*Vector
	result  Vector
	zero    []byte
	imm     int64
}

// draw makes n rows of arguments, each argument nullable or not.
func draw(t *rapid.T, op Opcode) operands {
	row := op.Operation()
	n := rapid.IntRange(1, 9).Draw(t, "rows")
	o := operands{zero: make([]byte, n), imm: 1}
	if row.Imm != "" {
		o.imm = int64(math.Pow10(rapid.IntRange(0, 18).Draw(t, "digits")))
	}
	if op == FloorScale || op == FloorRest || op == ScaleDown {
		o.imm = max(1, edgy().Draw(t, "divisor"))
	}
	o.result = Vector{Int: make([]int64, n), Float: make([]float64, n)}
	nullable := row.Makes
	for _, kind := range row.Args {
		v := &Vector{}
		if kind == 'i' {
			v.Int = rapid.SliceOfN(edgy(), n, n).Draw(t, "ints")
		} else {
			v.Float = rapid.SliceOfN(rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1, -1, 2.5, -2.5, 0.5, 1e308, -1e308, 5e-324})), n, n).Draw(t, "doubles")
		}
		if rapid.Bool().Draw(t, "nullable") {
			v.Null = rapid.SliceOfN(rapid.ByteRange(0, 1), n, n).Draw(t, "nulls")
			nullable = true
		}
		o.vectors = append(o.vectors, v)
	}
	if nullable || !row.strict {
		o.result.Null = make([]byte, n)
	}
	return o
}

func (o operands) null(arg, row int) bool {
	return o.vectors[arg].Null != nil && o.vectors[arg].Null[row] != 0
}

func (o operands) anyNull(row int) bool {
	for k := range o.vectors {
		if o.null(k, row) {
			return true
		}
	}
	return false
}

func TestIntegerOpcodesAgreeWithBigNumbers(t *testing.T) {
	for op, want := range strictReferences {
		t.Run(op.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkStrict(t, op, want) })
		})
	}
}

func checkStrict(t *rapid.T, op Opcode, want reference) {
	o := draw(t, op)
	wants := make([]*big.Int, len(o.zero))
	failed := false
	for i := range wants {
		if o.anyNull(i) {
			continue
		}
		args := make([]*big.Int, len(o.vectors))
		for k := range args {
			args[k] = big.NewInt(o.vectors[k].Int[i])
		}
		wants[i] = want(args, o.imm)
		failed = failed || wants[i] != nil && !wants[i].IsInt64()
	}
	err := op.Operation().Apply(&o.result, o.vectors, o.imm, o.zero)
	if failed && !op.Operation().Fails {
		return // an unchecked opcode is not used where the result can pass 64 bits
	}
	var outOfRange *plan.RangeError
	if failed != errors.As(err, &outOfRange) {
		t.Fatalf("%v: error %v, want one: %v", op, err, failed)
	}
	if failed {
		return
	}
	for i, w := range wants {
		isNull := o.result.Null != nil && o.result.Null[i] != 0
		if isNull != (w == nil) || w != nil && w.Int64() != o.result.Int[i] {
			t.Fatalf("%v row %d: got %d (NULL %v), want %v", op, i, o.result.Int[i], isNull, w)
		}
	}
}

// The three-valued opcodes, by their truth tables. 0 false, 1 true, 2 NULL.
func TestLogicFollowsTheTruthTables(t *testing.T) {
	tables := map[Opcode][9]int64{ // rows a = 0 1 2, columns b = 0 1 2
		AndBool:   {0, 0, 0, 0, 1, 2, 0, 2, 2},
		OrBool:    {0, 1, 2, 1, 1, 1, 2, 1, 2},
		XorBool:   {0, 1, 2, 1, 0, 2, 2, 2, 2},
		NullEqInt: {1, 0, 0, 0, 1, 0, 0, 0, 1},
	}
	a, b := &Vector{}, &Vector{}
	for i := range int64(9) {
		a.Int, a.Null = append(a.Int, i/3%2), append(a.Null, flag(i/3 == 2))
		b.Int, b.Null = append(b.Int, i%3%2), append(b.Null, flag(i%3 == 2))
	}
	for op, want := range tables {
		d := &Vector{Int: make([]int64, 9), Null: make([]byte, 9)}
		if err := op.Operation().Apply(d, []*Vector{a, b}, 0, make([]byte, 9)); err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			if (d.Null[i] != 0) != (w == 2) || w != 2 && d.Int[i] != w {
				t.Errorf("%v of case %d: %d NULL %d, want %d", op, i, d.Int[i], d.Null[i], w)
			}
		}
	}
}

func TestIfTakesTheElseBranchWhereTheConditionIsNotTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom([]Opcode{IfInt, IfFloat}).Draw(t, "op")
		o := draw(t, op)
		if err := op.Operation().Apply(&o.result, o.vectors, 0, o.zero); err != nil {
			t.Fatal(err)
		}
		for i := range o.zero {
			branch := 2
			if !o.null(0, i) && o.vectors[0].Int[i] != 0 {
				branch = 1
			}
			if (o.result.Null[i] != 0) != o.null(branch, i) {
				t.Fatalf("row %d: NULL %d", i, o.result.Null[i])
			}
			same := op == IfInt && o.result.Int[i] == o.vectors[branch].Int[i] ||
				op == IfFloat && o.result.Float[i] == o.vectors[branch].Float[i]
			if !same && !o.null(branch, i) {
				t.Fatalf("row %d takes another branch than %d", i, branch)
			}
		}
	})
}

func TestToFloatIsCorrectlyRounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := draw(t, ToFloat)
		if err := ToFloat.Operation().Apply(&o.result, o.vectors, o.imm, o.zero); err != nil {
			t.Fatal(err)
		}
		for i := range o.zero {
			want, _ := new(big.Rat).SetFrac64(o.vectors[0].Int[i], o.imm).Float64()
			if got := o.result.Float[i]; got != want && !o.anyNull(i) {
				t.Fatalf("%d / %d: got %v, want %v", o.vectors[0].Int[i], o.imm, got, want)
			}
		}
	})
}

func TestFloatToIntRoundsAndChecks(t *testing.T) {
	for _, c := range []struct {
		x    float64
		imm  int64
		want int64
		ok   bool
	}{
		{2.5, 1, 3, true}, {-2.5, 1, -3, true}, {1.25, 10, 13, true}, {1.005, 100, 101, true}, {-1.005, 100, -101, true}, {0.29, 100, 29, true}, {-0.4, 1, 0, true},
		{9223372036854775807, 1, 0, false}, {-9223372036854775808, 1, math.MinInt64, true}, {1e300, 1e18, 0, false},
	} {
		d := &Vector{Int: []int64{0}}
		err := FloatToInt.Operation().Apply(d, []*Vector{{Float: []float64{c.x}}}, c.imm, make([]byte, 1))
		if (err == nil) != c.ok || c.ok && d.Int[0] != c.want {
			t.Errorf("%v times %d: %d, %v", c.x, c.imm, d.Int[0], err)
		}
	}
}

// floatReferences computes with 2,000 bits and rounds once.
var floatReferences = map[Opcode]func(x, y *big.Float) *big.Float{
	AddFloat: func(x, y *big.Float) *big.Float { return wide().Add(x, y) },
	SubFloat: func(x, y *big.Float) *big.Float { return wide().Sub(x, y) },
	MulFloat: func(x, y *big.Float) *big.Float { return wide().Mul(x, y) },
	DivFloat: func(x, y *big.Float) *big.Float {
		if y.Sign() == 0 {
			return nil
		}
		return wide().Quo(x, y)
	},
}

// TestExtremesOfDoublesAreOneOfThem, to the last bit: of equal ones, as 0 and -0, the first.
func TestExtremesOfDoublesAreOneOfThem(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 5e-324, -5e-324, math.MaxFloat64, -math.MaxFloat64, 0.1}
	for op, sign := range map[Opcode]int{GreaterFloat: 1, LesserFloat: -1} {
		for _, x := range values {
			for _, y := range values {
				want := x
				if big.NewFloat(x).Cmp(big.NewFloat(y))*sign < 0 {
					want = y
				}
				d := &Vector{Float: make([]float64, 1)}
				err := op.Operation().Apply(d, []*Vector{{Float: []float64{x}}, {Float: []float64{y}}}, 0, make([]byte, 1))
				if err != nil || math.Float64bits(d.Float[0]) != math.Float64bits(want) {
					t.Errorf("%v of %v and %v: %v, want %v (%v)", op, x, y, d.Float[0], want, err)
				}
			}
		}
	}
}

func wide() *big.Float { return new(big.Float).SetPrec(2200) }

func TestFloatOpcodesRoundOnceAndRefuseInfinity(t *testing.T) {
	for op, want := range floatReferences {
		t.Run(op.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkFloat(t, op, want) })
		})
	}
}

func checkFloat(t *rapid.T, op Opcode, want func(x, y *big.Float) *big.Float) {
	o := draw(t, op)
	err := op.Operation().Apply(&o.result, o.vectors, 0, o.zero)
	failed := false
	for i := range o.zero {
		if o.anyNull(i) {
			continue
		}
		w := want(wide().SetFloat64(o.vectors[0].Float[i]), wide().SetFloat64(o.vectors[1].Float[i]))
		isNull := o.result.Null != nil && o.result.Null[i] != 0
		if isNull != (w == nil) {
			t.Fatalf("row %d: NULL %v", i, isNull)
		}
		if w == nil {
			continue
		}
		rounded, _ := w.Float64()
		failed = failed || math.IsInf(rounded, 0)
		if rounded != o.result.Float[i] {
			t.Fatalf("row %d: got %v, want %v", i, o.result.Float[i], rounded)
		}
	}
	if failed != (err != nil) {
		t.Fatalf("%v: error %v, want one: %v", op, err, failed)
	}
}

// Where doubles lie so far apart that a half and a whole number are one, the number is whole.
func TestFloatToIntWhereAHalfIsNoOtherDouble(t *testing.T) {
	for x, want := range map[float64]int64{34359738368.15: 3435973836815000, -34359738368.15: -3435973836815000, 34359738368.15001: 3435973836815001, -71468255805.6: -7146825580560000, 45035996273.7: 4503599627370000} {
		d := &Vector{Int: []int64{0}}
		if err := FloatToInt.Operation().Apply(d, []*Vector{{Float: []float64{x}}}, 100_000, make([]byte, 1)); err != nil || d.Int[0] != want {
			t.Errorf("%v times 100000: %d, %v, want %d", x, d.Int[0], err, want)
		}
	}
}

// A double stands for its shortest decimal when it becomes a number.
func TestFloatToIntRoundsTheShortestDecimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(-999_999_999_999_999, 999_999_999_999_999).Draw(t, "digits")
		places := rapid.IntRange(0, 18).Draw(t, "places")
		imm := int64(math.Pow10(rapid.IntRange(0, 6).Draw(t, "scale")))
		decimal := new(big.Rat).SetFrac64(n, int64(math.Pow10(places)))
		x, _ := decimal.Float64()
		want := half(decimal.Mul(decimal, new(big.Rat).SetInt64(imm)))
		d := &Vector{Int: []int64{0}}
		err := FloatToInt.Operation().Apply(d, []*Vector{{Float: []float64{x}}}, imm, make([]byte, 1))
		if fits := want.CmpAbs(new(big.Int).Lsh(big.NewInt(1), 53)) < 0; fits && (err != nil || d.Int[0] != want.Int64()) {
			t.Fatalf("%v times %d: %d, %v, want %v", x, imm, d.Int[0], err, want)
		}
	})
}

// Every row of the table is whole, and every opcode that can fail or make NULL says so
// in C as well.
func TestTableIsWhole(t *testing.T) {
	for o := range opcodes {
		row := o.Operation()
		if row.Name == "" || row.Args == "" || row.C == "" || row.loop == nil {
			t.Errorf("opcode %d has no row", o)
		}
		if row.Makes && row.CNull == "" || !row.strict && row.CNull == "" {
			t.Errorf("%s: no CNull", row.Name)
		}
	}
}
