package emit

import (
	"math"
	"slices"

	"gsdms/operators"
)

// The instructions are numbered by value: asking twice for the same
// instruction on the same registers gives the first one's register.

// notComputed is the opcode of what is no Compute.
const notComputed = operators.Opcode(operators.Opcodes)

// valueKey says what an instruction computes. The opcode of a Load, Lookup or Const is
// notComputed, and its form tells them apart.
type valueKey struct {
	op    operators.Opcode
	form  byte // 'l' Load, 'r' Row, 'a' Lookup, 'c' Const, 'n' Const of NULL, 0 Compute
	float bool
	imm   int64 // of a Const: the number or the bits of the double
	args  [3]int
	row   *operators.Operation // of Carried
}

func computeKey(in operators.Compute) valueKey {
	k := valueKey{op: in.Op, imm: in.Imm, args: [3]int{-1, -1, -1}, row: in.Row}
	copy(k.args[:], in.Args)
	return k
}

func lookupKey(array, at int) valueKey {
	return valueKey{op: notComputed, form: 'a', args: [3]int{array, at}}
}

func loadKey(column int) valueKey {
	return valueKey{op: notComputed, form: 'l', args: [3]int{column}}
}

// rowKey is the key of the number of the row.
var rowKey = valueKey{op: notComputed, form: 'r'}

func constKey(k operators.Const, float bool) valueKey {
	key := valueKey{op: notComputed, form: 'c', float: float, imm: k.Int}
	switch {
	case k.Null:
		key.form, key.imm = 'n', 0
	case float:
		key.imm = int64(math.Float64bits(k.Float))
	}
	return key
}

// valueOf gives an instruction's key and destination; false for one that computes nothing.
func (c *Code) valueOf(in operators.Instr) (k valueKey, dst int, ok bool) {
	switch in := in.(type) {
	case operators.Load:
		return loadKey(in.Column), in.Dst, true
	case operators.Row:
		return rowKey, in.Dst, true
	case operators.Lookup:
		return lookupKey(in.Array, in.At), in.Dst, true
	case operators.Const:
		return constKey(in, c.Reg(in.Dst).Float), in.Dst, true
	case operators.Compute:
		return computeKey(in), in.Dst, true
	}
	return k, -1, false
}

// LookedUp gives the look-up that sets a register.
func (c *Code) LookedUp(r int) (look operators.Lookup, ok bool) {
	for _, block := range c.blocks {
		for _, in := range block {
			if l, is := in.(operators.Lookup); is && l.Dst == r {
				return l, true
			}
		}
	}
	return look, false
}

// InForce reports whether a block that still is in force sets a register.
func (c *Code) InForce(r int) bool {
	for _, block := range c.blocks {
		for _, in := range slices.Backward(block) {
			if _, dst, ok := c.valueOf(in); ok && dst == r {
				return true
			}
		}
	}
	return false
}

// Loaded is the column of the streamed table that a register is loaded from, -1 if it is not.
func (c *Code) Loaded(reg int) int {
	for _, in := range c.blocks[0] {
		if l, ok := in.(operators.Load); ok && l.Dst == reg {
			return c.prog.Columns[l.Column].Ordinal
		}
	}
	return -1
}
