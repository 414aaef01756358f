package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// AVX2 compares signed numbers only, so x <= span is written min(x, span) = x.

// test2 writes 64 bits for each range.
func test2(width int, src Mem, in []bounds, dst []Mem) {
	for k, word := range words64(width, src, in) {
		MOVQ(word, dst[k])
	}
}

// words64 gives 64 bits for each range.
func words64(width int, src Mem, in []bounds) []GPVirtual {
	switch width {
	case 1:
		return halves(in, func(half int, b bounds) GPVirtual { return bytes2(src.Offset(32*half), b) })
	case 2:
		return halves(in, func(half int, b bounds) GPVirtual { return words2(src.Offset(64*half), b) })
	case 4:
		return halves(in, func(half int, b bounds) GPVirtual { return doubles2(src.Offset(128*half), b) })
	}
	return quads2(src, in)
}

// halves puts two times 32 bits together.
func halves(in []bounds, half func(half int, b bounds) GPVirtual) []GPVirtual {
	out := make([]GPVirtual, len(in))
	for k, b := range in {
		low, high := half(0, b), half(1, b)
		SHLQ(U8(32), high)
		ORQ(low, high)
		out[k] = high
	}
	return out
}

func bytes2(src Mem, b bounds) GPVirtual {
	x, t, r := YMM(), YMM(), GP64()
	VPADDB(src, b.minusLo, x)
	VPMINUB(b.span, x, t)
	VPCMPEQB(t, x, x)
	VPMOVMSKB(x, r.As32())
	return r
}

func within16(src Mem, b bounds) VecVirtual {
	x, t := YMM(), YMM()
	VPADDW(src, b.minusLo, x)
	VPMINUW(b.span, x, t)
	VPCMPEQW(t, x, x)
	return x
}

// words2 packs two vectors of 16 truths to one of 32; packing works by halves, so the
// middle quarters change places afterwards.
func words2(src Mem, b bounds) GPVirtual {
	x, y, r := within16(src, b), within16(src.Offset(32), b), GP64()
	VPACKSSWB(y, x, x)
	VPERMQ(U8(0xd8), x, x)
	VPMOVMSKB(x, r.As32())
	return r
}

func within32(src Mem, b bounds) VecVirtual {
	x, t := YMM(), YMM()
	VPADDD(src, b.minusLo, x)
	VPMINUD(b.span, x, t)
	VPCMPEQD(t, x, x)
	return x
}

// doubles2 packs four vectors of 8 truths; a permutation of double words puts the
// halves in order.
func doubles2(src Mem, b bounds) GPVirtual {
	x, y := within32(src, b), within32(src.Offset(32), b)
	VPACKSSDW(y, x, x)
	z, w := within32(src.Offset(64), b), within32(src.Offset(96), b)
	VPACKSSDW(w, z, z)
	VPACKSSWB(z, x, x)
	order, r := YMM(), GP64()
	VMOVDQU(unpacked, order)
	VPERMD(x, order, x)
	VPMOVMSKB(x, r.As32())
	return r
}

// unpacked is where the double words of a twice packed vector belong.
var unpacked = func() Mem {
	m := GLOBL("unpacked", RODATA|NOPTR)
	for i, n := range []uint32{0, 4, 1, 5, 2, 6, 3, 7} {
		DATA(4*i, U32(n))
	}
	return m
}()

// signs flips the sign of every 64-bit lane, which turns an unsigned comparison into a
// signed one.
var signs = func() Mem {
	m := GLOBL("signs", RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(1<<63))
	}
	return m
}()

// quads2 tests 16 vectors of 4 numbers: what is greater than the span does not pass.
func quads2(src Mem, in []bounds) []GPVirtual {
	out := make([]GPVirtual, len(in))
	for k, b := range in {
		out[k] = GP64()
		span := YMM()
		VPXOR(signs, b.span, span)
		for v := range 16 {
			x, r := YMM(), GP64()
			VPADDQ(src.Offset(32*v), b.minusLo, x)
			VPXOR(signs, x, x)
			VPCMPGTQ(span, x, x)
			VMOVMSKPD(x, r.As32())
			if v == 0 {
				MOVQ(r, out[k])
				continue
			}
			SHLQ(U8(4*v), r)
			ORQ(r, out[k])
		}
		NOTQ(out[k])
	}
	return out
}
