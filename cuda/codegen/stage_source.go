package codegen

import (
	_ "embed"
	"fmt"
	"slices"

	"gsdms/cuda/device"
	"gsdms/operators"
)

//go:embed stage.h
var stagePrelude string

// ListData is the address of a column of the list that a stage writes: 0 its rows, then
// the partners of each Probe behind it.
type ListData struct{ Stage, Column int }

// ListCount is the address of a list's length, ListRoom how many entries it holds.
type (
	ListCount struct{ Stage int }
	ListRoom  struct{ Stage int }
)

func (ListData) binding()  {}
func (ListCount) binding() {}
func (ListRoom) binding()  {}

// generateStage writes the kernel of one stage.
func generateStage(known *stretches, s *Stage) (*Source, error) {
	one := []*operators.Program{s.program}
	var f filter = s.scan(one)
	if s.Listed() {
		f = &list{s}
	}
	g := newGeneration(f, known, one)
	g.stage = s
	st := &state{lists: !s.Last}
	if s.Last {
		var err error
		if st, err = newState(s.program); err != nil {
			return nil, err
		}
	}
	g.states = []*state{st}
	if s.selects() {
		g.selectKernel()
	} else if err := g.compose(); err != nil {
		return nil, err
	}
	return g.source(), nil
}

// scan gives the filter of a first stage: more rows at a time than others have where they
// are narrow, since it does nothing else while they come.
func (s *Stage) scan(one []*operators.Program) filter {
	d := newDirect(one)
	if s.selects() && slices.ContainsFunc(d.columns, func(c sharedColumn) bool { return c.reader.Storage.Width <= 2 }) {
		return wide{d}
	}
	return d
}

// wide is a direct filter that takes twice as many rows at a time.
type wide struct{ *direct }

func (w wide) limits() limits {
	l := w.direct.limits()
	l.rows *= 2
	return l
}

// tiles writes how many tiles there are.
func (g *generation) tiles() {
	if g.stage == nil || !g.stage.Listed() {
		g.line("const u32 warps = blockDim.x / LANES, tiles = (u32)p->parts_len * TILES;")
		return
	}
	before := g.stage.Number - 1
	length := g.param("const u64*", "in_len", "of the list of the stage before", ListCount{before})
	room := g.param("u64", "in_room", "", ListRoom{before})
	g.line("const u32 entries = listed(%s, %s);", length, room)
	g.line("const u32 warps = blockDim.x / LANES, tiles = (entries + LANES * V - 1) / (LANES * V);")
}

// inColumn declares a column of the list that the stage reads, outColumn of the one that it
// writes.
func (g *generation) inColumn(n int) string {
	return g.param("const u32*", columnName("in", n), listNote(n, g.stage.in), ListData{g.stage.Number - 1, n})
}

func (g *generation) outColumn(n int) string {
	return g.param("u32*", columnName("out", n), listNote(n, g.stage.out), ListData{g.stage.Number, n})
}

func columnName(list string, n int) string {
	if n == 0 {
		return list + "_rows"
	}
	return fmt.Sprintf("%s_partners%d", list, n)
}

func listNote(n int, probes []int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("of v%d, + 1", probes[n-1])
}

// outEnd declares the length of the list that the stage writes, and its room.
func (g *generation) outEnd() (length, room string) {
	return g.param("u64*", "out_len", "", ListCount{g.stage.Number}), g.param("u64", "out_room", "", ListRoom{g.stage.Number})
}

// selectThreads is the most threads of a block that selects. What its warps collect in
// shared memory is reserved for as many, so more would keep other kernels' blocks out.
const selectThreads = 256

