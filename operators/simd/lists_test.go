package simd

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// eachLists runs a test with every Lists that this machine has.
func eachLists(t *testing.T, f func(t *testing.T, l *Lists)) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		if k.Lists == nil {
			t.Skip("loops over lists are as fast")
		}
		f(t, k.Lists)
	})
}

func TestListsAgreeWithRowByRow(t *testing.T) {
	eachLists(t, func(t *testing.T, l *Lists) {
		rapid.Check(t, func(t *rapid.T) {
			log := rapid.IntRange(0, 2).Draw(t, "log")
			src := column(t, log, []Bounds{bounds(t, log)})
			rows := len(src) >> log
			if rows == 0 {
				return
			}
			at := rapid.SliceOfN(rapid.Uint16Range(0, uint16(rows-1)), 0, 100).Draw(t, "at")
			got := make([]uint32, len(at))
			l.Read[log](got, src, at)
			for i, place := range at {
				if want := load(src, log, int(place)); uint64(got[i]) != want {
					t.Fatalf("number %d is %d, want %d", place, got[i], want)
				}
			}
			first := rapid.Uint32Range(0, math.MaxInt32).Draw(t, "first")
			places, outside := make([]uint32, len(at)), false
			for i, place := range at {
				if places[i] = uint32(place) + first; rapid.IntRange(0, 999).Draw(t, "outside") == 0 {
					places[i], outside = first+uint32(rows)+rapid.Uint32Range(0, 1<<30).Draw(t, "by"), true
				}
			}
			ok := l.Pick[log](places, first, src)
			if ok == outside {
				t.Fatalf("places outside: %v, picked: %v", outside, ok)
			}
			for i, place := range at {
				if want := load(src, log, int(place)); ok && uint64(places[i]) != want {
					t.Fatalf("element %d is %d, want %d", place, places[i], want)
				}
			}
		})
	})
}

func TestWidthsAgreeWithNumberByNumber(t *testing.T) {
	eachLists(t, func(t *testing.T, l *Lists) {
		rapid.Check(t, func(t *rapid.T) {
			log := rapid.IntRange(0, 2).Draw(t, "log")
			src := column(t, log, []Bounds{bounds(t, log)})
			bias := rapid.Int64Range(-1<<40, 1<<40).Draw(t, "bias")
			wide, back := make([]int64, len(src)>>log), make([]uint32, len(src)>>log)
			l.Widen[log](wide, src, bias)
			l.Narrow(back, wide, bias)
			factor, sums := rapid.Uint32().Draw(t, "factor"), make([]uint32, len(back))
			for i := range sums {
				sums[i] = uint32(i) * 77
			}
			l.AddScaled(sums, back, factor)
			for i := range wide {
				n := load(src, log, i)
				if wide[i] != int64(n)+bias || uint64(back[i]) != n || sums[i] != uint32(i)*77+uint32(n)*factor {
					t.Fatalf("%d and %d: %d, %d and %d", n, bias, wide[i], back[i], sums[i])
				}
			}
		})
	})
}

func BenchmarkLists(b *testing.B) {
	for _, k := range Available() {
		if k.Lists == nil {
			continue
		}
		src, at, dst := make([]byte, 16384*4), make([]uint16, 1024), make([]uint32, 1024)
		for i := range at {
			at[i] = uint16(i * 16 / 4)
		}
		for log := range 3 {
			b.Run(k.Name+"/read"+string(rune('0'+log)), func(b *testing.B) {
				for range b.N {
					k.Lists.Read[log](dst, src, at)
				}
				perRow(b, len(at))
			})
		}
		b.Run(k.Name+"/addScaled", func(b *testing.B) {
			for range b.N {
				k.Lists.AddScaled(dst, dst, 3)
			}
			perRow(b, len(at))
		})
		wide := make([]int64, 1024)
		b.Run(k.Name+"/widen", func(b *testing.B) {
			for range b.N {
				k.Lists.Widen[2](wide, src[:4096], 3)
			}
			perRow(b, len(at))
		})
	}
}
