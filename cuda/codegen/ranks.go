package codegen

import (
	"encoding/binary"
	"sort"
	"sync"
	"weak"

	"gsdms/operators"
)

// ranks numbers the values that a group key can have, of those between its bounds: the
// nations of a region lie far apart in the alphabet.
type ranks struct {
	size int
	rank *maskTable // of each value, 16 bits
	live *maskTable // the value of each rank
}

// rankedFrom is how many values the array of a key must tell apart for its keys to be
// ranked. It does not depend on a query's constants, so that programs of one shape are
// alike in it.
const rankedFrom = 13

// ranksOf gives the ranks of a program's keys, nil for those that are their own rank.
func (g *generation) ranksOf(program int) []*ranks {
	if g.ranks[program] == nil {
		p := g.programs[program]
		if g.stage != nil {
			p = g.stage.Of // with all filters
		}
		g.ranks[program] = rankKeys(g.stretches, p, g.states[program].groups)
	}
	return g.ranks[program]
}

func rankKeys(known *stretches, p *operators.Program, g *operators.Groups) []*ranks {
	out := make([]*ranks, len(g.Keys))
	for i, k := range g.Keys {
		if l, ok := lookupOf(p, k.Reg); ok && !k.Nullable && !k.Float {
			out[i] = rankKey(known.of(p.Arrays[l.Array]), k, rowsOf(p, l))
		}
	}
	return out
}

// lookupOf finds the instruction of the body that defines a register, if it is a look-up.
func lookupOf(p *operators.Program, reg int) (operators.Lookup, bool) {
	for _, in := range p.Body {
		if l, ok := in.(operators.Lookup); ok && l.Dst == reg {
			return l, true
		}
	}
	return operators.Lookup{}, false
}

// rowsOf gives the ranges of an array that a look-up can read: what the filters let
// through of the column that holds its index, else the register's bounds.
func rowsOf(p *operators.Program, l operators.Lookup) []operators.Range {
	for _, in := range p.Body {
		load, ok := in.(operators.Load)
		if !ok || load.Dst != l.At {
			continue
		}
		bias := uint64(p.Columns[load.Column].Storage.Bias)
		for _, c := range p.Filters {
			if len(c.Any) != 1 {
				continue
			}
			if r, ok := c.Any[0].(operators.Ranges); ok && r.Column == load.Column && !p.Columns[load.Column].Storage.Nullable {
				return shifted(r.In, bias)
			}
		}
	}
	return []operators.Range{{Lo: uint64(max(0, p.Regs[l.At].Lo)), Hi: uint64(p.Regs[l.At].Hi)}}
}

func shifted(in []operators.Range, by uint64) []operators.Range {
	out := make([]operators.Range, len(in))
	for i, r := range in {
		out[i] = operators.Range{Lo: r.Lo + by, Hi: r.Hi + by}
	}
	return out
}

// rankKey gives nil where the array tells few values apart.
func rankKey(found []stretch, k operators.Key, rows []operators.Range) *ranks {
	if k.Size <= 0 || k.Size > 1<<16 || !tellsApart(found, rankedFrom) {
		return nil
	}
	live := make([]bool, k.Size)
	for _, r := range rows {
		for i := sort.Search(len(found), func(i int) bool { return found[i].end > r.Lo }); i < len(found) && found[i].first <= r.Hi; i++ {
			if at := found[i].value - k.Lo; at >= 0 && at < int64(k.Size) {
				live[at] = true
			}
		}
	}
	rank, values := make([]uint16, k.Size), []uint16{}
	for at, is := range live {
		rank[at] = uint16(len(values))
		if is {
			values = append(values, uint16(at))
		}
	}
	if len(values) == 0 {
		values = append(values, 0)
	}
	out := &ranks{size: len(values), rank: &maskTable{}, live: &maskTable{}}
	out.rank.append16(rank)
	out.live.append16(values)
	return out
}

// stretch is a run of equal elements of an array: the rows [first, end).
type stretch struct {
	first, end uint64
	value      int64
}

// stretches keeps what arrays are made of, because a program's compiled form comes and
// goes more often than a table's snapshot. It does not keep the arrays. Safe for concurrent
// use.
type stretches struct {
	mu sync.Mutex
	by map[weak.Pointer[operators.Array]][]stretch
}

// Limits of stretches: how many an array may have, more being none, and of how many
// arrays they are kept.
const (
	mostStretches = 1 << 12
	keptStretches = 64
)

func newStretches() *stretches {
	return &stretches{by: map[weak.Pointer[operators.Array]][]stretch{}}
}

// of gives the stretches of an array of narrow numbers, none where they are too many.
func (s *stretches) of(a *operators.Array) []stretch {
	if a.Storage.Nullable || a.Storage.Float || a.Storage.Width > 2 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := weak.Make(a)
	if found, ok := s.by[key]; ok {
		return found
	}
	if len(s.by) >= keptStretches {
		clear(s.by)
	}
	s.by[key] = stretchesOf(a)
	return s.by[key]
}

func stretchesOf(a *operators.Array) []stretch {
	var out []stretch
	for row := range a.Len {
		n := stored(a, row)
		if k := len(out); k > 0 && out[k-1].value == n {
			out[k-1].end++
		} else if out = append(out, stretch{uint64(row), uint64(row) + 1, n}); len(out) > mostStretches {
			return nil
		}
	}
	return out
}

// tellsApart reports whether stretches have so many different values.
func tellsApart(found []stretch, many int) bool {
	seen := map[int64]bool{}
	for _, s := range found {
		if seen[s.value] = true; len(seen) >= many {
			return true
		}
	}
	return false
}

// stored is an element's value.
func stored(a *operators.Array, row int) int64 {
	if a.Storage.Width == 1 {
		return int64(a.Data[row]) + a.Storage.Bias
	}
	return int64(binary.LittleEndian.Uint16(a.Data[2*row:])) + a.Storage.Bias
}
