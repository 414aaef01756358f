package tail

import (
	"context"
	"errors"

	"gsdms/operators"
	"gsdms/operators/tail/builder"
	"gsdms/operators/tail/made"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// vector is values of the rows of one chunk.
type vector = operators.Vector

// worker computes expressions for one chunk at a time. Its scratch is used again for the
// next chunk.
type worker struct {
	r     *runner
	lo, n int     // the chunk, as places among the rows left
	left  []int32 // its row numbers; nil: from lo on

	ints   pool[int64]
	floats pool[float64]
	bytes  pool[byte]
	words  pool[uint64]
	keys   *keyScratch
	texts  made.Chunk
}

// pool hands out slices of a chunk's length; the first chunk is the longest.
type pool[T any] struct {
	all  [][]T
	used int
}

func (p *pool[T]) get(n int) []T {
	if p.used == len(p.all) {
		p.all = append(p.all, make([]T, n))
	}
	if len(p.all[p.used]) < n {
		p.all[p.used] = make([]T, n)
	}
	p.used++
	return p.all[p.used-1][:n]
}

// zeros are the NULLs of a vector without any.
var zeros [team.ChunkRows]byte

// workers makes one worker for each goroutine that so many tasks are spread over.
func (r *runner) workers(tasks int) []*worker {
	n := max(1, min(r.Threads, tasks))
	all, out := make([]worker, n), make([]*worker, n)
	for i := range out {
		all[i].r = r
		out[i] = &all[i]
	}
	return out
}

// at turns to a chunk of the rows left.
func (w *worker) at(chunk int) *worker {
	w.lo = chunk * team.ChunkRows
	w.n = min(team.ChunkRows, w.r.count()-w.lo)
	w.left = nil
	if w.r.left != nil {
		w.left = w.r.left[w.lo : w.lo+w.n]
	}
	w.texts.At(w.lo, w.n, w.left)
	w.again()
	return w
}

// again takes back all scratch.
func (w *worker) again() { w.ints.used, w.floats.used, w.bytes.used, w.words.used = 0, 0, 0, 0 }

// row is the row number of row i of the chunk.
func (w *worker) row(i int) int32 {
	if w.left == nil {
		return int32(w.lo + i)
	}
	return w.left[i]
}

// allNull is NULL in every row, as a number and as a double.
func (w *worker) allNull() vector {
	v := vector{Int: w.ints.get(w.n), Float: w.floats.get(w.n), Null: w.bytes.get(w.n)}
	clear(v.Int)
	clear(v.Float)
	for i := range v.Null {
		v.Null[i] = 1
	}
	return v
}

// slot gives the values of a column of numbers or doubles.
func (w *worker) slot(v *plan.Vector) (vector, error) {
	if v.Type.Kind == plan.Null {
		return w.allNull(), nil
	}
	out := vector{Null: w.nulls(v)}
	switch {
	case v.Wide != nil:
		return w.narrow(v, out)
	case v.Floats != nil:
		out.Float = cells(w, &w.floats, v.Floats)
	default:
		out.Int = cells(w, &w.ints, v.Ints)
	}
	return out, nil
}

// cells gives the chunk's part of a column, which is not to be changed.
func cells[T any](w *worker, scratch *pool[T], column []T) []T {
	if w.left == nil {
		return column[w.lo : w.lo+w.n]
	}
	out := scratch.get(w.n)
	for i, row := range w.left {
		out[i] = column[row]
	}
	return out
}

func (w *worker) nulls(v *plan.Vector) []byte {
	if v.Nulls == nil {
		return nil
	}
	out := w.bytes.get(w.n)
	if w.left == nil {
		for i, null := range v.Nulls[w.lo : w.lo+w.n] {
			out[i] = flag(null)
		}
		return out
	}
	for i, row := range w.left {
		out[i] = flag(v.Nulls[row])
	}
	return out
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// errNotHere says that the opcodes cannot compute a chunk; plan.Eval then does, and has
// the last word on whether there is an error.
var errNotHere = errors.New("a value that the opcodes do not compute")

// narrow gives wide numbers that all fit 64 bits.
func (w *worker) narrow(v *plan.Vector, out vector) (vector, error) {
	out.Int = w.ints.get(w.n)
	for i := range out.Int {
		if out.Null != nil && out.Null[i] != 0 {
			continue
		}
		n := v.Wide[w.row(i)]
		if !n.IsInt64() {
			return out, errNotHere
		}
		out.Int[i] = n.Int64()
	}
	return out, nil
}

// computed is an expression to be computed chunk by chunk.
type computed struct {
	expr  plan.Expr
	node  node   // nil: plan.Eval only
	doubt *doubt // nil: all of the node's operands count
}

// byOpcodes computes the expression for the chunk; ok is false where plan.Eval has to.
func (w *worker) byOpcodes(c computed) (v vector, ok bool, err error) {
	if c.node == nil {
		return v, false, nil
	}
	v, err = c.node.vector(w)
	if isChunkOnly(err) || err == nil && c.doubt.asks() {
		w.again()
		return v, false, nil
	}
	return v, err == nil, err
}

// isChunkOnly reports whether an error may come from rows that do not count, behind an
// operand that decides or in a branch that is not taken, or from 64 bits being too few.
func isChunkOnly(err error) bool { return errors.Is(err, errNotHere) || plan.IsOfValue(err) }

// truths computes a truth value.
func (w *worker) truths(c computed) (vector, error) {
	v, ok, err := w.byOpcodes(c)
	if ok || err != nil {
		return v, err
	}
	return w.scalarVector(w.r.ctx, c.expr)
}

// scalarVector computes numbers or doubles row by row.
func (w *worker) scalarVector(ctx context.Context, e plan.Expr) (vector, error) {
	part, err := w.scalars(ctx, e)
	if err != nil {
		return vector{}, err
	}
	if part.Wide != nil {
		return vector{}, errNotHere
	}
	return w.numbers(&part), nil
}

// numbers gives a column of the chunk's rows, of numbers or doubles.
func (w *worker) numbers(part *plan.Vector) vector {
	v := vector{Int: part.Ints, Float: part.Floats}
	if part.Nulls != nil {
		v.Null = w.bytes.get(w.n)
		for i, null := range part.Nulls {
			v.Null[i] = flag(null)
		}
	}
	return v
}

// chargedAtOnce is how many bytes of texts are made before they are charged.
const chargedAtOnce = 1 << 18

// scalars computes an expression row by row. Whom ctx names is told what is lost.
func (w *worker) scalars(ctx context.Context, e plan.Expr) (plan.Vector, error) {
	reader := newReader(ctx, w.r.rows, e)
	b := builder.New(e.Type(), w.n)
	made := int64(0) // bytes of texts that are not charged yet
	for i := range w.n {
		if err := w.r.AtRow(i); err != nil {
			return plan.Vector{}, err
		}
		v, err := reader.eval(w.row(i))
		if err == nil {
			err = b.Add(v)
		}
		if made += int64(len(v.Text)); err == nil && made >= chargedAtOnce {
			err, made = w.r.Take(made), 0
		}
		if err != nil {
			return plan.Vector{}, err
		}
	}
	return b.V, w.r.Take(made)
}
