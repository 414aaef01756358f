package codegen

import (
	"fmt"
	"slices"

	"gsdms/cuda/narrow"
	"gsdms/operators"
	"gsdms/operators/intervals"
)

// Stage is one operator of a program as a kernel of its own: the scan, which tests the
// first filter, each further filter, each Probe, the Keeps and Tests between two Probes,
// and the sink. All but the last write a list: the numbers of the rows that are left and,
// for each Probe behind them, the partners. A later stage computes the registers that it
// reads from these again (late materialisation), so that no values lie between stages.
type Stage struct {
	Of     *operators.Program
	Number int     // from 0 on
	Title  string  // for people
	Last   bool    // it has the sink and writes no list
	Before float64 // rows that come to it for each of the chunk, estimated
	Share  float64 // rows that leave it for each of the chunk, estimated

	program *operators.Program // the filters that the stage tests, and its instructions
	in      []int              // registers that the Probes behind the list that it reads have set
	out     []int              // likewise of the list that it writes
}

// Listed reports whether the stage reads a list; else it reads the chunk.
func (s *Stage) Listed() bool { return s.Number > 0 }

// EntryBytes is what an entry of the list that the stage writes takes: 4 bytes for the number
// of its row, and for that of each partner.
func (s *Stage) EntryBytes() int64 { return 4 * int64(1+len(s.out)) }

// selects reports whether all that the stage does is to test filters.
func (s *Stage) selects() bool { return !s.Last && len(s.program.Body) == 0 }

// Stages splits a program into its operators, in order. One without filters and Probes is a single stage.
func Stages(p *operators.Program) []*Stage {
	c := &cutter{program: p, share: 1}
	for _, clause := range p.Filters {
		s := c.add(clauseTitle(p, clause))
		s.program.Filters = []operators.Clause{clause}
		c.leave(s, clause.Selectivity)
	}
	from := 0
	for i, in := range p.Body {
		if !endsStage(p.Body, i) {
			continue
		}
		s := c.add(instrTitle(p, in))
		s.program.Body = bodyOf(p, from, i+1, nil)
		if probe, ok := in.(operators.Probe); ok {
			if dst, ok := probe.Sets(); ok {
				c.probes = append(slices.Clone(c.probes), dst)
			}
		}
		c.leave(s, 1)
		from = i + 1
	}
	s := c.add(sinkTitle(p.Sink))
	s.Last = true
	s.program.Body, s.program.Sink = bodyOf(p, from, len(p.Body), p.Sink), p.Sink
	return c.stages
}

// cutter makes the stages of a program in order.
type cutter struct {
	program *operators.Program
	stages  []*Stage
	probes  []int // registers of the Probes so far
	share   float64
}

func (c *cutter) add(title string) *Stage {
	p := c.program
	s := &Stage{Number: len(c.stages), Title: title, Of: p, in: c.probes, Before: c.share, program: &operators.Program{
		Name: p.Name, Table: p.Table, Columns: p.Columns, Regs: p.Regs, Arrays: p.Arrays, Bits: p.Bits, Indexes: p.Indexes, Limit: p.Limit, Offset: p.Offset,
	}}
	c.stages = append(c.stages, s)
	return s
}

// leave ends a stage that lets a share of its rows through.
func (c *cutter) leave(s *Stage, share float64) {
	c.share *= share
	s.out, s.Share = c.probes, c.share
}

// endsStage reports whether instruction i is the last of a stage: a Probe, or what drops
// rows where nothing more does before the next Probe.
func endsStage(body []operators.Instr, i int) bool {
	switch body[i].(type) {
	case operators.Probe:
		return true
	case operators.Keep, operators.Test:
	default:
		return false
	}
	for _, in := range body[i+1:] {
		switch in.(type) {
		case operators.Keep, operators.Test:
			return false
		case operators.Probe:
			return true
		}
	}
	return true
}

