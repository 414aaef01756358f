package windows

import (
	"math"
	"math/big"
	"math/bits"
	"sync"

	"gsdms/operators/exact"
	"gsdms/operators/large"
	"gsdms/operators/simd"
	"gsdms/operators/tail/cell"
	"gsdms/plan"
)

// slide computes COUNT, SUM, variances and bits over frames that move on: rows are added at the end and
// taken out at the beginning, which exact sums allow.
type slide struct {
	l *Layout
	f plan.WindowFunc
	frames
	arg   *plan.Vector // by position; nil: COUNT(*)
	begin func() slider
	out   *slideOut

	counts []int64 // by row: how many values are in the frame; nil: nobody asks
}

// slider holds what the rows of a frame come to.
type slider interface {
	restart()      // has no rows again, for the next partition
	add(at int)    // of a position whose argument is not NULL
	remove(at int) // likewise
	settle()       // computes the value, for put
	put(row int32) // writes the value
}

// slideOut is the results in the making; one of its forms is used.
type slideOut struct {
	of     plan.Type
	ints   []int64
	wide   []*big.Int
	floats []float64
	nulls  []bool

	mu  sync.Mutex
	far map[int32]int64 // of sums past 64 bits: bits 64 to 127, by row
}

func (l *Layout) sliding(f plan.WindowFunc) (evaluator, error) {
	e := &slide{l: l, f: f, frames: l.frames(f.Over), out: &slideOut{of: f.Of}}
	if len(f.Args) > 0 {
		v, err := l.Run.Column(f.Args[0])
		if err != nil {
			return nil, err
		}
		if v, err = l.Run.Gather(&v, l.Order); err != nil {
			return nil, err
		}
		e.arg = &v
	}
	n := len(l.Order)
	if err := l.Run.Take(int64(n) * (cell.NumberBytes + 1)); err != nil {
		return nil, err
	}
	if f.Name == plan.WindowCount {
		e.out.ints = large.Make[int64](n)
		if e.arg == nil || e.arg.Nulls == nil && e.arg.Type.Kind != plan.Null {
			return e.counting()
		}
		e.begin = func() slider { return &countSlider{out: e.out} }
		return e, nil
	}
	if f.Name != plan.WindowSum {
		e.spreading(n)
		return e, nil
	}
	e.out.nulls = make([]bool, n)
	switch {
	case f.Of.Kind == plan.Double:
		e.out.floats = large.Make[float64](n)
		e.begin = func() slider { return &floatSlider{arg: e.arg, out: e.out} }
	case e.arg.Wide != nil:
		e.out.wide = make([]*big.Int, n)
		e.begin = func() slider { return &wideSlider{arg: e.arg, out: e.out} }
	default:
		e.out.ints = large.Make[int64](n)
		e.begin = func() slider { return &intSlider{arg: e.arg, out: e.out} }
	}
	return e, nil
}

// counting counts what is never NULL: up to the row, as it is numbered, and up to its peers, as they
// are ranked, or else by the length of the frame.
func (e *slide) counting() (evaluator, error) {
	by := ranker{l: e.l, v: plan.Vector{Type: e.f.Of, Ints: e.out.ints}}
	switch b := e.f.Over.Bounds(); {
	case b.Lo.At != plan.UnboundedPreceding || b.Hi.At != plan.CurrentRow:
		return frameCount{e}, nil
	case b.Range:
		by.rank = upToPeers
	default:
		by.rank, by.alone = rankings[plan.RowNumber], true
	}
	return uncounted{&by}, nil
}

// sees reports whether a function counts the values that this one adds up, as that of an AVG does.
func (e *slide) sees(f plan.WindowFunc) bool {
	return f.Name == plan.WindowCount && len(f.Args) == 1 && e.arg != nil && plan.Equal(f.Args[0], e.f.Args[0]) &&
		f.Over.String() == e.f.Over.String()
}

// keepCount has the counts kept.
func (e *slide) keepCount(of plan.Type) (evaluator, error) {
	if e.counts == nil {
		if err := e.l.Run.Take(int64(len(e.l.Order)) * cell.NumberBytes); err != nil {
			return nil, err
		}
		e.counts = large.Make[int64](len(e.l.Order))
	}
	return keptCount{by: e, of: of}, nil
}

// keptCount is COUNT of what a slide adds up.
type keptCount struct {
	by *slide
	of plan.Type
}

func (keptCount) partitions([]Part) error { return nil }

func (e keptCount) column() (plan.Vector, error) {
	return plan.Vector{Type: e.of, Ints: e.by.counts}, nil
}

func (e *slide) partitions(parts []Part) error {
	s, f := e.begin(), e.frames.begin()
	return each(parts, func(p Part) error { return e.partition(s, f, p) })
}

func (e *slide) partition(s slider, f frame, p Part) error {
	s.restart()
	f.start(p)
	lo, hi, counted := p.Lo, p.Lo, 0
	for i := p.Lo; i < p.Hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		from, to := f.of(i)
		moved := i == p.Lo || from != lo || to != hi
		for ; hi < to; hi++ {
			if err := e.l.stopped(hi); err != nil {
				return err
			}
			counted += e.enter(s, hi)
		}
		for ; lo < from; lo++ {
			if err := e.l.stopped(lo); err != nil {
				return err
			}
			counted -= e.leave(s, lo)
		}
		if moved {
			s.settle()
		}
		row := e.l.Order[i]
		if e.counts != nil {
			e.counts[row] = int64(counted)
		}
		if e.out.nulls != nil && counted == 0 {
			e.out.nulls[row] = true
		} else {
			s.put(row)
		}
	}
	return nil
}

