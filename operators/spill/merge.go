package spill

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/big"
	"strings"

	"gsdms/plan"
)

// head is where a run is read.
type head struct {
	run  int
	left []chunk
	now  *plan.Rows
	from int32    // number of the chunk among those of the rows that are being put together; -1: none
	at   int      // row of the chunk
	lead []uint64 // by row: first bits of the first key, which never contradict the order
}

// load reads the next chunk of a run, and reports whether there is one.
func (h *head) load(r *Rows) (more bool, err error) {
	if len(h.left) == 0 {
		return false, nil
	}
	if h.now, err = r.read(h.left[0]); err != nil {
		return false, err
	}
	h.left, h.at, h.from = h.left[1:], 0, -1
	if len(r.keys) > 0 {
		k := r.keys[0]
		h.lead = r.columns[k.Slot].leads(h.lead, &h.now.Columns[k.Slot], h.now.Len, k.Desc)
	}
	return true, nil
}

// leads gives first bits of a key of each row: 0 for NULL, of texts the first bytes, of numbers
// among which some pass 64 bits the nearest double.
func (c *column) leads(out []uint64, v *plan.Vector, n int, desc bool) []uint64 {
	if cap(out) < n {
		out = make([]uint64, n)
	}
	out = out[:n]
	for i := range out {
		out[i] = 0
		if !v.IsNull(i) {
			out[i] = c.lead(v, i)
		}
		if desc {
			out[i] = ^out[i]
		}
	}
	return out
}

func (c *column) lead(v *plan.Vector, row int) uint64 {
	switch {
	case v.Floats != nil:
		return floatBits(v.Floats[row])
	case c.texts:
		var first [8]byte
		if v.Texts != nil {
			copy(first[:], v.Texts[row])
		} else {
			copy(first[:], v.Dict.Bytes(int(v.Ints[row])))
		}
		return binary.BigEndian.Uint64(first[:])
	case c.wide:
		f, _ := wideOf(v, row).Float64()
		return floatBits(f)
	}
	return uint64(v.Ints[row]) ^ 1<<63
}

// floatBits are in the order of doubles; there is one zero.
func floatBits(f float64) uint64 {
	b := math.Float64bits(f + 0)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// less says whether a head is before another.
func (r *Rows) less(a, b *head) bool {
	if len(r.keys) == 0 {
		return a.run < b.run
	}
	if x, y := a.lead[a.at], b.lead[b.at]; x != y {
		return x < y
	}
	for _, k := range r.keys {
		if c := Compare(&a.now.Columns[k.Slot], a.at, &b.now.Columns[k.Slot], b.at); c != 0 {
			return c < 0 != k.Desc
		}
	}
	return a.run < b.run
}

// heads is the runs that are left, the first in front, as a heap of where they are.
type heads []*head

// settle makes a heap of heads of which that at i may be behind what follows it.
func (h heads) settle(r *Rows, i int) {
	for {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < len(h); k++ {
			if r.less(h[k], h[least]) {
				least = k
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// Compare orders two values of a column, NULL first: rows of different chunks may have them
// in different forms.
func Compare(a *plan.Vector, i int, b *plan.Vector, j int) int {
	x, y := a.IsNull(i), b.IsNull(j)
	switch {
	case x && y:
		return 0
	case x:
		return -1
	case y:
		return 1
	case a.Floats != nil:
		return cmp.Compare(a.Floats[i], b.Floats[j])
	case a.Texts != nil || b.Texts != nil || a.Dict != b.Dict:
		return strings.Compare(textOf(a, i), textOf(b, j))
	case a.Wide != nil || b.Wide != nil:
		return wideOf(a, i).Cmp(wideOf(b, j))
	}
	return cmp.Compare(a.Ints[i], b.Ints[j])
}

// wideOf is a number of a column of which others pass 64 bits.
func wideOf(v *plan.Vector, row int) *big.Int {
	if v.Wide != nil {
		return v.Wide[row]
	}
	return big.NewInt(v.Ints[row])
}
