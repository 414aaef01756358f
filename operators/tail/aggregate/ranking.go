package aggregate

import (
	"math"

	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/selection"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// ranking interpolates between two values of a group in their order. The values come in any
// order, as keys of 64 bits that are in theirs, and are not sorted: the two are selected.
type ranking struct {
	fn       *Function
	keys     []uint64 // that came one by one
	n        int      // keys that the two were selected from
	low, top uint64
}

func (f *ranking) Add(row int) {
	var key [1]uint64
	f.keys = append(f.keys, f.load(key[:], []int32{int32(row)})...)
}

func (f *ranking) AddAll(s *Scratch, rows []int32) bool {
	f.among(f.load(room(&s.keys, len(rows)), rows))
	return true
}

// among selects from keys, which it moves about.
func (f *ranking) among(keys []uint64) {
	if f.n = len(keys); f.n > 0 {
		f.low, f.top = selection.Neighbours(keys, f.place())
	}
}

// AddSplit selects from the rows of a large group by all goroutines of the run.
func (f *ranking) AddSplit(t *team.Team, rows []int32) error {
	free, err := t.Scratch(cell.NumberBytes * int64(len(rows)))
	if err != nil {
		return err
	}
	defer free()
	keys := make([]uint64, len(rows))
	chunks := team.Chunks(len(rows))
	s := selection.New(chunks, t.Threads, t.Spread)
	err = t.Spread(chunks, func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		hi := min(lo+team.ChunkRows, len(rows))
		s.Take(chunk, f.load(keys[lo:hi], rows[lo:hi]))
		return nil
	})
	if err != nil {
		return err
	}
	if f.n = s.Count(); f.n > 0 {
		f.low, f.top, err = s.Neighbours(f.place())
	}
	return err
}

// at is where among the values the percentile is.
func (f *ranking) at() float64 { return f.fn.agg.Gathered.Option.Float * float64(f.n-1) }

func (f *ranking) place() int { return int(f.at()) }

func (f *ranking) Value() plan.Value {
	if len(f.keys) > 0 {
		f.among(f.keys)
	}
	if f.n == 0 {
		return plan.Value{}
	}
	share := f.at() - float64(f.place())
	return value.OfFloat(f.float(f.low)*(1-share) + f.float(f.top)*share)
}

// load writes the keys of the rows that are not NULL to the first places of dst.
func (f *ranking) load(dst []uint64, rows []int32) []uint64 {
	v := f.fn.args[0]
	dst = dst[:len(rows)]
	switch {
	case v.Type.Kind == plan.Null:
		return nil
	case v.Wide != nil:
		for i, row := range rows {
			if !v.IsNull(int(row)) {
				dst[i] = cell.FloatBits(cell.Float(v, int(row)))
			}
		}
	case v.Floats != nil:
		for i, row := range rows {
			dst[i] = cell.FloatBits(v.Floats[row])
		}
	default:
		for i, row := range rows {
			dst[i] = uint64(v.Ints[row]) ^ 1<<63
		}
	}
	return withoutNulls(dst, v, rows)
}

// withoutNulls drops the keys of rows that are NULL.
func withoutNulls(keys []uint64, v *plan.Vector, rows []int32) []uint64 {
	if v.Nulls == nil {
		return keys
	}
	n := 0
	for i, row := range rows {
		if keys[n] = keys[i]; !v.Nulls[row] {
			n++
		}
	}
	return keys[:n]
}

// float is the value of a key.
func (f *ranking) float(key uint64) float64 {
	v := f.fn.args[0]
	switch {
	case v.Wide == nil && v.Floats == nil:
		return cell.Quotient(int64(key^1<<63), v.Type.Scale)
	case key>>63 != 0:
		return math.Float64frombits(key ^ 1<<63)
	}
	return math.Float64frombits(^key)
}
