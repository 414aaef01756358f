package windows

import (
	"math"
	"slices"
	"sync/atomic"

	"gsdms/operators/large"
	"gsdms/operators/tail/cell"
	"gsdms/plan"
)

// picker computes the functions whose result is a cell of another row.
type picker struct {
	l       *Layout
	arg     plan.Vector
	ordered plan.Vector // MIN, MAX: arg by position
	marker  plan.Vector // LAST_VALUE of some rows: not NULL in these
	rest    int         // where the defaults of LAG and LEAD begin in arg; -1: the default is NULL
	at      []int32
	by      func(e *picker, parts []Part) error
	name    plan.WindowName
	frames
	n int // LAG, LEAD, NTH_VALUE: the offset
}

// nowhere is the pick that gives NULL.
const nowhere = -1

func (l *Layout) picking(f plan.WindowFunc) (evaluator, error) {
	arg, err := l.Run.Column(f.Args[0])
	if err != nil {
		return nil, err
	}
	if err := l.Run.Take(4 * int64(len(l.Order))); err != nil {
		return nil, err
	}
	e := &picker{l: l, arg: arg, rest: -1, at: large.Make[int32](len(l.Order)), name: f.Name, frames: l.frames(f.Over), n: 1, by: (*picker).ofFrames}
	if len(f.Args) > 1 && f.Name != plan.LastValue {
		e.n = int(min(f.Args[1].(plan.Const).Value.Int, math.MaxInt32))
	}
	switch f.Name {
	case plan.LastValue:
		if len(f.Args) > 1 {
			e.by = (*picker).lastMarked
			e.marker, err = l.Run.Column(f.Args[1])
		}
	case plan.Lag, plan.Lead:
		if len(f.Args) > 2 {
			err = e.defaults(f.Args[2])
		}
		return shifter{e}, err
	case plan.WindowMin, plan.WindowMax:
		e.by = (*picker).extreme
		e.ordered, err = l.Run.Gather(&arg, l.Order)
	}
	return e, err
}

// defaults puts the default of every row behind the values.
func (e *picker) defaults(d plan.Expr) error {
	v, err := e.l.Run.Column(d)
	if err != nil {
		return err
	}
	e.rest = len(e.l.Order)
	e.arg, err = e.l.Run.Behind(&e.arg, &v)
	return err
}

func (e *picker) partitions(parts []Part) error { return e.by(e, parts) }

// shifter is a picker of LAG or LEAD.
type shifter struct{ *picker }

func (e shifter) partitions(parts []Part) error {
	return each(parts, func(p Part) error { return e.piece(p, p.Lo, p.Hi) })
}

// piece picks the row that is n rows before or behind.
func (e shifter) piece(p Part, lo, hi int) error {
	by := e.n
	if e.name == plan.Lag {
		by = -by
	}
	for i := lo; i < hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		row := e.l.Order[i]
		switch from := i + by; {
		case from >= p.Lo && from < p.Hi:
			e.at[row] = e.l.Order[from]
		case e.rest >= 0:
			e.at[row] = int32(e.rest) + row
		default:
			e.at[row] = nowhere
		}
	}
	return nil
}

// ofFrames picks the first, the last or the nth row of the frame.
func (e *picker) ofFrames(parts []Part) error {
	f := e.frames.begin()
	return each(parts, func(p Part) error { return e.ofFrame(p, f) })
}

func (e *picker) ofFrame(p Part, f frame) error {
	f.start(p)
	for i := p.Lo; i < p.Hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		lo, hi := f.of(i)
		from := lo + e.n - 1
		if e.name == plan.LastValue {
			from = hi - 1
		}
		pick := int32(nowhere)
		if from >= lo && from < hi {
			pick = e.l.Order[from]
		}
		e.at[e.l.Order[i]] = pick
	}
	return nil
}

// lastMarked picks the last marked row up to each.
func (e *picker) lastMarked(parts []Part) error { return each(parts, e.lastMarkedOf) }

func (e *picker) lastMarkedOf(p Part) error {
	last := int32(nowhere)
	for i := p.Lo; i < p.Hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		row := e.l.Order[i]
		if !e.marker.IsNull(int(row)) {
			last = row
		}
		e.at[row] = last
	}
	return nil
}

// extremes has what finds the least or greatest values of one partition after another. Waiting are the
// positions of the frame that can still be it: a later row that is as good rules out those before.
type extremes struct {
	*picker
	f       frame
	better  cell.Comparer
	waiting []int32
}

// extreme picks the least or greatest value of the frame.
func (e *picker) extreme(parts []Part) error {
	x := extremes{picker: e, f: e.frames.begin(), better: cell.ByKey(&e.ordered, e.name == plan.WindowMax)}
	return each(parts, x.partition)
}

func (e *extremes) partition(p Part) error {
	e.f.start(p)
	waiting, first, hi := e.waiting[:0], 0, p.Lo
	defer func() { e.waiting = waiting }()
	for i := p.Lo; i < p.Hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		from, to := e.f.of(i)
		for ; hi < to; hi++ {
			if err := e.l.stopped(hi); err != nil {
				return err
			}
			if e.ordered.IsNull(hi) {
				continue
			}
			for len(waiting) > first && e.better(int32(hi), waiting[len(waiting)-1]) <= 0 {
				waiting = waiting[:len(waiting)-1]
			}
			waiting = append(waiting, int32(hi))
		}
		for first < len(waiting) && int(waiting[first]) < from {
			first++
		}
		pick := int32(nowhere)
		if first < len(waiting) {
			pick = e.l.Order[waiting[first]]
		}
		e.at[e.l.Order[i]] = pick
	}
	return nil
}

// column gathers what was picked.
func (e *picker) column() (plan.Vector, error) {
	if len(e.l.Order) == 0 {
		return e.arg, nil
	}
	nulls, none := make([]bool, len(e.at)), atomic.Bool{}
	err := e.l.Run.Spread((len(e.at)+pieceRows-1)/pieceRows, func(_, piece int) error {
		lo := piece * pieceRows
		some := e.at[lo:min(lo+pieceRows, len(e.at))]
		if slices.Contains(some, nowhere) {
			none.Store(true)
		}
		for i, row := range some {
			if row == nowhere {
				nulls[lo+i], some[i] = true, 0
			} else {
				nulls[lo+i] = e.arg.IsNull(int(row))
			}
		}
		return nil
	})
	if err != nil {
		return plan.Vector{}, err
	}
	v, err := e.l.Run.Gather(&e.arg, e.at)
	if none.Load() {
		v.Nulls = nulls
	}
	return v, err
}
