package aggregate

import (
	"gsdms/operators"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// accumulating folds an aggregate that the program around the engine brings.
type accumulating struct {
	fn    *Function
	of    *operators.NativeAggregate
	state operators.Accumulator // nil: no rows yet
}

// accumulates gives what begins such folds; nil where the aggregate is another.
func accumulates(a plan.Agg) func(fn *Function) Folder {
	if a.Gathered == nil {
		return nil
	}
	of, ok := a.Gathered.Native.(*operators.NativeAggregate)
	if !ok {
		return nil
	}
	return func(fn *Function) Folder { return &accumulating{fn: fn, of: of} }
}

func (f *accumulating) Add(row int) { f.AddAll(nil, []int32{int32(row)}) }

// AddAll takes rows in chunk by chunk, as AddSplit does: what comes out does not depend on who does it.
func (f *accumulating) AddAll(_ *Scratch, rows []int32) bool {
	for lo := 0; lo < len(rows); lo += team.ChunkRows {
		f.merge(f.chunk(rows[lo:min(lo+team.ChunkRows, len(rows))]))
	}
	return true
}

// AddSplit has all goroutines take in chunks.
func (f *accumulating) AddSplit(t *team.Team, rows []int32) error {
	chunks := make([]operators.Accumulator, team.Chunks(len(rows)))
	err := t.Spread(len(chunks), func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		chunks[chunk] = f.chunk(rows[lo:min(lo+team.ChunkRows, len(rows))])
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
	args := make([]operators.Numbers, len(f.fn.args))
	n := 0
	for _, row := range rows {
		if f.fn.Null(int(row)) {
			continue
		}
		n++
		for i, v := range f.fn.args {
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

func (f *accumulating) Value() plan.Value {
	if f.state == nil {
		return plan.Value{}
	}
	n := f.state.Result()
	switch {
	case n.Null || n.Float != n.Float:
		return plan.Value{}
	case f.fn.agg.Of.Float():
		return value.OfFloat(n.Float)
	}
	return value.OfInt(n.Int)
}
