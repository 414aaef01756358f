package simd

// Packed numbers lie in blocks of 512, so a block of numbers of 1, 2, 4 or 8 bytes is as many vectors
// of 64 bytes as a number has bits. Unpacked, a vector has numbers one behind another, one in each of
// its lanes. Packed, a lane has the numbers that all vectors have there, from its lowest bit on, each in
// the same number of bits; so a block has as many packed vectors as one of its numbers has bits.
const (
	vectorWords = 8
	// VectorBytes is the size of a vector.
	VectorBytes = 8 * vectorWords
	// BlockRows is how many numbers a block has.
	BlockRows = 512
)

// vector is the words of one.
type vector = [vectorWords]uint64

// Ones has 1 in each lane of a word of numbers of 1<<log bytes.
func Ones(log int) uint64 { return ^uint64(0) / low(8<<log) }

// low is a number of so many ones.
func low(bits int) uint64 { return 1<<bits - 1 } // of 64: all, since 1<<64 is 0

// pack adds the vectors of a block, less least, to packed ones.
func pack(packed, block []uint64, log, size int, least uint64) {
	lane, ones := 8<<log, Ones(log)
	least *= ones
	for v := range lane {
		in := (*vector)(block[v*vectorWords:])
		at, shift := v*size>>(3+log), v*size&(lane-1)
		fits := min(size, lane-shift)
		first, mask := (*vector)(packed[at*vectorWords:]), low(fits)*ones
		for i, n := range in {
			first[i] |= (n - least) & mask << (shift & 63)
		}
		if fits == size {
			continue
		}
		next, rest := (*vector)(packed[(at+1)*vectorWords:]), low(size-fits)*ones
		for i, n := range in {
			next[i] |= (n - least) >> (fits & 63) & rest
		}
	}
}

// unpack is the inverse of pack.
func unpack(block, packed []uint64, log, size int, least uint64) {
	lane, ones := 8<<log, Ones(log)
	least *= ones
	whole := low(size) * ones
	for v := range lane {
		out := (*vector)(block[v*vectorWords:])
		at, shift := v*size>>(3+log), v*size&(lane-1)
		first := (*vector)(packed[at*vectorWords:])
		if fits := lane - shift; fits < size {
			next := (*vector)(packed[(at+1)*vectorWords:])
			unpackTwo(out, first, next, shift, low(fits)*ones, whole, least, fits)
			continue
		}
		for i, word := range first {
			out[i] = word>>(shift&63)&whole + least
		}
	}
}

// unpackTwo unpacks a vector whose numbers begin in one packed vector and end in the next.
func unpackTwo(out, first, next *vector, shift int, begin, whole, least uint64, fits int) {
	for i, word := range first {
		out[i] = (word>>(shift&63)&begin|next[i]<<(fits&63)&^begin)&whole + least
	}
}
