package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// codesFunction writes a function that looks up the codes of words*64 numbers, 16 at a
// time: the bytes are gathered with the three behind them.
func codesFunction(width int) {
	name := fmt.Sprintf("codes%s_avx512", suffix[width])
	TEXT(name, NOSPLIT, "func(dst *byte, src *byte, words int, codes *byte, last uint64)")
	Pragma("noescape")
	Doc(name + " writes the codes of words*64 numbers; those beyond last have its code; words is not 0.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	words, codes := Load(Param("words"), GP64()), Load(Param("codes"), GP64())
	last := broadcast512(4, Load(Param("last"), GP64()).(GPVirtual))
	Label("loop")
	for line := range width {
		PREFETCHT1(Mem{Base: src, Disp: 64*line + ahead})
	}
	for v := range 4 {
		at, found, all := ZMM(), ZMM(), K()
		if from := (Mem{Base: src, Disp: 16 * width * v}); width == 2 {
			VPMOVZXWD(from, at)
		} else {
			VPMINUD(from, last, at)
		}
		KXNORW(all, all, all)
		VPXORD(found, found, found)
		VPGATHERDD(Mem{Base: codes, Index: at, Scale: 1}, all, found)
		VPMOVDB(found, Mem{Base: dst, Disp: 16 * v})
	}
	ADDQ(U32(64*width), src)
	ADDQ(U8(64), dst)
	DECQ(words)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// codes8Function does it for numbers of 8 bits, 64 at a time: their table is 4 registers.
func codes8Function() {
	TEXT("codes8_vbmi", NOSPLIT, "func(dst *byte, src *byte, words int, codes *byte)")
	Pragma("noescape")
	Doc("codes8_vbmi writes the codes of words*64 numbers; words is not 0.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	words, codes := Load(Param("words"), GP64()), Load(Param("codes"), GP64())
	var parts []VecVirtual
	for i := range 4 {
		z := ZMM()
		VMOVDQU64(Mem{Base: codes, Disp: 64 * i}, z)
		parts = append(parts, z)
	}
	from := thresholds()
	Label("loop")
	PREFETCHT1(Mem{Base: src, Disp: ahead})
	x, found := ZMM(), ZMM()
	VMOVDQU64(Mem{Base: src}, x)
	VPERMB(parts[0], x, found)
	for i, part := range parts[1:] {
		VPERMB(part, x, atLeast(x, from[i]), found)
	}
	VMOVDQU64(found, Mem{Base: dst})
	ADDQ(U8(64), src)
	ADDQ(U8(64), dst)
	DECQ(words)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// maskBytes is the bytes that thresholds and singleBits spread.
var maskBytes = func() Mem {
	m := GLOBL("maskBytes", RODATA|NOPTR)
	for i, n := range []uint8{64, 128, 192, 1, 2, 4, 8, 16, 32, 64, 128} {
		DATA(i, U8(n))
	}
	return m
}()

// thresholds gives the first numbers of the second, third and fourth part of a table.
func thresholds() (from [3]VecVirtual) {
	for i := range from {
		from[i] = ZMM()
		VPBROADCASTB(maskBytes.Offset(i), from[i])
	}
	return from
}

// atLeast gives the bytes of x that are not below.
func atLeast(x, from VecVirtual) Register {
	const notLess = 5
	k := K()
	VPCMPUB(U8(notLess), from, x, k)
	return k
}

// masksFunction writes a function that makes the bitmaps of 64 programs. For 64 rows, the
// masks are 8 registers: byte b of all rows. A code's byte comes from a table of 64 to 256
// bytes, which is 1 to 4 registers' worth and looked up by VPERMB.
func masksFunction() {
	TEXT("masks_vbmi", NOSPLIT, "func(dst *uint64, stride int, words int, columns **byte, count int, planes int)")
	Pragma("noescape")
	Doc("masks_vbmi writes words words of the bitmaps of 8*planes programs, which lie stride bytes apart, for the rows of count columns; none of the numbers is 0.")
	dst, stride := Load(Param("dst"), GP64()), Load(Param("stride"), GP64())
	words, at := Load(Param("words"), GP64()), GP64()
	from, bits := thresholds(), singleBits()
	var masks [8]VecVirtual
	for b := range masks {
		masks[b] = ZMM()
	}
	XORQ(at, at)
	Label("loop")
	for _, m := range masks {
		VPTERNLOGD(U8(0xff), m, m, m)
	}
	column, left := GP64(), GP64()
	Load(Param("columns"), column)
	Load(Param("count"), left)
	Label("column")
	narrowColumn(column, at, masks, from)
	ADDQ(U8(24), column)
	DECQ(left)
	JNZ(LabelRef("column"))
	spread512(dst, stride, masks, bits)
	ADDQ(U8(64), at)
	ADDQ(U8(8), dst)
	DECQ(words)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// singleBits gives 1, 2, 4, ... 128 in every byte.
func singleBits() (bits [8]VecVirtual) {
	for b := range bits {
		bits[b] = ZMM()
		VPBROADCASTB(maskBytes.Offset(3+b), bits[b])
	}
	return bits
}

// narrowColumn combines the masks with those of a column: its codes, its table and the
// table's parts in use.
func narrowColumn(column, at Register, masks [8]VecVirtual, from [3]VecVirtual) {
	codes, table, parts, x := GP64(), GP64(), GP64(), ZMM()
	MOVQ(Mem{Base: column}, codes)
	MOVQ(Mem{Base: column, Disp: 8}, table)
	MOVQ(Mem{Base: column, Disp: 16}, parts)
	VMOVDQU64(Mem{Base: codes, Index: at, Scale: 1}, x)
	var found [8]VecVirtual
	for b := range found {
		found[b] = ZMM()
		VPERMB(Mem{Base: table, Disp: 64 * b}, x, found[b])
	}
	for part := 1; part < 4; part++ {
		CMPQ(parts, U8(part))
		JE(LabelRef("combine"))
		k := atLeast(x, from[part-1])
		for b := range found {
			VPERMB(Mem{Base: table, Disp: 512*part + 64*b}, x, k, found[b])
		}
	}
	Label("combine")
	for b := range found {
		VPANDQ(found[b], masks[b], masks[b])
	}
}

// spread512 writes a word of each program: the bit of its number in all rows.
func spread512(dst, stride Register, masks, bits [8]VecVirtual) {
	planes, to := GP64(), GP64()
	Load(Param("planes"), planes)
	MOVQ(dst, to)
	for b, m := range masks {
		for _, bit := range bits {
			k := K()
			VPTESTMB(bit, m, k)
			KMOVQ(k, Mem{Base: to})
			ADDQ(stride, to)
		}
		if b < len(masks)-1 {
			DECQ(planes)
			JZ(LabelRef("done"))
		}
	}
	Label("done")
}
