package machine

import (
	"gsdms/operators"
	"gsdms/operators/simd"
)

// Comparisons, AND, OR and IF of whole numbers are most of what conditions compute. Kernels compute eight
// rows at once, of numbers in registers and of constants, for which no register is filled: CASE of 300
// conditions, which has as many constants as comparisons, took 7.5 s of processor time for six
// million rows.

// truthStep is one of these.
type truthStep struct {
	of   operators.Opcode
	dst  Value
	args []operand
}

// operand is a register, or a constant.
type operand struct {
	Value
	constant []int64 // simd.Repeated times the number; nil: a register
}

// of gives the numbers of n rows.
func (o *operand) of(m *Machine, n int) []int64 {
	if o.constant != nil {
		return o.constant
	}
	return m.Slots[o.Slot].Ints[:n]
}

// isTruth reports whether there is a kernel of an instruction.
func (l *Lowering) isTruth(c operators.Compute) bool {
	switch c.Op {
	case operators.EqInt, operators.NeInt, operators.LtInt, operators.LeInt, operators.GtInt, operators.GeInt:
		return true
	case operators.AndBool, operators.OrBool, operators.IfInt: // of NULL they are not NULL as a rule
		for _, r := range c.Args {
			if l.Program.Regs[r].Nullable {
				return false
			}
		}
		return true
	}
	return false
}

// constantOf is the number of an operand that a kernel takes as it is; false for a register, as is what
// decides whether another operand counts: blocks are run by it (see operand of arranger).
func (l *Lowering) constantOf(in operators.Compute, k int) (number int64, ok bool) {
	if k == 0 && (in.Op == operators.AndBool || in.Op == operators.OrBool || in.Op == operators.IfInt) {
		return 0, false
	}
	register := in.Args[k]
	c, ok := l.Set[register].(operators.Const)
	return c.Int, ok && !c.Null && !l.Program.Regs[register].Float && !l.Program.Regs[register].Nullable
}

// readsTruth is the registers that the kernel of an instruction reads.
func (l *Lowering) readsTruth(c operators.Compute) (out []int) {
	for k, r := range c.Args {
		if _, ok := l.constantOf(c, k); !ok {
			out = append(out, r)
		}
	}
	return out
}

// truth makes the step of an instruction that has a kernel.
func (l *Lowering) truth(c operators.Compute) error {
	s := &truthStep{of: c.Op}
	null := l.Program.Regs[c.Dst].Nullable
	for k, r := range c.Args {
		if number, ok := l.constantOf(c, k); ok {
			o := operand{constant: make([]int64, simd.Repeated)}
			for i := range o.constant {
				o.constant[i] = number
			}
			s.args = append(s.args, o)
			continue
		}
		v, err := l.At(r)
		if err != nil {
			return err
		}
		null = null || v.Null
		s.args = append(s.args, operand{Value: v})
	}
	s.dst = Value{Slot: l.place(c.Dst), Null: null}
	l.Add(s)
	return nil
}

func (s *truthStep) Run(m *Machine, n int, _ []Step) (int, error) {
	if s.dst.Null {
		s.nulls(m, n)
	}
	k, dst, x, y := &m.Kernels.Truths, m.Slots[s.dst.Slot].Ints[:n], s.args[0].of(m, n), s.args[1].of(m, n)
	switch s.of {
	case operators.EqInt:
		k.Equal(dst, x, y)
	case operators.NeInt:
		k.Unequal(dst, x, y)
	case operators.LtInt:
		k.Less(dst, x, y)
	case operators.LeInt:
		k.NotMore(dst, x, y)
	case operators.GtInt:
		k.Less(dst, y, x)
	case operators.GeInt:
		k.NotMore(dst, y, x)
	case operators.AndBool:
		k.Both(dst, x, y)
	case operators.OrBool:
		k.Either(dst, x, y)
	default:
		k.Choose(dst, x, y, s.args[2].of(m, n))
	}
	return n, nil
}

// nulls makes the result NULL where an argument is.
func (s *truthStep) nulls(m *Machine, n int) {
	o, refs := &m.operands, 0
	for _, a := range s.args {
		if a.constant == nil && a.Null {
			o.args[refs] = m.Register(a.Value, n)
			o.refs[refs] = &o.args[refs]
			refs++
		}
	}
	operators.OrNulls(m.Slots[s.dst.Slot].Null[:n], o.refs[:refs])
}
