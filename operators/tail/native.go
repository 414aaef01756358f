package tail

import (
	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// nativeNode applies a function that the program around the engine brings.
type nativeNode struct {
	row  *operators.Operation
	args []node
}

func (n nativeNode) vector(w *worker) (vector, error) { return byRow(w, n.row, 0, n.args) }

// accumulating folds an aggregate that the program around the engine brings.
type accumulating struct {
	c     *collection
	of    *operators.NativeAggregate
	state operators.Accumulator // nil: no rows yet
}

// accumulates gives what begins such folds; nil where the aggregate is another.
func accumulates(a plan.Agg) func(c *collection) folder {
	if a.Gathered == nil {
		return nil
	}
	of, ok := a.Gathered.Native.(*operators.NativeAggregate)
	if !ok {
		return nil
	}
	return func(c *collection) folder { return &accumulating{c: c, of: of} }
}

func (f *accumulating) add(row int) { f.addAll(nil, []int32{int32(row)}) }

// addAll takes rows in chunk by chunk, as addSplit does: what comes out does not depend on who does it.
func (f *accumulating) addAll(_ *worker, rows []int32) bool {
	for lo := 0; lo < len(rows); lo += chunkRows {
		f.merge(f.chunk(rows[lo:min(lo+chunkRows, len(rows))]))
	}
	return true
}

// addSplit has all goroutines take in chunks.
func (f *accumulating) addSplit(r *runner, rows []int32) error {
	chunks := make([]operators.Accumulator, chunksOf(len(rows)))
	err := r.spread(len(chunks), func(_, chunk int) error {
		lo := chunk * chunkRows
		chunks[chunk] = f.chunk(rows[lo:min(lo+chunkRows, len(rows))])
		return nil
	})
	if err != nil {
		return err
	}
	for _, c := range chunks {
		f.merge(c)
	}
	return nil
}

// chunk accumulates rows, without those that have a NULL; nil where none is left.
func (f *accumulating) chunk(rows []int32) operators.Accumulator {
	args := make([]operators.Numbers, len(f.c.args))
	n := 0
	for _, row := range rows {
		if f.c.null(int(row)) {
			continue
		}
		n++
		for i, v := range f.c.args {
			if v.Type.Float() {
				args[i].Floats = append(args[i].Floats, v.Floats[row])
			} else {
				args[i].Ints = append(args[i].Ints, v.Ints[row])
			}
		}
	}
	if n == 0 {
		return nil
	}
	state := f.of.Begin()
	state.Add(args)
	return state
}

func (f *accumulating) merge(state operators.Accumulator) {
	switch {
	case state == nil:
	case f.state == nil:
		f.state = state
	default:
		f.state.Merge(state)
	}
}

func (f *accumulating) value() plan.Value {
	if f.state == nil {
		return plan.Value{}
	}
	n := f.state.Result()
	switch {
	case n.Null || n.Float != n.Float:
		return plan.Value{}
	case f.c.agg.Of.Float():
		return value.OfFloat(n.Float)
	}
	return value.OfInt(n.Int)
}