// selectKernel writes the kernel of a stage that only tests filters.
func (g *generation) selectKernel() {
	g.take(selectThreads / 32 * pieceRows / 2)
	out := g.outColumn(0)
	length, room := g.outEnd()
	g.line("// %s", g.title())
	g.open("KERNEL void BLOCK_OF(%d) %s(const Params* __restrict__ p)", selectThreads, device.Entry)
	g.tiles()
	g.line("const u32 step = gridDim.x * warps;")
	g.line("u32* const rows = (u32*)shared_words + warp() * PIECE;")
	g.line("u32 n = 0;")
	g.readAhead()
	g.open("for (u32 tile = blockIdx.x * warps + warp();; tile += step)")
	g.line("const bool last = tile >= tiles;")
	g.line("u32 row = 0;")
	g.filter.tile(g)
	row := "row + h + i"
	if g.stage.Listed() {
		row = "from.at[i]"
	}
	g.line("#pragma unroll")
	g.open("for (int h = 0; h < V; h += HANDFUL)")
	g.line("collect(rows, n, q0 >> h & ((1u << HANDFUL) - 1), [&](int i) { return %s; });", row)
	g.line("if (last || n > PIECE - LANES * HANDFUL) deliver(%s, %s, %s, rows, n);", out, length, room)
	g.shut()
	g.line("if (last) break;")
	g.shut()
	g.shut()
}

// pieceRows is PIECE.
const pieceRows = 384

// list finds rows in the list that the stage before has written.
type list struct{ stage *Stage }

func (l *list) limits() limits {
	rows := 1
	if l.stage.selects() {
		rows = 4
	}
	return limits{rows: rows, threads: 1024, room: directRoom}
}

func (l *list) seat(*generation)    {}
func (l *list) begin(g *generation) { g.line("const Params* const my = p;") }

// tile writes the mask of a tile's entries. row is the first entry's place in the list.
func (l *list) tile(g *generation) {
	g.line("u32 q0 = 0;")
	if l.stage.selects() {
		g.line("const Rows<u32> from = ahead;")
		g.line("read_ahead(tile + step);")
	}
	g.open("if (!last)")
	g.line("row = (tile * LANES + lane()) * V;")
	g.line("q0 = valid(row, entries);")
	for _, c := range l.stage.program.Filters {
		l.clause(g, c)
	}
	g.shut()
}

// readAhead writes what reads the entries of a tile while the columns of the one before are
// read.
func (g *generation) readAhead() {
	if !g.stage.Listed() {
		return
	}
	g.line("Rows<u32> ahead = {};")
	g.open("const auto read_ahead = [&](u32 tile)")
	g.line("const u32 at = (tile * LANES + lane()) * V;")
	g.line("if (tile < tiles && at < entries) ahead = load(%s, at);", g.inColumn(0))
	g.depth--
	g.line("};")
	g.line("read_ahead(blockIdx.x * warps + warp());")
}

func (l *list) mask(g *generation, _ *squad) { g.line("m = q0;") }

// clause narrows the mask to the rows for which one of the leaves holds.
func (l *list) clause(g *generation, c operators.Clause) {
	g.open("if (q0)")
	g.line("u32 any = 0;")
	for i, leaf := range c.Any {
		column, _, set := describeLeaf(l.stage.program, leaf)
		x := fmt.Sprintf("x%d", i)
		g.line("const Rows<%s> %s = gather(%s, from, q0 & ~any); // %s", g.columnType(column), x, g.columnParam(column), g.columnName(column.Ordinal))
		g.line("any |= %s;", g.leafTest(x, fmt.Sprintf("f%d", i), leaf, set, "q0 & ~any"))
	}
	g.line("q0 &= any;")
	g.shut()
}

// entry writes what takes an entry of the list apart: its row, and the partners.
func (b *body) entry(s *Stage) {
	b.line("const u32 r = read(%s + entry);", b.g.inColumn(0))
	for i, dst := range s.in {
		b.line("const u32 e%d = read(%s + entry);", dst, b.g.inColumn(i+1))
		b.define(dst, fmt.Sprintf("(i64)e%d - 1", dst), fmt.Sprintf("e%d == 0", dst))
	}
}

// list writes what appends the row, and its partners, to the stage's list; those that find
// no room are counted.
func (b *body) list(s *Stage) {
	length, room := b.g.outEnd()
	b.line("const u64 to = place(%s);", length)
	b.open("if (to < %s)", room)
	b.line("%s[to] = r;", b.g.outColumn(0))
	for i, dst := range s.out {
		b.line("%s[to] = e%d;", b.g.outColumn(i+1), dst)
	}
	b.shut()
}
