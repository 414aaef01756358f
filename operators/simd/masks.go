package simd

// Masks decide for up to 64 programs at once. Every number of a column has a code, a
// byte: numbers for which the same programs hold have the same one. A code stands for a
// mask with a bit for each program, and a row is one of those programs whose bits are
// ones in the masks of all its columns. What this costs does not depend on the number of
// ranges, and little on that of programs.

// MaskPrograms is how many programs a mask has bits for, MaskCodes how many codes a
// column may have and MaskColumns how many columns Masks combines at most.
const (
	MaskPrograms = 64
	MaskCodes    = 256
	MaskColumns  = 16
)

const codeSlack = 3

// CodeTable gives the code of every number of a column. It is immutable once filled.
type CodeTable struct {
	codes []byte // and codeSlack bytes more: four are read at once
	last  int
}

// NewCodeTable makes the table of a column of width bytes, 1, 2 or 4, whose numbers from
// last on, which is below 1<<31, have one code. All codes are 0.
func NewCodeTable(width, last int) *CodeTable {
	most := last
	if width < 4 {
		most = 1<<(8*width) - 1
	}
	return &CodeTable{codes: make([]byte, most+1, most+1+codeSlack), last: last}
}

// Fill gives the numbers from lo to before end a code. Those behind the last have its.
func (t *CodeTable) Fill(lo, end int, code byte) {
	if end > t.last {
		end = len(t.codes)
	}
	part := t.codes[lo:end]
	for i := range part {
		part[i] = code
	}
}

// MaskTable gives the mask of every code. It is immutable.
type MaskTable struct {
	of     [MaskCodes]uint64
	planes [4][8][64]byte // the same by code / 64, byte of the mask and code % 64
	parts  int            // of the planes that are in use
}

// NewMaskTable takes the masks of the codes 0, 1, ...; there is at least one, and at
// most MaskCodes.
func NewMaskTable(masks []uint64) *MaskTable {
	t := &MaskTable{parts: (len(masks) + 63) / 64}
	copy(t.of[:], masks)
	for code, m := range masks {
		for b := range 8 {
			t.planes[code/64][b][code%64] = byte(m >> (8 * b))
		}
	}
	return t
}

// Coded is some rows of a column as codes.
type Coded struct {
	Codes []byte
	Table *MaskTable
}

func codes8(dst, src []byte, t *CodeTable) {
	table := (*[1 << 8]byte)(t.codes)
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = table[x]
	}
}

func codes16(dst, src []byte, t *CodeTable) {
	table, in := (*[1 << 16]byte)(t.codes), numbers[uint16](src)
	dst = dst[:len(in)]
	for i, x := range in {
		dst[i] = table[x]
	}
}

func codes32(dst, src []byte, t *CodeTable) {
	in, last := numbers[uint32](src), uint32(len(t.codes)-1)
	dst = dst[:len(in)]
	for i, x := range in {
		dst[i] = t.codes[min(x, last)]
	}
}

// masks works on 64 rows at a time: their masks side by side, turned over, are a word of
// each program.
func masks(dst []uint64, stride, programs int, columns []Coded) {
	masksFrom(0, dst, stride, programs, columns)
}

// masksFrom begins with row lo, a multiple of 64.
func masksFrom(lo int, dst []uint64, stride, programs int, columns []Coded) {
	for rows := len(columns[0].Codes); lo < rows; lo += 64 {
		var row [64]uint64
		narrow(&row, columns, lo, min(lo+64, rows))
		transpose(&row, programs)
		for p, word := range row[:programs] {
			dst[p*stride+lo/64] = word
		}
	}
}

// narrow combines the masks of the rows from lo to hi, two columns at a time; the first are the
// masks themselves.
func narrow(row *[64]uint64, columns []Coded, lo, hi int) {
	if len(columns) == 1 {
		of := &columns[0].Table.of
		for i, c := range columns[0].Codes[lo:hi] {
			row[i&63] = of[c]
		}
		return
	}
	of, with := &columns[0].Table.of, &columns[1].Table.of
	codes, others := columns[0].Codes[lo:hi], columns[1].Codes[lo:hi]
	for i, c := range codes[:len(others)] {
		row[i&63] = of[c] & with[others[i]]
	}
	for columns = columns[2:]; len(columns) > 2; columns = columns[3:] {
		narrow3((*[3]Coded)(columns), row, lo, hi)
	}
	for _, column := range columns {
		of := &column.Table.of
		for i, c := range column.Codes[lo:hi] {
			row[i&63] &= of[c]
		}
	}
}

