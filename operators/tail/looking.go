package tail

import (
	"gsdms/operators/tail/builder"
	"gsdms/plan"
	"gsdms/plan/value"
)

// lookNode computes a number or a truth of texts that are made of fragments: chunk by chunk the
// texts are made as where they are wanted themselves, and given up.
type lookNode struct {
	of   plan.Type
	args []lookedAt
	eval func(args []plan.Value) (plan.Value, error)
}

// lookedAt is a text that is made, or a constant where there are no fragments.
type lookedAt struct {
	of        plan.Type
	fragments []fragment
	constant  plan.Value
}

// looked gives the fragments of a text that is looked into, which may be a column.
func (r *runner) looked(e plan.Expr) ([]fragment, error) {
	s, ok := e.(plan.Slot)
	if !ok {
		return r.fragments(e)
	}
	m := maker{r: r}
	if !m.texts(&r.rows.Columns[s.Index]) {
		return nil, nil
	}
	return m.out, nil
}

// look gives the node of an expression of texts of columns, or made of fragments, and of constants;
// nil for another.
func (c *compiler) look(e plan.Expr) node {
	n := lookNode{of: e.Type(), eval: plan.Direct(c.r.ctx, e)}
	texts := 0
	for _, a := range plan.Children(e) {
		k, constant := a.(plan.Const)
		arg := lookedAt{of: a.Type(), constant: k.Value}
		if !constant && n.eval != nil && c.err == nil && a.Type().Kind == plan.String {
			arg.fragments, c.err = c.r.looked(a)
			texts++
		}
		if !constant && arg.fragments == nil {
			return nil
		}
		n.args = append(n.args, arg)
	}
	if texts == 0 || n.eval == nil {
		return nil
	}
	return n
}

func (l lookNode) vector(w *worker) (vector, error) {
	args, texts := make([]plan.Value, len(l.args)), make([]plan.Vector, len(l.args))
	for k, a := range l.args {
		if args[k] = a.constant; a.fragments == nil {
			continue
		}
		var ok bool
		if texts[k], ok = w.joined(a.of, a.fragments); !ok {
			return vector{}, errNotHere
		}
	}
	b := builder.New(l.of, w.n)
	for i := range w.n {
		if err := w.r.atRow(i); err != nil {
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
