package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// bitsFunction writes a function that unpacks numbers of some bits that lie one behind another, eight
// at a time: each lane of 16 bytes has the bytes of four of them, from which a shuffle takes those of
// each number, a shift the bits before it, and a mask those behind it.
func bitsFunction() {
	TEXT("bits_avx2", NOSPLIT, "func(out *uint32, in *byte, eights, width int, shuffle *byte, shift, most *uint32)")
	Pragma("noescape")
	Doc("bits_avx2 unpacks 8*eights numbers, 1 or more, of up to 25 bits; shuffle and shift are those of the width. most has the greatest of each eighth.")
	out, in := Load(Param("out"), GP64()), Load(Param("in"), GP64())
	eights, width := Load(Param("eights"), GP64()), Load(Param("width"), GP64())
	shuffles, shifts, mosts := Load(Param("shuffle"), GP64()), Load(Param("shift"), GP64()), Load(Param("most"), GP64())
	shuffle, shift, most, mask := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: shuffles}, shuffle)
	VMOVDQU(Mem{Base: shifts}, shift)
	VMOVDQU(Mem{Base: mosts}, most)
	ones, half, low := GP64(), GP64(), XMM()
	MOVQ(I32(-1), ones)
	BZHIQ(width, ones, ones)
	VMOVQ(ones, low)
	VPBROADCASTD(low, mask)
	MOVQ(width, half)
	SHRQ(U8(1), half)
	Label("loop")
	x := YMM()
	VMOVDQU(Mem{Base: in}, x.AsX())
	VINSERTI128(U8(1), Mem{Base: in, Index: half, Scale: 1}, x, x)
	VPSHUFB(shuffle, x, x)
	VPSRLVD(shift, x, x)
	VPAND(mask, x, x)
	VPMAXUD(x, most, most)
	VMOVDQU(x, Mem{Base: out})
	ADDQ(width, in)
	ADDQ(U8(32), out)
	DECQ(eights)
	JNZ(LabelRef("loop"))
	VMOVDQU(most, Mem{Base: mosts})
	VZEROUPPER()
	RET()
}