// enter adds a row and gives how many values it has: none where it is NULL.
func (e *slide) enter(s slider, at int) int {
	if e.arg != nil && e.arg.IsNull(at) {
		return 0
	}
	s.add(at)
	return 1
}

func (e *slide) leave(s slider, at int) int {
	if e.arg != nil && e.arg.IsNull(at) {
		return 0
	}
	s.remove(at)
	return 1
}

// frameCount is COUNT of what is never NULL: the length of the frame.
type frameCount struct{ *slide }

func (e frameCount) partitions(parts []Part) error {
	f := e.frames.begin()
	return each(parts, func(p Part) error { return e.partition(f, p) })
}

func (e frameCount) partition(f frame, p Part) error {
	f.start(p)
	for i := p.Lo; i < p.Hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		lo, hi := f.of(i)
		e.out.ints[e.l.Order[i]] = int64(hi - lo)
	}
	return nil
}

// column settles the results: sums are narrow where all fit 64 bits.
func (e *slide) column() (plan.Vector, error) {
	v := plan.Vector{Type: e.out.of, Ints: e.out.ints, Floats: e.out.floats, Wide: e.out.wide, Nulls: e.out.nulls}
	for _, f := range v.Floats {
		if math.IsInf(f, 0) {
			return v, &plan.RangeError{Kind: plan.Double, In: e.f.String()}
		}
	}
	if e.out.far != nil {
		v.Ints, v.Wide = nil, e.out.past64()
		return v, e.l.Run.Take(int64(len(v.Wide)) * (cell.WideBytes - cell.NumberBytes))
	}
	return v, nil
}

// keep notes a sum past 64 bits.
func (o *slideOut) keep(row int32, upper int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.far == nil {
		o.far = map[int32]int64{}
	}
	o.far[row] = upper
}

// past64 gives sums of 128 bits as big numbers.
func (o *slideOut) past64() []*big.Int {
	out := make([]*big.Int, len(o.ints))
	for i, n := range o.ints {
		out[i] = big.NewInt(n)
	}
	for row, upper := range o.far {
		n := big.NewInt(upper)
		out[row] = n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(uint64(o.ints[row])))
	}
	return out
}

// countSlider counts rows.
type countSlider struct {
	out *slideOut
	n   int64
}

func (s *countSlider) restart()      { s.n = 0 }
func (s *countSlider) add(int)       { s.n++ }
func (s *countSlider) remove(int)    { s.n-- }
func (s *countSlider) settle()       {}
func (s *countSlider) put(row int32) { s.out.ints[row] = s.n }

// intSlider adds numbers in 128 bits, which 2^31 of them do not pass.
type intSlider struct {
	arg   *plan.Vector
	out   *slideOut
	lower uint64
	upper uint64
}

func (s *intSlider) restart() { s.lower, s.upper = 0, 0 }

func (s *intSlider) add(at int) {
	n := s.arg.Ints[at]
	var carry uint64
	s.lower, carry = bits.Add64(s.lower, uint64(n), 0)
	s.upper += uint64(n>>63) + carry
}

func (s *intSlider) remove(at int) {
	n := s.arg.Ints[at]
	var borrow uint64
	s.lower, borrow = bits.Sub64(s.lower, uint64(n), 0)
	s.upper -= uint64(n>>63) + borrow
}

func (s *intSlider) settle() {}

func (s *intSlider) put(row int32) {
	s.out.ints[row] = int64(s.lower)
	if int64(s.upper) != int64(s.lower)>>63 {
		s.out.keep(row, int64(s.upper))
	}
}

// wideSlider adds numbers past 64 bits.
type wideSlider struct {
	arg *plan.Vector
	out *slideOut
	sum big.Int
	now *big.Int
}

func (s *wideSlider) restart()      { s.sum.SetInt64(0) }
func (s *wideSlider) add(at int)    { s.sum.Add(&s.sum, s.arg.Wide[at]) }
func (s *wideSlider) remove(at int) { s.sum.Sub(&s.sum, s.arg.Wide[at]) }
func (s *wideSlider) settle()       { s.now = new(big.Int).Set(&s.sum) }
func (s *wideSlider) put(row int32) { s.out.wide[row] = s.now }

// floatSlider adds doubles exactly, and rounds once: those that are numbers in fixed point as such.
type floatSlider struct {
	arg    *plan.Vector
	out    *slideOut
	lo, hi uint64     // the sum of these
	far    *exact.Sum // of others; nil: there was none in the partition
	now    float64
}

func (s *floatSlider) restart() { s.lo, s.hi, s.far = 0, 0, nil }

func (s *floatSlider) add(at int)    { s.count(s.arg.Floats[at]) }
func (s *floatSlider) remove(at int) { s.count(-s.arg.Floats[at]) }

func (s *floatSlider) count(f float64) {
	if lo, hi, ok := simd.FixedOf(f); ok {
		var carry uint64
		s.lo, carry = bits.Add64(s.lo, uint64(lo), 0)
		s.hi += uint64(hi) + carry
		return
	}
	if s.far == nil {
		s.far = new(exact.Sum)
	}
	s.far.Add(f)
}

func (s *floatSlider) settle() {
	if s.now = simd.FixedValue(int64(s.lo), int64(s.hi)); s.far != nil {
		s.now = s.far.Plus(int64(s.lo), int64(s.hi), -simd.FixedBits)
	}
}

func (s *floatSlider) put(row int32) { s.out.floats[row] = s.now }
