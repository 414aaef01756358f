package simd

import "math/bits"

// Folds takes the numbers of the rows in a bitmap together, straight from their column: no
// list of rows is made. Its functions are indexed as Range; the bitmap has a word for every
// 64 rows begun.
type Folds struct {
	// Sum adds up the numbers, modulo 2^64.
	Sum [4]func(src []byte, rows []uint64) uint64
	// Least and Greatest give one of the numbers, of which there is one at least.
	Least, Greatest [4]func(src []byte, rows []uint64) uint64
	// Few says which rows are sooner put in a list, and read there: fewer than one in so many,
	// 0: any. A row of a list costs about 1 ns.
	Few int
}

// plainFolds are those in plain Go. They are no faster than lists.
func plainFolds() Folds {
	return Folds{
		Sum:      [4]func([]byte, []uint64) uint64{sum8, sum16, sum32, sum64},
		Least:    [4]func([]byte, []uint64) uint64{least8, least16, least32, least64},
		Greatest: [4]func([]byte, []uint64) uint64{greatest8, greatest16, greatest32, greatest64},
	}
}

func sum8(src []byte, rows []uint64) uint64  { return sum(src, rows) }
func sum16(src []byte, rows []uint64) uint64 { return sum(numbers[uint16](src), rows) }
func sum32(src []byte, rows []uint64) uint64 { return sum(numbers[uint32](src), rows) }
func sum64(src []byte, rows []uint64) uint64 { return sum(numbers[uint64](src), rows) }

func least8(src []byte, rows []uint64) uint64  { return least(src, rows) }
func least16(src []byte, rows []uint64) uint64 { return least(numbers[uint16](src), rows) }
func least32(src []byte, rows []uint64) uint64 { return least(numbers[uint32](src), rows) }
func least64(src []byte, rows []uint64) uint64 { return least(numbers[uint64](src), rows) }

func greatest8(src []byte, rows []uint64) uint64  { return greatest(src, rows) }
func greatest16(src []byte, rows []uint64) uint64 { return greatest(numbers[uint16](src), rows) }
func greatest32(src []byte, rows []uint64) uint64 { return greatest(numbers[uint32](src), rows) }
func greatest64(src []byte, rows []uint64) uint64 { return greatest(numbers[uint64](src), rows) }

type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

func sum[T unsigned](src []T, rows []uint64) (all uint64) {
	for w, word := range rows {
		part := src[w*64 : min(w*64+64, len(src))]
		if word == ^uint64(0) {
			for _, x := range part {
				all += uint64(x)
			}
			continue
		}
		for ; word != 0; word &= word - 1 {
			all += uint64(part[bits.TrailingZeros64(word)])
		}
	}
	return all
}

func least[T unsigned](src []T, rows []uint64) uint64 {
	best := ^T(0)
	for w, word := range rows {
		for part := src[w*64:]; word != 0; word &= word - 1 {
			best = min(best, part[bits.TrailingZeros64(word)])
		}
	}
	return uint64(best)
}

func greatest[T unsigned](src []T, rows []uint64) uint64 {
	best := T(0)
	for w, word := range rows {
		for part := src[w*64:]; word != 0; word &= word - 1 {
			best = max(best, part[bits.TrailingZeros64(word)])
		}
	}
	return uint64(best)
}
