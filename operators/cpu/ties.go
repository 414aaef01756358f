package cpu

import (
	"math"
	"slices"

	"gsdms/operators/cpu/machine"
)

// Where many rows have the place that is the bound of a top, as where half of what it orders by is
// NULL, the keys behind that word decide which of them are wanted. Each worker keeps the first of the
// rows that it has seen at the bound, by their second word, and when these are as many as are wanted
// in all, their last one is behind nobody that is wanted.

// tied says that of the rows of one place none is wanted whose second word lies behind the last.
type tied struct{ at, last uint64 }

// ties is the second words of the first rows that a worker emits of those that tie with the bound.
type ties struct {
	at      uint64
	first   heap
	seconds []uint64 // of the rows at hand
}

// decide takes the rows at the bound that are to be emitted, and puts behind it those that are not
// wanted: their place becomes the largest number, unless that is the bound.
func (e *ties) decide(s *cutStep, m *machine.Machine, places []uint64, bound uint64) {
	t := m.State.Sink.(*state).run.top
	e.seconds = slices.Grow(e.seconds[:0], len(places))[:len(places)]
	s.by.then.places(m, len(places), e.seconds)
	if s.offers {
		e.offer(t, places, bound)
	}
	last := t.tied.Load()
	if last == nil || last.at != bound {
		return
	}
	for i, p := range places {
		if p == bound && e.seconds[i] > last.last {
			places[i] = math.MaxUint64
		}
	}
}

// offer takes the rows at the bound, and lowers the last of them when there are enough.
func (e *ties) offer(t *top, places []uint64, bound uint64) {
	if e.at != bound {
		e.at, e.first = bound, e.first[:0]
	}
	rows := int(t.spec.Rows)
	for i, p := range places {
		if p == bound {
			e.first.add(e.seconds[i], rows)
		}
	}
	if len(e.first) == rows {
		t.lowerTied(tied{bound, e.first[0]})
	}
}

// lowerTied makes what is wanted at the bound no more than that.
func (t *top) lowerTied(to tied) {
	for now := t.tied.Load(); now == nil || to.at < now.at || to.at == now.at && to.last < now.last; now = t.tied.Load() {
		if t.tied.CompareAndSwap(now, &to) {
			return
		}
	}
}
