package tail

import (
	"fmt"
	"math/big"
	"slices"

	"gsdms/operators/dictionary"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/made"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// column gives an expression's value in every row that is left.
func (r *runner) column(e plan.Expr) (plan.Vector, error) {
	if s, ok := e.(plan.Slot); ok {
		return r.slotColumn(s)
	}
	if e.Type().Kind == plan.String {
		if v, ok, err := r.textColumn(e); ok || err != nil {
			return v, inComputing(e, err)
		}
	}
	c, err := r.compile(e)
	if err != nil {
		return plan.Vector{}, err
	}
	v, err := r.filled(c)
	return v, inComputing(e, err)
}

// source is the rows left, for texts to be made of.
func (r *runner) source() made.Source { return made.Source{Columns: r.rows.Columns, Compute: r.column} }

func inComputing(e plan.Expr, err error) error {
	if err != nil {
		return fmt.Errorf("compute %s: %w", e, err)
	}
	return nil
}

func (r *runner) slotColumn(s plan.Slot) (plan.Vector, error) {
	if err := r.check(s); err != nil {
		return plan.Vector{}, err
	}
	v := &r.rows.Columns[s.Index]
	if r.left == nil {
		return *v, nil
	}
	return r.gather(v, r.left)
}

// check says whether all leaves of an expression are there.
func (r *runner) check(e plan.Expr) (err error) {
	plan.Visit(e, func(x plan.Expr) bool {
		switch x := x.(type) {
		case plan.ColumnRef:
			err = fmt.Errorf("compute %s: it is a column of a table, and tables end where the rows begin", x)
		case plan.Slot:
			if x.Index < 0 || x.Index >= len(r.rows.Columns) {
				err = fmt.Errorf("compute %s: it is not among the %d columns of the rows", x, len(r.rows.Columns))
			}
		}
		return err == nil
	})
	return err
}

// filler is a column in the making. Chunks are written side by side.
type filler struct {
	v     plan.Vector
	nulls []bool // by chunk: there are NULLs
	wide  [][]*big.Int
	few   *toldApart     // of a column of texts
	best  []made.Chooser // by worker: of which few are wanted; nil: all are
}

// filled computes an expression.
func (r *runner) filled(c computed) (plan.Vector, error) {
	n := r.count()
	f := &filler{v: plan.Vector{Type: c.expr.Type(), Nulls: make([]bool, n)}, nulls: make([]bool, r.chunks()), wide: make([][]*big.Int, r.chunks())}
	switch f.v.Type.Kind {
	case plan.Double:
		f.v.Floats = []float64{}
	case plan.String:
		f.v.Texts = []string{}
	default:
		f.v.Ints = []int64{}
	}
	if err := r.Take(cell.Bytes(&f.v, n)); err != nil {
		return plan.Vector{}, err
	}
	f.v.Floats, f.v.Ints = like(f.v.Floats, n), like(f.v.Ints, n)
	text, err := r.source().Of(c.expr)
	if err != nil {
		return plan.Vector{}, err
	}
	workers := r.workers(r.chunks())
	if f.v.Texts != nil {
		f.few = newToldApart(len(workers), r.chunks(), n, func() []string { return make([]string, n) })
		if f.best = r.choosers(c.expr, workers); f.best == nil {
			f.best = r.firstChoosers(c.expr, workers)
		}
	}
	err = r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		v, ok, err := w.byOpcodes(c)
		if err != nil {
			return err
		}
		if ok {
			f.put(w, chunk, v)
			return nil
		}
		if f.few != nil {
			return f.putTexts(w, worker, chunk, c.expr, text)
		}
		part, err := w.scalars(r.ctx, c.expr)
		if err == nil {
			f.putScalars(w, chunk, part)
		}
		return err
	})
	if err == nil {
		err = r.settleWide(f)
	}
	if !slices.Contains(f.nulls, true) {
		f.v.Nulls = nil
	}
	if f.few != nil && err == nil {
		err = f.few.settle(r, &f.v)
	}
	return f.v, err
}

