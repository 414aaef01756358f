package simd

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// load reads number i of a column of 1<<log bytes.
func load(src []byte, log, i int) (v uint64) {
	for b := range 1 << log {
		v |= uint64(src[i<<log+b]) << (8 * b)
	}
	return v
}

// wantRange tests row by row.
func wantRange(src []byte, log int, in Bounds) []uint64 {
	rows := len(src) >> log
	want := make([]uint64, (rows+63)/64)
	for i := range rows {
		if v := load(src, log, i); in.Lo <= v && v <= in.Hi {
			want[i/64] |= 1 << (i % 64)
		}
	}
	return want
}

// column draws rows of which many lie at the bounds, at any address. The first ones, all
// or none of them perhaps, do not have the highest bit.
func column(t *rapid.T, log int, in []Bounds) []byte {
	rows := rapid.OneOf(rapid.IntRange(0, 300), rapid.SampledFrom([]int{64, 128, 640, 4096, 4097})).Draw(t, "rows")
	offset := rapid.IntRange(0, 70).Draw(t, "offset")
	low := rapid.OneOf(rapid.Just(rows), rapid.IntRange(0, rows)).Draw(t, "low")
	seed := rapid.Uint64().Draw(t, "seed")
	src := make([]byte, offset+rows<<log)[offset:]
	for i := range rows {
		seed = seed*6364136223846793005 + 1442695040888963407
		b := in[seed>>33%uint64(len(in))]
		v := [...]uint64{b.Lo, b.Hi, b.Lo - 1, b.Hi + 1, seed >> 7, 0, ^uint64(0)}[seed>>40%7]
		if i < low {
			v &= 1<<(8<<log-1) - 1
		}
		var le [8]byte
		binary.LittleEndian.PutUint64(le[:], v)
		copy(src[i<<log:(i+1)<<log], le[:])
	}
	return src
}

func bounds(t *rapid.T, log int) Bounds {
	largest := ^uint64(0) >> (64 - 8<<log)
	one := rapid.OneOf(rapid.Uint64Range(0, largest), rapid.SampledFrom([]uint64{0, 1, largest, largest / 2, largest/2 + 1}))
	lo, hi := one.Draw(t, "lo"), one.Draw(t, "hi")
	return Bounds{min(lo, hi), max(lo, hi)}
}

func eachKernels(t *testing.T, f func(t *testing.T, k *Kernels)) {
	for _, k := range Available() {
		t.Run(k.Name, func(t *testing.T) { f(t, k) })
	}
}

// guarded gives a slice of n words with marks around it.
func guarded(n int) (all, inner []uint64) {
	all = make([]uint64, n+16)
	for i := range all {
		all[i] = 0x5555
	}
	return all, all[8 : 8+n : 8+n]
}

func intact(t *rapid.T, all []uint64) {
	for i := range 8 {
		if all[i] != 0x5555 || all[len(all)-1-i] != 0x5555 {
			t.Fatalf("wrote outside of the bitmap")
		}
	}
}

func TestRangesAgreeWithRowByRow(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			log := rapid.IntRange(0, 3).Draw(t, "log")
			in := [4]Bounds{bounds(t, log), bounds(t, log), bounds(t, log), bounds(t, log)}
			src := column(t, log, in[:])
			words := (len(src)>>log + 63) / 64
			var four [4][]uint64
			var around [4][]uint64
			for i := range four {
				around[i], four[i] = guarded(words)
			}
			if k.Ranges[log] != nil {
				k.Ranges[log](&four, src, &in)
			}
			for i := range in {
				want := wantRange(src, log, in[i])
				if k.Ranges[log] != nil && !slices.Equal(four[i], want) {
					t.Fatalf("range %d of four %+v: got %x, want %x", i, in[i], four[i], want)
				}
				all, one := guarded(words)
				k.Range[log](one, src, in[i])
				if !slices.Equal(one, want) {
					t.Fatalf("range %+v: got %x, want %x", in[i], one, want)
				}
				intact(t, all)
				intact(t, around[i])
			}
		})
	})
}

func drawBitmap(t *rapid.T, n int) []uint64 {
	seed := rapid.Uint64().Draw(t, "seed")
	shape := rapid.IntRange(0, 4).Draw(t, "shape")
	out := make([]uint64, n)
	for i := range out {
		seed = seed*6364136223846793005 + 1442695040888963407
		w := seed ^ seed>>29
		switch shape {
		case 0:
			w = 0
		case 1:
			w = ^uint64(0)
		case 2:
			w &= w << 7 & w >> 11 & w << 23
		case 3:
			w = 1 << (w % 64) & -(w >> 9 & 1)
		}
		out[i] = w
	}
	return out
}

