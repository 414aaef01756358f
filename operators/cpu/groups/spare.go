package groups

import (
	"sync"

	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/numbering"
)

// spares keeps what partitions of a run had, which are not needed any more, for the next ones:
// memory that a cache holds, and that nobody has to ask for. Safe for concurrent use.
type spares struct {
	mu     sync.Mutex
	had    []spare
	places [][]uint64 // of tables in which nobody looks any more
}

// spare is the empty groups of a partition.
type spare struct {
	acc    *accumulators
	table  *numbering.Table // not ranged
	ranked *ranked          // ranged
}

// get gives what a partition had; false where there is nothing.
func (s *spares) get() (had spare, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.had) - 1
	if last < 0 {
		return spare{}, false
	}
	had, s.had = s.had[last], s.had[:last]
	return had, true
}

func (s *spares) put(had spare) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.had = append(s.had, had)
}

// table makes a table in places that another had, if there are some.
func (s *spares) table(words int, b *budget.Budget) *numbering.Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.places) - 1
	if last < 0 {
		return numbering.New(words, b)
	}
	places := s.places[last]
	s.places = s.places[:last]
	return numbering.Over(places, words, b)
}

// settle keeps the places of a partition's table, whose groups are all there, for the next ones. They
// stay where groups are looked for.
func (g *gathered) settle(part int) {
	p := &g.parts[part]
	if p.table == nil || len(g.groups.distincts) > 0 {
		return
	}
	g.spares.mu.Lock()
	defer g.spares.mu.Unlock()
	g.spares.places = append(g.spares.places, p.table.Settle())
}

// drop forgets the places that nobody needed.
func (s *spares) drop(b *budget.Budget) {
	for _, places := range s.places {
		b.Used.Add(-numbering.PlacesBytes(places))
	}
	s.places = nil
}

// spare keeps what a partition has, whose groups nobody needs any more, for the next ones.
func (g *gathered) spare(part int) {
	p := &g.parts[part]
	if p.acc == nil {
		return
	}
	clear(p.acc.words[:min(len(p.acc.words), (p.len()+1)*g.groups.width)])
	p.acc.emptyAside()
	if p.table != nil {
		p.table.Empty()
	}
	if p.ranked != nil {
		clear(p.ranked.bits)
		p.ranked.n = 0
	}
	g.spares.put(spare{p.acc, p.table, p.ranked})
	*p = partition{}
}
