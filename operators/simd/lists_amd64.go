package simd

// listed is how many numbers the functions of the assembly take at a time, and reach how many
// bytes they read where a number has fewer.
const (
	listed = 16
	reach  = 4
)

// lists512 takes whole vectors in assembly and the numbers behind them in Go.
func lists512() *Lists {
	return &Lists{
		Read: [3]func([]uint32, []byte, []uint16){
			func(dst []uint32, src []byte, at []uint16) {
				readRest(read512(0, dst, src, at), src, at)
			},
			func(dst []uint32, src []byte, at []uint16) {
				readRest(read512(1, dst, src, at), numbers[uint16](src), at)
			},
			func(dst []uint32, src []byte, at []uint16) {
				readRest(read512(2, dst, src, at), numbers[uint32](src), at)
			},
		},
		Pick: [3]func([]uint32, uint32, []byte) bool{
			func(list []uint32, first uint32, array []byte) bool {
				rest, ok := pick512(0, list, first, array)
				return ok && pickRest(rest, first, array)
			},
			func(list []uint32, first uint32, array []byte) bool {
				rest, ok := pick512(1, list, first, array)
				return ok && pickRest(rest, first, numbers[uint16](array))
			},
			func(list []uint32, first uint32, array []byte) bool {
				rest, ok := pick512(2, list, first, array)
				return ok && pickRest(rest, first, numbers[uint32](array))
			},
		},
		AddScaled: addScaled512,
		Widen: [3]func([]int64, []byte, int64){
			func(dst []int64, src []byte, bias int64) { widenRest(widen512(0, dst, src, bias), src, bias) },
			func(dst []int64, src []byte, bias int64) {
				widenRest(widen512(1, dst, src, bias), numbers[uint16](src), bias)
			},
			func(dst []int64, src []byte, bias int64) {
				widenRest(widen512(2, dst, src, bias), numbers[uint32](src), bias)
			},
		},
		Narrow: narrow512,
	}
}

// vectors is how many vectors of places may be read from so many bytes.
func vectors(places, bytes int) int {
	if bytes < reach {
		return 0
	}
	return places / listed
}

// read512 gives what is left of dst; its places are the last of at.
func read512(log int, dst []uint32, src []byte, at []uint16) []uint32 {
	n := vectors(len(at), len(src))
	if dst = dst[:len(at)]; n == 0 {
		return dst
	}
	last := uint64(len(src) - reach)
	switch log {
	case 0:
		list8_avx512(&dst[0], &src[0], &at[0], n, last)
	case 1:
		list16_avx512(&dst[0], &src[0], &at[0], n, last)
	default:
		list32_avx512(&dst[0], &src[0], &at[0], n, last)
	}
	return dst[n*listed:]
}

// pick512 gives what is left of the list.
func pick512(log int, list []uint32, first uint32, array []byte) (rest []uint32, ok bool) {
	n := vectors(len(list), len(array))
	if n == 0 {
		return list, true
	}
	end, last, outside := uint64(len(array)>>log), uint64(len(array)-reach), uint64(0)
	switch log {
	case 0:
		outside = pick8_avx512(&list[0], &array[0], n, uint64(first), end, last)
	case 1:
		outside = pick16_avx512(&list[0], &array[0], n, uint64(first), end, last)
	default:
		outside = pick32_avx512(&list[0], &array[0], n, uint64(first), end, last)
	}
	return list[n*listed:], outside == 0
}

// widen512 gives what is left of dst, for the last numbers of src.
func widen512(log int, dst []int64, src []byte, bias int64) []int64 {
	n := len(src) >> log / listed
	if dst = dst[:len(src)>>log]; n == 0 {
		return dst
	}
	switch log {
	case 0:
		widen8_avx512(&dst[0], &src[0], n, uint64(bias))
	case 1:
		widen16_avx512(&dst[0], &src[0], n, uint64(bias))
	default:
		widen32_avx512(&dst[0], &src[0], n, uint64(bias))
	}
	return dst[n*listed:]
}

func addScaled512(dst, list []uint32, factor uint32) {
	n := len(list) / listed
	if n > 0 {
		addScaled_avx512(&dst[:len(list)][0], &list[0], n, uint64(factor))
	}
	addScaledRest(dst[n*listed:], list[n*listed:], factor)
}

func narrow512(dst []uint32, src []int64, bias int64) {
	n := len(src) / listed
	if n > 0 {
		narrow_avx512(&dst[:len(src)][0], &src[0], n, uint64(bias))
	}
	narrowRest(dst[n*listed:], src[n*listed:], bias)
}

// The numbers behind those that are taken many at a time: as many of the last as dst has.

func readRest[T uint8 | uint16 | uint32](dst []uint32, src []T, at []uint16) {
	for i, place := range at[len(at)-len(dst):] {
		dst[i] = uint32(src[place])
	}
}

func pickRest[T uint8 | uint16 | uint32](numbers []uint32, first uint32, array []T) bool {
	for i, n := range numbers {
		if n -= first; uint64(n) >= uint64(len(array)) {
			return false
		}
		numbers[i] = uint32(array[n])
	}
	return true
}

func widenRest[T uint8 | uint16 | uint32](dst []int64, src []T, bias int64) {
	for i, n := range src[len(src)-len(dst):] {
		dst[i] = int64(n) + bias
	}
}

func addScaledRest(dst, numbers []uint32, factor uint32) {
	for i, n := range numbers {
		dst[i] += n * factor
	}
}

func narrowRest(dst []uint32, src []int64, bias int64) {
	for i, n := range src {
		dst[i] = uint32(n - bias)
	}
}
