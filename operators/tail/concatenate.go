package tail

import (
	"strconv"

	"gsdms/plan"
	"gsdms/plan/function"
)

// concatenated joins, for the chunk, texts of columns, whole numbers and constants, without a
// value for each of them; ok is false for another expression.
func (w *worker) concatenated(e plan.Expr) (part plan.Vector, ok bool) {
	call, ok := e.(plan.Call)
	if !ok || call.Op != plan.Concat {
		return plan.Vector{}, false
	}
	fragments := make([]fragment, len(call.Args))
	for i, a := range call.Args {
		if fragments[i], ok = w.fragment(a); !ok {
			return plan.Vector{}, false
		}
	}
	ends, all := make([]int, w.n), []byte(nil)
	part = plan.Vector{Type: e.Type(), Texts: make([]string, w.n)}
	for i := range w.n {
		begin, row := len(all), int(w.row(i))
		for k := range fragments {
			if fragments[k].column != nil && fragments[k].column.IsNull(row) {
				if part.Nulls == nil {
					part.Nulls = make([]bool, w.n)
				}
				part.Nulls[i], all = true, all[:begin]
				break
			}
			all = fragments[k].append(all, row)
		}
		if ends[i] = len(all); len(all)-begin > function.MaxText || len(all) > mostJoined {
			return plan.Vector{}, false
		}
	}
	text, begin := string(all), 0
	for i, end := range ends {
		part.Texts[i], begin = text[begin:end], end
	}
	return part, true
}

// mostJoined is how many bytes the texts of a chunk have at most to be held as one.
const mostJoined = 1 << 24

// fragment is an argument of a concatenation.
type fragment struct {
	column *plan.Vector // nil: the text
	text   string
}

// fragment tells what an argument is; ok is false for one that has to be evaluated.
func (w *worker) fragment(e plan.Expr) (p fragment, ok bool) {
	if c, cast := e.(plan.Cast); cast && c.To.Kind == plan.String && c.X.Type().Kind == plan.Int {
		e = c.X
	}
	switch e := e.(type) {
	case plan.Const:
		return fragment{text: e.Value.Text}, e.Value.Kind == plan.String
	case plan.Slot:
		v := &w.r.rows.Columns[e.Index]
		whole := v.Type.Kind == plan.Int && v.Ints != nil && v.Dict == nil
		return fragment{column: v}, whole || v.Type.Kind == plan.String && (v.Texts != nil || v.Dict != nil)
	}
	return fragment{}, false
}

func (p *fragment) append(to []byte, row int) []byte {
	switch v := p.column; {
	case v == nil:
		return append(to, p.text...)
	case v.Texts != nil:
		return append(to, v.Texts[row]...)
	case v.Dict != nil:
		return append(to, v.Dict.Bytes(int(v.Ints[row]))...)
	default:
		return strconv.AppendInt(to, v.Ints[row], 10)
	}
}
