package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// listFunction writes a function that reads a column at the places of a list, 16 at a time.
func listFunction(width int) {
	name := fmt.Sprintf("list%s_avx512", suffix[width])
	TEXT(name, NOSPLIT, "func(dst *uint32, src *byte, at *uint16, vectors int, last uint64)")
	Pragma("noescape")
	Doc(name + " reads the numbers at 16*vectors places; last is the last byte from which four may be read; vectors is not 0.")
	dst, src, at := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("at"), GP64())
	vectors := Load(Param("vectors"), GP64())
	last := broadcast512(4, Load(Param("last"), GP64()).(GPVirtual))
	Label("loop")
	place, all := ZMM(), K()
	VPMOVZXWD(Mem{Base: at}, place)
	KXNORW(all, all, all)
	VMOVDQU32(gathered(width, src, place, last, all), Mem{Base: dst})
	ADDQ(U8(32), at)
	ADDQ(U8(64), dst)
	DECQ(vectors)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// gathered reads the numbers at places, for the lanes of a mask, which it clears. Four bytes
// are read for each, from no later than last, and the number is shifted down.
func gathered(width int, src Register, place, last VecVirtual, lanes Register) VecVirtual {
	x := ZMM()
	VPXORD(x, x, x)
	if width == 4 {
		VPGATHERDD(Mem{Base: src, Index: place, Scale: 4}, lanes, x)
		return x
	}
	from, beyond := ZMM(), ZMM()
	if width == 2 {
		VPADDD(place, place, place)
	}
	VPMINUD(place, last, from)
	VPSUBD(from, place, beyond)
	VPSLLD(U8(3), beyond, beyond)
	VPGATHERDD(Mem{Base: src, Index: from, Scale: 1}, lanes, x)
	VPSRLVD(beyond, x, x)
	VPSLLD(U8(32-8*width), x, x)
	VPSRLD(U8(32-8*width), x, x)
	return x
}

// pickFunction writes a function that replaces places in an array by what the array has
// there, 16 at a time.
func pickFunction(width int) {
	name := fmt.Sprintf("pick%s_avx512", suffix[width])
	TEXT(name, NOSPLIT, "func(numbers *uint32, array *byte, vectors int, first uint64, end uint64, last uint64) uint64")
	Pragma("noescape")
	Doc(name + " replaces 16*vectors places, less first, by the numbers there, and returns 0 if all are less than end; last is the last byte from which four may be read; vectors is not 0.")
	numbers, array := Load(Param("numbers"), GP64()), Load(Param("array"), GP64())
	vectors := Load(Param("vectors"), GP64())
	first := broadcast512(4, Load(Param("first"), GP64()).(GPVirtual))
	end := broadcast512(4, Load(Param("end"), GP64()).(GPVirtual))
	last := broadcast512(4, Load(Param("last"), GP64()).(GPVirtual))
	outside := GP64()
	XORQ(outside, outside)
	Label("loop")
	place, inside, no := ZMM(), K(), GP64()
	VMOVDQU32(Mem{Base: numbers}, place)
	VPSUBD(first, place, place)
	const less = 1
	VPCMPUD(U8(less), end, place, inside)
	KMOVW(inside, no.As32())
	XORL(U32(0xffff), no.As32())
	ORQ(no, outside)
	VMOVDQU32(gathered(width, array, place, last, inside), Mem{Base: numbers})
	ADDQ(U8(64), numbers)
	DECQ(vectors)
	JNZ(LabelRef("loop"))
	Store(outside, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// addScaled writes a function that adds numbers, times a factor, to others, 16 at a time.
func addScaled() {
	TEXT("addScaled_avx512", NOSPLIT, "func(dst, numbers *uint32, vectors int, factor uint64)")
	Pragma("noescape")
	Doc("addScaled_avx512 adds 16*vectors numbers, times a factor; vectors is not 0.")
	dst, numbers := Load(Param("dst"), GP64()), Load(Param("numbers"), GP64())
	vectors := Load(Param("vectors"), GP64())
	factor := broadcast512(4, Load(Param("factor"), GP64()).(GPVirtual))
	Label("loop")
	x := ZMM()
	VPMULLD(Mem{Base: numbers}, factor, x)
	VPADDD(Mem{Base: dst}, x, x)
	VMOVDQU32(x, Mem{Base: dst})
	ADDQ(U8(64), numbers)
	ADDQ(U8(64), dst)
	DECQ(vectors)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// widenFunction writes a function that gives the values of stored numbers, 16 at a time.
func widenFunction(width int) {
	name := fmt.Sprintf("widen%s_avx512", suffix[width])
	TEXT(name, NOSPLIT, "func(dst *int64, src *byte, vectors int, bias uint64)")
	Pragma("noescape")
	Doc(name + " adds bias to 16*vectors numbers; vectors is not 0.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	vectors := Load(Param("vectors"), GP64())
	bias := broadcast512(8, Load(Param("bias"), GP64()).(GPVirtual))
	Label("loop")
	for half := range 2 {
		x, from := ZMM(), Mem{Base: src, Disp: 8 * width * half}
		switch width {
		case 1:
			VPMOVZXBQ(from, x)
		case 2:
			VPMOVZXWQ(from, x)
		default:
			VPMOVZXDQ(from, x)
		}
		VPADDQ(bias, x, x)
		VMOVDQU64(x, Mem{Base: dst, Disp: 64 * half})
	}
	ADDQ(U32(16*width), src)
	ADDQ(U32(128), dst)
	DECQ(vectors)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// narrow writes a function that stores values in four bytes each, 16 at a time.
func narrow() {
	TEXT("narrow_avx512", NOSPLIT, "func(dst *uint32, src *int64, vectors int, bias uint64)")
	Pragma("noescape")
	Doc("narrow_avx512 stores 16*vectors values less bias; vectors is not 0.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	vectors := Load(Param("vectors"), GP64())
	bias := broadcast512(8, Load(Param("bias"), GP64()).(GPVirtual))
	Label("loop")
	for half := range 2 {
		x := ZMM()
		VMOVDQU64(Mem{Base: src, Disp: 64 * half}, x)
		VPSUBQ(bias, x, x)
		VPMOVQD(x, Mem{Base: dst, Disp: 32 * half})
	}
	ADDQ(U32(128), src)
	ADDQ(U8(64), dst)
	DECQ(vectors)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
