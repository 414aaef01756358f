package parquet

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// appendPacked appends a run of packed numbers, as many as are eight or more times eight, bit by bit.
func appendPacked(data []byte, numbers []uint32, width int) []byte {
	data = binary.AppendUvarint(data, uint64(len(numbers)/8)<<1|1)
	begin := len(data)
	data = append(data, make([]byte, len(numbers)*width/8)...)
	for i, n := range numbers {
		for b := range width {
			at := i*width + b
			data[begin+at/8] |= byte(n>>b&1) << (at % 8)
		}
	}
	return data
}

// appendRun appends a run of one number.
func appendRun(data []byte, n uint32, times, width int) []byte {
	data = binary.AppendUvarint(data, uint64(times)<<1)
	for b := 0; b < width; b += 8 {
		data = append(data, byte(n>>b))
	}
	return data
}

// Numbers of every width come as they were written, in pieces of any lengths.
func TestHybrid(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for width := range 33 {
		for range 20 {
			var want []uint32
			var data []byte
			for range 1 + random.IntN(5) {
				numbers := make([]uint32, 8*(1+random.IntN(12)))
				for i := range numbers {
					numbers[i] = uint32(random.Uint64() & (1<<width - 1))
				}
				data = appendPacked(data, numbers, width)
				times := 1 + random.IntN(20)
				data = appendRun(data, numbers[0], times, width)
				want = append(append(want, numbers...), slices.Repeat(numbers[:1], times)...)
			}
			h := hybrid{data: data, width: width}
			for at := 0; at < len(want); {
				got := make([]uint32, min(len(want)-at, 1+random.IntN(40)))
				most, err := h.numbers(got)
				if err != nil || most != slices.Max(got) {
					t.Fatalf("width %d: %d is said to be the greatest of %d; %v", width, most, got, err)
				}
				if !slices.Equal(got, want[at:at+len(got)]) {
					t.Fatalf("width %d, from %d on: %d, want %d", width, at, got, want[at:at+len(got)])
				}
				at += len(got)
			}
			if _, err := h.numbers(make([]uint32, 1)); err == nil {
				t.Fatalf("width %d: there is a number behind the last", width)
			}
		}
	}
}
