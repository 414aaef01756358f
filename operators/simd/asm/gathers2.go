package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// member2Function is memberFunction with AVX2: 8 numbers at a time, whose bit is shifted
// to the sign.
func member2Function(width int) {
	name := fmt.Sprintf("member%s_avx2", suffix[width])
	TEXT(name, NOSPLIT, "func(dst *uint64, src *byte, words int, set *uint64, last uint64)")
	Pragma("noescape")
	Doc(name + " tests words*64 numbers against the bits 0 to last of set; words is not 0.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	words, set := Load(Param("words"), GP64()), Load(Param("set"), GP64())
	last := broadcast2(4, Load(Param("last"), GP64()).(GPVirtual))
	number := GP64()
	MOVQ(U32(31), number)
	lowest := broadcast2(4, number)
	Label("loop")
	for line := range width {
		PREFETCHT1(Mem{Base: src, Disp: 64*line + ahead})
	}
	for v := range 8 {
		x, at, word, inside, bits := numbers2(width, Mem{Base: src, Disp: 8 * width * v}), YMM(), YMM(), YMM(), GP32()
		VPMINUD(last, x, inside)
		VPCMPEQD(x, inside, inside)
		VPSRLD(U8(5), x, at)
		VPXOR(word, word, word)
		VPGATHERDD(inside, Mem{Base: set, Index: at, Scale: 4}, word)
		VPANDN(lowest, x, x)
		VPSLLVD(x, word, word)
		VMOVMSKPS(word, bits)
		MOVB(bits.As8(), Mem{Base: dst, Disp: v})
	}
	ADDQ(U32(64*width), src)
	ADDQ(U8(8), dst)
	DECQ(words)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// numbers2 loads 8 numbers as double words.
func numbers2(width int, from Mem) VecVirtual {
	x := YMM()
	switch width {
	case 1:
		VPMOVZXBD(from, x)
	case 2:
		VPMOVZXWD(from, x)
	default:
		VMOVDQU(from, x)
	}
	return x
}

// codes2Function is codesFunction with AVX2: 4 times 8 double words are packed to bytes,
// which works by halves, so a permutation puts them in order.
func codes2Function(width int) {
	name := fmt.Sprintf("codes%s_avx2", suffix[width])
	TEXT(name, NOSPLIT, "func(dst *byte, src *byte, words int, codes *byte, last uint64)")
	Pragma("noescape")
	Doc(name + " writes the codes of words*64 numbers; those beyond last have its code; words is not 0.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	words, codes := Load(Param("words"), GP64()), Load(Param("codes"), GP64())
	last := broadcast2(4, Load(Param("last"), GP64()).(GPVirtual))
	lowest, order := YMM(), YMM()
	VPCMPEQD(lowest, lowest, lowest)
	VPSRLD(U8(24), lowest, lowest)
	VMOVDQU(unpacked, order)
	Label("loop")
	for line := range width {
		PREFETCHT1(Mem{Base: src, Disp: 64*line + ahead})
	}
	for half := range 2 {
		var found [4]VecVirtual
		for v := range found {
			x, all := numbers2(width, Mem{Base: src, Disp: 8 * width * (4*half + v)}), YMM()
			if width == 4 {
				VPMINUD(last, x, x)
			}
			found[v] = YMM()
			VPCMPEQD(all, all, all)
			VPXOR(found[v], found[v], found[v])
			VPGATHERDD(all, Mem{Base: codes, Index: x, Scale: 1}, found[v])
			VPAND(lowest, found[v], found[v])
		}
		VPACKUSDW(found[1], found[0], found[0])
		VPACKUSDW(found[3], found[2], found[2])
		VPACKUSWB(found[2], found[0], found[0])
		VPERMD(found[0], order, found[0])
		VMOVDQU(found[0], Mem{Base: dst, Disp: 32 * half})
	}
	ADDQ(U32(64*width), src)
	ADDQ(U8(64), dst)
	DECQ(words)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
