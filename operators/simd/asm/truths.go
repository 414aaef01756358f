package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// truths are the tests of two numbers of 64 bits: into a mask for AVX-512, and into lanes of ones or
// zeros for AVX2, of which it may be the other way round.
var truths = []struct {
	name  string
	mask  func(x, y VecVirtual, k OpmaskVirtual)
	lanes func(x, y, zero, out VecVirtual) (turned bool)
}{
	{"equal", compared(0), func(x, y, _, out VecVirtual) bool { VPCMPEQQ(y, x, out); return false }},
	{"unequal", compared(4), func(x, y, _, out VecVirtual) bool { VPCMPEQQ(y, x, out); return true }},
	{"less", compared(1), func(x, y, _, out VecVirtual) bool { VPCMPGTQ(x, y, out); return false }},
	{"notMore", compared(2), func(x, y, _, out VecVirtual) bool { VPCMPGTQ(y, x, out); return true }},
	{"bothTrue", func(x, y VecVirtual, k OpmaskVirtual) {
		first := K()
		VPTESTMQ(x, x, first)
		VPTESTMQ(y, y, first, k)
	}, func(x, y, zero, out VecVirtual) bool {
		VPCMPEQQ(zero, x, x)
		VPCMPEQQ(zero, y, out)
		VPOR(x, out, out)
		return true
	}},
	{"eitherTrue", func(x, y VecVirtual, k OpmaskVirtual) {
		VPORQ(x, y, x)
		VPTESTMQ(x, x, k)
	}, func(x, y, zero, out VecVirtual) bool {
		VPOR(x, y, x)
		VPCMPEQQ(zero, x, out)
		return true
	}},
}

func compared(how uint64) func(x, y VecVirtual, k OpmaskVirtual) {
	return func(x, y VecVirtual, k OpmaskVirtual) { VPCMPQ(U8(how), y, x, k) }
}

// truthsFunction writes a function that sets numbers to 1 where a test of two is true, and to 0 elsewhere,
// or, behind these tests, chooses among two where a third is not 0: for AVX-512, and behind that for AVX2.
func truthsFunction() {
	f := truthHead("truths")
	CMPQ(f.kernel, U8(len(truths)+1))
	JGE(LabelRef("avx2"))
	f.truths512()
	Label("avx2")
	f.truths2()
}

func (f *truthRegisters) truths512() {
	f.suffix = "_512"
	one, bit := ZMM(), GP64()
	MOVQ(U32(1), bit)
	VPBROADCASTQ(bit, one)
	for i, t := range truths {
		f.loop(i, t.name, func() {
			x, y, out, k := ZMM(), ZMM(), ZMM(), K()
			VMOVDQU64(Mem{Base: f.from[0]}, x)
			VMOVDQU64(Mem{Base: f.from[1]}, y)
			t.mask(x, y, k)
			VMOVDQU64_Z(one, k, out)
			VMOVDQU64(out, Mem{Base: f.dst})
		})
	}
	f.loop(len(truths), "choose", func() {
		test, yes, no, k := ZMM(), ZMM(), ZMM(), K()
		VMOVDQU64(Mem{Base: f.from[0]}, test)
		VMOVDQU64(Mem{Base: f.from[1]}, yes)
		VMOVDQU64(Mem{Base: f.from[2]}, no)
		VPTESTMQ(test, test, k)
		VMOVDQU64(yes, k, no)
		VMOVDQU64(no, Mem{Base: f.dst})
	})
}

// truths2 has half of the eight in a register.
func (f *truthRegisters) truths2() {
	f.suffix, f.first = "_2", len(truths)+1
	one, zero, bit := YMM(), YMM(), GP64()
	MOVQ(U32(1), bit)
	VMOVQ(bit, one.AsX())
	VPBROADCASTQ(one.AsX(), one)
	VPXOR(zero, zero, zero)
	for i, t := range truths {
		f.loop(i, t.name, func() {
			for half := range 2 {
				x, y, out := YMM(), YMM(), YMM()
				VMOVDQU(Mem{Base: f.from[0], Disp: 32 * half}, x)
				VMOVDQU(Mem{Base: f.from[1], Disp: 32 * half}, y)
				if t.lanes(x, y, zero, out) {
					VPANDN(one, out, out)
				} else {
					VPAND(one, out, out)
				}
				VMOVDQU(out, Mem{Base: f.dst, Disp: 32 * half})
			}
		})
	}
	f.loop(len(truths), "choose", func() {
		for half := range 2 {
			test, yes, no := YMM(), YMM(), YMM()
			VMOVDQU(Mem{Base: f.from[0], Disp: 32 * half}, test)
			VMOVDQU(Mem{Base: f.from[1], Disp: 32 * half}, yes)
			VMOVDQU(Mem{Base: f.from[2], Disp: 32 * half}, no)
			VPCMPEQQ(zero, test, test)
			VPBLENDVB(test, no, yes, yes)
			VMOVDQU(yes, Mem{Base: f.dst, Disp: 32 * half})
		}
	})
}

// truthRegisters are where a function has its arguments.
type truthRegisters struct {
	kernel, dst, eights Register
	from, steps         []Register
	first               int // the number of the first kernel
	suffix              string
}

func truthHead(name string) *truthRegisters {
	TEXT(name, NOSPLIT, "func(kernel int, dst, x, y, z *int64, eights, xStep, yStep, zStep int)")
	Pragma("noescape")
	Doc(name + " sets 8*eights numbers, 1 or more; the next eight of an operand are a step of bytes behind.")
	f := &truthRegisters{kernel: Load(Param("kernel"), GP64()), dst: Load(Param("dst"), GP64()), eights: Load(Param("eights"), GP64())}
	for _, a := range []string{"x", "y", "z"} {
		f.from = append(f.from, Load(Param(a), GP64()))
		f.steps = append(f.steps, Load(Param(a+"Step"), GP64()))
	}
	return f
}

// loop writes the loop of one kernel, which is passed where another is asked for.
func (f *truthRegisters) loop(kernel int, name string, body func()) {
	last := name == "choose"
	name += f.suffix
	CMPQ(f.kernel, U8(f.first+kernel))
	JNE(LabelRef("behind_" + name))
	Label(name)
	body()
	for i, r := range f.from {
		ADDQ(f.steps[i], r)
	}
	ADDQ(U8(64), f.dst)
	DECQ(f.eights)
	JNZ(LabelRef(name))
	Label("behind_" + name)
	if last {
		VZEROUPPER()
		RET()
		return
	}
	TESTQ(f.eights, f.eights)
	JZ(LabelRef("behind_choose" + f.suffix))
}
