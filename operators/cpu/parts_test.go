package cpu

import (
	"testing"

	"pgregory.net/rapid"

	"gsdms/operators"
	"gsdms/operators/cpu/unroll"
	"gsdms/plan"
)

// product joins all rows with the same rows of the side table, and reads some of their columns.
func (g *generator) product() []operators.Instr {
	from, to := operators.Const{Dst: g.reg(false, false)}, operators.Const{Dst: g.reg(false, false)}
	from.Int = int64(rapid.IntRange(0, g.side.rows).Draw(g.t, "from"))
	to.Int = int64(rapid.IntRange(int(from.Int), g.side.rows).Draw(g.t, "to"))
	p := operators.Probe{Kind: plan.InnerJoin, Keys: []int{from.Dst, to.Dst}, Index: len(g.p.Indexes), Cond: -1, Mark: -1}
	g.p.Indexes = append(g.p.Indexes, &operators.Index{Name: "side", Table: g.side.table("side"), Spans: true})
	p.Dst = g.reg(false, false)
	body := []operators.Instr{from, to, p}
	for range rapid.IntRange(1, 4).Draw(g.t, "columns of the partner") {
		a := rapid.IntRange(0, len(g.p.Arrays)-1).Draw(g.t, "array")
		s := g.p.Arrays[a].Storage
		body = append(body, operators.Lookup{Array: a, At: p.Dst, Dst: g.reg(s.Float, s.Nullable)})
	}
	return body
}

// crossed draws a program whose rows meet the same few rows, and fold what CASE, AND, OR and others
// make of both.
func (g *generator) crossed() *operators.Program {
	g.p = &operators.Program{Name: "crossed", Table: g.plan, Limit: -1}
	g.ints, g.dbls = nil, nil
	for o, s := range g.table.storage {
		g.p.Columns = append(g.p.Columns, operators.Column{Ordinal: o, Storage: s})
	}
	for i := range g.side.storage {
		g.p.Arrays = append(g.p.Arrays, g.side.array(i))
	}
	g.filters()
	g.p.Body = append(g.p.Body, g.load(), g.load())
	g.p.Body = append(g.p.Body, g.product()...)
	for range rapid.IntRange(0, 3).Draw(g.t, "nests") {
		g.p.Body = append(g.p.Body, g.nest()...)
	}
	g.p.Body = append(g.p.Body, g.body(rapid.IntRange(0, 9).Draw(g.t, "instructions"))...)
	for g.p.Sink == nil || !isGroups(g.p.Sink) {
		g.p.Limit, g.p.Offset = -1, 0 // those of another sink
		g.sink()
	}
	return g.p
}

func isGroups(s operators.Sink) bool {
	_, is := s.(*operators.Groups)
	return is
}

// Where all rows have the same few partners, what is made for each of these gives what pairs give.
func TestPartsAgreeWithTheReference(t *testing.T) {
	drawn, unrolled := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		g.table = drawTable(t, rapid.SampledFrom([]int{64, 200, 500, 1500}).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns"))
		g.side = drawTable(t, rapid.IntRange(1, 9).Draw(t, "side rows"), rapid.IntRange(1, 3).Draw(t, "side columns"))
		g.plan = g.table.table("t")
		var programs []*operators.Program
		for range rapid.IntRange(1, 3).Draw(t, "programs") {
			p := g.crossed()
			programs = append(programs, p)
			drawn++
			if len(unroll.Of(p)) > 0 {
				unrolled++
			}
		}
		s := drawScan(t, len(programs))
		s.options.NoFuse = false
		s.options.Batch, s.options.Vector, s.options.Morsel = rapid.SampledFrom([]int{1, 64, 1024}).Draw(t, "large batch"), 65536, 65536
		got, errs := s.answers(t, g.table, programs)
		for i, p := range programs {
			compare(t, p, g, got[i], errs[i])
		}
	})
	if 4*unrolled < drawn {
		t.Errorf("%d programs of %d are unrolled", unrolled, drawn)
	}
}
