package emit

import (
	"context"
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// Code is the instructions of a program while they are made, and the registers that these set.
// The same instruction on the same registers is there once, unless an On block that it stood in
// has ended.
type Code struct {
	ctx    context.Context
	prog   *operators.Program
	blocks [][]operators.Instr // the body, and the On blocks that are open
	known  map[valueKey]int    // the destinations of what blocks compute
	guards []Guard             // around the expression being compiled
	of     plan.Expr           // the expression being compiled
	fails  bool                // an opcode may pass 64 bits
}

// New begins the instructions of a program, which gets them, and what they refer to.
func New(ctx context.Context, p *operators.Program) *Code {
	return &Code{ctx: ctx, prog: p, blocks: make([][]operators.Instr, 1), known: map[valueKey]int{}}
}

// Done gives the program its body.
func (c *Code) Done() { c.prog.Body = c.blocks[0] }

// CanFail reports whether what is computed may pass 64 bits.
func (c *Code) CanFail() bool { return c.fails }

// Blame notes the expression whose instructions come next, which are the ones that can fail for
// it, and gives the one before.
func (c *Code) Blame(e plan.Expr) (before plan.Expr) {
	before, c.of = c.of, e
	return before
}

// GuardBy says that what comes next counts in some rows only, up to Unguard.
func (c *Code) GuardBy(g Guard) { c.guards = append(c.guards, g) }

// Unguard ends the last guard.
func (c *Code) Unguard() { c.guards = c.guards[:len(c.guards)-1] }

// Begin begins an On block within the innermost one.
func (c *Code) Begin() { c.blocks = append(c.blocks, nil) }

// InBody reports whether no On block is open.
func (c *Code) InBody() bool { return len(c.blocks) == 1 }

// Emit appends an instruction to the block being compiled.
func (c *Code) Emit(in operators.Instr) {
	last := len(c.blocks) - 1
	c.blocks[last] = append(c.blocks[last], in)
	if k, dst, ok := c.valueOf(in); ok {
		c.known[k] = dst
	}
}

// End gives the instructions of the innermost block, which are no longer in force.
func (c *Code) End() []operators.Instr {
	last := len(c.blocks) - 1
	block := c.blocks[last]
	c.blocks = c.blocks[:last]
	for _, in := range block {
		if k, _, ok := c.valueOf(in); ok {
			delete(c.known, k)
		}
	}
	return block
}

// NewReg adds a register.
func (c *Code) NewReg(r operators.Reg) int {
	c.prog.Regs = append(c.prog.Regs, r)
	return len(c.prog.Regs) - 1
}

// Reg describes a register.
func (c *Code) Reg(r int) operators.Reg { return c.prog.Regs[r] }

// Load gives the register of a streamed column's numbers, which are as describe says. That of the
// numbers of the rows is not read: it would be made for that.
func (c *Code) Load(ordinal int, describe func() operators.Reg) int {
	if ordinal == c.prog.Table.NumberColumn() {
		return c.RowNumber()
	}
	at := c.UseColumn(ordinal)
	if r, ok := c.known[loadKey(at)]; ok {
		return r
	}
	dst := c.NewReg(Settled(describe()))
	c.Emit(operators.Load{Dst: dst, Column: at})
	return dst
}

// Settled gives a register of no values (or of doubles) bounds that are in order.
func Settled(r operators.Reg) operators.Reg {
	if r.Float || r.Lo > r.Hi {
		r.Lo, r.Hi = 0, 0
	}
	return r
}

// Lookup gives the register of an array's elements at a register.
func (c *Code) Lookup(a *operators.Array, at int, r operators.Reg) int {
	array := slices.Index(c.prog.Arrays, a)
	if array < 0 {
		array = len(c.prog.Arrays)
		c.prog.Arrays = append(c.prog.Arrays, a)
	}
	if r, ok := c.known[lookupKey(array, at)]; ok {
		return r
	}
	r.Nullable = r.Nullable || c.Reg(at).Nullable
	dst := c.NewReg(Settled(r))
	c.Emit(operators.Lookup{Dst: dst, Array: array, At: at})
	return dst
}

// Guard says in which rows the expression being compiled counts. In a branch of an IF:
// where the test is true (taken), or is not. Behind an operand of AND or OR: where that
// operand does not decide the result, being 0 or being 1.
type Guard struct {
	Test    int
	Taken   bool
	Decides int64 // of an operand; -1 in a branch
}

// masked gives a register that is NULL in the rows that the expression being compiled
// does not count in: an opcode whose argument is NULL does not fail.
func (c *Code) masked(r int) int {
	null := c.Null(c.Reg(r).Float)
	for _, g := range c.guards {
		switch {
		case g.Decides >= 0:
			r = c.Pick(c.Compare(plan.Eq, g.Test, c.Number(g.Decides)), null, r)
		case g.Taken:
			r = c.Pick(g.Test, r, null)
		default:
			r = c.Pick(g.Test, null, r)
		}
	}
	return r
}

// Compute gives the register of an opcode's result, an i64 one unless r says otherwise.
func (c *Code) Compute(op operators.Opcode, imm int64, r operators.Reg, args ...int) int {
	return c.apply(operators.Compute{Op: op, Args: args, Imm: imm}, r)
}

// apply gives the register of what an instruction computes, which gets it.
func (c *Code) apply(in operators.Compute, r operators.Reg) int {
	if r, ok := c.known[computeKey(in)]; ok {
		return r // where it can fail, it does so already
	}
	fails := in.Operation().Fails
	if len(c.guards) > 0 && fails {
		in.Args = append([]int{c.masked(in.Args[0])}, in.Args[1:]...)
		r.Nullable = true
		if r, ok := c.known[computeKey(in)]; ok {
			return r
		}
	}
	in.Dst = c.NewReg(Settled(r))
	c.Emit(in)
	c.fails = c.fails || fails && r.Lo == math.MinInt64 && r.Hi == math.MaxInt64
	if fails && c.of != nil {
		c.prog.Origins[in.Dst] = c.of
	}
	return in.Dst
}

// Fail gives the register of a number that is always out of range.
func (c *Code) Fail(float bool) int {
	if float {
		most := c.Constant(operators.Const{Float: math.MaxFloat64}, true)
		return c.Compute(operators.MulFloat, 0, operators.Reg{Float: true}, most, most)
	}
	return c.Compute(operators.NegChecked, 0, wholeReg(false), c.Number(math.MinInt64))
}

// AnyNull reports whether one of the registers can be NULL.
func (c *Code) AnyNull(regs ...int) bool {
	return slices.ContainsFunc(regs, func(r int) bool { return c.Reg(r).Nullable })
}

// Constant gives the register of a constant.
func (c *Code) Constant(k operators.Const, float bool) int {
	if r, ok := c.known[constKey(k, float)]; ok {
		return r
	}
	k.Dst = c.NewReg(operators.Reg{Float: float, Nullable: k.Null, Lo: k.Int, Hi: k.Int})
	c.Emit(k)
	return k.Dst
}

// Number gives the register of a constant number, Null that of NULL.
func (c *Code) Number(n int64) int { return c.Constant(operators.Const{Int: n}, false) }

func (c *Code) Null(float bool) int { return c.Constant(operators.Const{Null: true}, float) }

// UseColumn gives the program's index of a streamed column.
func (c *Code) UseColumn(ordinal int) int {
	for i, u := range c.prog.Columns {
		if u.Ordinal == ordinal {
			return i
		}
	}
	c.prog.Columns = append(c.prog.Columns, operators.Column{Ordinal: ordinal, Storage: c.prog.Table.Columns[ordinal].Storage})
	return len(c.prog.Columns) - 1
}

// TestIn goes on with the rows for which a register is in a set.
func (c *Code) TestIn(set *operators.BitSet, at int) {
	c.prog.Bits = append(c.prog.Bits, set)
	c.Emit(operators.Test{Set: len(c.prog.Bits) - 1, At: at})
}

// RowNumber gives the register of the number of the streamed row.
func (c *Code) RowNumber() int {
	if r, ok := c.known[rowKey]; ok {
		return r
	}
	dst := c.NewReg(Settled(operators.Reg{Lo: 0, Hi: max(0, int64(c.prog.Table.Rows)-1)}))
	c.Emit(operators.Row{Dst: dst})
	return dst
}
