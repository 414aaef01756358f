package coding

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"gsdms/operators/simd"
	"gsdms/plan"
)

// A packed segment is a whole one in fewer bits: stored numbers in blocks, each block as the distance
// of its numbers from their least one, in as many bits as the largest distance takes.
//
//	128 bytes      the bits of a number, of each block
//	128 * width    the least number of each block
//	64 bytes a bit and block, as simd.Kernels packs them
//
// Within a block what is one behind another unpacked is side by side packed, so that a vector of
// numbers is unpacked with the same shifts (Afroozeh and Boncz, The FastLanes Compression Layout, VLDB
// 2023).
const blocks = plan.SegmentRows / simd.BlockRows

// kernels are those of this machine.
var kernels = simd.Best()

// packedHead is the size of what is in front of the vectors.
func packedHead(width int) int { return blocks + blocks*width }

// MostPacked is the largest size of a packed segment of numbers of so many bytes.
func MostPacked(width int) int { return packedHead(width) + plan.SegmentRows*width }

// LeastPacked is the smallest one.
func LeastPacked(width int) int { return packedHead(width) }

// bounds gives the least and the largest number of each block of a segment in stored form.
func bounds(segment []byte, width, block int) (lo, hi uint64) {
	part := segment[block*simd.BlockRows*width : (block+1)*simd.BlockRows*width]
	switch width {
	case 1:
		if lo, hi, ok := boundsOfBits(Words[uint64](part)); ok {
			return lo, hi
		}
		return boundsAs(part)
	case 2:
		return boundsAs(Words[uint16](part))
	case 4:
		return boundsAs(Words[uint32](part))
	}
	return boundsAs(Words[uint64](part))
}

// boundsOfBits gives the bounds of bytes, eight a word, that are all 0 or 1, as marks of rows are.
func boundsOfBits(words []uint64) (lo, hi uint64, ok bool) {
	const ones = 0x0101010101010101
	all, some := ^uint64(0), uint64(0)
	for _, w := range words {
		all, some = all&w, some|w
	}
	if all == ones {
		lo = 1
	}
	if some != 0 {
		hi = 1
	}
	return lo, hi, some&^ones == 0
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
		size += simd.VectorBytes * bits.Len64(hi-lo)
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
		block := Words[uint64](segment[b*simd.BlockRows*width : (b+1)*simd.BlockRows*width])
		packed := Words[uint64](out[at : at+simd.VectorBytes*size])
		clear(packed)
		if size > 0 {
			kernels.Pack(packed, block, logOf(width), size, lo)
		}
		at += simd.VectorBytes * size
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

// Unpack is the inverse of Pack: in is a packed segment, aligned to 8, as is out, which has room for
// the segment. An error says that in is none.
func Unpack(out, in []byte, width int) error {
	at, err := packedHead(width), error(nil)
	for b := 0; b < blocks && err == nil; b++ {
		at, err = unpackBlock(out[b*simd.BlockRows*width:], in, width, b, at)
	}
	if err == nil && at != len(in) {
		return fmt.Errorf("a packed segment of %d bytes has %d more", at, len(in)-at)
	}
	return err
}

// UnpackBlock unpacks one block of a packed segment, of simd.BlockRows rows: out has room for these.
func UnpackBlock(out, in []byte, width, block int) error {
	if len(in) < packedHead(width) {
		return fmt.Errorf("a packed segment of %d bytes", len(in))
	}
	at := packedHead(width)
	for _, size := range in[:block] {
		at += simd.VectorBytes * int(size)
	}
	_, err := unpackBlock(out, in, width, block, at)
	return err
}

// unpackBlock unpacks the block that begins at a byte of a segment, and gives where it ends.
func unpackBlock(out, in []byte, width, b, at int) (end int, err error) {
	if len(in) < packedHead(width) {
		return at, fmt.Errorf("a packed segment of %d bytes", len(in))
	}
	size := int(in[b])
	if end = at + simd.VectorBytes*size; size > 8*width || end > len(in) {
		return at, fmt.Errorf("block %d of %d bits a number does not fit its segment", b, size)
	}
	least := number(in[blocks+b*width:], width)
	block := Words[uint64](out[:simd.BlockRows*width])
	if size > 0 {
		kernels.Unpack(block, Words[uint64](in[at:end]), logOf(width), size, least)
	} else {
		fill(block, least*simd.Ones(logOf(width)))
	}
	return end, nil
}

func fill(words []uint64, with uint64) {
	for i := range words {
		words[i] = with
	}
}

// logOf is the binary logarithm of a width.
func logOf(width int) int { return bits.TrailingZeros(uint(width)) }
