package spill

import (
	"encoding/binary"
	"math"
	"math/big"
	"strings"

	"gsdms/plan"
)

// form says how the values of a column in a chunk are written.
type form struct {
	kind  kind
	nulls bool // a bit for each row is behind the values
	words int  // of both
}

type kind uint8

const (
	nothing kind = iota // of a column of NULLs alone
	numbers             // and codes of the column's dictionary
	wide                // the low words of numbers of 128 bits, and then the high ones
	floats
	texts // lengths of 64 bits, and then the bytes
)

// encode appends n values of a vector from lo on.
func (c *column) encode(to []int64, v *plan.Vector, lo, n int) ([]int64, form) {
	before := len(to)
	var f form
	switch {
	case v.Floats != nil:
		f.kind = floats
		for _, x := range v.Floats[lo : lo+n] {
			to = append(to, int64(math.Float64bits(x)))
		}
	case v.Wide != nil:
		f.kind, c.wide = wide, true
		to = appendWide(to, v.Wide[lo:lo+n])
	case v.Texts != nil || v.Ints != nil && v.Dict != c.Dict:
		f.kind, c.texts = texts, true
		to = appendTexts(to, v, lo, n)
	case v.Ints != nil:
		f.kind = numbers
		to = append(to, v.Ints[lo:lo+n]...)
	}
	if v.Nulls != nil {
		f.nulls = true
		to = appendNulls(to, v.Nulls[lo:lo+n])
	}
	f.words = len(to) - before
	return to, f
}

func appendNulls(to []int64, all []bool) []int64 {
	bits := make([]int64, (len(all)+63)/64)
	for i, null := range all {
		if null {
			bits[i/64] |= 1 << (i % 64)
		}
	}
	return append(to, bits...)
}

// appendWide appends the low words of numbers of 128 bits, and then the high ones.
func appendWide(to []int64, all []*big.Int) []int64 {
	low := len(to)
	to = append(to, make([]int64, 2*len(all))...)
	mask := new(big.Int).SetUint64(math.MaxUint64)
	for i, x := range all {
		if x == nil {
			continue
		}
		to[low+i] = int64(new(big.Int).And(x, mask).Uint64())
		to[low+len(all)+i] = new(big.Int).Rsh(x, 64).Int64()
	}
	return to
}

// appendTexts appends the lengths of texts, and then all their bytes.
func appendTexts(to []int64, v *plan.Vector, lo, n int) []int64 {
	var all []byte
	for row := lo; row < lo+n; row++ {
		one := ""
		if !v.IsNull(row) {
			one = textOf(v, row)
		}
		all = append(all, one...)
		to = append(to, int64(len(one)))
	}
	for len(all)%8 != 0 {
		all = append(all, 0)
	}
	for ; len(all) > 0; all = all[8:] {
		to = append(to, int64(binary.LittleEndian.Uint64(all)))
	}
	return to
}

// textOf is a text that is not NULL.
func textOf(v *plan.Vector, row int) string {
	if v.Texts != nil {
		return v.Texts[row]
	}
	return v.Dict.At(int(v.Ints[row]))
}

// empty is the column of no rows.
func (c *column) empty() plan.Vector {
	v := plan.Vector{Type: c.Type}
	switch {
	case c.Type.Kind == plan.Double:
		v.Floats = []float64{}
	case c.texts:
		v.Texts = []string{}
	case c.Type.Kind != plan.Null:
		v.Ints, v.Dict = []int64{}, c.Dict
	}
	return v
}

// decode reads n values.
func (c *column) decode(words []int64, f form, n int) plan.Vector {
	v := plan.Vector{Type: c.Type}
	switch f.kind {
	case numbers:
		v.Ints, v.Dict = words[:n:n], c.Dict
	case wide:
		v.Wide = make([]*big.Int, n)
		for i := range v.Wide {
			x := new(big.Int).Lsh(big.NewInt(words[n+i]), 64)
			v.Wide[i] = x.Add(x, new(big.Int).SetUint64(uint64(words[i])))
		}
	case floats:
		v.Floats = make([]float64, n)
		for i, x := range words[:n] {
			v.Floats[i] = math.Float64frombits(uint64(x))
		}
	case texts:
		v.Texts = decodeTexts(words, n)
	}
	if f.nulls {
		bits := words[len(words)-(n+63)/64:]
		v.Nulls = make([]bool, n)
		for i := range v.Nulls {
			v.Nulls[i] = bits[i/64]>>(i%64)&1 != 0
		}
	}
	return v
}

// decodeTexts gives n texts, which have their bytes in common.
func decodeTexts(words []int64, n int) []string {
	size := 0
	for _, length := range words[:n] {
		size += int(length)
	}
	var b strings.Builder
	b.Write(bytesOf(words[n:])[:size])
	all, out := b.String(), make([]string, n)
	for i, length := range words[:n] {
		out[i], all = all[:length], all[length:]
	}
	return out
}
