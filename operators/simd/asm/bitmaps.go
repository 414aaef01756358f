package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// logic512 writes dst = a op b over words, eight at a time, the rest under a mask. The
// operands of op are in the order of Go's assembler: b, a, dst.
func logic512(name string, op func(...Op), counts bool) {
	result := ""
	if counts {
		result = " int"
	}
	TEXT(name+"_avx512", NOSPLIT, "func(dst, a, b *uint64, words int)"+result)
	Pragma("noescape")
	Doc(name + "_avx512 combines bitmaps of so many words.")
	dst, a, b := Load(Param("dst"), GP64()), Load(Param("a"), GP64()), Load(Param("b"), GP64())
	words := Load(Param("words"), GP64())
	sum := ZMM()
	VPXORQ(sum, sum, sum)
	eightWords(words, func(at Register, rest Register) {
		x, y := ZMM(), ZMM()
		load512(Mem{Base: a, Index: at, Scale: 8}, rest, x)
		load512(Mem{Base: b, Index: at, Scale: 8}, rest, y)
		order(op, name, x, y)
		store512(y, rest, Mem{Base: dst, Index: at, Scale: 8})
		if counts {
			addOnes(y, sum)
		}
	})
	if counts {
		Store(total(sum), ReturnIndex(0))
	}
	VZEROUPPER()
	RET()
}

// order applies op to a in x and b in y. ANDN negates its first source, which is the
// second operand from the left in Go's order.
func order(op func(...Op), name string, x, y VecVirtual) {
	if name == "andNot" {
		op(x, y, y) // y = ^y & x
		return
	}
	op(x, y, y)
}

// eightWords runs body for every eight words and, under a mask of lanes, for the rest.
func eightWords(words Register, body func(at, rest Register)) {
	at, end := GP64(), GP64()
	XORQ(at, at)
	MOVQ(words, end)
	ANDQ(I32(-8), end)
	JZ(LabelRef("fewer"))
	Label("eight")
	body(at, nil)
	ADDQ(U8(8), at)
	CMPQ(at, end)
	JLT(LabelRef("eight"))
	Label("fewer")
	SUBQ(at, words)
	JZ(LabelRef("counted"))
	lanes, k := GP64(), K()
	MOVQ(U32(1), lanes)
	SHLXQ(words, lanes, lanes)
	DECQ(lanes)
	KMOVB(lanes.As32(), k)
	body(at, k)
	Label("counted")
}

func load512(m Mem, rest Register, z VecVirtual) {
	if rest == nil {
		VMOVDQU64(m, z)
		return
	}
	VMOVDQU64_Z(m, rest, z)
}

func store512(z VecVirtual, rest Register, m Mem) {
	if rest == nil {
		VMOVDQU64(z, m)
		return
	}
	VMOVDQU64(z, rest, m)
}

func addOnes(z, sum VecVirtual) {
	ones := ZMM()
	VPOPCNTQ(z, ones)
	VPADDQ(ones, sum, sum)
}

// total adds the eight lanes.
func total(sum VecVirtual) Register {
	high := YMM()
	VEXTRACTI64X4(U8(1), sum, high)
	VPADDQ(sum.AsY(), high, high)
	x := XMM()
	VEXTRACTI128(U8(1), high, x)
	VPADDQ(high.AsX(), x, x)
	low, top := GP64(), GP64()
	VMOVQ(x, low)
	VPEXTRQ(U8(1), x, top)
	ADDQ(top, low)
	return low
}

func count512() {
	TEXT("count_avx512", NOSPLIT, "func(a *uint64, words int) int")
	Pragma("noescape")
	Doc("count_avx512 counts the ones.")
	a, words := Load(Param("a"), GP64()), Load(Param("words"), GP64())
	sum := ZMM()
	VPXORQ(sum, sum, sum)
	eightWords(words, func(at, rest Register) {
		x := ZMM()
		load512(Mem{Base: a, Index: at, Scale: 8}, rest, x)
		addOnes(x, sum)
	})
	Store(total(sum), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// logic2 does the same four words at a time; words is a multiple of four, and the ones
// are counted word by word.
func logic2(name string, op func(...Op), counts bool) {
	result := ""
	if counts {
		result = " int"
	}
	TEXT(name+"_avx2", NOSPLIT, "func(dst, a, b *uint64, words int)"+result)
	Pragma("noescape")
	Doc(name + "_avx2 combines bitmaps of so many words, a multiple of four and not 0.")
	dst, a, b := Load(Param("dst"), GP64()), Load(Param("a"), GP64()), Load(Param("b"), GP64())
	words := Load(Param("words"), GP64())
	at, sum := GP64(), GP64()
	XORQ(at, at)
	XORQ(sum, sum)
	Label("loop")
	x, y := YMM(), YMM()
	VMOVDQU(Mem{Base: a, Index: at, Scale: 8}, x)
	VMOVDQU(Mem{Base: b, Index: at, Scale: 8}, y)
	order(op, name, x, y)
	VMOVDQU(y, Mem{Base: dst, Index: at, Scale: 8})
	if counts {
		countLanes(y, sum)
	}
	ADDQ(U8(4), at)
	CMPQ(at, words)
	JLT(LabelRef("loop"))
	if counts {
		Store(sum, ReturnIndex(0))
	}
	VZEROUPPER()
	RET()
}

func countLanes(y VecVirtual, sum Register) {
	high := XMM()
	VEXTRACTI128(U8(1), y, high)
	for _, x := range []VecVirtual{y.AsX().(VecVirtual), high} {
		low, top := GP64(), GP64()
		VMOVQ(x, low)
		VPEXTRQ(U8(1), x, top)
		POPCNTQ(low, low)
		POPCNTQ(top, top)
		ADDQ(low, sum)
		ADDQ(top, sum)
	}
}
