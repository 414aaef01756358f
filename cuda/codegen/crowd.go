package codegen

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/intervals"
)

// crowd finds the rows of many programs by tables: each filtered column has one, which
// gives for a stored number a mask with a bit for each program whose clauses on the
// column hold. The masks of a row's columns, AND, are its programs: the work does not
// grow with the number of filters, and little with that of programs.
type crowd struct {
	programs []*operators.Program
	columns  []*crowdColumn
	bitOf    map[int]int // of each program in the masks
	words    int         // of 32 bits of a mask
	threads  int         // of a block
}

// crowdColumn is a column with a table.
type crowdColumn struct {
	*intervals.Column
	words []int // of a mask those that some clause on the column narrows
	table *maskTable
	at    int // in shared memory
}

// newCrowd gives nil where the clauses or programs are too many for tables.
func newCrowd(programs []*operators.Program) *crowd {
	c := &crowd{programs: programs, bitOf: map[int]int{}, threads: 1024}
	if len(programs) > MostPrograms {
		return nil
	}
	for i, p := range programs {
		for _, clause := range p.Filters {
			if reader, in, ok := intervals.Tabled(p, clause); ok {
				c.add(intervals.Test{Program: i, In: in}, reader)
			}
		}
	}
	slices.SortFunc(c.columns, func(a, b *crowdColumn) int { return cmp.Compare(a.Reader.Ordinal, b.Reader.Ordinal) })
	return c
}

// MostPrograms is the most programs of a crowd, and so of a kernel: more would test their
// filters one by one, and the kernel would take longer to compile than anybody waits. It is the
// bits of 4 words; a crowd's masks may have more words, since no squad lies across two.
const MostPrograms = 4 * 32

func (c *crowd) add(t intervals.Test, reader operators.Column) {
	at := slices.IndexFunc(c.columns, func(x *crowdColumn) bool { return x.Reader.Ordinal == reader.Ordinal })
	if at < 0 {
		at = len(c.columns)
		c.columns = append(c.columns, &crowdColumn{Column: intervals.NewColumn(reader)})
	}
	c.columns[at].Add(t, math.MaxInt)
}

// crowdShared is the bytes of shared memory that a crowd's kernel takes. A multiprocessor of
// compute capability 9.0 has 256 KiB for it and for the cache, and shares them out in steps:
// up to 195 KiB leave 60 to the cache, more leave 28. (104 random queries of the benchmark
// took 2.7 ms of an H200 with 199,520 bytes, and with 206,176 and two warps more 3.4.)
const crowdShared = 195 << 10

// limits says how much memory a crowd has.
func (c *crowd) limits() limits {
	l := limits{rows: 4, threads: c.threads, room: crowdShared / 8, tables: true}
	for _, x := range c.columns {
		if x.table != nil {
			l.room -= len(x.table.words)
		}
	}
	return l
}

// seat gives each squad its bits in the masks and fills the tables.
func (c *crowd) seat(g *generation) {
	c.words = seatSquads(g.squads)
	for _, s := range g.squads {
		for i, program := range s.programs {
			c.bitOf[program] = 32*s.word + s.bit + i
		}
	}
	for _, x := range c.columns {
		for _, t := range x.Tests {
			x.words = append(x.words, c.bitOf[t.Program]/32)
		}
		slices.Sort(x.words)
		x.words = slices.Compact(x.words)
		x.table = newMaskTable(x, c.bitOf)
		x.at = int(g.take(len(x.table.words)))
	}
}

// fields is how many members of Params begin and tile will add.
func (c *crowd) fields(g *generation) int {
	n := c.words
	for _, x := range c.columns {
		n += 2
		if !x.table.exact {
			n += 2
		}
		if !g.has(fmt.Sprintf("c%d", x.Reader.Ordinal)) {
			n++
		}
	}
	return n
}

// used is the bits of a word that stand for programs.
func (c *crowd) used(word int) uint32 {
	var out uint32
	for _, bit := range c.bitOf {
		if bit/32 == word {
			out |= 1 << (bit % 32)
		}
	}
	return out
}

