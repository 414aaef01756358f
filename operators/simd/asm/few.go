package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// fewNull is what a NULL adds to a group's count, as package simd has it, in the bits of a double.
const fewNull = (1023 + 20) << 52

// fewFunction writes a function that splits doubles into the multiples of two steps and the rest, and
// adds them with a count to the sums of their groups: of four doubles the parts are turned around, so
// that each addition takes a vector of all that one double is.
func fewFunction() {
	TEXT("few_avx2", NOSPLIT, "func(copies *float64, groups int, numbers *uint32, doubles *float64, fours int, first, second float64) (done int)")
	Pragma("noescape")
	Doc("few_avx2 adds 4*fours doubles, 1 or more fours, to one of four copies of the sums of their groups. It gives how many fours it has added: up to the first with a group that is not there.")
	copies, groups, fours := Load(Param("copies"), GP64()), Load(Param("groups"), GP64()), Load(Param("fours"), GP64())
	numbers, doubles, done := Load(Param("numbers"), GP64()), Load(Param("doubles"), GP64()), GP64()
	null, one, many := constant(nullDouble), constant(1023<<52), constant(fewNull)
	steps := [2]VecVirtual{YMM(), YMM()}
	for i, name := range []string{"first", "second"} {
		VBROADCASTSD(address(name), steps[i])
	}
	XORQ(done, done)
	Label("loop")
	at := [4]GPVirtual{GP64(), GP64(), GP64(), GP64()}
	for k := range at {
		MOVL(Mem{Base: numbers, Disp: 4 * k}, at[k].As32())
		CMPQ(at[k], groups)
		JAE(LabelRef("end"))
		SHLQ(U8(7), at[k])
	}
	x, high, middle, count := YMM(), YMM(), YMM(), YMM()
	VMOVUPD(Mem{Base: doubles}, x)
	VPCMPEQQ(null, x, middle)
	VBLENDVPD(middle, many, one, count)
	VPANDN(x, middle, x)
	for i, part := range []VecVirtual{high, middle} {
		VADDPD(steps[i], x, part)
		VSUBPD(steps[i], part, part)
		VSUBPD(part, x, x)
	}
	rows := turned(high, middle, x, count)
	for k, row := range rows {
		sum := Mem{Base: copies, Index: at[k], Scale: 1, Disp: 32 * k}
		VADDPD(sum, row, row)
		VMOVUPD(row, sum)
	}
	ADDQ(U8(16), numbers)
	ADDQ(U8(32), doubles)
	INCQ(done)
	CMPQ(done, fours)
	JLT(LabelRef("loop"))
	Label("end")
	Store(done, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// turned writes what makes the rows of a matrix of its columns.
func turned(a, b, c, d VecVirtual) (rows [4]VecVirtual) {
	low, high, other, otherHigh := YMM(), YMM(), YMM(), YMM()
	VUNPCKLPD(b, a, low)
	VUNPCKHPD(b, a, high)
	VUNPCKLPD(d, c, other)
	VUNPCKHPD(d, c, otherHigh)
	for k := range rows {
		rows[k] = YMM()
	}
	VPERM2F128(U8(0x20), other, low, rows[0])
	VPERM2F128(U8(0x20), otherHigh, high, rows[1])
	VPERM2F128(U8(0x31), other, low, rows[2])
	VPERM2F128(U8(0x31), otherHigh, high, rows[3])
	return rows
}
