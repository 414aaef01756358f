package simd

import (
	"os"

	"golang.org/x/sys/cpu"
)

// Best returns the fastest kernels that this machine can run. The environment variable
// GSDMS_SIMD sets a bound: "go" or "avx2".
func Best() *Kernels {
	all := Available()
	bound := os.Getenv("GSDMS_SIMD")
	for _, k := range all {
		if k.Name == bound {
			return k
		}
	}
	return all[len(all)-1]
}

// Available returns the kernels that this machine can run, the fastest last.
func Available() []*Kernels {
	all := []*Kernels{Plain()}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT {
		all = append(all, avx2())
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && len(all) == 2 {
		all = append(all, avx512())
	}
	return all
}

func avx512() *Kernels {
	return &Kernels{
		Name: "avx512",
		Range: [4]func([]uint64, []byte, Bounds){
			func(d []uint64, s []byte, in Bounds) { one512(0, d, s, in) },
			func(d []uint64, s []byte, in Bounds) { one512(1, d, s, in) },
			func(d []uint64, s []byte, in Bounds) { one512(2, d, s, in) },
			func(d []uint64, s []byte, in Bounds) { one512(3, d, s, in) },
		},
		Ranges: [4]func(*[4][]uint64, []byte, *[4]Bounds){
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four512(0, d, s, in) },
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four512(1, d, s, in) },
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four512(2, d, s, in) },
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four512(3, d, s, in) },
		},
		RangeRefine: [4]int{128, 64, 32, 16},
		Member: [4]func([]uint64, []byte, []uint64, int){
			func(d []uint64, s []byte, set []uint64, n int) { member512(0, d, s, set, n) },
			func(d []uint64, s []byte, set []uint64, n int) { member512(1, d, s, set, n) },
			func(d []uint64, s []byte, set []uint64, n int) { member512(2, d, s, set, n) },
			member64,
		},
		MemberRefine: 12,
		Codes: [3]func([]byte, []byte, *CodeTable){
			func(d, s []byte, t *CodeTable) { codes512(0, d, s, t) },
			func(d, s []byte, t *CodeTable) { codes512(1, d, s, t) },
			func(d, s []byte, t *CodeTable) { codes512(2, d, s, t) },
		},
		Masks: masks512,
		Cost: Cost{
			Range: [4]float64{0.018, 0.024, 0.037, 0.057}, Member: 0.18, Logic: 0.02,
			Codes: [3]float64{0.03, 0.16, 0.38}, Masks: 0.3, Column: 0.07,
		},
		Folds: folds512(), Lists: lists512(),
		And: and512, AndNot: andNot512, Or: or512, Count: count512,
		Flatten: func(sel []uint16, bits []uint64) int {
			if len(sel)-FlattenSlack >= denseOnes*len(bits) && len(bits) > 0 {
				return flattenDense_vbmi2(&sel[0], &bits[0], len(bits), 0)
			}
			return inBlocks(sel, bits, func(to *uint16, words *uint64, n, base int) int { return flatten_avx512(to, words, n, base) })
		},
		Touch: prefetch, Pack: pack, Unpack: unpack512, Bits: bits2, Products: products512,
		Scaled: [3]func([]uint32, []byte, uint32){scaled2x8, scaled2x16, scaled2x32},
		Truths: truths512(), AddFixed: addFixed2, AddPresent: addPresent2, Split: split2, Join: join512, Few: few2, OneZero: oneZero2, Within: within2,
	}
}

func avx2() *Kernels {
	return &Kernels{
		Name: "avx2",
		Range: [4]func([]uint64, []byte, Bounds){
			func(d []uint64, s []byte, in Bounds) { one2(0, d, s, in) },
			func(d []uint64, s []byte, in Bounds) { one2(1, d, s, in) },
			func(d []uint64, s []byte, in Bounds) { one2(2, d, s, in) },
			func(d []uint64, s []byte, in Bounds) { one2(3, d, s, in) },
		},
		Ranges: [4]func(*[4][]uint64, []byte, *[4]Bounds){
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four2(0, d, s, in) },
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four2(1, d, s, in) },
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four2(2, d, s, in) },
			func(d *[4][]uint64, s []byte, in *[4]Bounds) { four2(3, d, s, in) },
		},
		RangeRefine: [4]int{128, 64, 32, 16},
		Member: [4]func([]uint64, []byte, []uint64, int){
			func(d []uint64, s []byte, set []uint64, n int) { member2(0, d, s, set, n) },
			func(d []uint64, s []byte, set []uint64, n int) { member2(1, d, s, set, n) },
			func(d []uint64, s []byte, set []uint64, n int) { member2(2, d, s, set, n) },
			member64,
		},
		MemberRefine: 8,
		Codes: [3]func([]byte, []byte, *CodeTable){
			codes8,
			func(d, s []byte, t *CodeTable) { codes2(1, d, s, t) },
			func(d, s []byte, t *CodeTable) { codes2(2, d, s, t) },
		},
		Masks: masks2,
		Cost: Cost{
			Range: [4]float64{0.023, 0.036, 0.058, 0.12}, Member: 0.2, Logic: 0.01,
			Codes: [3]float64{0.26, 0.17, 0.41}, Masks: 1.2, Column: 0.48,
		},
		Folds: plainFolds(),
		And:   and2, AndNot: andNot2, Or: or2, Count: count,
		Flatten: func(sel []uint16, bits []uint64) int {
			return inBlocks(sel, bits, func(to *uint16, words *uint64, n, base int) int { return flatten_avx2(to, words, n, base) })
		},
		Touch: prefetch, Pack: pack, Unpack: unpack2, Bits: bits2, Products: products2,
		Scaled: [3]func([]uint32, []byte, uint32){scaled2x8, scaled2x16, scaled2x32},
		Truths: truths2(), AddFixed: addFixed2, AddPresent: addPresent2, Split: split2, Few: few2, OneZero: oneZero2, Within: within2,
	}
}

