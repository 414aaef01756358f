package cpu

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// Many queries order by the same number, or add it up, which is computed of columns: what an
// order line costs, or earns. It is computed once for a vector, whoever wants it, of all rows
// one after another, and kept like a column. So the bound of each top is a range of it, as it
// is where the first key is a column, and rows behind the bound are neither tested by its
// filters nor computed for it; and sums take it with the bitmap of their rows.

// formula is a number that is computed of streamed columns without NULL, and that exists for
// every row: those that filters drop among them, for which it may be anything. Immutable.
type formula struct {
	text    string // what is computed: those of equal texts are the same number
	code    *machine.Code
	program *operators.Program
	lo, hi  int64 // what it can be in the rows that its program's filters leave
}

// storage keeps the numbers in four bytes if they fit.
func (f *formula) storage() plan.Storage {
	if uint64(f.hi)-uint64(f.lo) <= math.MaxUint32 {
		return plan.Storage{Width: 4, Bias: f.lo}
	}
	return plan.Storage{Width: 8, Bias: f.lo}
}

// formulaShare is which share of a table's rows those who want a formula must want together,
// for it to be computed for all rows. A row that is computed for one top, by the list of those
// that its filters leave, with all its keys, takes some five times as long, and one that is
// computed for a fold foldShare of that.
const (
	formulaShare = 0.2
	foldShare    = 0.4
)

// formula makes that of a register; nil where it depends on anything but columns, or is a
// double.
func (l *lowering) formula(key int) (*formula, error) {
	p := l.Program
	if p.Regs[key].Float {
		return nil, nil
	}
	body, ok := computes(p, key)
	if !ok {
		return nil, nil
	}
	own := machine.NewLowering(p, false)
	own.Then = func(int) error { return nil }
	own.Mark(key)
	own.Needs(body)
	if err := own.Body(); err != nil {
		return nil, err
	}
	at, err := own.At(key)
	if err != nil {
		return nil, err
	}
	own.Add(&formulaStep{at.Slot})
	own.Finish()
	lo, hi, _ := l.Bounds(key)
	return &formula{formulaText(p, body), own.Code, p, lo, hi}, nil
}

// computes gives the instructions that a register depends on; false where one of them can
// fail, give NULL or read more than a column.
func computes(p *operators.Program, register int) (body []operators.Instr, ok bool) {
	needed := map[int]bool{register: true}
	for _, in := range slices.Backward(p.Body) {
		dst, args := -1, []int(nil)
		switch in := in.(type) {
		case operators.Load:
			dst = in.Dst
		case operators.Const:
			dst = in.Dst
		case operators.Compute:
			if in.Operation().Fails {
				continue
			}
			dst, args = in.Dst, in.Args
		}
		if !needed[dst] || p.Regs[dst].Nullable {
			continue
		}
		delete(needed, dst)
		for _, r := range args {
			needed[r] = true
		}
		body = append(body, in)
	}
	slices.Reverse(body)
	return body, len(needed) == 0
}

// formulaText says what instructions compute, whatever the numbers of registers and columns
// in their program.
func formulaText(p *operators.Program, body []operators.Instr) string {
	var text strings.Builder
	at := map[int]int{}
	for n, in := range body {
		switch in := in.(type) {
		case operators.Load:
			fmt.Fprintf(&text, "load %d;", p.Columns[in.Column].Ordinal)
			at[in.Dst] = n
		case operators.Const:
			fmt.Fprintf(&text, "const %d %x;", in.Int, math.Float64bits(in.Float))
			at[in.Dst] = n
		case operators.Compute:
			fmt.Fprintf(&text, "%d %s %d", in.Op, in.Operation().Name, in.Imm)
			for _, r := range in.Args {
				fmt.Fprintf(&text, " %d", at[r])
			}
			text.WriteByte(';')
			at[in.Dst] = n
		}
	}
	return text.String()
}

