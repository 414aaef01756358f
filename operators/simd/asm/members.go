package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// memberFunction writes a function that tests words*64 numbers of a width against a
// bitmap, 16 at a time: their words of 32 bits are gathered and rotated.
func memberFunction(width int) {
	name := fmt.Sprintf("member%s_avx512", suffix[width])
	TEXT(name, NOSPLIT, "func(dst *uint64, src *byte, words int, set *uint64, last uint64)")
	Pragma("noescape")
	Doc(name + " tests words*64 numbers against the bits 0 to last of set; words is not 0.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	words, set := Load(Param("words"), GP64()), Load(Param("set"), GP64())
	last := broadcast512(4, Load(Param("last"), GP64()).(GPVirtual))
	number := GP64()
	MOVQ(U32(1), number)
	one := broadcast512(4, number)
	Label("loop")
	for line := range width {
		PREFETCHT1(Mem{Base: src, Disp: 64*line + ahead})
	}
	for v := range 4 {
		member512(width, Mem{Base: src, Disp: 16 * width * v}, set, last, one, Mem{Base: dst, Disp: 2 * v})
	}
	ADDQ(U32(64*width), src)
	ADDQ(U8(8), dst)
	DECQ(words)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// member512 writes 16 bits. Numbers beyond the last gather nothing.
func member512(width int, src Mem, set Register, last, one VecVirtual, dst Mem) {
	x, at, word := ZMM(), ZMM(), ZMM()
	switch width {
	case 1:
		VPMOVZXBD(src, x)
	case 2:
		VPMOVZXWD(src, x)
	default:
		VMOVDQU32(src, x)
	}
	inside, pending, found := K(), K(), K()
	const lessOrEqual = 2
	VPCMPUD(U8(lessOrEqual), last, x, inside)
	KMOVW(inside, pending)
	VPSRLD(U8(5), x, at)
	VPXORD(word, word, word)
	VPGATHERDD(Mem{Base: set, Index: at, Scale: 4}, pending, word)
	VPRORVD(x, word, word)
	VPTESTMD(one, word, inside, found)
	KMOVW(found, dst)
}
