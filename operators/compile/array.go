package compile

import (
	little "encoding/binary"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/plan"
)

// element gives element number i of an array as it is stored.
func element(a *operators.Array, i int) uint64 { return a.Stored(i) }

func put(a *operators.Array, i int, n uint64) {
	switch a.Storage.Width {
	case 1:
		a.Data[i] = byte(n)
	case 2:
		little.LittleEndian.PutUint16(a.Data[2*i:], uint16(n))
	case 4:
		little.LittleEndian.PutUint32(a.Data[4*i:], uint32(n))
	default:
		little.LittleEndian.PutUint64(a.Data[8*i:], n)
	}
}

// newArray makes an array of zeros; its memory is aligned to 64 bytes and collected
// like any other.
func newArray(name string, s plan.Storage, n int) *operators.Array {
	data := memory.NewGoAllocator().Allocate(n * s.Width)
	clear(data)
	return &operators.Array{Name: name, Storage: s, Len: n, Data: data}
}

// numberArray stores numbers as narrowly as they fit, and gives the register that
// looking them up fills.
func numberArray(name string, numbers []int64, null []bool) (*operators.Array, operators.Reg) {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	s := plan.Storage{}
	for i, n := range numbers {
		if null != nil && null[i] {
			s.Nullable = true
			continue
		}
		lo, hi = min(lo, n), max(hi, n)
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	s.Bias = lo
	if s.Nullable {
		s.Bias--
	}
	s.Width = widthOf(s.Store(hi))
	a := newArray(name, s, len(numbers))
	for i, n := range numbers {
		if null == nil || !null[i] {
			put(a, i, s.Store(n))
		}
	}
	return a, operators.Reg{Nullable: s.Nullable, Lo: lo, Hi: hi}
}

// widthOf gives the bytes that hold a stored number.
func widthOf(n uint64) int {
	switch {
	case n <= math.MaxUint8:
		return 1
	case n <= math.MaxUint16:
		return 2
	case n <= math.MaxUint32:
		return 4
	}
	return 8
}

// floatArray stores doubles.
func floatArray(name string, values []plan.Value) *operators.Array {
	nullable := slices.ContainsFunc(values, plan.Value.IsNull)
	a := newArray(name, plan.Storage{Width: 8, Float: true, Nullable: nullable}, len(values))
	for i, v := range values {
		bits := math.Float64bits(v.Float)
		if v.IsNull() {
			bits = plan.NullBits
		}
		put(a, i, bits)
	}
	return a
}

// dictionaryOf sorts texts into a dictionary and gives each value's code (0 of NULL).
func dictionaryOf(values []plan.Value) (*plan.Dictionary, []int64) {
	var texts []string
	for _, v := range values {
		if !v.IsNull() {
			texts = append(texts, v.Text)
		}
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	w := dictionaryWriter{offsets: []uint32{0}}
	for _, s := range texts {
		w.add([]byte(s))
	}
	codes := make([]int64, len(values))
	for i, v := range values {
		if !v.IsNull() {
			code, _ := slices.BinarySearch(texts, v.Text)
			codes[i] = int64(code)
		}
	}
	return plan.NewDictionary(w.offsets, w.text), codes
}

// dictionaryWriter collects sorted, distinct strings.
type dictionaryWriter struct {
	offsets []uint32
	text    []byte
}

func (w *dictionaryWriter) add(s []byte) {
	w.text = append(w.text, s...)
	w.offsets = append(w.offsets, uint32(len(w.text)))
}