// begin copies the parameters and the tables to shared memory: what a lane reads of its
// own there would fall out of the small cache that is left beside it.
func (c *crowd) begin(g *generation) {
	g.line("const Params* const my = (const Params*)(shared_words + p->own_at);")
	g.line("for (u32 i = threadIdx.x; i < sizeof(Params) / 8; i += blockDim.x) shared_words[p->own_at + i] = ((const u64*)p)[i];")
	for _, x := range c.columns {
		n, t := x.Reader.Ordinal, x.table
		at := x.at
		from := g.param("const u64*", fmt.Sprintf("t%d", n), "masks by "+g.columnName(n), TableData{table: t})
		g.line("for (u32 i = threadIdx.x; i < %d; i += blockDim.x) shared_words[%d + i] = read(%s + i);", len(t.words), at, from)
		g.line("const u32* const t%d_of = (const u32*)(shared_words + %d);", n, at+t.masks)
		g.number(fmt.Sprintf("t%d_end", n), "the last block, or number", uint64(t.last))
		if !t.exact {
			g.line("const u16* const t%d_block = (const u16*)(shared_words + %d);", n, at)
			g.line("const u32* const t%d_start = (const u32*)(shared_words + %d);", n, at+t.starts)
			g.number(fmt.Sprintf("t%d_shift", n), "log2 of the numbers of a block", uint64(t.shift))
			g.number(fmt.Sprintf("t%d_intervals", n), "", uint64(t.intervals))
		}
	}
	c.ahead(g)
}

// ahead reads the columns of a tile while the bodies of the one before run.
func (c *crowd) ahead(g *generation) {
	g.line("u32 row_ahead = 0, end_ahead = 0;")
	for _, x := range c.columns {
		g.line("Packed<%s> x%d = {}; // %s", g.columnType(x.Reader), x.Reader.Ordinal, g.columnName(x.Reader.Ordinal))
	}
	g.open("const auto read_ahead = [&](u32 tile)")
	g.line("if (tile >= tiles) return;")
	g.line("const Part part = my->parts[tile / TILES];")
	g.line("row_ahead = part.first + (tile %% TILES * LANES + lane()) * V;")
	g.line("end_ahead = part.end;")
	g.line("if (row_ahead >= end_ahead) return;")
	for _, x := range c.columns {
		g.columnParam(x.Reader)
		g.line("x%d = load_once(my->c%d, row_ahead);", x.Reader.Ordinal, x.Reader.Ordinal)
	}
	g.depth--
	g.line("};")
	g.line("sync_block(); // my is there")
	g.line("read_ahead(blockIdx.x * warps + warp());")
}

// tile writes the masks: left[i] has the programs that are left of row i.
func (c *crowd) tile(g *generation) {
	g.line("Mask<%d> left[V] = {};", c.words)
	g.open("if (!last)")
	c.narrow(g)
	g.shut()
}

func (c *crowd) narrow(g *generation) {
	g.line("row = row_ahead;")
	g.line("#pragma unroll")
	g.open("for (int i = 0; i < V; i++)")
	g.line("const u32 all = row + i < end_ahead ? ~0u : 0;")
	for w := range c.words {
		g.number(fmt.Sprintf("used%d", w), "bits with a program", uint64(c.used(w)))
		g.line("left[i].of[%d] = all & (u32)my->used%d;", w, w)
	}
	g.shut()
	for _, x := range c.columns {
		c.narrowBy(g, x)
	}
	g.line("read_ahead(tile + step);")
}

// narrowBy narrows the masks by one column: first all rows' places in its table, so that
// the reads are under way together.
func (c *crowd) narrowBy(g *generation, x *crowdColumn) {
	n := x.Reader.Ordinal
	g.open("")
	g.line("u32 at[V]; // %s", g.columnName(n))
	if x.table.exact {
		g.line("#pragma unroll")
		g.line("for (int i = 0; i < V; i++) at[i] = min(number(x%d, i), (u32)my->t%d_end);", n, n)
	} else {
		g.line("blocks_of(at, t%d_block, (u32)my->t%d_end, (u32)my->t%d_shift, x%d);", n, n, n, n)
		g.open("if (has_bound(at))")
		g.line("#pragma unroll")
		g.line("for (int i = 0; i < V; i++) at[i] = walk(at[i], t%d_start, (u32)my->t%d_intervals, number(x%d, i));", n, n, n)
		g.shut()
	}
	g.line("#pragma unroll")
	g.open("for (int i = 0; i < V; i++)")
	for j, w := range x.words {
		g.line("left[i].of[%d] &= t%d_of[at[i] * %d + %d];", w, n, len(x.words), j)
	}
	g.shut()
	g.shut()
}

// mask gathers the squad's bits of the thread's rows.
func (c *crowd) mask(g *generation, s *squad) {
	width := 1 << s.log
	g.line("#pragma unroll")
	g.line("for (int i = 0; i < V; i++) m |= (left[i].of[%d] >> %d & %d) << (i * %d);", s.word, s.bit, 1<<width-1, width)
}
