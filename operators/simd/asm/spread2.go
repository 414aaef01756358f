package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// spread2Function writes a function that turns 64 masks over, half of them at a time: the
// masks' bytes are brought together by their place, 32 rows in a register, whose highest
// bits are a program's; doubling brings up the next.
func spread2Function() {
	TEXT("spread_avx2", NOSPLIT, "func(dst *uint64, stride int, masks *uint64, planes int)")
	Pragma("noescape")
	Doc("spread_avx2 writes word p of 8*planes programs, which lie stride bytes apart: bit p of 64 masks.")
	dst, stride := Load(Param("dst"), GP64()), Load(Param("stride"), GP64())
	masks, eight := Load(Param("masks"), GP64()), GP64()
	MOVQ(stride, eight)
	SHLQ(U8(3), eight)
	for half := range 2 {
		planes := planes2(Mem{Base: masks, Disp: 256 * half})
		to, left := GP64(), GP64()
		LEAQ(Mem{Base: dst, Disp: 4 * half}, to)
		Load(Param("planes"), left)
		done := fmt.Sprint("done", half)
		for b := range planes {
			ADDQ(eight, to)
			spreadPlane(to, stride, planes[bits.Reverse8(uint8(b))>>5])
			if b < len(planes)-1 {
				ADDQ(eight, to)
				DECQ(left)
				JZ(LabelRef(done))
			}
		}
		Label(done)
	}
	VZEROUPPER()
	RET()
}

// planes2 loads 32 masks and gives byte b of all, in the register whose number has the
// three bits of b in reverse.
func planes2(masks Mem) (planes []VecVirtual) {
	for i := range 8 {
		x := YMM()
		VBROADCASTI128(masks.Offset(16*i), x)
		VINSERTI128(U8(1), masks.Offset(128+16*i), x, x)
		VPSHUFB(pairedBytes, x, x)
		planes = append(planes, x)
	}
	planes = unpacked2(planes, 1, VPUNPCKLWD, VPUNPCKHWD)
	planes = unpacked2(planes, 2, VPUNPCKLDQ, VPUNPCKHDQ)
	return unpacked2(planes, 4, VPUNPCKLQDQ, VPUNPCKHQDQ)
}

// unpacked2 interleaves registers that are so far apart: their lower halves, then their
// upper ones.
func unpacked2(x []VecVirtual, apart int, low, high func(...Op)) []VecVirtual {
	out := make([]VecVirtual, len(x))
	for i := range x {
		if i&apart != 0 {
			continue
		}
		l, h := YMM(), YMM()
		low(x[i+apart], x[i], l)
		high(x[i+apart], x[i], h)
		out[i], out[i+apart] = l, h
	}
	return out
}

// pairedBytes brings the bytes of two masks together by their place.
var pairedBytes = func() Mem {
	m := GLOBL("pairedBytes", RODATA|NOPTR)
	for i := range 32 {
		DATA(i, U8(i%16/2+i%2*8))
	}
	return m
}()

// spreadPlane writes the eight words before to, from the highest bit down.
func spreadPlane(to, stride Register, plane VecVirtual) {
	for bit := range 8 {
		word := GP32()
		SUBQ(stride, to)
		VPMOVMSKB(plane, word)
		MOVL(word, Mem{Base: to})
		if bit < 7 {
			VPADDB(plane, plane, plane)
		}
	}
}
