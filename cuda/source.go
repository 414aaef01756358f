package cuda

import (
	_ "embed"
	"fmt"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
)

//go:embed prelude.h
var prelude string

// Entry is the name of the kernel in every source.
const Entry = "wave"

// Source is the CUDA C++ of one kernel and what its Params are to hold.
type Source struct {
	Text   string
	Params []Param
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

// StateData is the address of a region of a run's accumulators.
type StateData struct {
	Program int // which of the kernel's programs
	Region  Region
}

// SharedOffset is where a region's copy in shared memory begins, in words, after
// those of the regions before it.
type SharedOffset struct {
	Program int
	Region  Region
}

// Chunk parameters.
type (
	PartData struct{} // address of the parts to read
	Parts    struct{} // how many there are
	FirstRow struct{} // row of the table with which the chunk begins
)

func (Constant) binding()     {}
func (ColumnData) binding()   {}
func (ArrayData) binding()    {}
func (BitData) binding()      {}
func (HeadData) binding()     {}
func (NextData) binding()     {}
func (StateData) binding()    {}
func (SharedOffset) binding() {}
func (PartData) binding()     {}
func (Parts) binding()        {}
func (FirstRow) binding()     {}

// generator writes one kernel.
type generator struct {
	*layout
	programs []*operators.Program
	bindings map[string]Binding
	text     strings.Builder
	depth    int

	leaves  map[leafKey]string // distinct leaves, by what they test
	columns []sharedColumn     // distinct columns that filters read, in reading order
	states  []*state           // accumulators, by program
}

// Generate writes the kernel that runs the programs, all over the same table, row by
// row in one pass: each column that a filter reads is loaded once for V rows, distinct
// filters are tested once, and each program's body runs for the rows whose bit is left
// in its mask. Programs that differ in constants only have the same text.
func Generate(programs ...*operators.Program) (*Source, error) {
	g := &generator{
		layout: newLayout(), programs: programs, bindings: map[string]Binding{},
		leaves: map[leafKey]string{},
	}
	g.param("const Part*", "parts", "rows to read", PartData{})
	g.param("u64", "parts_len", "", Parts{})
	g.param("u64", "first_row", "of the chunk in the table", FirstRow{})
	for i, p := range programs {
		s, err := newState(i, p)
		if err != nil {
			return nil, err
		}
		g.states = append(g.states, s)
	}
	g.kernel()
	return &Source{Text: g.whole(), Params: g.params()}, nil
}

// whole puts the parts of the text together.
func (g *generator) whole() string {
	var b strings.Builder
	b.WriteString(prelude)
	b.WriteString("\n")
	b.WriteString(operators.OpcodeHeader)
	b.WriteString("\n")
	b.WriteString(g.declare())
	b.WriteString("\n")
	b.WriteString(g.text.String())
	return b.String()
}

func (g *generator) params() []Param {
	out := make([]Param, len(g.fields))
	for i, f := range g.fields {
		out[i] = Param{f.name, g.bindings[f.name]}
	}
	return out
}

// param declares a member of Params and returns how the kernel reads it.
func (g *generator) param(ctype, name, note string, what Binding) string {
	g.bindings[name] = what
	return g.add(ctype, name, note)
}

// line writes one line at the present depth.
func (g *generator) line(format string, args ...any) {
	g.text.WriteString(strings.Repeat("  ", g.depth))
	fmt.Fprintf(&g.text, format, args...)
	g.text.WriteByte('\n')
}

// open writes a line that opens a brace; shut closes it.
func (g *generator) open(format string, args ...any) {
	g.line(format+" {", args...)
	g.depth++
}

func (g *generator) shut() {
	g.depth--
	g.line("}")
}

// shutTo closes braces down to a depth.
func (g *generator) shutTo(depth int) {
	for g.depth > depth {
		g.shut()
	}
}

// kernel writes the function: accumulators, the loop over tiles, the flush.
func (g *generator) kernel() {
	g.line("// %s", g.title())
	g.open("KERNEL void %s(const Params* __restrict__ p)", Entry)
	g.beginStates()
	g.line("const u32 tile_rows = blockDim.x * V;")
	g.line("const u32 part_tiles = (SEGMENT + tile_rows - 1) / tile_rows;")
	g.open("for (u64 tile = blockIdx.x; tile < p->parts_len * part_tiles; tile += gridDim.x)")
	g.line("const Part part = p->parts[tile / part_tiles];")
	g.line("const u32 row = part.first + (u32)(tile %% part_tiles) * tile_rows + threadIdx.x * V;")
	g.filters()
	for i := range g.programs {
		g.program(i)
	}
	g.shut()
	g.endStates()
	g.shut()
}

func (g *generator) title() string {
	names := make([]string, len(g.programs))
	for i, p := range g.programs {
		names[i] = strings.Join(strings.Fields(p.Name), " ")
	}
	return fmt.Sprintf("%d over %s", len(names), g.programs[0].Table.Name)
}

// ctype is the C type of a stored number.
func ctype(s plan.Storage) string {
	if s.Float {
		return "double"
	}
	return map[int]string{1: "u8", 2: "u16", 4: "u32", 8: "u64"}[s.Width]
}

// identifier makes a C name of any name.
func identifier(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}
