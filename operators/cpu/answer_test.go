package cpu

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// scan is one way to run programs over a table.
type scan struct {
	options   Options
	chunkRows int
	join      []int // by program: the chunk, counted from the first pushed, that it joins at
}

func drawScan(t *rapid.T, programs int) scan {
	s := scan{
		options: Options{
			Threads:  rapid.IntRange(1, 4).Draw(t, "threads"),
			Morsel:   rapid.SampledFrom([]int{1, 7, 64, 100, 65536}).Draw(t, "morsel"),
			Vector:   rapid.SampledFrom([]int{1, 5, 64, 130, 65536}).Draw(t, "vector"),
			Batch:    rapid.SampledFrom([]int{1, 3, 64, 1024}).Draw(t, "batch"),
			Groups:   rapid.SampledFrom([]int{0, 1, 2, 5, 40}).Draw(t, "groups"),
			Refine:   rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "refine"),
			NoSIMD:   rapid.Bool().Draw(t, "no simd"),
			NoZones:  rapid.Bool().Draw(t, "no zones"),
			NoFuse:   rapid.Bool().Draw(t, "no fuse"),
			Masks:    rapid.SampledFrom([]Masks{MasksByCost, MasksAlways, MasksAlways, MasksNever}).Draw(t, "masks"),
			Families: rapid.SampledFrom([]Families{FamiliesByCost, FamiliesAlways, FamiliesAlways, FamiliesNever}).Draw(t, "families"),
		},
		chunkRows: rapid.SampledFrom([]int{64, 128, 1 << 20}).Draw(t, "chunk"),
	}
	for range programs {
		s.join = append(s.join, rapid.IntRange(0, 5).Draw(t, "join"))
	}
	return s
}

// answers runs the programs as a stream does: each joins at its chunk and leaves after
// one round, and all that are attached share a kernel.
func (s scan) answers(t fataler, m *memTable, programs []*operators.Program) ([][]string, []error) {
	b, err := New(s.options)
	check(t, err)
	defer b.Close()
	ctx := context.Background()
	runs := make([]operators.Run, len(programs))
	for i, p := range programs {
		runs[i], err = b.Open(ctx, p, 0)
		check(t, err)
		defer runs[i].Close()
	}
	chunks := max(1, (m.rows+s.chunkRows-1)/s.chunkRows)
	for step := range 6 + chunks {
		var attached []operators.Run
		for i, r := range runs {
			if r.Err() == nil && step >= s.join[i] && step < s.join[i]+chunks {
				attached = append(attached, r)
			}
		}
		if len(attached) > 0 {
			s.push(t, b, m, programs[0].Table, step%chunks, attached)
		}
	}
	return collect(ctx, runs)
}

func collect(ctx context.Context, runs []operators.Run) (lines [][]string, errs []error) {
	for _, r := range runs {
		rows, err := r.Collect(ctx)
		if err != nil {
			rows = &plan.Rows{}
		}
		out := rowLines(rows)
		if s, ok := r.Program().Sink.(*operators.Groups); ok {
			out = wanted(s, out)
		}
		lines, errs = append(lines, out), append(errs, err)
	}
	return lines, errs
}

// push launches a kernel of the runs over one chunk.
func (s scan) push(t fataler, b *Backend, m *memTable, table *plan.Table, seq int, runs []operators.Run) {
	k, err := b.Prepare(context.Background(), runs...)
	check(t, err)
	defer k.Close()
	s.launch(t, b, k, m, table, seq)
}

// launch launches a kernel over one chunk and waits for it.
func (s scan) launch(t fataler, b *Backend, k operators.Kernel, m *memTable, table *plan.Table, seq int) {
	ctx := context.Background()
	lo := seq * s.chunkRows
	hi := min(lo+s.chunkRows, m.rows)
	ref := operators.ChunkRef{Table: table, Seq: seq, Row: lo, Rows: hi - lo}
	ref.Segments = segmentsOf(ref)
	var ordinals []int
	for o := range m.storage {
		ordinals = append(ordinals, o)
	}
	columns := m.chunk(ordinals, lo, hi)
	defer columns.Release()
	c, err := b.Load(ctx, ref, columns)
	check(t, err)
	defer c.Release()
	check(t, k.Launch(ctx, c, optimizer.Launch{Blocks: 1, Warps: 1}))
	check(t, k.Barrier(ctx))
}

type fataler interface{ Fatalf(string, ...any) }

func check(t fataler, err error) {
	if err != nil {
		t.Fatalf("%v", err)
	}
}

// The strongest test: random programs over random tables, alone and shared, over sizes
// of chunks, morsels, vectors and batches, with one to four threads, must give what the
// row-at-a-time reference gives.
func TestProgramsAgreeWithTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		g.table = drawTable(t, rapid.SampledFrom([]int{0, 1, 63, 64, 200, 500, 1500}).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns"))
		g.side = drawTable(t, rapid.IntRange(0, 9).Draw(t, "side rows"), rapid.IntRange(1, 3).Draw(t, "side columns"))
		g.plan = g.table.table("t")
		var programs []*operators.Program
		for range rapid.IntRange(1, 4).Draw(t, "programs") {
			programs = append(programs, g.program("random"))
		}
		for n := rapid.SampledFrom([]int{0, 0, 0, 66}).Draw(t, "more runs"); len(programs) < n; {
			programs = append(programs, programs[len(programs)/3])
		}
		for range rapid.SampledFrom([]int{0, 0, 1, 5, 12}).Draw(t, "relatives") {
			programs = append(programs, g.relative(programs[0]))
		}
		s := drawScan(t, len(programs))
		got, errs := s.answers(t, g.table, programs)
		for i, p := range programs {
			compare(t, p, g, got[i], errs[i])
		}
	})
}

func compare(t *rapid.T, p *operators.Program, g *generator, got []string, err error) {
	want, failed, many, perhaps := refAnswer(p, g.table, g.side)
	var outOfRange *plan.RangeError
	var other *fault.Error
	switch {
	case errors.As(err, &other) && other.Code == 1242:
		failed = many
	case err != nil && !errors.As(err, &outOfRange):
		t.Fatalf("%v", err)
	case err == nil:
		failed = failed || many
	}
	if perhaps {
		return
	}
	if failed != (err != nil) && p.Limit < 0 {
		t.Fatalf("error %v, want one: %v\n%s", err, failed, printed(p))
	}
	if !failed && !slices.Equal(got, want) {
		t.Fatalf("got  %q\nwant %q\n%s", got, want, printed(p))
	}
}
