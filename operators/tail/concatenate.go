package tail

import (
	"strconv"
	"unsafe"

	"gsdms/plan"
	"gsdms/plan/function"
)

// fragment is a part of a text that is made for many rows at once, without a value for each.
type fragment struct {
	text   string       // where there is neither a column nor a function
	column *plan.Vector // texts or whole numbers
	dense  bool         // column has the rows left, one after another
	units  *function.Units
	all    []byte   // of a column of codes: the texts of its dictionary, one behind another
	ends   []uint32 // and where each ends
	apply  *applied
}

// fragments tells what a text is made of: texts of columns, whole numbers, formatted units and
// constants, one behind another, and functions of what stands before them; nil for another
// expression.
func (r *runner) fragments(e plan.Expr) ([]fragment, error) {
	switch e.(type) {
	case plan.Call, plan.Cast:
		out, ok, err := r.appended(nil, e)
		if ok && err == nil {
			return out, nil
		}
		return nil, err
	}
	return nil, nil
}

// appended appends the fragments of an expression; ok is false for one that has to be evaluated.
func (r *runner) appended(to []fragment, e plan.Expr) (out []fragment, ok bool, err error) {
	call, isCall := e.(plan.Call)
	switch {
	case isCall && call.Op == plan.Concat:
		for _, a := range call.Args {
			if to, ok, err = r.appended(to, a); !ok || err != nil {
				return to, false, err
			}
		}
		return to, true, nil
	case isCall && call.Op != plan.FormatUnits:
		return r.appliedTo(to, call)
	}
	p, ok, err := r.fragment(e)
	return append(to, p), ok, err
}

// fragment tells what an argument is; ok is false for one that has to be evaluated.
func (r *runner) fragment(e plan.Expr) (p fragment, ok bool, err error) {
	if c, cast := e.(plan.Cast); cast && c.To.Kind == plan.String && c.X.Type().Kind == plan.Int {
		e = c.X
	}
	switch e := e.(type) {
	case plan.Const:
		return fragment{text: e.Value.Text}, e.Value.Kind == plan.String, nil
	case plan.Slot:
		v := &r.rows.Columns[e.Index]
		whole := v.Type.Kind == plan.Int && v.Ints != nil && v.Dict == nil
		p = fragment{column: v}
		if v.Type.Kind == plan.String && v.Dict != nil {
			p.all, _, p.ends = v.Dict.Span(0, v.Dict.Len())
		}
		return p, whole || v.Type.Kind == plan.String && (v.Texts != nil || v.Dict != nil), nil
	case plan.Call:
		return r.unitsOf(e)
	}
	return fragment{}, false, nil
}

// unitsOf computes the numbers that a fragment formats.
func (r *runner) unitsOf(e plan.Call) (p fragment, ok bool, err error) {
	if e.Op != plan.FormatUnits {
		return fragment{}, false, nil
	}
	format, constant := e.Args[1].(plan.Const)
	unit, known := e.Args[2].(plan.Const)
	if !constant || !known || format.Value.IsNull() || unit.Value.Kind != plan.Int {
		return fragment{}, false, nil
	}
	v, err := r.column(e.Args[0])
	if err != nil || v.Type.Kind != plan.Int || v.Ints == nil || v.Dict != nil {
		return fragment{}, false, err
	}
	u := function.NewUnits(format.Value.Text, unit.Value.Int)
	return fragment{column: &v, dense: true, units: &u}, true, nil
}

