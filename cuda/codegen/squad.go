package codegen

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"gsdms/operators"
)

// squad is up to 8 programs of one shape, which run through one routine: side by side
// in a warp, each lane with a row and a program.
type squad struct {
	shape     string // the text of the routine as it would be alone
	params    int    // of a program
	programs  []int
	log       int // log2 of the bits that a row has in the squad's mask
	members   [][]field
	routine   *body
	near      bool // accumulators in shared memory
	copies    int  // of them there, one for each lane of a warp or one for all
	compact   bool // the same, without the groups that no row can have
	queueAt   int  // in shared memory, where the squad has a queue of its own
	registers bool // accumulators in registers: one program, one group
	queued    bool // rows wait in a queue until a warp is full
	word, bit int  // of the masks of a crowd
}

// squadSize is the most programs of a squad: without a queue, V rows of each fill a mask of
// 32 bits; in one, a pair has three bits for the program.
const (
	squadSize = 1 << squadLog
	squadLog  = 3
)

// formSquads brings programs together whose routines have the same text.
func (g *generation) formSquads() error {
	crowded := g.filter.limits().tables
	if err := g.writeAll(crowded); err != nil {
		return err
	}
	open := map[string]*squad{}
	for i, b := range g.bodies {
		key := b.text.String()
		s := open[key]
		if s == nil || !crowded || len(s.programs) == squadSize {
			s = &squad{shape: key, params: len(b.members.fields)}
			open[key] = s
			g.squads = append(g.squads, s)
		}
		s.programs = append(s.programs, i)
	}
	slices.SortStableFunc(g.squads, func(a, b *squad) int { return cmp.Compare(a.shape, b.shape) })
	for _, s := range g.squads {
		s.log = bits.Len(uint(len(s.programs) - 1))
	}
	if crowded {
		g.evenSquads()
	}
	return nil
}

// writeAll writes the routine of each program as it would be alone, side by side: they
// come together only in the columns that they read.
func (g *generation) writeAll(ranked bool) error {
	g.bodies = make([]*body, len(g.programs))
	errs := operators.Spread(len(g.programs), func(i int) error {
		if ranked && g.states[i].groups != nil {
			g.ranksOf(i)
		}
		g.bodies[i] = g.write(i, &squad{})
		return nil
	})
	for _, b := range g.bodies {
		if b != nil {
			b.declareColumns()
		}
	}
	return errors.Join(errs...)
}

// evenSquads makes all squads of a large crowd as wide as the widest can be, where that
// makes the masks no longer: how many programs there are of each shape is then not part
// of the text, which takes a second to compile. (Of 300 sets of 104 random queries of the
// benchmark four in five had a text of their own, with even squads one in eight.)
func (g *generation) evenSquads() {
	if len(g.programs) < squadSize/2*len(g.squads) {
		return
	}
	even := slices.Clone(g.squads)
	for i, s := range even {
		wide := *s
		wide.log = squadLog
		even[i] = &wide
	}
	if seatSquads(even) == seatSquads(g.squads) {
		g.squads = even
	}
}

// seatSquads gives each squad its bits in the masks, none across two words, and the number
// of words.
func seatSquads(squads []*squad) (words int) {
	at := 0
	for _, s := range squads {
		width := 1 << s.log
		if at%32+width > 32 {
			at = (at + 31) &^ 31
		}
		s.word, s.bit = at/32, at%32
		at += width
	}
	return (at + 31) / 32
}

// write writes the routine of a program.
func (g *generation) write(program int, s *squad) *body {
	b := &body{
		g: g, program: g.programs[program], state: g.states[program],
		members: newMembers("my->"), near: s.near, copies: max(1, s.copies), registers: s.registers, index: program,
	}
	if s.near && s.compact {
		b.ranks = g.ranksOf(program)
	}
	b.routine()
	return b
}

