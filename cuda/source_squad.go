package cuda

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"gsdms/operators"
)

// squad is up to 8 programs of one shape, which run through one routine: side by side
// in a warp, each lane with a row and a program.
type squad struct {
	programs  []int
	log       int // log2 of the bits that a row has in the squad's mask
	members   [][]field
	routine   *body
	near      bool // accumulators in shared memory
	registers bool // accumulators in registers: one program, one group
	queued    bool // rows wait in a queue until a warp is full
	word, bit int  // of the masks of a crowd
}

// squadSize is the most programs of a squad: V rows of each fill a mask of 32 bits.
const squadSize = 8

// formSquads brings programs together whose routines have the same text.
func (g *generator) formSquads() {
	_, crowded := g.filter.(*crowd)
	open := map[string]*squad{}
	for i := range g.programs {
		key := g.write(i, false, false).text.String()
		s := open[key]
		if s == nil || !crowded || len(s.programs) == squadSize {
			s = &squad{}
			open[key] = s
			g.squads = append(g.squads, s)
		}
		s.programs = append(s.programs, i)
	}
	for _, s := range g.squads {
		s.log = bits.Len(uint(len(s.programs) - 1))
	}
}

// write writes the routine of a program.
func (g *generator) write(program int, near, registers bool) *body {
	b := &body{
		g: g, program: g.programs[program], state: g.states[program],
		members: newLayout("my->"), near: near, registers: registers, index: program,
	}
	b.routine()
	return b
}

// placeSquads decides where the groups of each squad live and which squads queue their
// rows, the busiest first, and writes their routines.
func (g *generator) placeSquads() {
	order := slices.Clone(g.squads)
	slices.SortStableFunc(order, func(a, b *squad) int { return cmp.Compare(g.share(b), g.share(a)) })
	queues := queueRoom
	for _, s := range order {
		if share := g.share(s); share < fullMask*float64(len(s.programs)) && queues >= s.queueWords() {
			s.queued = true
			queues -= s.queueWords()
		}
	}
	room := g.filter.room() - (queueRoom - queues)
	for _, s := range order {
		s.registers = len(s.programs) == 1 && g.states[s.programs[0]].inRegisters()
		words := g.nearWords(s)
		if s.near = !s.registers && words > 0 && words <= room; s.near {
			room -= words
		}
	}
	for _, s := range g.squads {
		g.writeSquad(s)
	}
}

// Shared memory: what queues may take, in words, and the share of rows from which they
// are no use, because most lanes have a row anyway.
const (
	queueRoom = 17 << 10
	fullMask  = 0.25
)

// queueWords is the words of the queues of a block's 32 warps.
func (s *squad) queueWords() int {
	if s.log == 0 {
		return 32 * 64 / 2
	}
	return 32 * (64/2 + 64/8)
}

// share estimates how many rows of the squad's programs pass per row of the table.
func (g *generator) share(s *squad) float64 {
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
func (g *generator) nearWords(s *squad) int {
	total := 0
	for _, i := range s.programs {
		gr := g.states[i].groups
		if gr == nil || len(gr.Keys) > 0 && !gr.Dense {
			return 0
		}
		total += max(1, gr.Size) * groupWords(g.programs[i], gr)
	}
	return total
}

// writeSquad writes the routine of each program; all have the same text, and one is
// kept for all squads that have it.
func (g *generator) writeSquad(s *squad) {
	var b *body
	for _, i := range s.programs {
		b = g.write(i, s.near, s.registers)
		s.members = append(s.members, b.members.fields)
	}
	at := slices.IndexFunc(g.routines, func(r *body) bool { return r.same(b) })
	if at < 0 {
		at = len(g.routines)
		b.number = at
		g.routines = append(g.routines, b)
	}
	s.routine = g.routines[at]
}

// beginSquads clears the block's accumulators and finds the queues of the warp.
func (g *generator) beginSquads() {
	for i, s := range g.squads {
		if s.near {
			g.line("%s begin%d(p->s%d + k);", each(s), s.routine.number, i)
		}
		if s.registers {
			s.routine.declareRegisters(&g.writer, i)
		}
		if s.queued {
			g.beginQueue(i, s)
		}
	}
}

// each is the head of a loop over a squad's programs.
func each(s *squad) string { return fmt.Sprintf("for (u32 k = 0; k < %d; k++)", 1<<s.log) }

func (g *generator) beginQueue(i int, s *squad) {
	at := g.number(fmt.Sprintf("s%d_queue", i), "in shared_words", g.take(s.queueWords()))
	g.line("u32* const rows%d = (u32*)(shared_words + %s) + warp() * QUEUE;", i, at)
	if s.log > 0 {
		g.line("u8* const who%d = (u8*)(shared_words + %s + 32 * QUEUE / 2) + warp() * QUEUE;", i, at)
	}
	g.line("u32 n%d = 0;", i)
}

// runSquad writes what takes the squad's rows of a tile through the routine.
func (g *generator) runSquad(i int, s *squad) {
	g.open("")
	g.line("u32 m = 0; // programs: %d", len(s.programs))
	g.filter.mask(g, s)
	if s.queued {
		g.runQueued(i, s)
	} else {
		g.open("for (; m; m &= m - 1)")
		g.line("const u32 bit = lowest(m);")
		who := "0"
		if s.log > 0 {
			who = fmt.Sprintf("(bit & %d)", 1<<s.log-1)
		}
		g.line("%s;", s.call(i, who, fmt.Sprintf("row + (bit >> %d)", s.log)))
		g.shut()
	}
	g.shut()
}

func (g *generator) runQueued(i int, s *squad) {
	who := "(u8*)0"
	if s.log > 0 {
		who = fmt.Sprintf("who%d", i)
	}
	g.open("while (votes(m != 0) || (last && n%d))", i)
	g.line("push<%d>(rows%d, %s, n%d, m, row);", s.log, i, who, i)
	g.line("if (n%d < LANES && !last) continue;", i)
	g.line("sync_warp();")
	slot := "0"
	if s.log > 0 {
		slot = fmt.Sprintf("who%d[lane()]", i)
	}
	g.line("if (lane() < n%d) %s;", i, s.call(i, slot, fmt.Sprintf("rows%d[lane()]", i)))
	g.line("sync_warp();")
	g.line("pop<%d>(rows%d, %s, n%d);", s.log, i, who, i)
	g.shut()
}

// call is the call of the squad's routine for a row of a program.
func (s *squad) call(i int, who, row string) string {
	return fmt.Sprintf("row%d(p, p->s%d + %s, %s%s)", s.routine.number, i, who, row, s.routine.registerArgs(i))
}

// endSquads brings the block's accumulators to the runs' states.
func (g *generator) endSquads() {
	g.line("sync_block();")
	for i, s := range g.squads {
		if s.near {
			g.line("%s end%d(p->s%d + k);", each(s), s.routine.number, i)
		}
		if s.registers {
			s.routine.flushRegisters(&g.writer, i)
		}
	}
}
