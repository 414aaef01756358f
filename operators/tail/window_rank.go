package tail

import (
	"gsdms/plan"
)

// ranker numbers the rows of a partition.
type ranker struct {
	l *layout
	v plan.Vector
	// rank writes the results of the peers at positions [lo, hi) of a partition; before is
	// how many groups of peers are in front of them.
	rank func(v *plan.Vector, rows []int32, p part, lo, hi, before int)

	alone bool // peers do not matter
}

// uncounted is a ranker that asks for no number of peers before, and so goes piece by piece.
type uncounted struct{ *ranker }

func (l *layout) ranking(f plan.WindowFunc) (evaluator, error) {
	if err := l.r.take(numberBytes * int64(len(l.rows))); err != nil {
		return nil, err
	}
	e := &ranker{l: l, v: plan.Vector{Type: f.Of}, rank: rankings[f.Name], alone: f.Name == plan.RowNumber || f.Name == plan.Ntile}
	if f.Name == plan.Ntile {
		tiles := f.Args[0].(plan.Const).Value.Int
		e.rank = func(v *plan.Vector, rows []int32, p part, lo, hi, _ int) { ntile(v, rows, p, lo, hi, tiles) }
	}
	if f.Of.Kind == plan.Double {
		e.v.Floats = make([]float64, len(l.rows))
	} else {
		e.v.Ints = make([]int64, len(l.rows))
	}
	if f.Name == plan.DenseRank {
		return e, nil
	}
	return uncounted{e}, nil
}

func (e uncounted) partition(p part) error { return e.piece(p, p.lo, p.hi) }

// piece ranks the peers that begin in it, also those of them that lie behind.
func (e uncounted) piece(p part, lo, hi int) error {
	if e.alone {
		e.rank(&e.v, e.l.rows, p, lo, hi, 0)
		return nil
	}
	for lo < hi && !e.l.first[lo] {
		lo++
	}
	return e.peers(p, lo, hi)
}

func (e *ranker) partition(p part) error { return e.peers(p, p.lo, p.hi) }

// peers ranks the peers of a partition that begin at positions [lo, end), one of them at lo.
func (e *ranker) peers(p part, lo, end int) error {
	for before := 0; lo < end; before++ {
		hi := lo + 1
		for hi < p.hi && !e.l.first[hi] {
			if err := e.l.stopped(hi); err != nil {
				return err
			}
			hi++
		}
		e.rank(&e.v, e.l.rows, p, lo, hi, before)
		if err := e.l.stopped(lo); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// numbers numbers the rows as they come.
func (r *runner) numbers(t plan.Type) (plan.Vector, error) {
	n := r.count()
	if err := r.take(numberBytes * int64(n)); err != nil {
		return plan.Vector{}, err
	}
	out := plan.Vector{Type: t, Ints: make([]int64, n)}
	err := r.each(func(_, chunk int) error {
		lo := chunk * chunkRows
		for i := range out.Ints[lo:min(lo+chunkRows, n)] {
			out.Ints[lo+i] = int64(lo + i + 1)
		}
		return nil
	})
	return out, err
}

func (e *ranker) column() (plan.Vector, error) { return e.v, nil }

var rankings = map[plan.WindowName]func(v *plan.Vector, rows []int32, p part, lo, hi, before int){
	plan.RowNumber: func(v *plan.Vector, rows []int32, p part, lo, hi, _ int) {
		for i := lo; i < hi; i++ {
			v.Ints[rows[i]] = int64(i - p.lo + 1)
		}
	},
	plan.Rank: func(v *plan.Vector, rows []int32, p part, lo, hi, _ int) {
		for _, row := range rows[lo:hi] {
			v.Ints[row] = int64(lo - p.lo + 1)
		}
	},
	plan.DenseRank: func(v *plan.Vector, rows []int32, _ part, lo, hi, before int) {
		for _, row := range rows[lo:hi] {
			v.Ints[row] = int64(before + 1)
		}
	},
	plan.CumeDist: func(v *plan.Vector, rows []int32, p part, lo, hi, _ int) {
		for _, row := range rows[lo:hi] {
			v.Floats[row] = float64(hi-p.lo) / float64(p.hi-p.lo)
		}
	},
	plan.PercentRank: func(v *plan.Vector, rows []int32, p part, lo, hi, _ int) {
		for _, row := range rows[lo:hi] {
			v.Floats[row] = float64(lo-p.lo) / float64(max(1, p.hi-p.lo-1))
		}
	},
}

// ntile deals a partition out to tiles; the first ones get a row more where it does not
// come out even.
func ntile(v *plan.Vector, rows []int32, p part, lo, hi int, tiles int64) {
	n := int64(p.hi - p.lo)
	size, more := n/tiles, n%tiles
	for i := lo; i < hi; i++ {
		at := int64(i - p.lo)
		if at < more*(size+1) {
			v.Ints[rows[i]] = at/(size+1) + 1
		} else {
			v.Ints[rows[i]] = (at-more)/size + 1
		}
	}
}