// putTexts makes the texts of a chunk.
func (f *filler) putTexts(w *worker, worker, chunk int, e plan.Expr, text *made.Text) (err error) {
	part, ok := plan.Vector{}, false
	if text != nil {
		w.texts.Lend(!f.few.many.Load())
		var by made.Chooser
		if f.best != nil {
			by = f.best[worker]
		}
		w.texts.Choose(by)
		part, ok = w.texts.Joined(e.Type(), text)
	}
	if !ok {
		if part, err = w.scalars(w.r.ctx, e); err != nil {
			return err
		}
	}
	numbered, bytes := f.few.put(worker, chunk, w.lo, part)
	if !numbered {
		w.texts.Keep()
	}
	if part.Texts = nil; ok {
		err = w.r.Take(bytes)
	}
	f.putScalars(w, chunk, part)
	return err
}

func (f *filler) put(w *worker, chunk int, v vector) {
	if f.v.Floats != nil {
		copy(f.v.Floats[w.lo:], v.Float)
	} else {
		copy(f.v.Ints[w.lo:], v.Int)
	}
	if v.Null == nil {
		return
	}
	nulls := f.v.Nulls[w.lo : w.lo+w.n]
	for i, null := range v.Null {
		nulls[i] = null != 0
		f.nulls[chunk] = f.nulls[chunk] || null != 0
	}
}

func (f *filler) putScalars(w *worker, chunk int, part plan.Vector) {
	f.wide[chunk] = part.Wide
	copy(f.v.Ints[min(w.lo, len(f.v.Ints)):], part.Ints)
	copy(f.v.Floats[min(w.lo, len(f.v.Floats)):], part.Floats)
	if part.Nulls != nil {
		copy(f.v.Nulls[w.lo:], part.Nulls)
		f.nulls[chunk] = true
	}
}

// settleWide makes the column wide where one chunk is.
func (r *runner) settleWide(f *filler) error {
	if !slices.ContainsFunc(f.wide, func(w []*big.Int) bool { return w != nil }) {
		return nil
	}
	n := len(f.v.Ints)
	if err := r.Take(int64(n) * (cell.WideBytes - cell.NumberBytes)); err != nil {
		return err
	}
	ints := f.v.Ints
	f.v.Ints, f.v.Wide = nil, make([]*big.Int, n)
	return r.Spread(len(f.wide), func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		if f.wide[chunk] != nil {
			copy(f.v.Wide[lo:], f.wide[chunk])
			return nil
		}
		for i, x := range ints[lo:min(lo+team.ChunkRows, n)] {
			f.v.Wide[lo+i] = big.NewInt(x)
		}
		return nil
	})
}

// tabulated computes an expression once for each code, or combination of codes and numbers,
// that occurs, and gives the column of these; no table where every row has to be looked at.
func (r *runner) tabulated(e plan.Expr) (*plan.Vector, *codeTable, error) {
	if of := r.onlyCodes(e); of != nil {
		t, err := r.tabulate(e, of)
		return of, t, err
	}
	c, t, err := r.tabulateCombined(e)
	if t == nil || err != nil {
		return nil, nil, err
	}
	return &c.vector, t, nil
}

// textColumn computes a text of columns of few codes, or a constant one, as codes of a
// dictionary of its own. It reports false where every row has to be looked at.
func (r *runner) textColumn(e plan.Expr) (plan.Vector, bool, error) {
	if c, ok := e.(plan.Const); ok && !c.Value.IsNull() {
		dict := plan.NewDictionary([]uint32{0, uint32(len(c.Value.Text))}, []byte(c.Value.Text))
		err := r.Take(cell.NumberBytes * int64(r.count()))
		return plan.Vector{Type: c.Of, Ints: make([]int64, r.count()), Dict: dict}, true, err
	}
	if err := r.check(e); err != nil {
		return plan.Vector{}, false, err
	}
	of, over, err := r.overLeaves(e)
	if err != nil {
		return plan.Vector{}, false, err
	}
	column, t, err := of.tabulated(over)
	if t == nil || err != nil {
		return plan.Vector{}, false, err
	}
	dict := t.values.Dict // there is one where few texts of many codes differ
	if dict == nil {
		dict, t.values.Ints, err = dictionary.Of(r.ctx, t.values.Texts, t.values.Nulls)
		t.values.Texts = nil
	}
	if err != nil {
		return plan.Vector{}, false, err
	}
	v, err := of.filled(computed{plan.Cast{X: over, To: plan.Type{Kind: plan.Int}}, tableNode{column, t}, nil})
	v.Type, v.Dict = e.Type(), dict
	return v, true, err
}
