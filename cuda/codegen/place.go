package codegen

import (
	"cmp"
	"slices"

	"gsdms/operators"
)

// placeSquads decides where the groups of each squad live and which squads queue their
// rows, the busiest first, and writes their routines.
func (g *generation) placeSquads() error {
	order := slices.Clone(g.squads)
	slices.SortStableFunc(order, func(a, b *squad) int { return cmp.Compare(g.share(b), g.share(a)) })
	for _, s := range order {
		s.registers = s.log == 0 && g.states[s.programs[0]].inRegisters(g.programs[s.programs[0]])
		s.compact = g.filter.limits().tables
		s.params = g.countParams(s)
	}
	if c, ok := g.filter.(*crowd); ok {
		g.sieve = &sieve{masks: c.words}
		c.threads = g.threadsOf(order)
	}
	g.placeQueues(order)
	room := g.room(order, g.filter.limits().threads/32)
	for _, s := range order {
		room -= g.placeGroups(s, room)
	}
	return g.writeSquads()
}

// Threads of a crowd's block. Where masks have several words a thread has no registers for
// more than wideThreads; fewThreads hide the waits of each other just so. The optimizer
// launches multiples of 128.
const (
	wideThreads = 768
	fewThreads  = 512
	lessThreads = 128
)

// farShare is the share of all pairs of row and program whose groups may be left out of shared
// memory for the sake of more threads. (104 random queries of the benchmark, four seeds, took
// 2.3 to 2.5 ms of an H200 so, with none left out 2.3 to 3.1.)
const farShare = 0.02

// threadsOf is the most threads of a crowd's block beside which about as many pairs have their
// groups in shared memory as beside the fewest.
func (g *generation) threadsOf(order []*squad) int {
	if g.sieve.masks == 1 {
		return 1024
	}
	words, shares, all := make([]int, len(order)), make([]float64, len(order)), 0.0
	for i, s := range order {
		if shares[i] = g.share(s); !s.registers {
			words[i] = g.nearWords(s)
		}
		all += shares[i]
	}
	most := fits(words, shares, g.room(order, fewThreads/32))
	threads := wideThreads
	for threads > fewThreads && fits(words, shares, g.room(order, threads/32)) < most-farShare*all {
		threads -= lessThreads
	}
	return threads
}

// fits is the shares of those whose words fit the room, the first ones first.
func fits(words []int, shares []float64, room int) (near float64) {
	for i, w := range words {
		if w <= room {
			room -= w
			near += shares[i]
		}
	}
	return near
}

// room is what queues, tables and parameters leave groups of shared memory, in words, if a
// block has so many warps.
func (g *generation) room(order []*squad, warps int) int {
	_, words := g.queuing(order, warps)
	return g.filter.limits().room - words - g.paramRoom()
}

// queuing says how many squads have queues, the first ones first, and what these take of
// shared memory: of few programs each has its own, a crowd has a sieve.
func (g *generation) queuing(order []*squad, warps int) (queued []*squad, words int) {
	each, most := warps*queueWords, len(order)
	if g.sieve != nil {
		words, each, most = warps*g.sieve.words()+1, warps*sieveQueueWords, sieveQueues
	}
	for _, s := range order {
		if g.share(s) < fullMask*float64(len(s.programs)) && words+each <= queueRoom && len(queued) < most {
			queued = append(queued, s)
			words += each
		}
	}
	return queued, words
}

// placeQueues takes shared memory for the queues.
func (g *generation) placeQueues(order []*squad) {
	warps := g.filter.limits().threads / 32
	queued, _ := g.queuing(order, warps)
	for _, s := range queued {
		s.queued = true
	}
	if g.sieve != nil {
		g.sieve.form(g, warps)
		return
	}
	for _, s := range g.squads {
		if s.queued {
			s.queueAt = int(g.take(warps * queueWords))
		}
	}
}

// Shared memory: what queues may take, in words, what one takes for a warp, and the share
// of rows from which they are no use, because most lanes have a row anyway.
const (
	queueRoom  = 17 << 10
	queueWords = 64 / 2
	fullMask   = 0.25
)

// paramRoom is what a copy of Params takes of shared memory, in words, if all groups lie there
// that can. Only a crowd has one.
func (g *generation) paramRoom() int {
	c, ok := g.filter.(*crowd)
	if !ok {
		return 0
	}
	words := len(g.fields) + c.fields(g) + 4*c.words
	for _, s := range g.squads {
		words += s.params << s.log
	}
	return words
}

// countParams counts the parameters of a program of the squad with its groups in shared
// memory, where they can be.
func (g *generation) countParams(s *squad) int {
	if s.registers || g.nearWords(s) == 0 {
		return s.params
	}
	return len(g.write(s.programs[0], &squad{near: true, compact: s.compact}).members.fields)
}

// placeGroups puts a squad's groups in shared memory if they fit the room in words, and gives
// the words.
func (g *generation) placeGroups(s *squad, room int) int {
	if s.registers {
		return 0
	}
	words := g.nearWords(s)
	if words > room && !s.compact {
		s.compact = true
		words = g.nearWords(s)
	}
	if s.near = words > 0 && words <= room; !s.near {
		return 0
	}
	if s.copies = g.copiesOf(s); s.copies*words > room {
		s.copies = 1
	}
	return s.copies * words
}

// share estimates how many rows of the squad's programs pass per row of the table.
func (g *generation) share(s *squad) float64 {
	total := 0.0
	for _, i := range s.programs {
		total += passing(g.programs[i])
	}
	return total
}

func passing(p *operators.Program) float64 {
	share := 1.0
	for _, c := range p.Filters {
		share *= c.Selectivity
	}
	return share
}

// nearWords is the words of the squad's groups, 0 where they cannot be in shared memory.
func (g *generation) nearWords(s *squad) int {
	total := 0
	for _, i := range s.programs {
		gr := g.states[i].groups
		if gr == nil || len(gr.Keys) > 0 && !gr.Dense {
			return 0
		}
		total += g.nearGroups(i, s.compact) * GroupWords(g.programs[i], gr)
	}
	return total
}

// nearGroups is how many groups of a program lie in shared memory.
func (g *generation) nearGroups(program int, compact bool) int {
	n := 1
	for i, k := range g.states[program].groups.Keys {
		size := k.Size
		if compact {
			if r := g.ranksOf(program)[i]; r != nil {
				size = r.size
			}
		}
		n *= max(1, size)
	}
	return n
}
