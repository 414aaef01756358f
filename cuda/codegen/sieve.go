package codegen

import (
	"fmt"
	"strings"
)

// sieve brings the pairs of row and program that a crowd's masks leave to the routines of
// their squads, on full warps. Nearly every tile has a pair of nearly every squad, and few
// of each, so that gathering them squad by squad moves few at a time. Rows with a program are
// gathered instead, whosever it is; each lane takes one and brings its programs to the queues
// of their squads. (104 random queries of the benchmark on an H200: 3.85 ms before, 3.36 so.)
type sieve struct {
	masks   int   // words of a row's mask
	squads  []int // the number of the squad of each queue
	waiting int   // where rows wait, in shared memory: their masks, then their numbers
	lengths int   // of the queues, likewise
	queues  int   // likewise
}

// sieveQueues is the most queues of a sieve: a lane looks at the length of one.
const sieveQueues = 32

// words is what a sieve takes of shared memory for a warp besides its queues: the rows that
// wait, and the queues' lengths.
func (v *sieve) words() int { return v.waitingWords() + sieveQueues/2 }

func (v *sieve) waitingWords() int { return 2 * 32 * (v.masks + 1) / 2 }

// sieveQueueWords is what a queue takes for a warp.
const sieveQueueWords = 32 / 2

// form gives each squad that queues its rows a queue, and takes shared memory.
func (v *sieve) form(g *generation, warps int) {
	for i, s := range g.squads {
		if s.queued {
			v.squads = append(v.squads, i)
		}
	}
	if len(v.squads) == 0 {
		return
	}
	g.take(g.shared % 2) // masks are read 16 bytes at a time
	v.waiting = int(g.take(warps * v.waitingWords()))
	v.lengths = int(g.take(warps * sieveQueues / 2))
	v.queues = int(g.take(warps * len(v.squads) * sieveQueueWords))
}

// begin finds what belongs to the warp.
func (v *sieve) begin(g *generation) {
	if len(v.squads) == 0 {
		return
	}
	g.open("Sieve<%d> sieve =", v.masks)
	g.line("(Mask<%d>*)(shared_words + %d) + warp() * 2 * LANES,", v.masks, v.waiting)
	g.line("(u32*)(shared_words + %d) + (warps * %d + warp()) * 2 * LANES, 0,", v.waiting, v.masks)
	g.line("(u32*)(shared_words + %d) + warp() * LANES * %d,", v.queues, len(v.squads))
	g.line("(u32*)(shared_words + %d) + warp() * %d,", v.lengths, sieveQueues)
	g.depth--
	g.line("};")
	g.line("for (u32 q = lane(); q < %d; q += LANES) sieve.lengths[q] = 0;", sieveQueues)
}

// run writes what becomes of the masks of a tile. What is left of rows that do not fill the
// warp any more waits for those of the next.
func (v *sieve) run(g *generation) {
	if len(v.squads) == 0 {
		return
	}
	v.exclude(g)
	g.line("Mask<%d> own = {}; // what the lane has still to bring of its row", v.masks)
	g.line("u32 own_row = 0;")
	g.line("#pragma unroll 1")
	g.open("for (u32 i = 0; i < V; i++)")
	g.line("note(sieve, left[0], row + i);")
	g.line("#pragma unroll")
	g.line("for (int k = 0; k + 1 < V; k++) left[k] = left[k + 1];")
	g.line("sync_warp();")
	v.sift(g)
	g.shut()
	g.line("note(sieve, own, own_row);")
	g.line("sync_warp();")
}

// exclude drops the pairs of squads without a queue, which have had theirs.
func (v *sieve) exclude(g *generation) {
	for w := range v.masks {
		var others uint32
		for _, s := range g.squads {
			if !s.queued && s.word == w {
				others |= uint32(1<<(1<<s.log)-1) << s.bit
			}
		}
		if others != 0 {
			g.line("#pragma unroll")
			g.line("for (int i = 0; i < V; i++) left[i].of[%d] &= %#xu;", w, ^others)
		}
	}
}

// sift brings pairs to the queues as long as there is a row for each lane, and runs the
// queues that are full; in the end all.
func (v *sieve) sift(g *generation) {
	g.open("for (;;)")
	g.line("const u32 idle = votes(!some(own)), rows = sieve.waiting + LANES - count(idle);")
	g.line("const bool drain = last && i + 1 == V;")
	g.line("if (rows < LANES && !drain) break;")
	g.line("take(sieve, idle, own, own_row);")
	g.line("u32 full = united(sift(sieve, (const u8*)my->seats, own, own_row));")
	g.line("sync_warp();")
	g.open("if (rows == 0)")
	g.line("full = filled(sieve.lengths);")
	g.line("if (!full) break;")
	g.shut()
	g.open("for (; full; full &= full - 1)")
	g.line("const u32 q = lowest(full);")
	g.line("bool mine;")
	g.line("const u32 pair = empty(sieve, q, mine);")
	g.open("switch (q)")
	v.cases(g)
	g.shut()
	g.line("sync_warp();")
	g.shut()
	g.shut()
}

// cases calls each routine once, for all squads that have it.
func (v *sieve) cases(g *generation) {
	for n, squad := range v.squads {
		s := g.squads[squad]
		of := v.sharing(g, n)
		if of[0] != n {
			continue
		}
		labels, from := make([]string, len(of)), fmt.Sprintf("my->s%d", v.squads[of[len(of)-1]])
		for i, q := range of {
			labels[i] = fmt.Sprintf("case %d:", q)
		}
		for i := len(of) - 2; i >= 0; i-- {
			from = fmt.Sprintf("(q == %d ? my->s%d : %s)", of[i], v.squads[of[i]], from)
		}
		g.line("%s if (mine) row%d(my, %s + (pair & 7), pair >> 3%s); break;", strings.Join(labels, " "), s.routine.number, from, s.routine.registerArgs(squad))
	}
}

// sharing lists the queues whose squads have the routine of queue n: itself alone where that
// keeps its accumulators in registers.
func (v *sieve) sharing(g *generation, n int) []int {
	s := g.squads[v.squads[n]]
	if s.registers {
		return []int{n}
	}
	var out []int
	for q, squad := range v.squads {
		if o := g.squads[squad]; o.routine == s.routine && !o.registers {
			out = append(out, q)
		}
	}
	return out
}

// seats are the members of Params that say for each bit of the masks which queue it goes to,
// and which program of the squad it is.
func (v *sieve) seats(g *generation) []Constant {
	if len(v.squads) == 0 {
		return nil
	}
	out := make([]Constant, 4*v.masks)
	for q, squad := range v.squads {
		s := g.squads[squad]
		for k := range s.programs {
			bit := 32*s.word + s.bit + k
			out[bit/8] |= Constant(q<<squadLog|k) << (bit % 8 * 8)
		}
	}
	return out
}
