package tail

import (
	"slices"

	"gsdms/operators/tail/builder"
	"gsdms/operators/tail/made"
	"gsdms/plan"
	"gsdms/plan/value"
)

// lookNode computes a number or a truth of texts that are made of fragments: chunk by chunk the
// texts are made as where they are wanted themselves, and given up.
type lookNode struct {
	of   plan.Type
	args []lookedAt
	eval func(args []plan.Value) (plan.Value, error)
	call func(a, b string) int64 // of one or two texts, without a value for each; nil: eval computes it

	reads bool // it asks for more of a text than where it is
}

// lookedAt is a text that is made, or a constant where none is made.
type lookedAt struct {
	of       plan.Type
	made     *made.Text
	constant plan.Value
}

// look gives the node of an expression of texts of columns, or made of fragments, and of constants;
// nil for another.
func (c *compiler) look(e plan.Expr) node {
	call, _ := e.(plan.Call)
	n := lookNode{of: e.Type(), eval: plan.Direct(c.r.ctx, e), reads: call.Op != "LENGTH"}
	texts := 0
	for _, a := range plan.Children(e) {
		k, constant := a.(plan.Const)
		arg := lookedAt{of: a.Type(), constant: k.Value}
		if !constant && n.eval != nil && c.err == nil && a.Type().Kind == plan.String {
			arg.made, c.err = c.r.source().Seen(a)
			texts++
		}
		if !constant && arg.made == nil {
			return nil
		}
		n.args = append(n.args, arg)
	}
	if texts == 0 || n.eval == nil {
		return nil
	}
	if !slices.ContainsFunc(n.args, func(a lookedAt) bool { return a.made == nil && a.constant.Kind != plan.String }) {
		n.call = plan.OfTexts(e)
	}
	return n
}

// called computes the chunk from texts, of which those that are not there are constants.
func (l lookNode) called(w *worker, texts []plan.Vector) vector {
	out := vector{Int: w.ints.get(w.n)}
	var of [2][]string
	var constant [2]string
	for k := range texts {
		v := &texts[k]
		of[k], constant[k] = v.Texts, l.args[k].constant.Text
		if v.Nulls != nil && out.Null == nil {
			out.Null = w.bytes.get(w.n)
			clear(out.Null)
		}
		for i, null := range v.Nulls {
			out.Null[i] |= flag(null)
		}
	}
	l.callAll(out.Int, of[0], of[1], constant)
	return out
}

// callAll computes rows of one or two columns, of which one that is nil is a constant.
func (l lookNode) callAll(to []int64, a, b []string, constant [2]string) {
	switch {
	case b == nil:
		for i, text := range a {
			to[i] = l.call(text, constant[1])
		}
	case a == nil:
		for i, text := range b {
			to[i] = l.call(constant[0], text)
		}
	default:
		for i, text := range a {
			to[i] = l.call(text, b[i])
		}
	}
}

func (l lookNode) vector(w *worker) (vector, error) {
	args, texts := make([]plan.Value, len(l.args)), make([]plan.Vector, len(l.args))
	for k, a := range l.args {
		if args[k] = a.constant; a.made == nil {
			continue
		}
		var ok bool
		if texts[k], ok = w.texts.Seen(a.of, a.made, l.reads); !ok {
			return vector{}, errNotHere
		}
	}
	if l.call != nil {
		return l.called(w, texts), nil
	}
	b := builder.New(l.of, w.n)
	for i := range w.n {
		if err := w.r.AtRow(i); err != nil {
			return vector{}, err
		}
		for k := range texts {
			switch t := &texts[k]; {
			case t.Texts == nil:
			case t.IsNull(i):
				args[k] = plan.Value{}
			default:
				args[k] = value.OfString(t.Texts[i])
			}
		}
		v, err := l.eval(args)
		if err == nil {
			err = b.Add(v)
		}
		if err != nil {
			return vector{}, err
		}
	}
	if b.V.Wide != nil {
		return vector{}, errNotHere
	}
	return w.numbers(&b.V), nil
}
