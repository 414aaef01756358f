package tail

import (
	"math"
	"math/big"
	"strings"

	"gsdms/operators/exact"
	"gsdms/plan"
)

// folders are the aggregates behind a pipeline: what takes in the rows of a group.
var folders = map[plan.AggFunc]func(c *collection) folder{
	plan.Count:          func(*collection) folder { return new(counting) },
	plan.CountDistinct:  func(*collection) folder { return new(counting) },
	plan.Sum:            func(c *collection) folder { return &summing{c: c} },
	plan.Min:            func(c *collection) folder { return &choosing{c: c, sign: -1} },
	plan.Max:            func(c *collection) folder { return &choosing{c: c, sign: 1} },
	plan.AnyValue:       func(c *collection) folder { return &choosing{c: c} },
	plan.BitAndAll:      func(c *collection) folder { return &combining{c: c, n: -1, op: plan.BitAnd} },
	plan.BitOrAll:       func(c *collection) folder { return &combining{c: c, op: plan.BitOr} },
	plan.BitXorAll:      func(c *collection) folder { return &combining{c: c, op: plan.BitXor} },
	plan.VarPop:         func(c *collection) folder { return &varying{c: c} },
	plan.VarSamp:        func(c *collection) folder { return &varying{c: c, sample: true} },
	plan.StddevPop:      func(c *collection) folder { return &varying{c: c, root: true} },
	plan.StddevSamp:     func(c *collection) folder { return &varying{c: c, sample: true, root: true} },
	plan.PercentileCont: func(c *collection) folder { return &ranking{c: c} },
	plan.GroupConcat:    func(c *collection) folder { return &joining{c: c} },
	plan.ApproxDistinct: func(c *collection) folder { return &estimating{c: c} },
}

// counting counts.
type counting int64

func (f *counting) add(int)           { *f++ }
func (f *counting) value() plan.Value { return plan.IntValue(int64(*f)) }

// number is a cell as an integer, scaled where it is a decimal.
func number(v *plan.Vector, row int) *big.Int {
	if v.Wide != nil {
		return v.Wide[row]
	}
	return big.NewInt(v.Ints[row])
}

// float is a cell as a double.
func float(v *plan.Vector, row int) float64 {
	if v.Floats != nil {
		return v.Floats[row]
	}
	f, _ := new(big.Rat).SetFrac(number(v, row), power10(v.Type.Scale)).Float64()
	return f
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// summing adds up, exactly.
type summing struct {
	c     *collection
	any   bool
	sum   big.Int
	float exact.Sum
}

func (f *summing) add(row int) {
	f.any = true
	if v := f.c.args[0]; v.Floats != nil {
		f.float.Add(v.Floats[row])
	} else {
		f.sum.Add(&f.sum, number(v, row))
	}
}

func (f *summing) value() plan.Value {
	switch {
	case !f.any:
		return plan.Value{}
	case f.c.agg.Of.Float():
		return plan.FloatValue(f.float.Value())
	}
	return plan.WideValue(new(big.Int).Set(&f.sum), f.c.args[0].Type.Scale)
}

// choosing keeps the least or the greatest value, or with sign 0 the first.
type choosing struct {
	c    *collection
	sign int
	best plan.Value
}

func (f *choosing) add(row int) {
	if f.best.IsNull() {
		f.best = f.c.args[0].Value(row)
		return
	}
	if f.sign == 0 {
		return
	}
	if v := f.c.args[0].Value(row); v.Compare(f.best)*f.sign > 0 {
		f.best = v
	}
}

func (f *choosing) value() plan.Value { return f.best }

// combining combines bits.
type combining struct {
	c  *collection
	n  int64
	op plan.Op
}

func (f *combining) add(row int)       { f.n = plan.Bits(f.op, f.n, f.c.args[0].Ints[row]) }
func (f *combining) value() plan.Value { return plan.IntValue(f.n) }

// varying computes variances. Those of integers and decimals are exact until the last
// division, n Q - S² over n² with the sum S and the sum of squares Q; those of doubles go
// by Welford's recurrence, which does not take large numbers from each other.
type varying struct {
	c            *collection
	sample, root bool
	n            int64
	sum, squares big.Int
	mean, m2     float64
}

func (f *varying) add(row int) {
	f.n++
	v := f.c.args[0]
	if v.Floats != nil {
		d := v.Floats[row] - f.mean
		f.mean += d / float64(f.n)
		f.m2 += d * (v.Floats[row] - f.mean)
		return
	}
	x := number(v, row)
	f.sum.Add(&f.sum, x)
	f.squares.Add(&f.squares, new(big.Int).Mul(x, x))
}

func (f *varying) value() plan.Value {
	by := f.n
	if f.sample {
		by--
	}
	if by <= 0 {
		return plan.Value{}
	}
	out := f.m2 / float64(by)
	if f.c.args[0].Floats == nil {
		n := big.NewInt(f.n)
		over := new(big.Int).Mul(n, &f.squares)
		over.Sub(over, new(big.Int).Mul(&f.sum, &f.sum))
		scale := power10(2 * f.c.args[0].Type.Scale)
		out, _ = new(big.Rat).SetFrac(over, n.Mul(n, scale.Mul(scale, big.NewInt(by)))).Float64()
	}
	if f.root {
		out = math.Sqrt(out)
	}
	return plan.FloatValue(out)
}

// ranking collects values, which come in order, and interpolates between two of them.
type ranking struct {
	c      *collection
	values []float64
}

func (f *ranking) add(row int) { f.values = append(f.values, float(f.c.args[0], row)) }

func (f *ranking) value() plan.Value {
	if len(f.values) == 0 {
		return plan.Value{}
	}
	at := f.c.agg.Gathered.Option.Float * float64(len(f.values)-1)
	lo := int(at)
	hi := min(lo+1, len(f.values)-1)
	share := at - float64(lo)
	return plan.FloatValue(f.values[lo]*(1-share) + f.values[hi]*share)
}

// joining puts texts together. Where equal ones count once, but come in another order than
// theirs, those that came are kept in mind.
type joining struct {
	c    *collection
	text strings.Builder
	any  bool
	seen map[string]bool
}

func (f *joining) add(row int) {
	one := ""
	for _, v := range f.c.args {
		one += v.Value(row).Text
	}
	if more := f.c.agg.Gathered; more.Distinct {
		if f.seen[one] {
			return
		}
		if f.seen == nil {
			f.seen = map[string]bool{}
		}
		f.seen[one] = true
	}
	if f.any {
		f.text.WriteString(f.c.agg.Gathered.Option.Text)
	}
	f.any = true
	f.text.WriteString(one)
}

func (f *joining) value() plan.Value {
	if !f.any {
		return plan.Value{}
	}
	return plan.StringValue(f.text.String())
}
