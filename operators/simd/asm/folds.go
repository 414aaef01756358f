package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sumFunction writes a function that adds up those of words*64 numbers of a width whose
// rows a bitmap has. Numbers of one byte are added up eight at a time, those of two in
// halves, and those of four in the two halves of words.
func sumFunction(width int) {
	name := fmt.Sprintf("sum%s_avx512", suffix[width])
	TEXT(name, NOSPLIT, "func(src *byte, rows *uint64, words int) uint64")
	Pragma("noescape")
	Doc(name + " adds up the numbers of the rows in a bitmap, of words*64; words is not 0.")
	sums := []VecVirtual{ZMM(), ZMM()}
	zero, low := ZMM(), ZMM()
	for _, z := range append(sums, zero, low) {
		VPXORQ(z, z, z)
	}
	switch width {
	case 2:
		VPTERNLOGD(U8(255), low, low, low)
		VPSRLW(U8(8), low, low)
	case 4:
		VPTERNLOGD(U8(255), low, low, low)
		VPSRLQ(U8(32), low, low)
	}
	eachVector(width, func(x Mem, k Register) {
		z := ZMM()
		load(width, x, k, z)
		switch width {
		case 1:
			VPSADBW(zero, z, z)
			VPADDQ(z, sums[0], sums[0])
		case 2:
			upper := ZMM()
			VPSRLW(U8(8), z, upper)
			VPANDQ(low, z, z)
			VPSADBW(zero, z, z)
			VPSADBW(zero, upper, upper)
			VPADDQ(z, sums[0], sums[0])
			VPADDQ(upper, sums[1], sums[1])
		case 4:
			upper := ZMM()
			VPSRLQ(U8(32), z, upper)
			VPANDQ(low, z, z)
			VPADDQ(z, sums[0], sums[0])
			VPADDQ(upper, sums[1], sums[1])
		default:
			VPADDQ(z, sums[0], sums[0])
		}
	})
	if width == 2 {
		VPSLLQ(U8(8), sums[1], sums[1])
	}
	VPADDQ(sums[1], sums[0], sums[0])
	Store(total(sums[0]), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// load reads the lanes of a mask, the others are 0.
func load(width int, x Mem, k Register, z VecVirtual) {
	switch width {
	case 1:
		VMOVDQU8_Z(x, k, z)
	case 2:
		VMOVDQU16_Z(x, k, z)
	case 4:
		VMOVDQU32_Z(x, k, z)
	default:
		VMOVDQU64_Z(x, k, z)
	}
}

// eachVector runs body for every vector of the numbers, with the mask of its rows.
func eachVector(width int, body func(x Mem, k Register)) {
	src, rows := Load(Param("src"), GP64()), Load(Param("rows"), GP64())
	words, at := Load(Param("words"), GP64()), GP64()
	XORQ(at, at)
	Label("loop")
	for line := range width {
		PREFETCHT1(Mem{Base: src, Disp: 64*line + ahead})
	}
	for v := range width {
		k, from := K(), Mem{Base: rows, Index: at, Scale: 8, Disp: 8 / width * v}
		switch width {
		case 1:
			KMOVQ(from, k)
		case 2:
			KMOVD(from, k)
		case 4:
			KMOVW(from, k)
		default:
			KMOVB(from, k)
		}
		body(Mem{Base: src, Disp: 64 * v}, k)
	}
	ADDQ(U32(64*width), src)
	INCQ(at)
	CMPQ(at, words)
	JLT(LabelRef("loop"))
}

// extremeFunction writes a function that keeps the least or the greatest numbers of such
// rows, lane by lane.
func extremeFunction(width int, least bool) {
	name, op := fmt.Sprintf("greatest%s_avx512", suffix[width]), greatest[width]
	if least {
		name, op = fmt.Sprintf("least%s_avx512", suffix[width]), lesser[width]
	}
	TEXT(name, NOSPLIT, "func(lanes *[64]byte, src *byte, rows *uint64, words int)")
	Pragma("noescape")
	Doc(name + " keeps in each lane of a vector such a number of the rows in a bitmap, of words*64; words is not 0.")
	lanes, best := Load(Param("lanes"), GP64()), ZMM()
	VMOVDQU64(Mem{Base: lanes}, best)
	eachVector(width, func(x Mem, k Register) { op(x, best, k, best) })
	VMOVDQU64(best, Mem{Base: lanes})
	VZEROUPPER()
	RET()
}

var (
	greatest = map[int]func(...Op){1: VPMAXUB, 2: VPMAXUW, 4: VPMAXUD, 8: VPMAXUQ}
	lesser   = map[int]func(...Op){1: VPMINUB, 2: VPMINUW, 4: VPMINUD, 8: VPMINUQ}
)
