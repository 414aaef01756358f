package simd

import (
	"encoding/binary"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// marked draws a bitmap of so many rows.
func marked(t *rapid.T, rows int) []uint64 {
	out := drawBitmap(t, (rows+63)/64)
	if rows%64 != 0 {
		out[rows/64] &= 1<<(rows%64) - 1
	}
	return out
}

func TestFoldsAgreeWithRowByRow(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			log := rapid.IntRange(0, 3).Draw(t, "log")
			src := column(t, log, []Bounds{bounds(t, log), bounds(t, log)})
			rows := marked(t, len(src)>>log)
			var sum, least, greatest uint64
			any := false
			for i := range len(src) >> log {
				if rows[i/64]>>(i%64)&1 == 0 {
					continue
				}
				x := load(src, log, i)
				if sum += x; !any {
					least, greatest, any = x, x, true
				}
				least, greatest = min(least, x), max(greatest, x)
			}
			if got := k.Folds.Sum[log](src, rows); got != sum {
				t.Fatalf("sum: got %d, want %d", got, sum)
			}
			if !any {
				return
			}
			if got := k.Folds.Least[log](src, rows); got != least {
				t.Fatalf("least: got %d, want %d", got, least)
			}
			if got := k.Folds.Greatest[log](src, rows); got != greatest {
				t.Fatalf("greatest: got %d, want %d", got, greatest)
			}
		})
	})
}

// Sums of many numbers, the largest of which there are, have no lane that overflows.
func TestSumsOfTheLargestNumbers(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		const rows = 65_536
		all := make([]uint64, rows/64)
		for i := range all {
			all[i] = ^uint64(0)
		}
		for log := range 4 {
			src := make([]byte, rows<<log)
			for i := range src {
				src[i] = 0xff
			}
			want := ^uint64(0) >> (64 - 8<<log) * rows
			if got := k.Folds.Sum[log](src, all); got != want {
				t.Errorf("%d bits: got %d, want %d", 8<<log, got, want)
			}
		}
	})
}

func BenchmarkFolds(b *testing.B) {
	const rows = 16384
	for _, k := range Available() {
		for log := range 4 {
			src, marked := make([]byte, rows<<log), make([]uint64, rows/64)
			for i := range marked {
				marked[i] = uint64(i) * 0x9e3779b97f4a7c15
			}
			for i := 0; i < len(src); i += 8 {
				binary.LittleEndian.PutUint64(src[i:], uint64(i)*0x9e3779b97f4a7c15)
			}
			for name, fold := range map[string]func([]byte, []uint64) uint64{"sum": k.Folds.Sum[log], "least": k.Folds.Least[log]} {
				b.Run(fmt.Sprintf("%s/%s/bits=%d", k.Name, name, 8<<log), func(b *testing.B) {
					for range b.N {
						fold(src, marked)
					}
					perRow(b, rows)
				})
			}
		}
	}
}
