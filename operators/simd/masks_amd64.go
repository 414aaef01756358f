package simd

// The assembly takes whole words of 64 rows, the rows behind them are done in Go.

func codes512(log int, dst, src []byte, t *CodeTable) {
	words := len(src) >> log / 64
	if words > 0 {
		to, codes := &dst[:words*64][0], t.first()
		switch log {
		case 0:
			codes8_vbmi(to, &src[0], words, codes)
		case 1:
			codes16_avx512(to, &src[0], words, codes, 0)
		default:
			codes32_avx512(to, &src[0], words, codes, uint64(t.last))
		}
	}
	restOfCodes(log, dst[words*64:], src[words*64<<log:], t)
}

func codes2(log int, dst, src []byte, t *CodeTable) {
	words := len(src) >> log / 64
	if words > 0 {
		to, codes := &dst[:words*64][0], t.first()
		if log == 1 {
			codes16_avx2(to, &src[0], words, codes, 0)
		} else {
			codes32_avx2(to, &src[0], words, codes, uint64(t.last))
		}
	}
	restOfCodes(log, dst[words*64:], src[words*64<<log:], t)
}

// first is where the codes are, with codeSlack bytes behind them.
func (t *CodeTable) first() *byte { return &t.codes[:len(t.codes)+codeSlack][0] }

func restOfCodes(log int, dst, src []byte, t *CodeTable) {
	switch log {
	case 0:
		codes8(dst, src, t)
	case 1:
		codes16(dst, src, t)
	default:
		codes32(dst, src, t)
	}
}

// maskColumn is a column as the assembly reads it.
type maskColumn struct {
	codes, planes *byte
	parts         int
}

func masks512(dst []uint64, stride, programs int, columns []Coded) {
	rows := len(columns[0].Codes)
	words := rows / 64
	planes := (programs + 7) / 8
	if words > 0 {
		var in [MaskColumns]maskColumn
		for i, c := range columns {
			in[i] = maskColumn{&c.Codes[:words*64][0], &c.Table.planes[0][0][0], c.Table.parts}
		}
		_ = dst[(8*planes-1)*stride+words-1] // the assembly writes whole planes
		masks_vbmi(&dst[0], 8*stride, words, &in[0].codes, len(columns), planes)
	}
	if words*64 < rows {
		masksFrom(words*64, dst, stride, programs, columns)
	}
}

// masks2 turns the masks over with AVX2: 1.1 ns a row, in Go 3.2.
func masks2(dst []uint64, stride, programs int, columns []Coded) {
	planes, rows := (programs+7)/8, len(columns[0].Codes)
	for lo := 0; lo < rows; lo += 64 {
		var row [64]uint64
		narrow(&row, columns, lo, min(lo+64, rows))
		_ = dst[(8*planes-1)*stride+lo/64] // the assembly writes whole planes
		spread_avx2(&dst[lo/64], 8*stride, &row[0], planes)
	}
}