// denseOnes is how many ones a word must have on average for its positions to be compressed
// out of all, which takes as long however many there are.
const denseOnes = 4

// blockWords is how many words the assembly flattens at a time: their numbers take 512
// bytes of its stack.
const blockWords = 64

func inBlocks(sel []uint16, bits []uint64, block func(to *uint16, words *uint64, n, base int) int) int {
	n := 0
	for w := 0; w < len(bits); w += blockWords {
		part := bits[w:min(w+blockWords, len(bits))]
		n += block(&sel[n : n+FlattenSlack][0], &part[0], len(part), w*64)
	}
	return n
}

// A range function of the assembly takes whole words of 64 rows; the rows behind them
// are tested in Go. The calls are spelled out by width, because the compiler keeps
// arguments on the stack only where it knows the function.

func one512(log int, dst []uint64, src []byte, in Bounds) {
	words := len(src) >> log / 64
	if words > 0 {
		to := &dst[:words][0]
		switch log {
		case 0:
			range8x1_avx512(&to, &src[0], words, &in.Lo)
		case 1:
			range16x1_avx512(&to, &src[0], words, &in.Lo)
		case 2:
			range32x1_avx512(&to, &src[0], words, &in.Lo)
		default:
			range64x1_avx512(&to, &src[0], words, &in.Lo)
		}
	}
	restOf(log, dst[words:], src[words*64<<log:], in)
}

func four512(log int, dst *[4][]uint64, src []byte, in *[4]Bounds) {
	words := len(src) >> log / 64
	if words > 0 {
		to := [4]*uint64{&dst[0][:words][0], &dst[1][:words][0], &dst[2][:words][0], &dst[3][:words][0]}
		switch log {
		case 0:
			range8x4_avx512(&to[0], &src[0], words, &in[0].Lo)
		case 1:
			range16x4_avx512(&to[0], &src[0], words, &in[0].Lo)
		case 2:
			range32x4_avx512(&to[0], &src[0], words, &in[0].Lo)
		default:
			range64x4_avx512(&to[0], &src[0], words, &in[0].Lo)
		}
	}
	for k := range dst {
		restOf(log, dst[k][words:], src[words*64<<log:], in[k])
	}
}

func one2(log int, dst []uint64, src []byte, in Bounds) {
	words := len(src) >> log / 64
	if words > 0 {
		to := &dst[:words][0]
		switch log {
		case 0:
			range8x1_avx2(&to, &src[0], words, &in.Lo)
		case 1:
			range16x1_avx2(&to, &src[0], words, &in.Lo)
		case 2:
			range32x1_avx2(&to, &src[0], words, &in.Lo)
		default:
			range64x1_avx2(&to, &src[0], words, &in.Lo)
		}
	}
	restOf(log, dst[words:], src[words*64<<log:], in)
}

func four2(log int, dst *[4][]uint64, src []byte, in *[4]Bounds) {
	words := len(src) >> log / 64
	if words > 0 {
		to := [4]*uint64{&dst[0][:words][0], &dst[1][:words][0], &dst[2][:words][0], &dst[3][:words][0]}
		switch log {
		case 0:
			range8x4_avx2(&to[0], &src[0], words, &in[0].Lo)
		case 1:
			range16x4_avx2(&to[0], &src[0], words, &in[0].Lo)
		case 2:
			range32x4_avx2(&to[0], &src[0], words, &in[0].Lo)
		default:
			range64x4_avx2(&to[0], &src[0], words, &in[0].Lo)
		}
	}
	for k := range dst {
		restOf(log, dst[k][words:], src[words*64<<log:], in[k])
	}
}

func restOf(log int, dst []uint64, src []byte, in Bounds) {
	if len(src) == 0 {
		return
	}
	switch log {
	case 0:
		range8(dst, src, in)
	case 1:
		range16(dst, src, in)
	case 2:
		range32(dst, src, in)
	default:
		range64(dst, src, in)
	}
}

func prefetch(src []byte) {
	if len(src) > 0 {
		touch_sse(&src[0], len(src))
	}
}
