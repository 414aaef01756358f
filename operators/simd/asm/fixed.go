package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The window of fixed point, and what stands for NULL, as package simd has them.
const (
	leastExponent = 1075 - 64
	exponents     = 1023 + 24 - leastExponent
	nullDouble    = 0x7ff8_0000_0000_0001
)

// fixedFunction writes a function that adds doubles to the sums of their groups: each mantissa, with
// its sign and shifted by the exponent, is a number of 128 bits. It has no branch on NULL: which rows
// are cannot be foretold.
func fixedFunction(null bool) {
	if null {
		TEXT("addPresent_bmi2", NOSPLIT, "func(words *int64, width, groups, sum int, rows int64, values int, counted int64, numbers *uint32, doubles *float64, n int) (done int)")
		Doc("addPresent_bmi2 is addFixed_bmi2 where doubles may be NULL: the word that is so many bytes behind the first counts the others, if counted is 1.")
	} else {
		TEXT("addFixed_bmi2", NOSPLIT, "func(words *int64, width, groups, sum int, rows int64, numbers *uint32, doubles *float64, n int) (done int)")
		Doc("addFixed_bmi2 adds n doubles, 1 or more, to the sums of groups, which have so many bytes, and the sum so many behind the first. It gives how many it has added: up to the first whose group is not there, or that is neither zero nor in the window.")
	}
	Pragma("noescape")
	words, width, groups, sum := Load(Param("words"), GP64()), Load(Param("width"), GP64()), Load(Param("groups"), GP64()), Load(Param("sum"), GP64())
	numbers, doubles, i := Load(Param("numbers"), GP64()), Load(Param("doubles"), GP64()), Load(Param("n"), GP64())
	ADDQ(words, sum)
	LEAQ(Mem{Base: numbers, Index: i, Scale: 4}, numbers)
	LEAQ(Mem{Base: doubles, Index: i, Scale: 8}, doubles)
	NEGQ(i)
	var values Register
	if null {
		values = Load(Param("values"), GP64())
		ADDQ(words, values)
	}
	Label("loop")
	at := GP64()
	MOVL(Mem{Base: numbers, Index: i, Scale: 4}, at.As32())
	CMPQ(at, groups)
	JAE(LabelRef("done"))
	IMULQ(width, at)
	lo, hi, present := fixed(Mem{Base: doubles, Index: i, Scale: 8}, null)
	Label("add")
	ADDQ(lo, Mem{Base: sum, Index: at, Scale: 1})
	ADCQ(hi, Mem{Base: sum, Index: at, Scale: 1, Disp: 8})
	if null {
		ANDQ(address("counted"), present)
		ADDQ(present, Mem{Base: values, Index: at, Scale: 1})
	}
	MOVQ(address("rows"), lo)
	ADDQ(lo, Mem{Base: words, Index: at, Scale: 1})
	INCQ(i)
	JNZ(LabelRef("loop"))
	Label("done")
	ADDQ(address("n"), i)
	Store(i, ReturnIndex(0))
	RET()
	Label("zero") // or outside of the window
	MOVQ(hi, lo)
	ADDQ(lo, lo)
	JNZ(LabelRef("done"))
	XORQ(hi, hi)
	JMP(LabelRef("add"))
}

// fixed writes what makes fixed point of a double; present is all ones, or 0 for NULL.
func fixed(double Mem, null bool) (lo, hi, present GPVirtual) {
	lo, hi = GP64(), GP64()
	shift, sign := GP64(), GP64()
	MOVQ(double, hi)
	if null {
		present = GP64()
		none := GP64()
		MOVQ(U64(nullDouble), none)
		XORQ(present, present)
		CMPQ(hi, none)
		SETNE(present.As8())
		NEGQ(present)
	}
	MOVQ(hi, shift)
	SHRQ(U8(52), shift)
	ANDL(U32(0x7ff), shift.As32())
	SUBL(U32(leastExponent), shift.As32())
	if null {
		ANDQ(present, shift)
	}
	CMPL(shift.As32(), U32(exponents))
	JAE(LabelRef("zero"))
	MOVQ(hi, sign)
	SARQ(U8(63), sign)
	SHLQ(U8(12), hi)
	SHRQ(U8(12), hi)
	BTSQ(U8(52), hi)
	XORQ(sign, hi)
	SUBQ(sign, hi)
	SHLXQ(shift, hi, lo)
	NOTQ(shift)
	SARQ(U8(1), hi)
	SARXQ(shift, hi, hi)
	if null {
		ANDQ(present, lo)
		ANDQ(present, hi)
	}
	return lo, hi, present
}

// address is where a parameter lies.
func address(name string) Mem {
	c := gotypes.Component(Param(name))
	at, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return at.Addr
}
