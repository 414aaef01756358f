package simd

// folds512 takes whole words of 64 rows in assembly and the rows behind them in Go.
func folds512() Folds {
	f, plain := Folds{Few: 16}, plainFolds()
	for log := range 4 {
		each := ^uint64(0) >> (64 - 64>>log) // the lanes of a vector, as rows
		f.Sum[log] = func(src []byte, rows []uint64) uint64 {
			words := len(src) >> log / 64
			return sum512(log, src, rows[:words]) + plain.Sum[log](src[words*64<<log:], rows[words:])
		}
		f.Least[log] = func(src []byte, rows []uint64) uint64 {
			words := len(src) >> log / 64
			lanes := least512(log, src, rows[:words])
			return min(plain.Least[log](lanes[:], []uint64{each}), plain.Least[log](src[words*64<<log:], rows[words:]))
		}
		f.Greatest[log] = func(src []byte, rows []uint64) uint64 {
			words := len(src) >> log / 64
			lanes := greatest512(log, src, rows[:words])
			return max(plain.Greatest[log](lanes[:], []uint64{each}), plain.Greatest[log](src[words*64<<log:], rows[words:]))
		}
	}
	return f
}

// The calls are spelled out by width, because the compiler keeps arguments on the stack only
// where it knows the function.

func sum512(log int, src []byte, rows []uint64) uint64 {
	if len(rows) == 0 {
		return 0
	}
	switch log {
	case 0:
		return sum8_avx512(&src[0], &rows[0], len(rows))
	case 1:
		return sum16_avx512(&src[0], &rows[0], len(rows))
	case 2:
		return sum32_avx512(&src[0], &rows[0], len(rows))
	default:
		return sum64_avx512(&src[0], &rows[0], len(rows))
	}
}

// least512 gives the least number of each lane of a vector, the largest there is where a lane
// has no rows.
func least512(log int, src []byte, rows []uint64) (lanes [64]byte) {
	for i := range lanes {
		lanes[i] = 0xff
	}
	if len(rows) == 0 {
		return lanes
	}
	switch log {
	case 0:
		least8_avx512(&lanes, &src[0], &rows[0], len(rows))
	case 1:
		least16_avx512(&lanes, &src[0], &rows[0], len(rows))
	case 2:
		least32_avx512(&lanes, &src[0], &rows[0], len(rows))
	default:
		least64_avx512(&lanes, &src[0], &rows[0], len(rows))
	}
	return lanes
}

// greatest512 gives the greatest number of each lane, 0 where a lane has no rows.
func greatest512(log int, src []byte, rows []uint64) (lanes [64]byte) {
	if len(rows) == 0 {
		return lanes
	}
	switch log {
	case 0:
		greatest8_avx512(&lanes, &src[0], &rows[0], len(rows))
	case 1:
		greatest16_avx512(&lanes, &src[0], &rows[0], len(rows))
	case 2:
		greatest32_avx512(&lanes, &src[0], &rows[0], len(rows))
	default:
		greatest64_avx512(&lanes, &src[0], &rows[0], len(rows))
	}
	return lanes
}
