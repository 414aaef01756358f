package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// magnitudesFunction writes a function that finds the greatest and the least sizes of doubles, and
// counts those that are NULL.
func magnitudesFunction() {
	TEXT("magnitudes_avx2", NOSPLIT, "func(lanes, doubles *float64, eights int) (nulls int)")
	Pragma("noescape")
	Doc("magnitudes_avx2 has the sizes of 8*eights doubles, 1 or more: four greatest, and four least that are no zeros. nulls are how many are NULL.")
	lanes, doubles, eights := Load(Param("lanes"), GP64()), Load(Param("doubles"), GP64()), Load(Param("eights"), GP64())
	null, size, infinite := constant(nullDouble), constant(math.MaxInt64), constant(math.Float64bits(math.Inf(1)))
	top, least, nulls, zero := YMM(), YMM(), YMM(), YMM()
	VPXOR(top, top, top)
	VPXOR(nulls, nulls, nulls)
	VPXOR(zero, zero, zero)
	VMOVUPD(infinite, least)
	Label("loop")
	for k := range 2 {
		x, is := YMM(), YMM()
		VMOVUPD(Mem{Base: doubles, Disp: 32 * k}, x)
		VPCMPEQQ(null, x, is)
		VPSUBQ(is, nulls, nulls)
		VPANDN(x, is, x)
		VPAND(size, x, x)
		VPCMPGTQ(top, x, is)
		VBLENDVPD(is, x, top, top)
		VPCMPEQQ(zero, x, is)
		VBLENDVPD(is, infinite, x, x)
		VMINPD(x, least, least)
	}
	ADDQ(U8(64), doubles)
	DECQ(eights)
	JNZ(LabelRef("loop"))
	VMOVUPD(top, Mem{Base: lanes})
	VMOVUPD(least, Mem{Base: lanes, Disp: 32})
	high, sum, other := XMM(), GP64(), GP64()
	VEXTRACTI128(U8(1), nulls, high)
	VPADDQ(high, nulls.AsX(), nulls.AsX())
	VPEXTRQ(U8(1), nulls.AsX(), other)
	VMOVQ(nulls.AsX(), sum)
	ADDQ(other, sum)
	Store(sum, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// splitFunction writes a function that splits doubles into the multiples of two steps and the rest.
func splitFunction() {
	TEXT("split_avx2", NOSPLIT, "func(lanes, doubles *float64, eights int, first, second float64)")
	Pragma("noescape")
	Doc("split_avx2 adds up the parts of 8*eights doubles, 1 or more, that are not NULL: four sums of each.")
	lanes, doubles, eights := Load(Param("lanes"), GP64()), Load(Param("doubles"), GP64()), Load(Param("eights"), GP64())
	null, steps := constant(nullDouble), [2]VecVirtual{YMM(), YMM()}
	for i, name := range []string{"first", "second"} {
		VBROADCASTSD(address(name), steps[i])
	}
	var sums [2][3]VecVirtual
	for k := range sums {
		for i := range sums[k] {
			sums[k][i] = YMM()
			VXORPD(sums[k][i], sums[k][i], sums[k][i])
		}
	}
	Label("loop")
	for k := range sums {
		x, part := YMM(), YMM()
		VMOVUPD(Mem{Base: doubles, Disp: 32 * k}, x)
		VPCMPEQQ(null, x, part)
		VPANDN(x, part, x)
		for i, step := range steps {
			VADDPD(step, x, part)
			VSUBPD(step, part, part)
			VSUBPD(part, x, x)
			VADDPD(part, sums[k][i], sums[k][i])
		}
		VADDPD(x, sums[k][2], sums[k][2])
	}
	ADDQ(U8(64), doubles)
	DECQ(eights)
	JNZ(LabelRef("loop"))
	for i, sum := range sums[0] {
		VADDPD(sums[1][i], sum, sum)
		VMOVUPD(sum, Mem{Base: lanes, Disp: 32 * i})
	}
	VZEROUPPER()
	RET()
}

// constant has the bits of a word in all lanes.
func constant(word uint64) VecVirtual {
	bits, low, all := GP64(), XMM(), YMM()
	MOVQ(U64(word), bits)
	VMOVQ(bits, low)
	VPBROADCASTQ(low, all)
	return all
}
