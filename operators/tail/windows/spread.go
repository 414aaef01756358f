package windows

import (
	"math"
	"math/big"

	"gsdms/operators/exact"
	"gsdms/operators/large"
	"gsdms/plan"
)

// spreading prepares the evaluator of a variance, or of what is made of bits.
func (e *slide) spreading(n int) {
	if sample, root := plan.AggFunc(e.f.Name).Spread(); e.f.Of.Kind == plan.Double {
		e.out.floats, e.out.nulls = large.Make[float64](n), make([]bool, n)
		e.begin = func() slider { return &spreadSlider{arg: e.arg, out: e.out, sample: sample, root: root} }
		return
	}
	e.out.ints = large.Make[int64](n)
	e.begin = func() slider { return &bitSlider{arg: e.arg, out: e.out, of: plan.AggFunc(e.f.Name)} }
}

// spreadSlider computes variances and deviations of what is in the frame, exactly but for the
// last division.
type spreadSlider struct {
	arg          *plan.Vector
	out          *slideOut
	sample, root bool
	n            int64
	moments      exact.Moments
	far          *exact.Far
	sum, squares big.Int // of numbers past 64 bits
	now          float64
}

func (s *spreadSlider) restart() {
	s.n, s.moments, s.far = 0, exact.Moments{}, nil
	s.sum.SetInt64(0)
	s.squares.SetInt64(0)
}

func (s *spreadSlider) add(at int)    { s.count(at, 1) }
func (s *spreadSlider) remove(at int) { s.count(at, -1) }

func (s *spreadSlider) count(at int, sign int64) {
	s.n += sign
	var own exact.Moments
	switch {
	case s.arg.Floats != nil && sign > 0:
		if !s.moments.AddFloat(s.arg.Floats[at]) {
			s.countFar(s.arg.Floats[at], sign)
		}
		return
	case s.arg.Wide != nil:
		x, by := s.arg.Wide[at], big.NewInt(sign)
		s.sum.Add(&s.sum, new(big.Int).Mul(x, by))
		s.squares.Add(&s.squares, new(big.Int).Mul(by, new(big.Int).Mul(x, x)))
	case s.arg.Floats == nil:
		own.AddInt(s.arg.Ints[at])
	case !own.AddFloat(s.arg.Floats[at]):
		s.countFar(s.arg.Floats[at], sign)
	}
	if sign > 0 {
		s.moments.Merge(&own)
	} else {
		s.moments.Unmerge(&own)
	}
}

func (s *spreadSlider) countFar(x float64, sign int64) {
	if s.far == nil {
		s.far = new(exact.Far)
	}
	if sign > 0 {
		s.far.Add(x)
	} else {
		s.far.Remove(x)
	}
}

// by is what the squares of the distances are divided by.
func (s *spreadSlider) by() int64 {
	if s.sample {
		return s.n - 1
	}
	return s.n
}

func (s *spreadSlider) settle() {
	by := s.by()
	if by <= 0 {
		return
	}
	switch scale := s.arg.Type.Scale; {
	case s.arg.Wide != nil:
		s.now = exact.WideVariance(&s.sum, &s.squares, s.n, by, scale)
	case s.arg.Floats != nil:
		s.now = s.moments.VarianceFloat(s.n, by, s.far)
	default:
		s.now = s.moments.Variance(s.n, by) / math.Pow10(2*scale)
	}
	if s.root {
		s.now = math.Sqrt(s.now)
	}
}

func (s *spreadSlider) put(row int32) {
	if s.by() <= 0 {
		s.out.nulls[row] = true
		return
	}
	s.out.floats[row] = s.now
}

// bitSlider counts how many numbers of the frame have each bit.
type bitSlider struct {
	arg  *plan.Vector
	out  *slideOut
	of   plan.AggFunc
	n    int64
	with [64]int64
	now  int64
}

func (s *bitSlider) restart()      { s.n, s.with = 0, [64]int64{} }
func (s *bitSlider) add(at int)    { s.count(at, 1) }
func (s *bitSlider) remove(at int) { s.count(at, -1) }

func (s *bitSlider) count(at int, by int64) {
	s.n += by
	for b, word := 0, uint64(s.arg.Ints[at]); word != 0; b, word = b+1, word>>1 {
		if word&1 != 0 {
			s.with[b] += by
		}
	}
}

func (s *bitSlider) settle() {
	s.now = 0
	for b, with := range s.with {
		if s.of == plan.BitAndAll && with == s.n || s.of == plan.BitOrAll && with > 0 || s.of == plan.BitXorAll && with&1 != 0 {
			s.now |= 1 << b
		}
	}
}

func (s *bitSlider) put(row int32) { s.out.ints[row] = s.now }
