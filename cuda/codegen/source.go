package codegen

import (
	_ "embed"
	"fmt"
	"strings"

	"gsdms/cuda/device"
	"gsdms/cuda/narrow"
	"gsdms/operators"
	"gsdms/plan"
)

//go:embed prelude.h
var prelude string

// Source is the CUDA C++ of one kernel, what its Params are to hold, and what it asks of
// a block. Immutable.
type Source struct {
	Text   string
	Kernel string // the part of Text behind what every kernel starts with
	Params []Param
	Shared int // bytes of dynamic shared memory
}

// Param says what one 8-byte member of Params holds.
type Param struct {
	Name string
	What Binding
}

// Binding is one of the types below.
type Binding interface{ binding() }

// Constant is a number that is known when the kernel is generated.
type Constant uint64

// ColumnData is the address of a streamed column of the chunk.
type ColumnData struct{ Ordinal int }

// ArrayData, BitData, HeadData, NextData are addresses of a program's read-only data.
type (
	ArrayData struct{ Array *operators.Array }
	BitData   struct{ Set *operators.BitSet }
	HeadData  struct{ Index *operators.Index }
	NextData  struct{ Index *operators.Index }
)

// StateData is the address of a section of a run's accumulators.
type StateData struct {
	Program int // which of the kernel's programs
	Section Section
}

// TableData is the address of a table of masks. Two of one table are equal.
type TableData struct{ table *maskTable }

// Words is what the table holds.
func (t TableData) Words() []uint64 { return t.table.words }

// Chunk parameters.
type (
	PartData struct{} // address of the parts to read
	Parts    struct{} // how many there are
	FirstRow struct{} // row of the table with which the chunk begins
)

func (Constant) binding()   {}
func (ColumnData) binding() {}
func (ArrayData) binding()  {}
func (BitData) binding()    {}
func (HeadData) binding()   {}
func (NextData) binding()   {}
func (StateData) binding()  {}
func (TableData) binding()  {}
func (PartData) binding()   {}
func (Parts) binding()      {}
func (FirstRow) binding()   {}

// generation is the writing of one kernel.
type generation struct {
	*members
	writer
	programs  []*operators.Program
	states    []*state // by program
	squads    []*squad
	routines  []*body
	filter    filter
	shared    int        // words of shared memory handed out
	sieve     *sieve     // nil: each squad has a queue of its own
	bodies    []*body    // of each program
	nearAt    []int      // of each program: where its groups begin in shared memory
	ranks     [][]*ranks // of each program, when they have been asked for
	stretches *stretches
	stage     *Stage // nil: the kernel does all that its programs do
}

// filter writes what finds the rows of a tile that can satisfy programs.
type filter interface {
	limits() limits
	// seat readies it for the squads; it may take shared memory.
	seat(g *generation)
	// begin writes what comes before the first tile.
	begin(g *generation)
	// tile writes the masks of a tile, and its first row: none of the thread's rows where
	// last holds, else those that pass.
	tile(g *generation)
	// mask gathers the pairs of row and program of a squad in m.
	mask(g *generation, s *squad)
}

// limits is what a filter asks of the kernel around it.
type limits struct {
	rows    int  // that a thread takes at a time, V
	threads int  // the most of a block
	room    int  // words of shared memory for queues and groups
	tables  bool // clauses that are not tabled are left to the routine of a row
}

// crowdFrom is how many programs find their rows by tables of masks. Few do by testing
// each filter, which stops reading where nothing is left.
const crowdFrom = 4

// blockShared is the bytes of shared memory that a block may have: those of compute
// capability 9.0 but for the 1 KiB that the system takes.
const blockShared = 226 << 10

func generate(f filter, known *stretches, programs []*operators.Program) (*Source, error) {
	g := newGeneration(f, known, programs)
	for _, p := range programs {
		s, err := newState(p)
		if err != nil {
			return nil, err
		}
		g.states = append(g.states, s)
	}
	if err := g.compose(); err != nil {
		return nil, err
	}
	return g.source(), nil
}

// compose writes the parts of a kernel.
func (g *generation) compose() error {
	if err := g.formSquads(); err != nil {
		return err
	}
	g.filter.seat(g)
	if err := g.placeSquads(); err != nil {
		return err
	}
	g.kernel()
	return nil
}

// newGeneration declares what every kernel reads.
func newGeneration(f filter, known *stretches, programs []*operators.Program) *generation {
	g := &generation{members: newMembers("p->"), programs: programs, filter: f, ranks: make([][]*ranks, len(programs)), nearAt: make([]int, len(programs)), stretches: known}
	g.param("const Part*", "parts", "rows to read", PartData{})
	g.param("u64", "parts_len", "", Parts{})
	g.param("u64", "first_row", "of the chunk in the table", FirstRow{})
	g.number("own_at", "in shared_words, where a block has a copy of this", 0)
	return g
}

