package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Comparisons of doubles, as VCMPPD numbers them.
const (
	notBelow = 0x15 // also of what is no number
	notAbove = 0x1a // likewise
	atMost   = 0x12 // of numbers
)

// oneZeroFunction writes a function that makes +0 of -0, and looks whether doubles are finite.
func oneZeroFunction() {
	TEXT("oneZero_avx2", NOSPLIT, "func(doubles *float64, eights int) (lanes int)")
	Pragma("noescape")
	Doc("oneZero_avx2 makes +0 of each -0 of 8*eights doubles, 1 or more; lanes has four ones where all are finite.")
	doubles, eights := Load(Param("doubles"), GP64()), Load(Param("eights"), GP64())
	size, greatest, zero, all := constant(math.MaxInt64), constant(math.Float64bits(math.MaxFloat64)), YMM(), constant(math.MaxUint64)
	VXORPD(zero, zero, zero)
	Label("loop")
	for k := range 2 {
		x, is := YMM(), YMM()
		VADDPD(Mem{Base: doubles, Disp: 32 * k}, zero, x)
		VMOVUPD(x, Mem{Base: doubles, Disp: 32 * k})
		VANDPD(size, x, is)
		VCMPPD(U8(atMost), greatest, is, is)
		VANDPD(is, all, all)
	}
	untilLast(doubles, eights, all)
}

// withinFunction writes a function that looks whether doubles are within bounds.
func withinFunction() {
	TEXT("within_avx2", NOSPLIT, "func(doubles *float64, eights int, low, high float64) (lanes int)")
	Pragma("noescape")
	Doc("within_avx2 has four ones in lanes where none of 8*eights doubles, 1 or more, is below low or above high.")
	doubles, eights, low, high := Load(Param("doubles"), GP64()), Load(Param("eights"), GP64()), YMM(), YMM()
	VBROADCASTSD(address("low"), low)
	VBROADCASTSD(address("high"), high)
	all := constant(math.MaxUint64)
	Label("loop")
	for k := range 2 {
		x, is := YMM(), YMM()
		VMOVUPD(Mem{Base: doubles, Disp: 32 * k}, x)
		VCMPPD(U8(notBelow), low, x, is)
		VANDPD(is, all, all)
		VCMPPD(U8(notAbove), high, x, is)
		VANDPD(is, all, all)
	}
	untilLast(doubles, eights, all)
}

// untilLast ends a function that goes through eights of doubles, and gives which lanes of a mask are set.
func untilLast(doubles, eights Register, all VecVirtual) {
	ADDQ(U8(64), doubles)
	DECQ(eights)
	JNZ(LabelRef("loop"))
	lanes := GP32()
	VMOVMSKPD(all, lanes)
	Store(lanes.As64(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}
