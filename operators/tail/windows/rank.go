package windows

import (
	"gsdms/operators/large"
	"gsdms/operators/tail/cell"
	"gsdms/plan"
)

// ranker numbers the rows of a partition.
type ranker struct {
	l *Layout
	v plan.Vector
	// rank writes the results of the peers at positions [lo, hi) of a partition; before is
	// how many groups of peers are in front of them.
	rank func(v *plan.Vector, rows []int32, p Part, lo, hi, before int)

	alone bool // peers do not matter
}

// uncounted is a ranker that asks for no number of peers before, and so goes piece by piece.
type uncounted struct{ *ranker }

func (l *Layout) ranking(f plan.WindowFunc) (evaluator, error) {
	if err := l.Run.Take(cell.NumberBytes * int64(len(l.Order))); err != nil {
		return nil, err
	}
	e := &ranker{l: l, v: plan.Vector{Type: f.Of}, rank: rankings[f.Name], alone: f.Name == plan.RowNumber || f.Name == plan.Ntile}
	if f.Name == plan.Ntile {
		tiles := f.Args[0].(plan.Const).Value.Int
		e.rank = func(v *plan.Vector, rows []int32, p Part, lo, hi, _ int) { ntile(v, rows, p, lo, hi, tiles) }
	}
	if f.Of.Kind == plan.Double {
		e.v.Floats = large.Make[float64](len(l.Order))
	} else {
		e.v.Ints = large.Make[int64](len(l.Order))
	}
	if f.Name == plan.DenseRank {
		return e, nil
	}
	return uncounted{e}, nil
}

func (e uncounted) partitions(parts []Part) error {
	return each(parts, func(p Part) error { return e.piece(p, p.Lo, p.Hi) })
}

// piece ranks the peers that begin in it, also those of them that lie behind.
func (e uncounted) piece(p Part, lo, hi int) error {
	if e.alone {
		e.rank(&e.v, e.l.Order, p, lo, hi, 0)
		return nil
	}
	for lo < hi && !e.l.First[lo] {
		lo++
	}
	return e.peers(p, lo, hi)
}

func (e *ranker) partitions(parts []Part) error {
	return each(parts, func(p Part) error { return e.peers(p, p.Lo, p.Hi) })
}

// peers ranks the peers of a partition that begin at positions [lo, end), one of them at lo.
func (e *ranker) peers(p Part, lo, end int) error {
	for before := 0; lo < end; before++ {
		hi := lo + 1
		for hi < p.Hi && !e.l.First[hi] {
			if err := e.l.stopped(hi); err != nil {
				return err
			}
			hi++
		}
		e.rank(&e.v, e.l.Order, p, lo, hi, before)
		if err := e.l.stopped(lo); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

func (e *ranker) column() (plan.Vector, error) { return e.v, nil }

var rankings = map[plan.WindowName]func(v *plan.Vector, rows []int32, p Part, lo, hi, before int){
	plan.RowNumber: func(v *plan.Vector, rows []int32, p Part, lo, hi, _ int) {
		for i := lo; i < hi; i++ {
			v.Ints[rows[i]] = int64(i - p.Lo + 1)
		}
	},
	plan.Rank: func(v *plan.Vector, rows []int32, p Part, lo, hi, _ int) {
		for _, row := range rows[lo:hi] {
			v.Ints[row] = int64(lo - p.Lo + 1)
		}
	},
	plan.DenseRank: func(v *plan.Vector, rows []int32, _ Part, lo, hi, before int) {
		for _, row := range rows[lo:hi] {
			v.Ints[row] = int64(before + 1)
		}
	},
	plan.CumeDist: func(v *plan.Vector, rows []int32, p Part, lo, hi, _ int) {
		for _, row := range rows[lo:hi] {
			v.Floats[row] = float64(hi-p.Lo) / float64(p.Hi-p.Lo)
		}
	},
	plan.PercentRank: func(v *plan.Vector, rows []int32, p Part, lo, hi, _ int) {
		for _, row := range rows[lo:hi] {
			v.Floats[row] = float64(lo-p.Lo) / float64(max(1, p.Hi-p.Lo-1))
		}
	},
}

// upToPeers counts the rows up to the last peer.
func upToPeers(v *plan.Vector, rows []int32, p Part, lo, hi, _ int) {
	for _, row := range rows[lo:hi] {
		v.Ints[row] = int64(hi - p.Lo)
	}
}

// ntile deals a partition out to tiles; the first ones get a row more where it does not
// come out even.
func ntile(v *plan.Vector, rows []int32, p Part, lo, hi int, tiles int64) {
	n := int64(p.Hi - p.Lo)
	size, more := n/tiles, n%tiles
	for i := lo; i < hi; i++ {
		at := int64(i - p.Lo)
		if at < more*(size+1) {
			v.Ints[rows[i]] = at/(size+1) + 1
		} else {
			v.Ints[rows[i]] = (at-more)/size + 1
		}
	}
}
