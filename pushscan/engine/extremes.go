package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan"
)

// extremes is the least and the greatest values of columns of a whole table, found in few of its
// segments: first in those that by their zones may have them, one for each value, and then, as long as
// others may have one beyond what was found, in up to eight times as many. So what a file says of its
// rows is trusted no further than by conditions: each value is that of a row, and no row that is not
// read lies beyond it, unless the file lies.
type extremes struct {
	query *operators.Query
	folds []extreme
	read  []bool     // by segment
	most  int        // segments of the next ride, for each value
	rows  *plan.Rows // what the rides have found; nil: none has been
}

// extreme is one of the values. Numbers are compared as they are stored, of the greatest all bits are
// turned, so that less is nearer to it.
type extreme struct {
	column int // of the rows
	form   plan.Storage
	turned uint64   // all bits of the greatest
	bounds []uint64 // by segment: no number of it is less
	none   []bool   // by segment: all are NULL

	found uint64
	any   bool // one has been found
}

// fewSegments is how many of a stored table are read as soon as some of them.
const fewSegments = 4

// told reports whether zones may spare reading: of a stored table, or of one whose rows have to be read
// from elsewhere first. Those of others lie in memory.
func told(p *operators.Program) bool {
	return lacks(p) || !p.Table.Passing && p.Table.Segments() > fewSegments
}

// extremesOf gives what finds the result of a query by few segments; nil where it is no such query, or
// where that spares nothing.
func extremesOf(q *operators.Query) *extremes {
	p := q.Program
	g, ok := p.Sink.(*operators.Groups)
	if !ok || len(g.Keys) > 0 || len(g.Having) > 0 || len(p.Filters) > 0 || p.Table.Dead > 0 || !told(p) {
		return nil
	}
	loads := map[int]int{} // ordinals of columns, by register
	for _, in := range p.Body {
		l, ok := in.(operators.Load)
		if !ok {
			return nil
		}
		loads[l.Dst] = p.Columns[l.Column].Ordinal
	}
	x := &extremes{query: q, read: make([]bool, p.Table.Segments()), most: 1}
	for i, f := range g.Aggs {
		if f.Func == operators.CountRows {
			continue
		}
		ordinal, ok := loads[f.Arg]
		if !ok || !x.add(i, f, ordinal) {
			return nil
		}
	}
	if len(x.folds) == 0 {
		return nil
	}
	return x
}

// add adds a value; false where the zones do not tell of it.
func (x *extremes) add(column int, f operators.Fold, ordinal int) bool {
	t := x.query.Program.Table
	of := &t.Columns[ordinal]
	least := f.Func == operators.MinInt || f.Func == operators.MinFloat
	greatest := f.Func == operators.MaxInt || f.Func == operators.MaxFloat
	if !least && !greatest || of.Dict != f.Dict || of.Unsorted != nil || of.Ref != nil || f.Type.Kind == plan.Unsigned {
		return false
	}
	e := extreme{column: column, form: of.Storage, bounds: make([]uint64, len(x.read)), none: make([]bool, len(x.read))}
	if e.form.Float {
		e.form = plan.RankStorage(e.form.Nullable)
	}
	if greatest {
		e.turned = math.MaxUint64
	}
	for s := range x.read {
		lo, hi := boundsOf(t.Data, ordinal, s)
		if lo == 0 && e.form.Nullable && least {
			return false
		}
		if e.bounds[s] = lo; greatest {
			e.bounds[s] = ^hi
		}
		if e.none[s] = lo > hi; !e.none[s] && of.Storage.Float && e.unknown(e.bounds[s]) {
			return false
		}
	}
	x.folds = append(x.folds, e)
	return true
}

// boundsOf are those of the stored numbers of a segment that are not NULL; lo may be NULL's 0 where no
// other is known.
func boundsOf(data plan.Data, ordinal, segment int) (lo, hi uint64) {
	lo, hi = data.Zone(ordinal, segment)
	if d, ok := data.(plan.Deferred); ok {
		lo = d.Least(ordinal, segment)
	}
	return lo, hi
}

