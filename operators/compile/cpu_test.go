package compile_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/optimizer"
	"gsdms/plan"
)

// runOnCPU runs a program on the CPU backend, in chunks of some rows.
func runOnCPU(t *testing.T, p *operators.Program, chunkRows int) ([]string, error) {
	t.Helper()
	b, err := cpu.New(cpu.Options{Threads: 2, Morsel: 32, Vector: 64, Batch: 16})
	fatal(t, err)
	defer b.Close()
	ctx := context.Background()
	run, err := b.Open(ctx, p, 1<<30)
	fatal(t, err)
	defer run.Close()
	kernel, err := b.Prepare(ctx, run)
	fatal(t, err)
	defer kernel.Close()
	for lo := 0; lo < p.Table.Rows; lo += chunkRows {
		push(t, b, kernel, p, lo, min(p.Table.Rows, lo+chunkRows))
	}
	rows, err := run.Collect(ctx)
	if err != nil {
		return nil, err
	}
	return rowTexts(p, rows), nil
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// push loads rows [lo, hi) as a chunk and runs the kernel over it.
func push(t *testing.T, b *cpu.Backend, kernel operators.Kernel, p *operators.Program, lo, hi int) {
	t.Helper()
	ctx := context.Background()
	var columns operators.Columns
	for _, c := range slices.SortedFunc(slices.Values(p.Columns), func(a, b operators.Column) int { return a.Ordinal - b.Ordinal }) {
		a, err := p.Table.Data.Rows(ctx, c.Ordinal, lo, hi)
		fatal(t, err)
		columns.Ordinals, columns.Arrays = append(columns.Ordinals, c.Ordinal), append(columns.Arrays, a)
	}
	defer columns.Release()
	ref := operators.ChunkRef{Table: p.Table, Seq: lo, Row: lo, Rows: hi - lo, Segments: operators.SegmentsOf(lo / plan.SegmentRows)}
	chunk, err := b.Load(ctx, ref, columns)
	fatal(t, err)
	defer chunk.Release()
	fatal(t, kernel.Launch(ctx, chunk, optimizer.Launch{Blocks: 1, Warps: 1}))
	fatal(t, kernel.Barrier(ctx))
}

// isVariance reports whether a column is a variance, of which the last digits may differ.
func isVariance(p *operators.Program, column int) bool {
	g, ok := p.Sink.(*operators.Groups)
	if !ok || column < len(g.Keys) {
		return false
	}
	f := g.Aggs[column-len(g.Keys)].Func
	return f == operators.VarianceInt || f == operators.VarianceFloat
}

// rowTexts spells rows like the interpreter does.
func rowTexts(p *operators.Program, rows *plan.Rows) []string {
	out := make([]string, rows.Len)
	for i := range out {
		for c := range rows.Columns {
			v := &rows.Columns[c]
			if isVariance(p, c) && !v.IsNull(i) {
				out[i] += fmt.Sprintf("%.9g|", v.Floats[i])
				continue
			}
			out[i] += valueText(v.Value(i), v.Type) + "|"
		}
	}
	if p.Limit >= 0 {
		out = out[:min(int64(len(out)), p.Limit-p.Offset)]
	}
	return out
}
