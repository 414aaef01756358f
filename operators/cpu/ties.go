package cpu

import (
	"cmp"
	container "container/heap"
	"math"
	"slices"

	"gsdms/operators/cpu/machine"
)

// Where many rows have the place that is the bound of a top, as where half of what it orders by is
// NULL, the keys behind that word decide which of them are wanted, and where all keys are equal, the
// order of the table. Each worker keeps the first of the rows that it has seen at the bound, by their
// other words, and when these are as many as are wanted in all, none behind the last of them is wanted.

// mostThen is how many words behind the first are looked at.
const mostThen = 3

// rest is a row's words behind the first; what it has none of is 0.
type rest [mostThen]uint64

// tied says that of the rows of one place none is wanted that lies behind the last.
type tied struct {
	at   uint64
	last rest
}

// ties is the first rows that a worker emits of those that tie with the bound.
type ties struct {
	at    uint64
	first restHeap
	words [mostThen][]uint64 // of the rows at hand
}

// restHeap has the last row on top.
type restHeap []rest

func (h restHeap) Len() int           { return len(h) }
func (h restHeap) Less(i, j int) bool { return slices.Compare(h[i][:], h[j][:]) > 0 }
func (h restHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *restHeap) Push(x any)        { *h = append(*h, x.(rest)) }
func (h *restHeap) Pop() any          { panic("nobody asks for the rest of ties") }

// decide takes the rows at the bound that are to be emitted, and puts behind it those that are not
// wanted: their place becomes the largest number, unless that is the bound. It gives the bound, or the
// place before it where no row at hand is wanted that ties.
func (e *ties) decide(s *cutStep, m *machine.Machine, places []uint64, bound uint64) uint64 {
	t, n := m.State.Sink.(*state).run.top, len(places)
	if last := t.tied.Load(); bound > 0 && s.by.then[0].row && last != nil && last.at == bound && last.last[0] < m.FirstRow() {
		return bound - 1
	}
	for i := range s.by.then {
		e.words[i] = slices.Grow(e.words[i][:0], n)[:n]
		if w := &s.by.then[i]; w.row {
			m.RowNumbers(s.level, e.words[i])
		} else {
			w.places(m, n, e.words[i])
		}
	}
	if s.offers {
		e.offer(t, places, bound)
	}
	last := t.tied.Load()
	if last == nil || last.at != bound {
		return bound
	}
	for i, p := range places {
		if p == bound && e.compare(i, &last.last) > 0 {
			places[i] = math.MaxUint64
		}
	}
	return bound
}

// compare compares a row at hand with another, by all words but the first.
func (e *ties) compare(row int, other *rest) int {
	for i, words := range e.words {
		if words != nil && words[row] != other[i] {
			return cmp.Compare(words[row], other[i])
		}
	}
	return 0
}

// offer takes the rows at the bound, and lowers the last of them when there are enough.
func (e *ties) offer(t *top, places []uint64, bound uint64) {
	if e.at != bound {
		e.at, e.first = bound, e.first[:0]
	}
	rows := int(t.spec.Rows)
	for i, p := range places {
		full := len(e.first) == rows
		if p != bound || full && e.compare(i, &e.first[0]) >= 0 {
			continue
		}
		var r rest
		for k, words := range e.words {
			if words != nil {
				r[k] = words[i]
			}
		}
		if !full {
			container.Push(&e.first, r)
		} else {
			e.first[0] = r
			container.Fix(&e.first, 0)
		}
	}
	if len(e.first) == rows {
		t.lowerTied(tied{bound, e.first[0]})
	}
}

// lowerTied makes what is wanted at the bound no more than that.
func (t *top) lowerTied(to tied) {
	for now := t.tied.Load(); now == nil || to.at < now.at || to.at == now.at && slices.Compare(to.last[:], now.last[:]) < 0; now = t.tied.Load() {
		if t.tied.CompareAndSwap(now, &to) {
			return
		}
	}
}