// source is what has been written.
func (g *generation) source() *Source {
	params := g.params()
	if g.filter.limits().tables {
		params[ownPlace].What = Constant(g.take(len(params)))
	}
	return &Source{Text: g.whole(), Kernel: g.own(), Params: params, Shared: 8 * g.shared}
}

// ownPlace is the number of own_at among the parameters.
const ownPlace = 3

// whole puts the parts of the text together.
func (g *generation) whole() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#define V %d\n", g.filter.limits().rows)
	b.WriteString(prelude)
	b.WriteString("\n")
	b.WriteString(operators.OpcodeHeader)
	b.WriteString("\n")
	if g.stage != nil {
		b.WriteString(stagePrelude)
		b.WriteString("\n")
	}
	b.WriteString(g.own())
	return b.String()
}

// own is the text behind what every kernel has in common.
func (g *generation) own() string {
	var b strings.Builder
	for _, r := range g.routines {
		b.WriteString(r.members.declare(fmt.Sprintf("Body%d", r.number)))
		b.WriteString("\n")
	}
	var more []string
	if seats := g.seats(); len(seats) > 0 {
		more = append(more, fmt.Sprintf("u64 seats[%d]; // by bit of the masks: queue, and program of the squad", len(seats)))
	}
	for i, s := range g.squads {
		more = append(more, fmt.Sprintf("Body%d s%d[%d];", s.routine.number, i, 1<<s.log))
	}
	b.WriteString(g.members.declare("Params", more...))
	b.WriteString("\n")
	for _, r := range g.routines {
		b.WriteString(r.functions())
		b.WriteString("\n")
	}
	b.WriteString(g.text.String())
	return b.String()
}

// params lists what Params holds: its own members, then those of each squad's programs.
func (g *generation) params() []Param {
	var out []Param
	for _, f := range g.fields {
		out = append(out, Param{f.name, f.what})
	}
	for i, seat := range g.seats() {
		out = append(out, Param{fmt.Sprintf("seats[%d]", i), seat})
	}
	for i, s := range g.squads {
		for slot := range 1 << s.log {
			for k, f := range s.routine.members.fields {
				var what Binding = Constant(0)
				if slot < len(s.programs) {
					what = s.members[slot][k].what
				}
				out = append(out, Param{fmt.Sprintf("s%d[%d].%s", i, slot, f.name), what})
			}
		}
	}
	return out
}

// seats says where the bits of the masks go, if there is a sieve.
func (g *generation) seats() []Constant {
	if g.sieve == nil {
		return nil
	}
	return g.sieve.seats(g)
}

// take hands out words of shared memory.
func (g *generation) take(words int) uint64 {
	at := g.shared
	g.shared += words
	return uint64(at)
}

// kernel writes the function: accumulators, the loop over tiles, the flush.
func (g *generation) kernel() {
	g.line("// %s", g.title())
	g.open("KERNEL void %s(%d) %s(const Params* __restrict__ p)", g.bounds(), g.filter.limits().threads, device.Entry)
	g.tiles()
	g.line("const u32 step = gridDim.x * warps;")
	g.beginSquads()
	g.open("for (u32 tile = blockIdx.x * warps + warp();; tile += step)")
	g.line("const bool last = tile >= tiles; // the turn that empties the queues")
	g.line("u32 row = 0;")
	g.filter.tile(g)
	g.runSquads()
	g.line("if (last) break;")
	g.shut()
	g.endSquads()
	g.shut()
}

// bounds tells the compiler how many registers there are. It would leave half of them to a
// second block, and spill, where a crowd's has no room for one.
func (g *generation) bounds() string {
	if g.sieve != nil {
		return "LONE_BLOCK_OF"
	}
	return "BLOCK_OF"
}

func (g *generation) title() string {
	if s := g.stage; s != nil {
		return fmt.Sprintf("a program over %s, stage %d: %s", s.Of.Table.Name, s.Number+1, s.Title)
	}
	return fmt.Sprintf("squads over %s: %d", g.programs[0].Table.Name, len(g.squads))
}

// columnType is the C type of the numbers of a streamed column where they lie.
func (g *generation) columnType(c operators.Column) string {
	if narrow.Packs(g.programs[0].Table, c.Ordinal) {
		return "u24"
	}
	return ctype(c.Storage)
}

// ctype is the C type of a stored number.
func ctype(s plan.Storage) string {
	if s.Float {
		return "double"
	}
	return map[int]string{1: "u8", 2: "u16", 4: "u32", 8: "u64"}[s.Width]
}
