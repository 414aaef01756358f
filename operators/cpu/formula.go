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

// Many tops order by the same number, which is computed of columns: what an order line costs,
// or earns. It is computed once for a vector, whoever wants it, of all rows one after another,
// and kept like a column. So the bound of each top is a range of it, as it is where the first
// key is a column, and rows behind the bound are neither tested by its filters nor computed
// for it.

// formula is a number that is computed of streamed columns without NULL, and that exists for
// every row: those that filters drop among them, for which it may be anything. Immutable.
type formula struct {
	text    string // what is computed: those of equal texts are the same number
	code    *machine.Code
	program *operators.Program
	storage plan.Storage // how the numbers are kept
}

// formulaShare is which share of a table's rows the tops by a formula must want together, for
// it to be computed for all rows. A row that is computed for one top, by the list of those
// that its filters leave, with all its keys, takes some five times as long.
const formulaShare = 0.2

// formula makes that of the first key of a top; nil where it is a column, or depends on
// anything else.
func (l *lowering) formula(spec *operators.Top) (*formula, error) {
	p, key := l.Program, spec.Keys[0].Reg
	if spec.Column >= 0 || p.Regs[key].Float {
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
	if err := own.Body(body); err != nil {
		return nil, err
	}
	at, err := own.At(key)
	if err != nil {
		return nil, err
	}
	own.Add(&formulaStep{at.Slot})
	own.Finish()
	return &formula{formulaText(p, body), own.Code, p, formulaStorage(l, key)}, nil
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
			if in.Op.Operation().Fails {
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
			fmt.Fprintf(&text, "%d %d", in.Op, in.Imm)
			for _, r := range in.Args {
				fmt.Fprintf(&text, " %d", at[r])
			}
			text.WriteByte(';')
			at[in.Dst] = n
		}
	}
	return text.String()
}

// formulaStorage keeps the numbers of a register in four bytes if they fit.
func formulaStorage(l *lowering, register int) plan.Storage {
	lo, hi, _ := l.Bounds(register)
	if uint64(hi)-uint64(lo) <= math.MaxUint32 {
		return plan.Storage{Width: 4, Bias: lo}
	}
	return plan.Storage{Width: 8, Bias: lo}
}

// compute finds the formulas of a kernel's tops that are worth it.
func (k *kernel) compute() {
	k.formulaOf = make([]int, len(k.runs))
	wanted := map[string]float64{}
	for _, r := range k.runs {
		if f := r.formula(); f != nil {
			wanted[f.text] += min(1, r.program.Estimate().Sink/float64(max(1, r.program.Table.Rows)))
		}
	}
	for i, r := range k.runs {
		k.formulaOf[i] = -1
		f := r.formula()
		if f == nil || wanted[f.text] < formulaShare {
			continue
		}
		at := slices.IndexFunc(k.formulas, func(o *formula) bool { return o.text == f.text && o.storage == f.storage })
		if at < 0 {
			at = len(k.formulas)
			k.formulas = append(k.formulas, f)
		}
		k.formulaOf[i] = at
	}
}

// ordered is how the numbers are kept that the top of run i orders by first: a formula's or a
// column's; false where there is neither.
func (k *kernel) ordered(i int) (s plan.Storage, ok bool) {
	t := k.runs[i].top
	switch n := k.formulaOf[i]; {
	case n >= 0:
		return k.formulas[n].storage, true
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
	size := v.Rows * f.storage.Width
	if !own.ready {
		own.width, own.bias = f.storage.Width, f.storage.Bias
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
	keepNumbers(narrow[first:first+n], from, to.bias)
	return 0, nil
}

func keepNumbers[T machine.Unsigned](to []T, from []int64, bias int64) {
	for i, n := range from {
		to[i] = T(n - bias)
	}
}
