package simd

import (
	"encoding/binary"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// drawCodeTable draws a table and, for the comparison, the code of each number up to the
// last; all behind have the last one's.
func drawCodeTable(t *rapid.T, width int) (*CodeTable, []byte) {
	last := 1<<(8*min(width, 2)) - 1
	if width == 4 {
		last = rapid.SampledFrom([]int{0, 1, 63, 64, 1000, 70_000}).Draw(t, "last")
	}
	last = rapid.IntRange(0, last).Draw(t, "below")
	table, want := NewCodeTable(width, last), make([]byte, last+1)
	for range rapid.IntRange(0, 9).Draw(t, "fills") {
		lo, code := rapid.IntRange(0, last).Draw(t, "lo"), rapid.Byte().Draw(t, "code")
		end := rapid.IntRange(lo, last+1).Draw(t, "end")
		table.Fill(lo, end, code)
		for i := lo; i < end; i++ {
			want[i] = code
		}
	}
	return table, want
}

func TestCodesAgreeWithRowByRow(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			log := rapid.IntRange(0, 2).Draw(t, "log")
			table, code := drawCodeTable(t, 1<<log)
			end := uint64(len(code) - 1)
			src := column(t, log, []Bounds{{Lo: end, Hi: end + 1}, {Lo: end / 2, Hi: end / 3}, {Lo: 0, Hi: 1}})
			rows := len(src) >> log
			got := make([]byte, rows+2)
			got[rows], got[rows+1] = 0x55, 0x55
			k.Codes[log](got[:rows:rows], src, table)
			for i := range rows {
				if want := code[min(load(src, log, i), end)]; got[i] != want {
					t.Fatalf("row %d of %d bits: code %d, want %d", i, 8<<log, got[i], want)
				}
			}
			if got[rows] != 0x55 || got[rows+1] != 0x55 {
				t.Fatal("wrote behind the codes")
			}
		})
	})
}

// coded draws columns of codes and the masks that the codes stand for.
func coded(t *rapid.T, rows int) ([]Coded, [][]uint64) {
	seed := rapid.Uint64().Draw(t, "seed")
	next := func() uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed ^ seed>>31
	}
	var columns []Coded
	var of [][]uint64
	for range rapid.IntRange(1, 9).Draw(t, "columns") {
		masks := make([]uint64, rapid.SampledFrom([]int{1, 2, 63, 64, 65, 128, 129, 192, 193, 255, 256}).Draw(t, "codes"))
		for i := range masks {
			masks[i] = next()
			masks[i] |= next() // three of four hold
		}
		codes := make([]byte, rows)
		for i := range codes {
			codes[i] = byte(next() >> 20 % uint64(len(masks)))
		}
		columns, of = append(columns, Coded{codes, NewMaskTable(masks)}), append(of, masks)
	}
	return columns, of
}

func TestMasksAgreeWithRowByRow(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			rows := rapid.OneOf(rapid.IntRange(1, 300), rapid.SampledFrom([]int{64, 128, 1000, 4096})).Draw(t, "rows")
			programs := rapid.OneOf(rapid.IntRange(1, 64), rapid.SampledFrom([]int{1, 8, 9, 16, 32, 33, 64})).Draw(t, "programs")
			columns, of := coded(t, rows)
			words := (rows + 63) / 64
			stride := words + rapid.IntRange(0, 9).Draw(t, "gap")
			got := make([]uint64, (programs+7)/8*8*stride)
			for i := range got {
				got[i] = 0x5555
			}
			k.Masks(got, stride, programs, columns)
			for p := range programs {
				want := make([]uint64, stride)
				for w := words; w < stride; w++ {
					want[w] = 0x5555
				}
				for i := range rows {
					holds := uint64(1)
					for c := range columns {
						holds &= of[c][columns[c].Codes[i]] >> p & 1
					}
					want[i/64] |= holds << (i % 64)
				}
				for w := range want {
					if g := got[p*stride+w]; g != want[w] {
						t.Fatalf("%d programs, %d rows, program %d, word %d: %x, want %x", programs, rows, p, w, g, want[w])
					}
				}
			}
		})
	})
}

func BenchmarkCodes(b *testing.B) {
	const rows = 16384
	for _, k := range Available() {
		for log := range 3 {
			b.Run(fmt.Sprintf("%s/bits=%d", k.Name, 8<<log), func(b *testing.B) {
				src, dst := make([]byte, rows<<log), make([]byte, rows)
				table := NewCodeTable(1<<log, min(200_000, 1<<(8<<log)-1))
				for i := range min(1000, 1<<(8<<log)/200) {
					table.Fill(i*200, i*200+200, byte(i))
				}
				for i := range rows {
					var le [4]byte
					binary.LittleEndian.PutUint32(le[:], uint32(i)*2654435761>>14%uint32([]int{50, 30_000, 200_000}[log]))
					copy(src[i<<log:(i+1)<<log], le[:])
				}
				for b.Loop() {
					k.Codes[log](dst, src, table)
				}
				perRow(b, rows)
			})
		}
	}
}

func BenchmarkMasks(b *testing.B) {
	const rows = 16384
	for _, k := range Available() {
		for _, columns := range []int{3, 6} {
			for _, codes := range []int{50, 128, 256} {
				for _, programs := range []int{13, 64} {
					b.Run(fmt.Sprintf("%s/columns=%d/codes=%d/programs=%d", k.Name, columns, codes, programs), func(b *testing.B) {
						var in []Coded
						for c := range columns {
							masks := make([]uint64, codes)
							bytes := make([]byte, rows)
							for i := range bytes {
								bytes[i] = byte((i * 2654435761 >> (8 + c)) % codes)
							}
							for i := range masks {
								masks[i] = uint64(i) * 0x9e3779b97f4a7c15
							}
							in = append(in, Coded{bytes, NewMaskTable(masks)})
						}
						dst := make([]uint64, 64*(rows/64+8))
						for b.Loop() {
							k.Masks(dst, rows/64+8, programs, in)
						}
						perRow(b, rows)
					})
				}
			}
		}
	}
}