// joined makes texts of fragments for the chunk; ok is false where one is too long.
func (w *worker) joined(of plan.Type, fragments []fragment) (part plan.Vector, ok bool) {
	most := 0
	spans, begins := make([][]uint64, len(fragments)), make([]int, len(fragments))
	for k := range fragments {
		f := &fragments[k]
		if f.ends != nil {
			spans[k] = w.words.get(w.n)
		}
		most += f.measure(w, spans[k])
	}
	if most > mostJoined {
		return plan.Vector{}, false
	}
	part = plan.Vector{Type: of, Texts: make([]string, w.n)}
	args := make([]plan.Value, mostArguments)
	all, ends := make([]byte, 0, most), w.words.get(w.n)
	for i := range w.n {
		if i%awaitedRows == 0 {
			for k := range fragments {
				w.awaited += fragments[k].await(spans[k][min(i, len(spans[k])):min(i+awaitedRows, len(spans[k]))])
			}
		}
		begin, null := len(all), false
		for k := range fragments {
			begins[k] = len(all)
			if f := &fragments[k]; f.apply == nil {
				all, null = f.append(all, w, i, spans[k])
			} else if len(all)-begins[f.apply.from] > function.MaxText {
				return plan.Vector{}, false
			} else {
				all, null = f.apply.to(all, begins, w.lo+i, args)
			}
			if null {
				break
			}
		}
		if null {
			if part.Nulls == nil {
				part.Nulls = make([]bool, w.n)
			}
			part.Nulls[i], all = true, all[:begin]
		}
		if ends[i] = uint64(len(all)); len(all)-begin > function.MaxText {
			return plan.Vector{}, false
		}
	}
	text, begin := unsafe.String(unsafe.SliceData(all), len(all)), uint64(0)
	for i, end := range ends {
		part.Texts[i], begin = text[begin:end], end
	}
	return part, true
}

// mostJoined is how many bytes the texts of a chunk have at most to be held as one.
const mostJoined = 1 << 24

// longestNumber is how many bytes a whole number takes at most.
const longestNumber = 20

// place is where a column has row i of the chunk.
func (p *fragment) place(w *worker, i int) int {
	if p.dense {
		return w.lo + i
	}
	return int(w.row(i))
}

// measure gives at least as many bytes as the fragment takes in the chunk. Of codes it notes where
// their texts are, all before the first is copied: so the processor waits for many at once.
func (p *fragment) measure(w *worker, spans []uint64) (most int) {
	switch {
	case p.apply != nil:
		return 0 // of most functions the text is no longer than before
	case p.column == nil:
		return w.n * len(p.text)
	case p.units != nil:
		return w.n * p.units.MostBytes()
	case p.ends == nil && p.column.Texts == nil:
		return w.n * longestNumber
	case p.ends == nil:
		for i := range w.n {
			most += len(p.column.Texts[p.place(w, i)])
		}
		return most
	}
	for i := range w.n {
		row := p.place(w, i)
		if p.column.IsNull(row) {
			spans[i] = 0
			continue
		}
		code, begin := p.column.Ints[row], uint32(0)
		if code > 0 {
			begin = p.ends[code-1]
		}
		end := p.ends[code]
		spans[i] = uint64(begin)<<32 | uint64(end)
		most += int(end - begin)
	}
	return most
}

// awaitedRows is for how many rows texts of a dictionary are brought near before they are copied.
const awaitedRows = 128

// await reads of texts of a dictionary, which lie all over memory, the first and the last byte, none
// of which waits for another, and gives what they come to: so they are there when they are copied.
func (p *fragment) await(spans []uint64) (sum uint64) {
	for _, s := range spans {
		if begin, end := uint32(s>>32), uint32(s); begin < end {
			sum += uint64(p.all[begin]) + uint64(p.all[end-1])
		}
	}
	return sum
}

// append appends the fragment of row i of the chunk, unless that is NULL.
func (p *fragment) append(to []byte, w *worker, i int, spans []uint64) (out []byte, null bool) {
	if p.column == nil {
		return append(to, p.text...), false
	}
	row := p.place(w, i)
	switch v := p.column; {
	case v.IsNull(row):
		return to, true
	case p.ends != nil:
		return append(to, p.all[uint32(spans[i]>>32):uint32(spans[i])]...), false
	case p.units != nil:
		return p.units.Append(to, v.Ints[row]), false
	case v.Texts != nil:
		return append(to, v.Texts[row]...), false
	default:
		return strconv.AppendInt(to, v.Ints[row], 10), false
	}
}