// narrow3 is narrow for three columns behind others.
func narrow3(columns *[3]Coded, row *[64]uint64, lo, hi int) {
	a, b, c := &columns[0].Table.of, &columns[1].Table.of, &columns[2].Table.of
	x, y, z := columns[0].Codes[lo:hi], columns[1].Codes[lo:hi], columns[2].Codes[lo:hi]
	y, z = y[:len(x)], z[:len(x)]
	for i, code := range x {
		row[i&63] &= a[code] & b[y[i]] & c[z[i]]
	}
}

// transpose makes bit j of word i bit i of word j, for the first so many words, by
// exchanging blocks of half the size in every step (Warren, "Hacker's Delight", 7-3).
// Three steps need eight words only, which stay in registers.
func transpose(x *[64]uint64, words int) {
	for k := range 8 {
		exchangeFar(x, k)
	}
	for k := 0; k < words; k += 8 {
		exchangeNear((*[8]uint64)(x[k : k+8]))
	}
}

// exchangeFar makes the steps of 32, 16 and 8 bits for the words k, k+8, ..., k+56.
func exchangeFar(x *[64]uint64, k int) {
	k &= 7
	a, b, c, d, e, f, g, h := x[k], x[k+8], x[k+16], x[k+24], x[k+32], x[k+40], x[k+48], x[k+56]
	a, e = swap(a, e, 32, 0x00000000ffffffff)
	b, f = swap(b, f, 32, 0x00000000ffffffff)
	c, g = swap(c, g, 32, 0x00000000ffffffff)
	d, h = swap(d, h, 32, 0x00000000ffffffff)
	a, c = swap(a, c, 16, 0x0000ffff0000ffff)
	b, d = swap(b, d, 16, 0x0000ffff0000ffff)
	e, g = swap(e, g, 16, 0x0000ffff0000ffff)
	f, h = swap(f, h, 16, 0x0000ffff0000ffff)
	a, b = swap(a, b, 8, 0x00ff00ff00ff00ff)
	c, d = swap(c, d, 8, 0x00ff00ff00ff00ff)
	e, f = swap(e, f, 8, 0x00ff00ff00ff00ff)
	g, h = swap(g, h, 8, 0x00ff00ff00ff00ff)
	x[k], x[k+8], x[k+16], x[k+24], x[k+32], x[k+40], x[k+48], x[k+56] = a, b, c, d, e, f, g, h
}

// exchangeNear makes the steps of 4, 2 and 1 bits.
func exchangeNear(x *[8]uint64) {
	a, b, c, d, e, f, g, h := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	a, e = swap(a, e, 4, 0x0f0f0f0f0f0f0f0f)
	b, f = swap(b, f, 4, 0x0f0f0f0f0f0f0f0f)
	c, g = swap(c, g, 4, 0x0f0f0f0f0f0f0f0f)
	d, h = swap(d, h, 4, 0x0f0f0f0f0f0f0f0f)
	a, c = swap(a, c, 2, 0x3333333333333333)
	b, d = swap(b, d, 2, 0x3333333333333333)
	e, g = swap(e, g, 2, 0x3333333333333333)
	f, h = swap(f, h, 2, 0x3333333333333333)
	a, b = swap(a, b, 1, 0x5555555555555555)
	c, d = swap(c, d, 1, 0x5555555555555555)
	e, f = swap(e, f, 1, 0x5555555555555555)
	g, h = swap(g, h, 1, 0x5555555555555555)
	x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7] = a, b, c, d, e, f, g, h
}

// swap exchanges the upper bits of the blocks of x with the lower ones of y's.
func swap(x, y uint64, bits int, low uint64) (uint64, uint64) {
	t := (x>>bits ^ y) & low
	return x ^ t<<bits, y ^ t
}
