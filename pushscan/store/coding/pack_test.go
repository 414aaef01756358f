package coding

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
)

// segmentOf puts numbers one behind another as the store does, least byte first.
func segmentOf(numbers []uint64, width int) []byte {
	out := AlignedBytes(plan.SegmentRows * width)
	for i, n := range numbers {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], n)
		copy(out[i*width:(i+1)*width], word[:width])
	}
	return out
}

// looked up reads number i of a packed segment by the words of its description alone, bit by bit.
func lookedUp(packed []byte, width, i int) uint64 {
	block, at := i/512, 128+128*width
	for _, size := range packed[:block] {
		at += 64 * int(size)
	}
	size, perVector := int(packed[block]), 64/width
	lane, place := i%512%perVector, i%512/perVector
	n := uint64(0)
	for bit := range size {
		p := place*size + bit // of the lane
		vector, in := p/(8*width), p%(8*width)
		b := packed[at+64*vector+lane*width+in/8]
		n |= uint64(b>>(in%8)&1) << bit
	}
	var least [8]byte
	copy(least[:], packed[128+block*width:128+(block+1)*width])
	return n + binary.LittleEndian.Uint64(least[:])
}

// Numbers of each count of bits, of each width, at the ends of what the width holds, come back, and lie
// where the description says.
func TestPackEachWidth(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine packs it all, so the race detector, for which -short is, has nothing to see: make test runs it")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{1, 2, 4, 8} {
		most := ^uint64(0) >> (64 - 8*width)
		for size := range 8*width + 1 {
			span := most >> (8*width - size)
			if size == 0 {
				span = 0
			}
			for _, least := range []uint64{0, (most - span) / 3, most - span} {
				numbers := make([]uint64, plan.SegmentRows)
				for i := range numbers {
					numbers[i] = least
					if span > 0 {
						numbers[i] += min(span, r.Uint64N(span)+uint64(i&1))
					}
				}
				checkPacked(t, numbers, width, 128+128*width+plan.SegmentRows*size/8)
			}
		}
	}
}

// checkPacked packs numbers, looks some of them up, and unpacks all; most is what they may take.
func checkPacked(t *testing.T, numbers []uint64, width, most int) {
	t.Helper()
	segment := segmentOf(numbers, width)
	out := AlignedBytes(MostPacked(width))
	size := Pack(out, segment, width)
	if size != PackedSize(segment, width) || size > most || size < LeastPacked(width) {
		t.Fatalf("width %d: %d bytes, %d were announced and %d are most", width, size, PackedSize(segment, width), most)
	}
	for i := 0; i < len(numbers); i += 97 {
		if got := lookedUp(out[:size], width, i); got != numbers[i] {
			t.Fatalf("width %d: number %d is %d, want %d", width, i, got, numbers[i])
		}
	}
	back := AlignedBytes(len(segment))
	if err := Unpack(back, out[:size], width); err != nil || !slices.Equal(back, segment) {
		t.Fatalf("width %d: other numbers come back: %v", width, err)
	}
	for _, b := range []int{0, 1, 77, 127} {
		part := AlignedBytes(512 * width)
		if err := UnpackBlock(part, out[:size], width, b); err != nil || !slices.Equal(part, segment[b*512*width:(b+1)*512*width]) {
			t.Fatalf("width %d: other numbers come back of block %d: %v", width, b, err)
		}
	}
}

// Blocks of one segment have as many bits as each of them takes.
func TestPackBlocksApart(t *testing.T) {
	numbers := make([]uint64, plan.SegmentRows)
	for i := range numbers {
		numbers[i] = uint64(i) * 3 // 11 bits within a block, 18 in all
	}
	checkPacked(t, numbers, 4, 128+512+plan.SegmentRows*11/8)
	numbers[70] = 1<<32 - 1
	checkPacked(t, numbers, 4, 128+512+plan.SegmentRows*11/8+512*21/8)
}

// What is no packed segment is refused, whatever it says of itself.
func TestUnpackRefuses(t *testing.T) {
	out := AlignedBytes(MostPacked(2))
	size := Pack(out, segmentOf(make([]uint64, plan.SegmentRows), 2), 2)
	back := AlignedBytes(2 * plan.SegmentRows)
	for what, change := range map[string]func(in []byte) []byte{
		"cut short": func(in []byte) []byte { return in[:size-1] },
		"empty":     func([]byte) []byte { return nil },
		"longer":    func(in []byte) []byte { return in[:size+64] },
		"more bits": func(in []byte) []byte { in[7] = 1; return in[:size] },
		"17 bits":   func(in []byte) []byte { in[3] = 17; return in[:size+64*17] },
	} {
		in := AlignedBytes(MostPacked(2))
		copy(in, out)
		if Unpack(back, change(in), 2) == nil {
			t.Errorf("%s: no error", what)
		}
		if what != "longer" && UnpackBlock(back, change(in), 2, 3) == nil && UnpackBlock(back, change(in), 2, 7) == nil {
			t.Errorf("%s: no error of its blocks", what)
		}
	}
}

func BenchmarkUnpack(b *testing.B) {
	for _, c := range []struct{ width, bits int }{{1, 3}, {1, 6}, {2, 12}, {4, 18}, {4, 24}, {8, 50}} {
		b.Run(string(rune('0'+c.width))+"x"+string(rune('0'+c.bits/10))+string(rune('0'+c.bits%10)), func(b *testing.B) {
			numbers := make([]uint64, plan.SegmentRows)
			for i := range numbers {
				numbers[i] = rand.Uint64N(1 << c.bits)
			}
			segment, out := segmentOf(numbers, c.width), AlignedBytes(MostPacked(c.width))
			size := Pack(out, segment, c.width)
			b.SetBytes(int64(len(segment)))
			for b.Loop() {
				if err := Unpack(segment, out[:size], c.width); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