// writeSquads writes the routines anew whose groups lie near, side by side, and takes one
// for each squad.
func (g *generation) writeSquads() error {
	var again []int
	by := map[int]*squad{}
	for _, s := range g.squads {
		for _, i := range s.programs {
			if by[i] = s; s.near {
				g.nearAt[i] = int(g.take(s.copies * g.nearGroups(i, s.compact) * GroupWords(g.programs[i], g.states[i].groups)))
			}
			if s.near || s.registers {
				again = append(again, i)
			}
		}
	}
	errs := operators.Spread(len(again), func(n int) error {
		i := again[n]
		g.bodies[i] = g.write(i, by[i])
		return nil
	})
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, s := range g.squads {
		g.joinSquad(s)
	}
	return nil
}

// joinSquad takes the routine of its programs; all have the same text, and one is kept for
// all squads that have it. Where groups in shared memory make them differ, the squad goes
// without.
func (g *generation) joinSquad(s *squad) {
	b := g.bodies[s.programs[0]]
	for _, i := range s.programs {
		if !g.bodies[i].same(b) {
			s.near = false
			for _, i := range s.programs {
				g.bodies[i] = g.write(i, s)
			}
			b = g.bodies[s.programs[0]]
			break
		}
	}
	for _, i := range s.programs {
		s.members = append(s.members, g.bodies[i].members.fields)
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
func (g *generation) beginSquads() {
	if g.sieve != nil {
		g.sieve.begin(g)
	}
	for i, s := range g.squads {
		if s.queued && g.sieve == nil {
			g.line("u32* const rows%d = (u32*)(shared_words + %d) + warp() * QUEUE;", i, s.queueAt)
			g.line("u32 n%d = 0; // rows that wait", i)
		}
	}
	g.filter.begin(g)
	g.line("sync_block();")
	for i, s := range g.squads {
		if s.near {
			g.line("%s begin%d(my->s%d + k);", each(s), s.routine.number, i)
		}
		if s.registers {
			s.routine.declareRegisters(&g.writer, i)
		}
	}
	g.line("sync_block();")
}

// each is the head of a loop over a squad's programs.
func each(s *squad) string { return fmt.Sprintf("for (u32 k = 0; k < %d; k++)", 1<<s.log) }

// runSquads writes what takes the rows of a tile through the routines.
func (g *generation) runSquads() {
	for i, s := range g.squads {
		if !s.queued || g.sieve == nil {
			g.runSquad(i, s)
		}
	}
	if g.sieve != nil {
		g.sieve.run(g)
	}
}

// runSquad writes what takes the squad's rows of a tile through its routine.
func (g *generation) runSquad(i int, s *squad) {
	g.open("")
	g.line("u32 m = 0; // programs: up to %d", 1<<s.log)
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

// runQueued takes the rows of a squad of one program through its queue.
func (g *generation) runQueued(i int, s *squad) {
	g.open("while (votes(m != 0) || (last && n%d))", i)
	g.line("push(rows%d, n%d, m, row);", i, i)
	g.line("if (n%d < LANES && !last) continue;", i)
	g.line("sync_warp();")
	g.line("if (lane() < n%d) %s;", i, s.call(i, "0", fmt.Sprintf("rows%d[lane()]", i)))
	g.line("sync_warp();")
	g.line("pop(rows%d, n%d);", i, i)
	g.shut()
}

// call is the call of the squad's routine for a row of a program.
func (s *squad) call(i int, who, row string) string {
	return fmt.Sprintf("row%d(my, my->s%d + %s, %s%s)", s.routine.number, i, who, row, s.routine.registerArgs(i))
}

// endSquads brings the block's accumulators to the runs' states.
func (g *generation) endSquads() {
	g.line("sync_block();")
	for i, s := range g.squads {
		if s.near {
			g.line("%s end%d(my->s%d + k);", each(s), s.routine.number, i)
		}
		if s.registers {
			s.routine.flushRegisters(&g.writer, i)
		}
	}
}
