package tail

import (
	"math"
	"math/big"
	"math/bits"

	"gsdms/operators/exact"
	"gsdms/plan"
)

// slide computes COUNT and SUM over frames that move on: rows are added at the end and
// taken out at the beginning, which exact sums allow.
type slide struct {
	l     *layout
	f     plan.WindowFunc
	arg   *plan.Vector // nil: COUNT(*)
	begin func() slider
	out   *slideOut
}

// slider holds what the rows of a frame come to. It is used for one partition.
type slider interface {
	add(row int32)    // of a row whose argument is not NULL
	remove(row int32) // likewise
	settle()          // computes the value, for put
	put(row int32)    // writes the value
}

// slideOut is the results in the making; one of its forms is used.
type slideOut struct {
	of     plan.Type
	ints   []int64
	upper  []int64 // of sums: bits 64 to 127 of ints
	wide   []*big.Int
	floats []float64
	nulls  []bool
}

func (l *layout) sliding(f plan.WindowFunc) (evaluator, error) {
	e := &slide{l: l, f: f, out: &slideOut{of: f.Of}}
	if len(f.Args) > 0 {
		v, err := l.r.column(f.Args[0])
		if err != nil {
			return nil, err
		}
		e.arg = &v
	}
	n := len(l.rows)
	if err := l.r.take(int64(n) * (2*numberBytes + 1)); err != nil {
		return nil, err
	}
	if f.Name == plan.WindowCount {
		e.out.ints = make([]int64, n)
		e.begin = func() slider { return &countSlider{out: e.out} }
		return e, nil
	}
	e.out.nulls = make([]bool, n)
	switch {
	case f.Of.Kind == plan.Double:
		e.out.floats = make([]float64, n)
		e.begin = func() slider { return &floatSlider{arg: e.arg, out: e.out} }
	case e.arg.Wide != nil:
		e.out.wide = make([]*big.Int, n)
		e.begin = func() slider { return &wideSlider{arg: e.arg, out: e.out} }
	default:
		e.out.ints, e.out.upper = make([]int64, n), make([]int64, n)
		e.begin = func() slider { return &intSlider{arg: e.arg, out: e.out} }
	}
	return e, nil
}

func (e *slide) partition(p part) error {
	s, f := e.begin(), e.l.frame(e.f.Over, p)
	lo, hi, counted := p.lo, p.lo, 0
	for i := p.lo; i < p.hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		from, to := f.of(i)
		moved := i == p.lo || from != lo || to != hi
		for ; hi < to; hi++ {
			if err := e.l.stopped(hi); err != nil {
				return err
			}
			counted += e.enter(s, e.l.rows[hi])
		}
		for ; lo < from; lo++ {
			if err := e.l.stopped(lo); err != nil {
				return err
			}
			counted -= e.leave(s, e.l.rows[lo])
		}
		if moved {
			s.settle()
		}
		row := e.l.rows[i]
		if e.out.nulls != nil && counted == 0 {
			e.out.nulls[row] = true
		} else {
			s.put(row)
		}
	}
	return nil
}

// enter adds a row and gives how many values it has: none where it is NULL.
func (e *slide) enter(s slider, row int32) int {
	if e.arg != nil && e.arg.IsNull(int(row)) {
		return 0
	}
	s.add(row)
	return 1
}

func (e *slide) leave(s slider, row int32) int {
	if e.arg != nil && e.arg.IsNull(int(row)) {
		return 0
	}
	s.remove(row)
	return 1
}

// column settles the results: sums are narrow where all fit 64 bits.
func (e *slide) column() (plan.Vector, error) {
	v := plan.Vector{Type: e.out.of, Ints: e.out.ints, Floats: e.out.floats, Wide: e.out.wide, Nulls: e.out.nulls}
	for _, f := range v.Floats {
		if math.IsInf(f, 0) {
			return v, &plan.RangeError{Kind: plan.Double, In: e.f.String()}
		}
	}
	for i, upper := range e.out.upper {
		if upper != v.Ints[i]>>63 {
			v.Ints, v.Wide = nil, e.out.past64()
			return v, e.l.r.take(int64(len(v.Wide)) * (wideBytes - numberBytes))
		}
	}
	return v, nil
}

// past64 gives sums of 128 bits as big numbers.
func (o *slideOut) past64() []*big.Int {
	out := make([]*big.Int, len(o.ints))
	for i := range out {
		n := big.NewInt(o.upper[i])
		out[i] = n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(uint64(o.ints[i])))
	}
	return out
}

// countSlider counts rows.
type countSlider struct {
	out *slideOut
	n   int64
}

func (s *countSlider) add(int32)     { s.n++ }
func (s *countSlider) remove(int32)  { s.n-- }
func (s *countSlider) settle()       {}
func (s *countSlider) put(row int32) { s.out.ints[row] = s.n }

// intSlider adds numbers in 128 bits, which 2^31 of them do not pass.
type intSlider struct {
	arg   *plan.Vector
	out   *slideOut
	lower uint64
	upper uint64
}

func (s *intSlider) add(row int32) {
	n := s.arg.Ints[row]
	var carry uint64
	s.lower, carry = bits.Add64(s.lower, uint64(n), 0)
	s.upper += uint64(n>>63) + carry
}

func (s *intSlider) remove(row int32) {
	n := s.arg.Ints[row]
	var borrow uint64
	s.lower, borrow = bits.Sub64(s.lower, uint64(n), 0)
	s.upper -= uint64(n>>63) + borrow
}

func (s *intSlider) settle() {}

func (s *intSlider) put(row int32) {
	s.out.ints[row], s.out.upper[row] = int64(s.lower), int64(s.upper)
}

// wideSlider adds numbers past 64 bits.
type wideSlider struct {
	arg *plan.Vector
	out *slideOut
	sum big.Int
	now *big.Int
}

func (s *wideSlider) add(row int32)    { s.sum.Add(&s.sum, s.arg.Wide[row]) }
func (s *wideSlider) remove(row int32) { s.sum.Sub(&s.sum, s.arg.Wide[row]) }
func (s *wideSlider) settle()          { s.now = new(big.Int).Set(&s.sum) }
func (s *wideSlider) put(row int32)    { s.out.wide[row] = s.now }

// floatSlider adds doubles exactly, and rounds once.
type floatSlider struct {
	arg *plan.Vector
	out *slideOut
	sum exact.Sum
	now float64
}

func (s *floatSlider) add(row int32)    { s.sum.Add(s.arg.Floats[row]) }
func (s *floatSlider) remove(row int32) { s.sum.Add(-s.arg.Floats[row]) }
func (s *floatSlider) settle()          { s.now = s.sum.Value() }
func (s *floatSlider) put(row int32)    { s.out.floats[row] = s.now }