// compute finds the formulas of a kernel's tops and folds that are worth it.
func (k *kernel) compute() {
	wanted := map[string]float64{}
	for _, r := range k.runs {
		share := min(1, r.program.Estimate().Sink/float64(max(1, r.program.Table.Rows)))
		if f := r.formula(); f != nil {
			wanted[f.text] += share
		}
		for _, m := range r.code.marked {
			if m.formula != nil && k.backend.kernels.Folds.Few > 0 {
				wanted[m.formula.text] += foldShare * share
			}
		}
	}
	k.formulaOf = make([]int, len(k.runs))
	for i, r := range k.runs {
		k.formulaOf[i] = k.formula(r.formula(), wanted)
	}
	k.mark(wanted)
}

// formula gives the number of one among the kernel's; -1 of none, and of one that is wanted too
// little. The kernel's has room for what it can be for each of those who want it.
func (k *kernel) formula(f *formula, wanted map[string]float64) int {
	if f == nil || wanted[f.text] < formulaShare {
		return -1
	}
	at := slices.IndexFunc(k.formulas, func(o *formula) bool { return o.text == f.text })
	if at < 0 {
		k.formulas = append(k.formulas, f)
		return len(k.formulas) - 1
	}
	if o := k.formulas[at]; f.lo < o.lo || f.hi > o.hi {
		wide := *o
		wide.lo, wide.hi = min(o.lo, f.lo), max(o.hi, f.hi)
		k.formulas[at] = &wide
	}
	return at
}

// ordered is how the numbers are kept that the top of run i orders by first: a formula's or a
// column's; false where there is neither.
func (k *kernel) ordered(i int) (s plan.Storage, ok bool) {
	t := k.runs[i].top
	switch n := k.formulaOf[i]; {
	case n >= 0:
		return k.formulas[n].storage(), true
	case t == nil || t.spec.Column < 0:
		return s, false
	}
	return k.runs[i].program.Table.Columns[t.spec.Column].Storage, true
}

// formula is what the run's top orders by, nil where that is none.
func (r *run) formula() *formula {
	if r.top == nil {
		return nil
	}
	return r.top.formula
}

// numbers is a formula's numbers for the vector at hand, computed at first use.
type numbers struct {
	ready bool
	width int
	bias  int64
	words []uint64 // memory for them
}

// numbers gives formula n of the kernel for all rows of a vector.
func (w *worker) numbers(k *kernel, n int, v *machine.Vector) []byte {
	own, f := &w.computed[n], k.formulas[n]
	s := f.storage()
	size := v.Rows * s.Width
	if !own.ready {
		own.width, own.bias = s.Width, s.Bias
		if need := (size + 7) / 8; len(own.words) < need {
			own.words = make([]uint64, need)
		}
		if err := w.machine.Run(&machine.State{Sink: own}, f.code, f.program, v, w.everyRow(v.Rows)); err != nil {
			panic(err) // nothing of a formula can fail
		}
		own.ready = true
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(own.words))), size)
}

// forget makes room for the formulas of a kernel over another vector.
func (w *worker) forget(k *kernel) {
	for len(w.computed) < len(k.formulas) {
		w.computed = append(w.computed, numbers{})
	}
	for i := range w.computed {
		w.computed[i].ready = false
	}
}

// formulaStep keeps a register of rows that follow each other.
type formulaStep struct{ slot int }

func (s *formulaStep) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	to, from := m.State.Sink.(*numbers), m.Slots[s.slot].Ints[:n]
	first := int(m.Levels[0][0])
	if to.width == 8 {
		keepNumbers(to.words[first:first+n], from, to.bias)
		return 0, nil
	}
	narrow := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(to.words))), 2*len(to.words))
	if l := m.Kernels.Lists; l != nil {
		l.Narrow(narrow[first:first+n], from, to.bias)
		return 0, nil
	}
	keepNumbers(narrow[first:first+n], from, to.bias)
	return 0, nil
}

func keepNumbers[T machine.Unsigned](to []T, from []int64, bias int64) {
	for i, n := range from {
		to[i] = T(n - bias)
	}
}
