package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// side is the columns of a panel.
const side = 8

// products512 writes a function that adds up the products of the columns of two panels: eight
// sums are a vector, and a row of the one panel is multiplied with each number of the other's.
func products512() {
	sums, x, y, rows := productsHead("avx512")
	acc := make([]VecVirtual, side)
	for i := range acc {
		acc[i] = ZMM()
		VMOVUPD(Mem{Base: sums, Disp: 64 * i}, acc[i])
	}
	Label("loop")
	row := ZMM()
	VMOVUPD(Mem{Base: y}, row)
	for i := range acc {
		VFMADD231PD_BCST(Mem{Base: x, Disp: 8 * i}, row, acc[i])
	}
	productsNext(x, y, rows, "loop")
	for i := range acc {
		VMOVUPD(acc[i], Mem{Base: sums, Disp: 64 * i})
	}
	VZEROUPPER()
	RET()
}

// products2 does so for four columns of the one panel and then for the other four: all sums
// would take all registers.
func products2() {
	sums, x, y, rows := productsHead("avx2")
	for half := range 2 {
		fromX, fromY, left := GP64(), GP64(), GP64()
		MOVQ(x, fromX)
		MOVQ(y, fromY)
		MOVQ(rows, left)
		var acc [side]VecVirtual
		at := func(i int) Mem { return Mem{Base: sums, Disp: 256*half + 32*i} }
		for i := range acc {
			acc[i] = YMM()
			VMOVUPD(at(i), acc[i])
		}
		loop := []string{"first", "second"}[half]
		Label(loop)
		low, high := YMM(), YMM()
		VMOVUPD(Mem{Base: fromY}, low)
		VMOVUPD(Mem{Base: fromY, Disp: 32}, high)
		for i := range side / 2 {
			one := YMM()
			VBROADCASTSD(Mem{Base: fromX, Disp: 8 * (side/2*half + i)}, one)
			VFMADD231PD(one, low, acc[2*i])
			VFMADD231PD(one, high, acc[2*i+1])
		}
		productsNext(fromX, fromY, left, loop)
		for i := range acc {
			VMOVUPD(acc[i], at(i))
		}
	}
	VZEROUPPER()
	RET()
}

func productsHead(set string) (sums, x, y, rows Register) {
	TEXT("products_"+set, NOSPLIT, "func(sums, x, y *float64, rows int)")
	Pragma("noescape")
	Doc("products_" + set + " adds the products of two panels' columns to sums; rows is not 0.")
	return Load(Param("sums"), GP64()), Load(Param("x"), GP64()), Load(Param("y"), GP64()), Load(Param("rows"), GP64())
}

// productsNext goes to the next row, or ends the loop.
func productsNext(x, y, rows Register, loop string) {
	ADDQ(U8(8*side), x)
	ADDQ(U8(8*side), y)
	DECQ(rows)
	JNZ(LabelRef(loop))
}