// unknown reports whether a bound of doubles says nothing.
func (e *extreme) unknown(bound uint64) bool {
	n, _ := e.form.Load(bound ^ e.turned)
	return math.IsInf(plan.OfRank(n), 0) || math.IsNaN(plan.OfRank(n))
}

// next gives the segments of the next ride, which may be none of the first; nil: all is found.
func (x *extremes) next() *operators.BitSet {
	set, some := operators.NewBitSet("segments", len(x.read)), x.rows == nil
	for i := range x.folds {
		e := &x.folds[i]
		var open []int
		for s := range x.read {
			if !x.read[s] && !e.none[s] && (!e.any || e.bounds[s] < e.found) {
				open = append(open, s)
			}
		}
		slices.SortStableFunc(open, func(a, b int) int { return cmp.Compare(e.bounds[a], e.bounds[b]) })
		for _, s := range open[:min(len(open), x.most)] {
			set.Add(s)
			some = true
		}
	}
	if !some {
		return nil
	}
	x.most *= growth
	for s := range x.read {
		x.read[s] = x.read[s] || set.Has(s)
	}
	return set
}

// take takes in what a ride has found, which may be of more segments than it was asked for.
func (x *extremes) take(rows *plan.Rows) {
	if x.rows == nil {
		x.rows = &plan.Rows{Len: rows.Len, Columns: slices.Clone(rows.Columns)}
		for i, f := range x.query.Program.Sink.(*operators.Groups).Aggs {
			if f.Func == operators.CountRows {
				x.rows.Columns[i] = plan.Vector{Type: rows.Columns[i].Type, Ints: []int64{int64(x.query.Program.Table.Rows)}}
			}
		}
	}
	for i := range x.folds {
		e, v := &x.folds[i], &rows.Columns[x.folds[i].column]
		if v.IsNull(0) {
			continue
		}
		if n := e.stored(v); !e.any || n < e.found {
			e.any, e.found = true, n
			x.rows.Columns[e.column] = *v
		}
	}
}

// stored is the number of a value as bounds have it.
func (e *extreme) stored(v *plan.Vector) uint64 {
	if v.Floats != nil {
		return e.form.Store(plan.RankOf(v.Floats[0]+0)) ^ e.turned
	}
	return e.form.Store(v.Ints[0]) ^ e.turned
}

// bounded reports whether a stage's rows are those of extremes, which its seat has then.
func (s *Started) bounded(i int, q *operators.Query) bool {
	if q.Program != nil {
		s.seats[i].bounded = extremesOf(q)
	}
	return s.seats[i].bounded != nil
}

// scannedByBounds gives a pipeline's rows, with what is behind its scan, where few segments tell them.
func (s *Started) scannedByBounds(ctx context.Context, i int, x *extremes) (*plan.Rows, StageReport, error) {
	all := StageReport{Stage: i, Query: x.query, Refused: s.engine.refusal(x.query.Program)}
	at, hub, terms := seat{refused: all.Refused}, s.engine.hub, s.terms
	if e := s.engine; e.spare != nil && (all.Refused != nil || e.chooser != nil) { // few rows are not worth a device
		hub, terms = e.spare, onSpare(terms)
	} else if err := e.make(ctx, terms.As, []*operators.Query{x.query}); err != nil {
		return nil, all, err
	}
	for part := x.next(); part != nil; part = x.next() {
		var err error
		if at.sub, err = hub.SubscribePart(ctx, terms, x.query, pushscan.Part{Segments: part}); err != nil {
			return nil, all, err
		}
		s.join(at.sub)
		rows, _, report, err := s.scan(ctx, i, x.query, at)
		if err != nil {
			return nil, all, err
		}
		s.part(at.sub)
		if x.take(rows); all.Scan != nil { // the rows of the ride before stay
			err = s.account.Charge(-rows.Bytes())
		}
		if err != nil {
			return nil, all, err
		}
		all.add(report.Scan)
	}
	rows, err := s.behind(ctx, x.query, x.rows, &all)
	return rows, all, err
}
