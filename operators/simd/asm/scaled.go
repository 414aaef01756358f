package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// scaledFunction writes a function that adds the numbers of a column, times a factor, to others.
func scaledFunction(width int) {
	name := fmt.Sprintf("scaled%s_avx2", suffix[width])
	TEXT(name, NOSPLIT, "func(dst *uint32, src *byte, eights int, factor uint32)")
	Pragma("noescape")
	Doc(name + " adds 8*eights numbers, 1 or more, times a factor.")
	dst, src, eights := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("eights"), GP64())
	low, factor := XMM(), YMM()
	VMOVD(Load(Param("factor"), GP32()), low)
	VPBROADCASTD(low, factor)
	Label("loop")
	x := YMM()
	switch width {
	case 1:
		VPMOVZXBD(Mem{Base: src}, x)
	case 2:
		VPMOVZXWD(Mem{Base: src}, x)
	default:
		VMOVDQU(Mem{Base: src}, x)
	}
	VPMULLD(factor, x, x)
	VPADDD(Mem{Base: dst}, x, x)
	VMOVDQU(x, Mem{Base: dst})
	ADDQ(U8(8*width), src)
	ADDQ(U8(32), dst)
	DECQ(eights)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
