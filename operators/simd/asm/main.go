// Command asm writes the Go assembly of package simd with avo. It is a module of its
// own, so that users of gsdms do not need avo; `go generate ./operators/simd` runs it.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

func main() {
	for width := 1; width <= 8; width *= 2 {
		for _, ranges := range []int{1, 4} {
			rangeFunction("avx512", width, ranges, test512)
			rangeFunction("avx2", width, ranges, test2)
		}
	}
	for width := 1; width <= 4; width *= 2 {
		memberFunction(width)
		member2Function(width)
	}
	codesFunction(2)
	codesFunction(4)
	codes8Function()
	masksFunction()
	codes2Function(2)
	codes2Function(4)
	spread2Function()
	logic512("and", VPANDQ, true)
	logic512("andNot", VPANDNQ, true)
	logic512("or", VPORQ, false)
	count512()
	logic2("and", three(VPAND), true)
	logic2("andNot", three(VPANDN), true)
	logic2("or", three(VPOR), false)
	flatten("avx512", list512)
	flatten("avx2", listScalar)
	flattenDense()
	for width := 1; width <= 8; width *= 2 {
		sumFunction(width)
		extremeFunction(width, true)
		extremeFunction(width, false)
	}
	for width := 1; width <= 4; width *= 2 {
		listFunction(width)
		pickFunction(width)
		widenFunction(width)
		scaledFunction(width)
	}
	addScaled()
	narrow()
	touch()
	unpackFunction(unpack512())
	unpackFunction(unpack2())
	bitsFunction()
	fixedFunction(false)
	fixedFunction(true)
	magnitudesFunction()
	splitFunction()
	fewFunction()
	oneZeroFunction()
	withinFunction()
	products512()
	products2()
	truthsFunction()
	Generate()
}

// suffix names the numbers of a width.
var suffix = map[int]string{1: "8", 2: "16", 4: "32", 8: "64"}

// three gives an instruction of three operands the type of one of any number.
func three(op func(a, b, c Op)) func(...Op) {
	return func(ops ...Op) { op(ops[0], ops[1], ops[2]) }
}
