package coding

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"gsdms/plan"
)

// A packed segment is a whole one in fewer bits: stored numbers in blocks of blockRows, each block
// as the distance of its numbers from their least one, in as many bits as the largest distance takes.
//
//	128 bytes      the bits of a number, of each block
//	128 * width    the least number of each block
//	64 bytes a bit and block
//
// A block is vectors of 64 bytes. Unpacked, vector v has its numbers v*n to v*n+n-1, where n of them
// fill a vector: so its lane l, as wide as a stored number, has number v*n+l. Packed, lane l has those
// numbers of all vectors one behind another, from its lowest bit on: what belongs to a lane stays in it,
// so eight bytes at a time are unpacked with the same shifts, or a whole vector (Afroozeh and Boncz,
// The FastLanes Compression Layout, VLDB 2023, whose vectors are of 128 bytes).
const (
	blockRows   = 512
	blocks      = plan.SegmentRows / blockRows
	vectorWords = 8
	vectorBytes = 8 * vectorWords
)

// packedHead is the size of what is in front of the vectors.
func packedHead(width int) int { return blocks + blocks*width }

// MostPacked is the largest size of a packed segment of numbers of so many bytes.
func MostPacked(width int) int { return packedHead(width) + plan.SegmentRows*width }

// LeastPacked is the smallest one.
func LeastPacked(width int) int { return packedHead(width) }

// ones has 1 in each lane of a word.
func ones(width int) uint64 {
	switch width {
	case 1:
		return 0x0101010101010101
	case 2:
		return 0x0001000100010001
	case 4:
		return 0x0000000100000001
	}
	return 1
}

// low is a number of so many ones.
func low(bits int) uint64 { return 1<<bits - 1 } // of 64: all, since 1<<64 is 0

// bounds gives the least and the largest number of each block of a segment in stored form.
func bounds(segment []byte, width, block int) (lo, hi uint64) {
	part := segment[block*blockRows*width : (block+1)*blockRows*width]
	switch width {
	case 1:
		return boundsAs(part)
	case 2:
		return boundsAs(Words[uint16](part))
	case 4:
		return boundsAs(Words[uint32](part))
	}
	return boundsAs(Words[uint64](part))
}

func boundsAs[T unsigned](n []T) (uint64, uint64) {
	lo, hi := n[0], n[0]
	for _, v := range n {
		lo, hi = min(lo, v), max(hi, v)
	}
	return uint64(lo), uint64(hi)
}

// PackedSize is the size that a segment of stored numbers of so many bytes would have packed.
func PackedSize(segment []byte, width int) int {
	size := packedHead(width)
	for b := range blocks {
		lo, hi := bounds(segment, width, b)
		size += vectorBytes * bits.Len64(hi-lo)
	}
	return size
}

// Pack packs a segment of stored numbers of so many bytes into out, which has room for MostPacked
// and is aligned to 8, and gives the size.
func Pack(out, segment []byte, width int) int {
	at := packedHead(width)
	for b := range blocks {
		lo, hi := bounds(segment, width, b)
		size := bits.Len64(hi - lo)
		out[b] = byte(size)
		putNumber(out[blocks+b*width:], lo, width)
		block := Words[uint64](segment[b*blockRows*width : (b+1)*blockRows*width])
		packed := Words[uint64](out[at : at+vectorBytes*size])
		clear(packed)
		packBlock(packed, block, width, size, lo*ones(width))
		at += vectorBytes * size
	}
	return at
}

func putNumber(to []byte, n uint64, width int) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], n)
	copy(to, word[:width])
}

func number(from []byte, width int) uint64 {
	var word [8]byte
	copy(word[:], from[:width])
	return binary.LittleEndian.Uint64(word[:])
}

// vector is the words of one.
type vector = [vectorWords]uint64

// packBlock adds the vectors of a block to packed ones; least is in each lane.
func packBlock(packed, block []uint64, width, size int, least uint64) {
	lane := 8 * width
	for v := range lane {
		in := (*vector)(block[v*vectorWords:])
		at, shift := v*size/lane, v*size%lane
		fits := min(size, lane-shift)
		if fits == 0 {
			continue // there are no bits
		}
		first := (*vector)(packed[at*vectorWords:])
		mask := low(fits) * ones(width)
		for i, n := range in {
			first[i] |= (n - least) & mask << shift
		}
		if fits == size {
			continue
		}
		next, rest := (*vector)(packed[(at+1)*vectorWords:]), low(size-fits)*ones(width)
		for i, n := range in {
			next[i] |= (n - least) >> fits & rest
		}
	}
}

// Unpack is the inverse of Pack: in is a packed segment, aligned to 8, as is out, which has room for
// the segment. An error says that in is none.
func Unpack(out, in []byte, width int) error {
	if len(in) < packedHead(width) {
		return fmt.Errorf("a packed segment of %d bytes", len(in))
	}
	at := packedHead(width)
	for b, size := range in[:blocks] {
		end := at + vectorBytes*int(size)
		if int(size) > 8*width || end > len(in) {
			return fmt.Errorf("block %d of %d bits a number does not fit its segment", b, size)
		}
		least := number(in[blocks+b*width:], width)
		block := Words[uint64](out[b*blockRows*width : (b+1)*blockRows*width])
		unpackBlock(block, Words[uint64](in[at:end]), width, int(size), least*ones(width))
		at = end
	}
	if at != len(in) {
		return fmt.Errorf("a packed segment of %d bytes has %d more", at, len(in)-at)
	}
	return nil
}

// unpackBlock is the inverse of packBlock.
func unpackBlock(block, packed []uint64, width, size int, least uint64) {
	if size == 0 {
		for i := range block {
			block[i] = least
		}
		return
	}
	lane := 8 * width
	whole := low(size) * ones(width)
	for v := range lane {
		out := (*vector)(block[v*vectorWords:])
		at, shift := v*size/lane, v*size%lane
		first := (*vector)(packed[at*vectorWords:])
		if fits := lane - shift; fits < size {
			next := (*vector)(packed[(at+1)*vectorWords:])
			begin := low(fits) * ones(width)
			unpackTwo(out, first, next, shift&63, fits&63, begin, whole&^begin, least)
			continue
		}
		for i, word := range first {
			out[i] = word>>(shift&63)&whole + least
		}
	}
}

// unpackTwo unpacks a vector whose numbers begin in one packed vector and end in the next.
func unpackTwo(out, first, next *vector, shift, fits int, begin, end, least uint64) {
	for i, word := range first {
		out[i] = (word>>(shift&63)&begin | next[i]<<(fits&63)&end) + least
	}
}
