package tail

import (
	"math"
	"math/bits"

	"gsdms/operators/tail/cell"
	"gsdms/plan"
)

// A sort key is normalised: made a number of as few bits as its values need, so that
// numbers in order are keys in order. NULL is the least; descending, all bits are turned
// over. The keys of a row, one after another, are one long number, which is cut into words
// that leave room for the row's place.

// field is some bits of a key.
type field struct {
	width int
	flip  uint64 // all ones for a descending key
	load  loader
}

// loader gives a field's bits, before they are turned over, of some rows.
type loader func(dst []uint64, rows []int32)

// piece is the part of a field that a word has: its bits from shift on.
type piece struct {
	field
	shift int
	mask  uint64
	whole bool // the field has no other bits
}

// word is pieces, the first in the highest bits.
type word struct {
	pieces []piece
	width  int
}

// words normalises keys: the word that decides first comes first. widths is the bits that
// each key has.
func (r *runner) words(keys []plan.SortKey) (out []word, widths []int, err error) {
	room := 64 - bits.Len(uint(r.count()))
	left := 0
	widths = make([]int, len(keys))
	for i, k := range keys {
		fields, err := r.fields(&r.rows.Columns[k.Slot])
		if err != nil {
			return nil, nil, err
		}
		for _, f := range fields {
			widths[i] += f.width
			if k.Desc {
				f.flip = math.MaxUint64
			}
			for all := f.width; f.width > 0; {
				if left == 0 {
					out = append(out, word{})
					left = room
				}
				n := min(f.width, left)
				left -= n
				f.width -= n
				w := &out[len(out)-1]
				w.pieces = append(w.pieces, piece{f, f.width, math.MaxUint64 >> (64 - n), n == all})
				w.width += n
			}
		}
	}
	return out, widths, nil
}

// fields normalises one column.
func (r *runner) fields(v *plan.Vector) ([]field, error) {
	switch {
	case v.Type.Kind == plan.Null:
		return nil, nil
	case v.Floats != nil:
		return nullable(v, field{width: 64, load: func(dst []uint64, rows []int32) { cell.LoadFloats(dst, v, rows) }}), nil
	case v.Texts != nil:
		ranks, err := r.ranks(v)
		if err != nil {
			return nil, err
		}
		return r.intFields(&plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: ranks, Nulls: v.Nulls})
	case v.Wide != nil:
		return r.wideFields(v)
	}
	return r.intFields(v)
}

// nullable puts a bit before the fields of a column with NULLs: 0 for NULL.
func nullable(v *plan.Vector, fields ...field) []field {
	if v.Nulls == nil {
		return fields
	}
	there := field{width: 1, load: func(dst []uint64, rows []int32) {
		for i, row := range rows {
			dst[i] = uint64(flag(!v.Nulls[row]))
		}
	}}
	return append([]field{there}, fields...)
}

// intFields gives numbers less the least of them; with NULLs one more, NULL being 0.
func (r *runner) intFields(v *plan.Vector) ([]field, error) {
	least, most, err := r.bounds(v)
	if err != nil {
		return nil, err
	}
	if least > most {
		return nullable(v), nil
	}
	span := uint64(most) - uint64(least)
	if v.Nulls != nil && span < math.MaxUint64 {
		load := func(dst []uint64, rows []int32) { cell.LoadNullable(dst, v, rows, least) }
		return []field{{width: bits.Len64(span + 1), load: load}}, nil
	}
	load := func(dst []uint64, rows []int32) {
		for i, row := range rows {
			dst[i] = uint64(v.Ints[row]) - uint64(least)
		}
		cell.ClearNulls(dst, v, rows)
	}
	return nullable(v, field{width: bits.Len64(span), load: load}), nil
}

// bounds gives the least and the most of the numbers that are left and not NULL; least is
// above most where there are none.
func (r *runner) bounds(v *plan.Vector) (least, most int64, err error) {
	type bound struct{ least, most int64 }
	of := make([]bound, r.chunks())
	workers := r.workers(r.chunks())
	err = r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		b := bound{math.MaxInt64, math.MinInt64}
		ints := cells(w, &w.ints, v.Ints)
		if null := w.nulls(v); null != nil {
			for i, n := range ints {
				if null[i] == 0 {
					b.least, b.most = min(b.least, n), max(b.most, n)
				}
			}
		} else {
			for _, n := range ints {
				b.least, b.most = min(b.least, n), max(b.most, n)
			}
		}
		of[chunk] = b
		return nil
	})
	least, most = math.MaxInt64, math.MinInt64
	for _, b := range of {
		least, most = min(least, b.least), max(most, b.most)
	}
	return least, most, err
}

// wideFields gives decimals past 64 bits in two's complement, the sign turned over, a
// field for each 64 bits.
func (r *runner) wideFields(v *plan.Vector) ([]field, error) {
	sizes := make([]int, r.chunks())
	workers := r.workers(r.chunks())
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		for i := range w.n {
			if row := int(w.row(i)); !v.IsNull(row) {
				sizes[chunk] = max(sizes[chunk], v.Wide[row].BitLen())
			}
		}
		return nil
	})
	size := 0
	for _, s := range sizes {
		size = max(size, s)
	}
	var fields []field
	for word := size / 64; word >= 0; word-- {
		top := word == size/64
		fields = append(fields, field{width: 64, load: func(dst []uint64, rows []int32) { cell.LoadWide(dst, v, rows, word, top) }})
	}
	return nullable(v, fields...), err
}

// load gives the word of some rows; scratch is as long.
func (w *word) load(dst, scratch []uint64, rows []int32) {
	if len(w.pieces) == 0 {
		clear(dst)
		return
	}
	w.pieces[0].load(dst, rows)
	for _, p := range w.pieces[1:] {
		p.load(scratch, rows)
		width := bits.Len64(p.mask)
		for i, b := range scratch {
			dst[i] = dst[i]<<width | b
		}
	}
}

// load gives the piece's bits of some rows.
func (p *piece) load(dst []uint64, rows []int32) {
	p.field.load(dst, rows)
	if p.whole && p.flip == 0 {
		return
	}
	for i, b := range dst {
		dst[i] = (b ^ p.flip) >> (p.shift & 63) & p.mask
	}
}
