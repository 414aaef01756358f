package unroll

import (
	"math"
	"slices"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// folder writes a body anew, without what constants decide.
type folder struct {
	p     *operators.Program
	body  []operators.Instr
	known map[int]operators.Const // by register
	same  map[int]int             // by register: another that has the same values
	by    map[int]operators.Instr // by register: what sets it
}

func (f *folder) emit(in operators.Instr) {
	if d, sets := operators.Sets(in); sets {
		f.by[d] = in
	}
	f.body = append(f.body, in)
}

func (f *folder) constant(c operators.Const) {
	f.known[c.Dst] = c
	f.emit(c)
}

// of is the register that is read in the place of another.
func (f *folder) of(register int) int {
	if r, ok := f.same[register]; ok {
		return r
	}
	return register
}

func (f *folder) all(registers []int) []int {
	out := make([]int, len(registers))
	for i, r := range registers {
		out[i] = f.of(r)
	}
	return out
}

func (f *folder) instruction(in operators.Instr) {
	switch in := in.(type) {
	case operators.Const:
		f.constant(in)
	case operators.Lookup:
		in.At = f.of(in.At)
		if c, ok := f.element(in); ok {
			f.constant(c)
			return
		}
		f.emit(in)
	case operators.Compute:
		in.Args = f.all(in.Args)
		f.compute(in)
	default:
		f.emit(f.reading(in))
	}
}

// reading is an instruction that is left as it is, but for the registers that it reads.
func (f *folder) reading(in operators.Instr) operators.Instr {
	switch in := in.(type) {
	case operators.Keep:
		in.Cond = f.of(in.Cond)
		return in
	case operators.Test:
		in.At = f.of(in.At)
		return in
	case operators.Compute:
		in.Args = f.all(in.Args)
		return in
	case operators.Lookup:
		in.At = f.of(in.At)
		return in
	case operators.Probe:
		in.Keys = f.all(in.Keys)
		in.On = slices.Clone(in.On)
		for i, on := range in.On {
			in.On[i] = f.reading(on)
		}
		if in.Cond >= 0 {
			in.Cond = f.of(in.Cond)
		}
		return in
	}
	return in
}

// element is what a look-up at a constant place gives.
func (f *folder) element(in operators.Lookup) (operators.Const, bool) {
	at, ok := f.known[in.At]
	a := f.p.Arrays[in.Array]
	switch {
	case !ok:
		return operators.Const{}, false
	case at.Null:
		return operators.Const{Dst: in.Dst, Null: true}, true
	case at.Int < 0 || at.Int >= int64(a.Len):
		return operators.Const{}, false
	}
	stored := a.Stored(int(at.Int))
	if a.Storage.Float {
		if stored == plan.NullBits {
			return operators.Const{Dst: in.Dst, Null: true}, true
		}
		return operators.Const{Dst: in.Dst, Float: math.Float64frombits(stored)}, true
	}
	n, null := a.Storage.Load(stored)
	if null {
		n = 0
	}
	return operators.Const{Dst: in.Dst, Int: n, Null: null}, true
}

// compute writes a computation, or what is left of it.
func (f *folder) compute(in operators.Compute) {
	switch in.Op {
	case operators.IfInt, operators.IfFloat:
		if test, ok := f.known[in.Args[0]]; ok {
			chosen := in.Args[2]
			if test.Int != 0 && !test.Null {
				chosen = in.Args[1]
			}
			f.chosen(in, chosen)
			return
		}
	case operators.AndBool, operators.OrBool:
		for k, r := range in.Args {
			c, ok := f.known[r]
			if !ok || c.Null {
				continue
			}
			if is := c.Int != 0; is == (in.Op == operators.OrBool) {
				f.constant(operators.Const{Dst: in.Dst, Int: oneIf(is)})
				return
			}
			if other := in.Args[1-k]; f.isTruth(other) {
				f.chosen(in, other)
				return
			}
		}
	}
	if c, ok := f.result(in); ok {
		f.constant(c)
		return
	}
	f.emit(in)
}

// isTruth reports whether a register is 1, 0 or NULL.
func (f *folder) isTruth(register int) bool {
	r := f.p.Regs[register]
	return !r.Float && r.Lo == 0 && r.Hi == 1
}

func oneIf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// chosen has a computation give what one of its operands is. Who reads it in the body reads that
// operand; the sink reads the register itself, which is set, too: if nobody reads it, that is left out.
func (f *folder) chosen(in operators.Compute, operand int) {
	if c, ok := f.known[operand]; ok {
		c.Dst = in.Dst
		f.constant(c)
		return
	}
	if f.p.Regs[operand].Nullable && !f.p.Regs[in.Dst].Nullable {
		f.emit(in)
		return
	}
	f.same[in.Dst] = operand
	switch by := f.by[operand].(type) {
	case operators.Load:
		by.Dst = in.Dst
		f.emit(by)
	case operators.Lookup:
		by.Dst = in.Dst
		f.emit(by)
	default:
		if in.Op == operators.IfInt || in.Op == operators.IfFloat {
			in.Args = []int{in.Args[0], operand, operand}
		}
		f.emit(in)
	}
}

// result is what a computation of constants gives; one that fails does so for rows that count alone.
func (f *folder) result(in operators.Compute) (operators.Const, bool) {
	row := in.Operation()
	if in.Row != nil || len(in.Args) == 0 {
		return operators.Const{}, false
	}
	args, null := make([]*operators.Vector, len(in.Args)), row.Makes
	for k, r := range in.Args {
		c, ok := f.known[r]
		if !ok {
			return operators.Const{}, false
		}
		null = null || c.Null
		v := single(c, f.p.Regs[r].Float)
		args[k] = &v
	}
	dst := single(operators.Const{Null: null}, row.Float)
	if err := row.Apply(&dst, args, in.Imm, make([]byte, 1)); err != nil {
		return operators.Const{}, false
	}
	out := operators.Const{Dst: in.Dst, Null: dst.Null != nil && dst.Null[0] != 0}
	switch {
	case out.Null:
	case f.p.Regs[in.Dst].Float:
		out.Float = dst.Float[0]
	default:
		out.Int = dst.Int[0]
	}
	return out, true
}

// single is a constant as a vector of one row, whose number and double are the same bytes.
func single(c operators.Const, float bool) operators.Vector {
	numbers := []int64{c.Int}
	if float {
		numbers[0] = int64(math.Float64bits(c.Float))
	}
	v := operators.Vector{Int: numbers, Float: unsafe.Slice((*float64)(unsafe.Pointer(&numbers[0])), 1)}
	if c.Null {
		v.Null = []byte{1}
	}
	return v
}
