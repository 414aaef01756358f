package aggregate

import (
	"math"
	"math/big"
	"strings"

	"gsdms/operators/exact"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/operators/textsort"
	"gsdms/plan"
	"gsdms/plan/value"
)

// folders are the aggregates behind a pipeline: what takes in the rows of a group.
var folders = map[plan.AggFunc]func(fn *Function) Folder{
	plan.Count:          func(*Function) Folder { return new(counting) },
	plan.CountDistinct:  func(*Function) Folder { return new(counting) },
	plan.Sum:            func(fn *Function) Folder { return &summing{fn: fn} },
	plan.Min:            func(fn *Function) Folder { return &choosing{fn: fn, sign: -1} },
	plan.Max:            func(fn *Function) Folder { return &choosing{fn: fn, sign: 1} },
	plan.BitAndAll:      func(fn *Function) Folder { return &combining{fn: fn, n: -1, op: plan.BitAnd} },
	plan.BitOrAll:       func(fn *Function) Folder { return &combining{fn: fn, op: plan.BitOr} },
	plan.BitXorAll:      func(fn *Function) Folder { return &combining{fn: fn, op: plan.BitXor} },
	plan.VarPop:         newVarying,
	plan.VarSamp:        newVarying,
	plan.StddevPop:      newVarying,
	plan.StddevSamp:     newVarying,
	plan.PercentileCont: func(fn *Function) Folder { return &ranking{fn: fn} },
	plan.GroupConcat:    newJoining,
	plan.ApproxDistinct: func(fn *Function) Folder { return &estimating{fn: fn} },
}

// counting counts.
type counting int64

func (f *counting) Add(int)           { *f++ }
func (f *counting) Value() plan.Value { return value.OfInt(int64(*f)) }

// summing adds up, exactly.
type summing struct {
	fn    *Function
	any   bool
	sum   big.Int
	float exact.Sum
}

func (f *summing) Add(row int) {
	f.any = true
	if v := f.fn.args[0]; v.Floats != nil {
		f.float.Add(v.Floats[row])
	} else {
		f.sum.Add(&f.sum, cell.Number(v, row))
	}
}

func (f *summing) Value() plan.Value {
	switch {
	case !f.any:
		return plan.Value{}
	case f.fn.agg.Of.Float():
		return value.OfFloat(f.float.Value())
	}
	return value.OfWide(new(big.Int).Set(&f.sum), f.fn.args[0].Type.Scale)
}

// choosing keeps the least or the greatest value.
type choosing struct {
	fn   *Function
	sign int
	best plan.Value
}

func (f *choosing) Add(row int) {
	if f.best.IsNull() {
		f.best = f.fn.args[0].Value(row)
		return
	}
	if v := f.fn.args[0].Value(row); v.Compare(f.best)*f.sign > 0 {
		f.best = v
	}
}

func (f *choosing) Value() plan.Value { return f.best }

// AddAll chooses among texts, and codes of texts, without a value for each.
func (f *choosing) AddAll(s *Scratch, rows []int32) bool {
	v := f.fn.args[0]
	if v.Texts == nil && v.Dict == nil {
		return false
	}
	if row, ok := f.chosen(v, rows); ok {
		f.Add(int(row))
	}
	return true
}

// nowhere is what a chunk of NULLs has chosen.
const nowhere = -1

// AddSplit chooses in chunks of rows, and among what these have chosen.
func (f *choosing) AddSplit(t *team.Team, rows []int32) error {
	v := f.fn.args[0]
	best := make([]int32, team.Chunks(len(rows)))
	err := t.Spread(len(best), func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		row, ok := f.chosen(v, rows[lo:min(lo+team.ChunkRows, len(rows))])
		if best[chunk] = row; !ok {
			best[chunk] = nowhere
		}
		return nil
	})
	for _, row := range best {
		if row != nowhere {
			f.Add(int(row))
		}
	}
	return err
}

// chosen gives the best of rows; false where all are NULL.
func (f *choosing) chosen(v *plan.Vector, rows []int32) (best int32, ok bool) {
	for len(rows) > 0 && v.IsNull(int(rows[0])) {
		rows = rows[1:]
	}
	switch {
	case len(rows) == 0:
		return 0, false
	case v.Texts != nil:
		return f.chosenText(v, rows), true
	case v.Dict != nil:
		return f.chosenCode(v, rows), true
	}
	best = rows[0]
	for _, row := range rows[1:] {
		if !v.IsNull(int(row)) && v.Value(int(row)).Compare(v.Value(int(best)))*f.sign > 0 {
			best = row
		}
	}
	return best, true
}

// chosenText gives the best of rows, the first of which has a text. Most do not have its first bytes,
// and a comparison of these does not wait for that of the row before.
func (f *choosing) chosenText(v *plan.Vector, rows []int32) (best int32) {
	flip := uint64(0)
	if f.sign < 0 {
		flip = math.MaxUint64
	}
	best = rows[0]
	text := v.Texts[best]
	prefix := textsort.Prefix(text) ^ flip
	for _, row := range rows[1:] {
		p := textsort.Prefix(v.Texts[row]) ^ flip
		if p < prefix || v.IsNull(int(row)) || p == prefix && strings.Compare(v.Texts[row], text)*f.sign <= 0 {
			continue
		}
		best, text, prefix = row, v.Texts[row], p
	}
	return best
}

// chosenCode gives the best of rows, the first of which has a code: codes have the order of texts.
func (f *choosing) chosenCode(v *plan.Vector, rows []int32) (best int32) {
	best = rows[0]
	sign := int64(f.sign)
	for _, row := range rows[1:] {
		if v.Ints[row]*sign > v.Ints[best]*sign && !v.IsNull(int(row)) {
			best = row
		}
	}
	return best
}

// combining combines bits.
type combining struct {
	fn *Function
	n  int64
	op plan.Op
}

func (f *combining) Add(row int)       { f.n = plan.Bits(f.op, f.n, f.fn.args[0].Ints[row]) }
func (f *combining) Value() plan.Value { return value.OfInt(f.n) }
