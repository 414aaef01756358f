package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vectorOps are the operations on the parts of a vector of 64 bytes.
type vectorOps struct {
	set       string
	parts     int
	part      func() VecVirtual
	load      func(Mem, VecVirtual)
	store     func(VecVirtual, Mem)
	broadcast func(GPVirtual) VecVirtual
	right     func(count, x VecVirtual)
	left      func(count, x VecVirtual)
	choose    func(mask, x, y VecVirtual) // x where the mask is 1, else y, to x
	and, add  func(y, x VecVirtual)
}

// unpackFunction writes a function that unpacks a block: of each vector of numbers those bits of one
// packed vector, or of two, that hold it. Eight bytes are shifted at a time, whatever the width of a
// number: masks take off what comes from the numbers beside it.
func unpackFunction(o vectorOps) {
	TEXT("unpack_"+o.set, NOSPLIT, "func(out, in *uint64, log, size int, least, ones uint64)")
	Pragma("noescape")
	Doc("unpack_" + o.set + " unpacks a block of 8<<log vectors; size is not 0, least is in each lane, and ones has 1 in each.")
	out, in := Load(Param("out"), GP64()), Load(Param("in"), GP64())
	log, size := Load(Param("log"), GP64()), Load(Param("size"), GP64())
	ones := Load(Param("ones"), GP64()).(GPVirtual)
	least := o.broadcast(Load(Param("least"), GP64()).(GPVirtual))
	lane, last, all, number := GP64(), GP64(), GP64(), GP64()
	ADDQ(U8(3), log)
	MOVQ(U32(1), lane)
	SHLXQ(log, lane, lane)
	LEAQ(Mem{Base: lane, Disp: -1}, last)
	MOVQ(I32(-1), all)
	BZHIQ(size, all, number)
	IMULQ(ones, number)
	whole := o.broadcast(number)
	bit, left := GP64(), GP64()
	XORQ(bit, bit)
	MOVQ(lane, left)
	Label("loop")
	from, shift, end := GP64(), GP64(), GP64()
	SHRXQ(log, bit, from)
	SHLQ(U8(6), from)
	ADDQ(in, from)
	MOVQ(bit, shift)
	ANDQ(last, shift)
	count := XMM()
	VMOVQ(shift, count) // MOVQ would wait for the upper halves of the vectors
	x := o.loadAll(from, 0, func(v VecVirtual) { o.right(count, v) })
	LEAQ(Mem{Base: shift, Index: size, Scale: 1}, end)
	CMPQ(end, lane)
	JLE(LabelRef("fits"))
	o.rest(from, lane, shift, all, ones, x)
	Label("fits")
	for p, v := range x {
		o.and(whole, v)
		o.add(least, v)
		o.store(v, Mem{Base: out, Disp: 64 / o.parts * p})
	}
	ADDQ(size, bit)
	ADDQ(U8(64), out)
	DECQ(left)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// rest takes the bits of a vector that are not in its first packed vector from the next.
func (o vectorOps) rest(from, lane, shift, all, ones GPVirtual, x []VecVirtual) {
	fits, mask, count := GP64(), GP64(), XMM()
	MOVQ(lane, fits)
	SUBQ(shift, fits)
	VMOVQ(fits, count)
	BZHIQ(fits, all, mask)
	IMULQ(ones, mask)
	begin := o.broadcast(mask)
	y := o.loadAll(from, 64, func(v VecVirtual) { o.left(count, v) })
	for p := range x {
		o.choose(begin, x[p], y[p])
	}
}

// loadAll loads a vector and does something to each part.
func (o vectorOps) loadAll(from GPVirtual, disp int, f func(VecVirtual)) []VecVirtual {
	out := make([]VecVirtual, o.parts)
	for p := range out {
		out[p] = o.part()
		o.load(Mem{Base: from, Disp: disp + 64/o.parts*p}, out[p])
		f(out[p])
	}
	return out
}

func unpack512() vectorOps {
	const firstOrLast = 0xca
	return vectorOps{
		set: "avx512", parts: 1, part: ZMM,
		load:  func(m Mem, v VecVirtual) { VMOVDQU64(m, v) },
		store: func(v VecVirtual, m Mem) { VMOVDQU64(v, m) },
		broadcast: func(r GPVirtual) VecVirtual {
			z := ZMM()
			VPBROADCASTQ(r, z)
			return z
		},
		right: func(count, x VecVirtual) { VPSRLQ(count, x, x) },
		left:  func(count, x VecVirtual) { VPSLLQ(count, x, x) },
		choose: func(mask, x, y VecVirtual) {
			VPTERNLOGQ(U8(firstOrLast), y, x, mask)
			VMOVDQA64(mask, x)
		},
		and: func(y, x VecVirtual) { VPANDQ(y, x, x) },
		add: func(y, x VecVirtual) { VPADDQ(y, x, x) },
	}
}

func unpack2() vectorOps {
	return vectorOps{
		set: "avx2", parts: 2, part: YMM,
		load:  func(m Mem, v VecVirtual) { VMOVDQU(m, v) },
		store: func(v VecVirtual, m Mem) { VMOVDQU(v, m) },
		broadcast: func(r GPVirtual) VecVirtual {
			x, y := XMM(), YMM()
			VMOVQ(r, x)
			VPBROADCASTQ(x, y)
			return y
		},
		right: func(count, x VecVirtual) { VPSRLQ(count, x, x) },
		left:  func(count, x VecVirtual) { VPSLLQ(count, x, x) },
		choose: func(mask, x, y VecVirtual) {
			VPAND(mask, x, x)
			VPANDN(y, mask, y)
			VPOR(y, x, x)
		},
		and: func(y, x VecVirtual) { VPAND(y, x, x) },
		add: func(y, x VecVirtual) { VPADDQ(y, x, x) },
	}
}
