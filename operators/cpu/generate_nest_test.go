package cpu

import (
	"pgregory.net/rapid"

	"gsdms/operators"
)

// nest draws chains and trees of choices, of which each operand counts in some rows only. Nothing in
// them can fail, for what is computed of rows that do not count may or may not be.
func (g *generator) nest() []operators.Instr {
	n := nester{generator: g}
	for range 2 {
		load := g.load()
		n.keep(load, len(g.p.Regs)-1)
	}
	n.keep(operators.Const{Dst: g.reg(false, false), Int: 7}, len(g.p.Regs)-1)
	for range rapid.IntRange(4, 24).Draw(g.t, "choices") {
		n.add()
	}
	return n.body
}

// nester is what has been drawn of a nest.
type nester struct {
	*generator
	body       []operators.Instr
	whole, dbl []int // registers
}

func (n *nester) keep(in operators.Instr, register int) {
	n.body = append(n.body, in)
	if n.p.Regs[register].Float {
		n.dbl = append(n.dbl, register)
		return
	}
	n.whole = append(n.whole, register)
}

// recent picks one of the registers, mostly of the last: so that many have one reader.
func (n *nester) recent(from []int) int {
	if last := len(from) - 3; last > 0 && !n.chance(4) {
		from = from[last:]
	}
	return n.pick(from)
}

var nestOps = []operators.Opcode{
	operators.IfInt, operators.IfInt, operators.IfInt, operators.AndBool, operators.OrBool, operators.LtInt, operators.NeInt, operators.ModInt,
	operators.IsNullInt, operators.IfFloat, operators.LtFloat, operators.ToFloat,
}

// add draws an instruction.
func (n *nester) add() {
	if n.side.rows > 0 && n.chance(8) {
		n.look()
		return
	}
	op := rapid.SampledFrom(nestOps).Draw(n.t, "nested")
	row := op.Operation()
	c := operators.Compute{Op: op, Imm: one(op == operators.ToFloat)}
	nullable := row.Makes
	for _, kind := range row.Args {
		from := n.whole
		if kind == 'f' {
			from = n.dbl
		}
		if len(from) == 0 {
			return
		}
		r := n.recent(from)
		c.Args = append(c.Args, r)
		nullable = nullable || n.p.Regs[r].Nullable
	}
	c.Dst = n.reg(row.Float, nullable && op != operators.IsNullInt)
	n.keep(c, c.Dst)
}

// look reads the side table at a place that is made of a number.
func (n *nester) look() {
	rows := operators.Const{Int: int64(n.side.rows), Dst: n.reg(false, false)}
	rest := operators.Compute{Op: operators.ModInt, Args: []int{n.recent(n.whole), rows.Dst}, Dst: n.reg(false, true)}
	square := operators.Compute{Op: operators.MulInt, Args: []int{rest.Dst, rest.Dst}, Dst: n.reg(false, true)}
	place := operators.Compute{Op: operators.ModInt, Args: []int{square.Dst, rows.Dst}, Dst: n.reg(false, true)}
	a := rapid.IntRange(0, len(n.p.Arrays)-1).Draw(n.t, "array")
	n.body = append(n.body, rows, rest, square, place)
	look := operators.Lookup{Array: a, At: place.Dst, Dst: n.reg(n.p.Arrays[a].Storage.Float, true)}
	n.keep(look, look.Dst)
}