func TestLogicAgreesWithWordByWord(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(0, 70).Draw(t, "words")
			a, b := drawBitmap(t, n), drawBitmap(t, n)
			var and, andNot, or []uint64
			for i := range a {
				and, andNot, or = append(and, a[i]&b[i]), append(andNot, a[i]&^b[i]), append(or, a[i]|b[i])
			}
			all, dst := guarded(n)
			if ones := k.And(dst, a, b); !slices.Equal(dst, and) || ones != bitsOf(and) {
				t.Fatalf("and: %x, %d ones", dst, ones)
			}
			if ones := k.AndNot(dst, a, b); !slices.Equal(dst, andNot) || ones != bitsOf(andNot) {
				t.Fatalf("and not: %x, %d ones", dst, ones)
			}
			if k.Or(dst, a, b); !slices.Equal(dst, or) {
				t.Fatalf("or: %x", dst)
			}
			intact(t, all)
			if ones := k.Count(a); ones != bitsOf(a) {
				t.Fatalf("count: %d", ones)
			}
			k.And(a, a, b)
			if !slices.Equal(a, and) {
				t.Fatalf("and in place: %x", a)
			}
		})
	})
}

// bitsOf counts ones, one by one.
func bitsOf(words []uint64) (n int) {
	for _, w := range words {
		for ; w != 0; w >>= 1 {
			n += int(w & 1)
		}
	}
	return n
}

func TestFlattenListsTheOnes(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			words := drawBitmap(t, rapid.OneOf(rapid.IntRange(0, 200), rapid.Just(1024)).Draw(t, "words"))
			var want []uint16
			for i := range len(words) * 64 {
				if words[i/64]>>(i%64)&1 == 1 {
					want = append(want, uint16(i))
				}
			}
			sel := make([]uint16, len(want)+FlattenSlack)
			n := k.Flatten(sel, words)
			if !slices.Equal(sel[:n], want) {
				t.Fatalf("got %v, want %v", sel[:n], want)
			}
		})
	})
}

func FuzzRange(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, uint64(2), uint64(5), uint8(0))
	f.Add(bytes.Repeat([]byte{1, 0, 127, 2}, 99), uint64(2), uint64(130), uint8(0))
	f.Add(bytes.Repeat([]byte{1, 0, 127, 200}, 99), uint64(500), uint64(40_000), uint8(1))
	f.Add(bytes.Repeat([]byte{1, 0, 127, 3, 4, 5, 6, 128}, 99), uint64(1)<<31, uint64(1)<<31+5, uint8(2))
	f.Fuzz(func(t *testing.T, src []byte, lo, hi uint64, width uint8) {
		log := int(width % 4)
		largest := ^uint64(0) >> (64 - 8<<log)
		in := Bounds{min(lo, hi) & largest, max(lo, hi) & largest}
		if in.Lo > in.Hi {
			return
		}
		src = src[:len(src)>>log<<log]
		want := wantRange(src, log, in)
		for _, k := range Available() {
			got := make([]uint64, len(want))
			if k.Range[log](got, src, in); !slices.Equal(got, want) {
				t.Errorf("%s: got %x, want %x", k.Name, got, want)
			}
		}
	})
}

// BenchmarkRange tests numbers whose highest bit is 0, and any numbers.
func BenchmarkRange(b *testing.B) {
	const rows = 16384
	for _, k := range Available() {
		for log := range 4 {
			for values, most := range map[string]byte{"low": 127, "any": 255} {
				src := make([]byte, rows<<log)
				for i := range src {
					src[i] = byte(i*37) & most
				}
				benchmarkRange(b, fmt.Sprintf("%s/bits=%d/values=%s", k.Name, 8<<log, values), k, log, src)
			}
		}
	}
}

func benchmarkRange(b *testing.B, name string, k *Kernels, log int, src []byte) {
	in := [4]Bounds{{10, 90}, {20, 30}, {5, 200}, {0, 9}}
	var dst [4][]uint64
	for i := range dst {
		dst[i] = make([]uint64, len(src)>>log/64)
	}
	b.Run(name+"/ranges=1", func(b *testing.B) {
		for range b.N {
			k.Range[log](dst[0], src, in[0])
		}
		perRow(b, len(src)>>log)
	})
	if k.Ranges[log] == nil {
		return
	}
	b.Run(name+"/ranges=4", func(b *testing.B) {
		for range b.N {
			k.Ranges[log](&dst, src, &in)
		}
		perRow(b, 4*len(src)>>log)
	})
}

func perRow(b *testing.B, rows int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
}

func BenchmarkBitmaps(b *testing.B) {
	const rows = 16384
	for _, k := range Available() {
		x, y, d := make([]uint64, rows/64), make([]uint64, rows/64), make([]uint64, rows/64)
		b.Run(k.Name+"/and", func(b *testing.B) {
			for range b.N {
				k.And(d, x, y)
			}
			perRow(b, rows)
		})
		for _, every := range []int{4, 16, 64, 256, 4096} {
			clear(x)
			seed := uint64(1)
			for i := range rows {
				if seed = seed*6364136223846793005 + 1442695040888963407; seed>>33%uint64(every) == 0 {
					x[i/64] |= 1 << (i % 64)
				}
			}
			sel := make([]uint16, k.Count(x)+FlattenSlack)
			b.Run(fmt.Sprintf("%s/flatten/one-in=%d", k.Name, every), func(b *testing.B) {
				for range b.N {
					k.Flatten(sel, x)
				}
				perRow(b, rows)
			})
		}
	}
}
