package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// flatten writes a function that gives the positions of the ones of up to 64 words.
// The words that are not 0 are listed first, without a branch; then three positions of
// each are written unconditionally, and a loop writes those that are left.
func flatten(set string, list func(bits, words Register, to Mem) Register) {
	TEXT("flatten_"+set, NOSPLIT, "func(sel *uint16, bits *uint64, words int, base int) int")
	Pragma("noescape")
	Doc("flatten_" + set + " writes base plus the positions of the ones of 1 to 64 words, and returns how many there are. It may overwrite three more entries.")
	sel, bits := Load(Param("sel"), GP64()), Load(Param("bits"), GP64())
	words, base := Load(Param("words"), GP64()), Load(Param("base"), GP64())
	numbers := AllocLocal(64 * 8)
	n := list(bits, words, numbers)
	start, at := GP64(), GP64()
	MOVQ(sel, start)
	XORQ(at, at)
	TESTQ(n, n)
	JZ(LabelRef("done"))
	Label("word")
	number, word, first, ones := GP64(), GP64(), GP64(), GP64()
	MOVQ(numbers.Idx(at, 8), number)
	MOVQ(Mem{Base: bits, Index: number, Scale: 8}, word)
	SHLQ(U8(6), number)
	LEAQ(Mem{Base: number, Index: base, Scale: 1}, first)
	POPCNTQ(word, ones)
	for k := range 3 {
		position(word, first, Mem{Base: sel, Disp: 2 * k})
	}
	next := GP64()
	LEAQ(Mem{Base: sel, Index: ones, Scale: 2}, next)
	CMPQ(ones, U8(3))
	JLE(LabelRef("next"))
	ADDQ(U8(6), sel)
	Label("more")
	position(word, first, Mem{Base: sel})
	ADDQ(U8(2), sel)
	CMPQ(sel, next)
	JLT(LabelRef("more"))
	Label("next")
	MOVQ(next, sel)
	INCQ(at)
	CMPQ(at, n)
	JLT(LabelRef("word"))
	Label("done")
	SUBQ(start, sel)
	SHRQ(U8(1), sel)
	Store(sel, ReturnIndex(0))
	if set == "avx512" {
		VZEROUPPER()
	}
	RET()
}

// position writes where the lowest one is, and clears it.
func position(word, first Register, to Mem) {
	p := GP64()
	TZCNTQ(word, p)
	ADDQ(first, p)
	MOVW(p.As16(), to)
	BLSRQ(word, word)
}

// listScalar writes the numbers of the words that are not 0 and returns how many.
func listScalar(bits, words Register, to Mem) Register {
	n, at := GP64(), GP64()
	XORQ(n, n)
	XORQ(at, at)
	Label("list")
	MOVQ(at, to.Idx(n, 8))
	t := GP64()
	MOVQ(Mem{Base: bits, Index: at, Scale: 8}, t)
	NEGQ(t) // carry: not 0
	ADCQ(U8(0), n)
	INCQ(at)
	CMPQ(at, words)
	JLT(LabelRef("list"))
	return n
}

// list512 tests eight words at once and compresses their numbers.
func list512(bits, words Register, to Mem) Register {
	n, end, numbers, step := GP64(), GP64(), ZMM(), ZMM()
	XORQ(n, n)
	VMOVDQU64(firstNumbers, numbers)
	VPBROADCASTQ(eight, step)
	eightWords(words, func(at, rest Register) {
		x, k, found, some := ZMM(), K(), ZMM(), GP64()
		load512(Mem{Base: bits, Index: at, Scale: 8}, rest, x)
		VPTESTMQ(x, x, k)
		VPCOMPRESSQ(numbers, k, found)
		VMOVDQU64(found, to.Idx(n, 8))
		KMOVB(k, some.As32())
		POPCNTQ(some, some)
		ADDQ(some, n)
		VPADDQ(step, numbers, numbers)
	})
	_ = end
	return n
}

var firstNumbers = func() Mem {
	m := GLOBL("firstNumbers", RODATA|NOPTR)
	for i := range 8 {
		DATA(8*i, U64(i))
	}
	return m
}()

var eight = func() Mem {
	m := GLOBL("eight", RODATA|NOPTR)
	DATA(0, U64(8))
	return m
}()

// flattenDense writes a function that gives the positions of the ones where most words have
// several: those of a word are compressed out of all 64.
func flattenDense() {
	TEXT("flattenDense_vbmi2", NOSPLIT, "func(sel *uint16, bits *uint64, words int, base int) int")
	Pragma("noescape")
	Doc("flattenDense_vbmi2 writes base plus the positions of the ones of words, and returns how many there are. It may overwrite 64 more entries; words is not 0.")
	sel, bits := Load(Param("sel"), GP64()), Load(Param("bits"), GP64())
	words := Load(Param("words"), GP64())
	base := broadcast512(2, Load(Param("base"), GP64()).(GPVirtual))
	width, numbers, start := GP64(), ZMM(), GP64()
	MOVQ(U32(64), width)
	step := broadcast512(2, width)
	VMOVDQU64(bytesInOrder, numbers)
	MOVQ(sel, start)
	Label("word")
	word, k, found, ones := GP64(), K(), ZMM(), GP64()
	MOVQ(Mem{Base: bits}, word)
	POPCNTQ(word, ones)
	KMOVQ(word, k)
	compressBytes(numbers, k, found)
	low, high, upper := ZMM(), ZMM(), YMM()
	VPMOVZXBW(found.AsY(), low)
	VEXTRACTI64X4(U8(1), found, upper)
	VPMOVZXBW(upper, high)
	VPADDW(base, low, low)
	VPADDW(base, high, high)
	VMOVDQU64(low, Mem{Base: sel})
	VMOVDQU64(high, Mem{Base: sel, Disp: 64})
	LEAQ(Mem{Base: sel, Index: ones, Scale: 2}, sel)
	VPADDW(step, base, base)
	ADDQ(U8(8), bits)
	DECQ(words)
	JNZ(LabelRef("word"))
	SUBQ(start, sel)
	SHRQ(U8(1), sel)
	Store(sel, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// compressBytes is an instruction that avo does not know.
func compressBytes(from VecVirtual, lanes Register, to VecVirtual) {
	Instruction(&ir.Instruction{
		Opcode: "VPCOMPRESSB", Suffixes: []string{"Z"},
		Operands: []Op{from, lanes, to}, Inputs: []Op{from, lanes}, Outputs: []Op{to},
	})
}

// bytesInOrder is the numbers from 0 to 63.
var bytesInOrder = func() Mem {
	m := GLOBL("bytesInOrder", RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(i))
	}
	return m
}()
