package simd

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestMembersAgreeWithRowByRow(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			log := rapid.IntRange(0, 3).Draw(t, "log")
			n := rapid.OneOf(rapid.IntRange(0, 300), rapid.SampledFrom([]int{0, 1, 31, 32, 33, 64, 65_536, 70_001})).Draw(t, "bits")
			set := drawBitmap(t, (n+63)/64) // with ones behind n
			largest := ^uint64(0) >> (64 - 8<<log)
			edge := Bounds{min(uint64(max(n-1, 0)), largest), min(uint64(n), largest)}
			src := column(t, log, []Bounds{edge, {Lo: edge.Lo / 2, Hi: edge.Lo / 3}, {Lo: edge.Lo & 31, Hi: edge.Lo &^ 31}})
			want := make([]uint64, (len(src)>>log+63)/64)
			for i := range len(src) >> log {
				if x := load(src, log, i); x < uint64(n) && set[x/64]>>(x%64)&1 != 0 {
					want[i/64] |= 1 << (i % 64)
				}
			}
			all, got := guarded(len(want))
			k.Member[log](got, src, set, n)
			if !slices.Equal(got, want) {
				t.Fatalf("%d of %d bits: got %x, want %x", log, n, got, want)
			}
			intact(t, all)
		})
	})
}

func BenchmarkMember(b *testing.B) {
	for _, k := range Available() {
		for log := range 4 {
			b.Run(fmt.Sprintf("%s/bits=%d", k.Name, 8<<log), func(b *testing.B) {
				const rows = 16384
				src, dst, set := make([]byte, rows<<log), make([]uint64, rows/64), make([]uint64, 1024)
				for i := range rows {
					src[i<<log] = byte(i * 37)
					if log > 0 {
						src[i<<log+1] = byte(i * 11)
					}
				}
				for b.Loop() {
					k.Member[log](dst, src, set, 60_000)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
			})
		}
	}
}
