package tail

import (
	"cmp"
	"context"
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// node is an expression of numbers or doubles as the opcodes compute it, a chunk at a
// time. The vector is the worker's scratch or a part of a column, and not to be changed.
type node interface {
	vector(w *worker) (vector, error)
}

// slotNode is a column.
type slotNode struct{ column *plan.Vector }

func (s slotNode) vector(w *worker) (vector, error) { return w.slot(s.column) }

// nullNode is NULL.
type nullNode struct{}

func (nullNode) vector(w *worker) (vector, error) { return w.allNull(), nil }

// intNode is one number in every row.
type intNode int64

func (c intNode) vector(w *worker) (vector, error) {
	v := vector{Int: w.ints.get(w.n)}
	for i := range v.Int {
		v.Int[i] = int64(c)
	}
	return v, nil
}

// floatNode is one double in every row.
type floatNode float64

func (c floatNode) vector(w *worker) (vector, error) {
	v := vector{Float: w.floats.get(w.n)}
	for i := range v.Float {
		v.Float[i] = float64(c)
	}
	return v, nil
}

// opNode applies an opcode.
type opNode struct {
	op   operators.Opcode
	imm  int64
	args []node
}

func (o opNode) vector(w *worker) (vector, error) { return byRow(w, o.op.Operation(), o.imm, o.args) }

// byRow applies a row of the opcode table.
func byRow(w *worker, row *operators.Operation, imm int64, nodes []node) (vector, error) {
	var args [3]vector
	return byRowOf(w, row, imm, nodes, &args)
}

// byRowOf is byRow that leaves the arguments.
func byRowOf(w *worker, row *operators.Operation, imm int64, nodes []node, args *[3]vector) (vector, error) {
	var refs [3]*vector
	nullable := row.Makes
	for i, a := range nodes {
		v, err := a.vector(w)
		if err != nil {
			return v, err
		}
		args[i], refs[i] = v, &args[i]
		nullable = nullable || v.Null != nil
	}
	var out vector
	if row.Float {
		out.Float = w.floats.get(w.n)
	} else {
		out.Int = w.ints.get(w.n)
	}
	if nullable {
		out.Null = w.bytes.get(w.n)
	}
	return out, row.Apply(&out, refs[:len(nodes)], imm, zeros[:w.n])
}

// limitNode passes numbers within limits; plan.Eval decides about others.
type limitNode struct {
	x      node
	lo, hi int64
}

func (l limitNode) vector(w *worker) (vector, error) {
	v, err := l.x.vector(w)
	if err != nil {
		return v, err
	}
	for i, n := range v.Int {
		if (n < l.lo || n > l.hi) && (v.Null == nil || v.Null[i] == 0) {
			return v, errNotHere
		}
	}
	return v, nil
}

// withinNode is another node where opcodes compute a number, of which it is known then that 64 bits hold it.
type withinNode struct{ x, of node }

func (n withinNode) vector(w *worker) (vector, error) {
	if v, err := n.x.vector(w); err != nil {
		return v, err
	}
	return n.of.vector(w)
}

// memberNode reports whether a number or double is one of a sorted list; null says that
// NULL is in the list, too.
type memberNode struct {
	x      node
	ints   []int64
	floats []float64
	null   bool
}

func (m memberNode) vector(w *worker) (vector, error) {
	x, err := m.x.vector(w)
	if err != nil {
		return x, err
	}
	out := vector{Int: w.ints.get(w.n), Null: x.Null}
	if m.null {
		out.Null = w.bytes.get(w.n)
		clear(out.Null)
		copy(out.Null, x.Null)
	}
	if x.Float != nil {
		find(out, x.Float, m.floats, m.null)
	} else {
		find(out, x.Int, m.ints, m.null)
	}
	return out, nil
}

func find[T cmp.Ordered](out vector, values, list []T, null bool) {
	for i, v := range values {
		_, found := slices.BinarySearch(list, v)
		out.Int[i] = int64(flag(found))
		if null && !found {
			out.Null[i] = 1
		}
	}
}

// tableNode looks a function of one column of codes up.
type tableNode struct {
	column *plan.Vector
	t      *codeTable
}

func (t tableNode) vector(w *worker) (vector, error) {
	codes := cells(w, &w.ints, t.column.Ints)
	var null []byte
	if t.column.Nulls != nil {
		null = w.nulls(t.column)
	}
	at := w.ints.get(w.n)
	t.t.places(at, codes, null)
	out := vector{}
	if t.t.values.Nulls != nil {
		out.Null = w.bytes.get(w.n)
		for i, p := range at {
			out.Null[i] = flag(t.t.values.Nulls[p])
		}
	}
	if t.t.values.Floats != nil {
		out.Float = w.floats.get(w.n)
		for i, p := range at {
			out.Float[i] = t.t.values.Floats[p]
		}
		return out, nil
	}
	out.Int = w.ints.get(w.n)
	for i, p := range at {
		out.Int[i] = t.t.values.Ints[p]
	}
	return out, nil
}

// scalarNode computes an expression by plan.Eval.
type scalarNode struct {
	e   plan.Expr
	ctx context.Context // says who is told what is lost
}

func (s scalarNode) vector(w *worker) (vector, error) { return w.scalarVector(s.ctx, s.e) }

// nativeNode applies a function that the program around the engine brings.
type nativeNode struct {
	row  *operators.Operation
	args []node
}

func (n nativeNode) vector(w *worker) (vector, error) { return byRow(w, n.row, 0, n.args) }
