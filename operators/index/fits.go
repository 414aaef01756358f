package index

import (
	"gsdms/operators/sets"
)

// Fits are the rows that fit the texts of a dictionary while they are found.
type Fits struct {
	name  string
	texts int
	most  int // how many pairs are kept at most
	rows  []int
	of    []sets.Ranges // of each of the rows
	pairs int
}

// NewFits has no rows yet.
func NewFits(name string, texts, most int) *Fits { return &Fits{name: name, texts: texts, most: most} }

// Add notes the texts that a row fits, by their codes; false where there are too many pairs. Rows come
// in their order.
func (f *Fits) Add(row int, codes sets.Ranges) bool {
	n := 0
	for _, r := range codes {
		n += int(r.Hi - r.Lo + 1)
	}
	if f.pairs += n; n > 0 {
		f.rows, f.of = append(f.rows, row), append(f.of, codes)
	}
	return f.pairs <= f.most
}

// Bytes is what the order takes.
func (f *Fits) Bytes() int64 { return 4 * int64(f.pairs+f.texts+1) }

// Order gives the rows that fit each text, text by text.
func (f *Fits) Order() *Order {
	starts, rows := make([]uint32, f.texts+1), make([]uint32, f.pairs)
	for _, codes := range f.of {
		for _, r := range codes {
			for code := r.Lo; code <= r.Hi; code++ {
				starts[code+1]++
			}
		}
	}
	o := &Order{Len: f.pairs, Agrees: true}
	for code := range f.texts {
		o.Most = max(o.Most, int(starts[code+1]))
		starts[code+1] += starts[code]
	}
	next := append([]uint32(nil), starts[:f.texts]...)
	for i, codes := range f.of {
		for _, r := range codes {
			for code := r.Lo; code <= r.Hi; code++ {
				rows[next[code]] = uint32(f.rows[i])
				next[code]++
			}
		}
	}
	o.Rows, o.Starts = Words(f.name, rows), Words(f.name, starts)
	return o
}