// bodyOf is the instructions [from, to), all of them, because each may fail, behind those
// before that set registers which they or the sink read. What dropped rows before is left
// out: those rows are not in the list. So are Probes: their registers are.
func bodyOf(p *operators.Program, from, to int, sink operators.Sink) []operators.Instr {
	needed := make([]bool, len(p.Regs))
	mark := func(registers []int) {
		for _, r := range registers {
			if r >= 0 {
				needed[r] = true
			}
		}
	}
	mark(sinkReads(sink))
	out := slices.Clone(p.Body[from:to])
	for _, in := range out {
		mark(reads(in))
	}
	for i := from - 1; i >= 0; i-- {
		dst, ok := sets(p.Body[i])
		if !ok || !needed[dst] {
			continue
		}
		mark(reads(p.Body[i]))
		out = slices.Insert(out, 0, p.Body[i])
	}
	return out
}

// sets gives the register that an instruction computes.
func sets(in operators.Instr) (dst int, ok bool) {
	switch in := in.(type) {
	case operators.Load:
		return in.Dst, true
	case operators.Row:
		return in.Dst, true
	case operators.Const:
		return in.Dst, true
	case operators.Compute:
		return in.Dst, true
	case operators.Lookup:
		return in.Dst, true
	}
	return 0, false
}

// reads gives the registers that an instruction reads.
func reads(in operators.Instr) []int {
	switch in := in.(type) {
	case operators.Compute:
		return in.Args
	case operators.Lookup:
		return []int{in.At}
	case operators.Test:
		return []int{in.At}
	case operators.Keep:
		return []int{in.Cond}
	case operators.Probe:
		out := slices.Clone(in.Keys)
		for _, on := range in.On {
			out = append(out, reads(on)...)
		}
		if in.Cond >= 0 { // On sets it, or something before the Probe has
			out = append(out, in.Cond)
		}
		return out
	}
	return nil
}

// sinkReads gives the registers that a sink reads; a COUNT(*) reads -1.
func sinkReads(s operators.Sink) []int {
	var out []int
	switch s := s.(type) {
	case *operators.Groups:
		for _, k := range s.Keys {
			out = append(out, k.Reg)
		}
		for _, f := range s.Aggs {
			out = append(out, f.Arg)
		}
	case *operators.Emit:
		for _, c := range s.Out {
			out = append(out, c.Reg)
		}
		if s.Top != nil {
			for _, k := range s.Top.Keys {
				out = append(out, k.Reg)
			}
		}
	}
	return out
}

func clauseTitle(p *operators.Program, c operators.Clause) string {
	if len(c.Any) == 0 {
		return "select nothing"
	}
	column, _, set := describeLeaf(p, c.Any[0])
	verb := "select"
	if set != nil {
		verb = "probe"
	}
	return fmt.Sprintf("%s %s", verb, p.Table.Columns[column.Ordinal].Name)
}

func instrTitle(p *operators.Program, in operators.Instr) string {
	if probe, ok := in.(operators.Probe); ok {
		return "join " + p.Indexes[probe.Index].Name
	}
	return "select"
}

func sinkTitle(s operators.Sink) string {
	if _, ok := s.(*operators.Emit); ok {
		return "emit"
	}
	return "aggregate"
}

// Bytes estimates what the stage reads and writes for so many rows of a chunk: of the
// columns that it reads the sectors in which a row is left, and the lists.
func (s *Stage) Bytes(rows int64) int64 {
	total := s.Before * float64(4*len(s.in)+4)
	if !s.Listed() {
		total = 0
	}
	if !s.Last {
		total += s.Share * float64(4*len(s.out)+4)
	}
	for _, c := range s.columns() {
		total += float64(narrow.Width(s.Of.Table, c.Ordinal)) * operators.Read{Column: c, Spared: 1 - min(1, s.Before)}.Sectors()
	}
	return int64(total * float64(rows))
}

// columns gives the streamed columns that the stage reads.
func (s *Stage) columns() []operators.Column {
	out := loaded(s.program)
	for _, clause := range s.program.Filters {
		for _, l := range clause.Any {
			if c := s.Of.Columns[intervals.ColumnOf(l)]; !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}
