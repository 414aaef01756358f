package groups

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"

	"gsdms/operators/cpu/budget"
	"gsdms/operators/exact"
	"gsdms/operators/radix"
	"gsdms/operators/spill"
	"gsdms/plan"
)

// Groups that have no room: once they take half of what there is, rows that wait are
// written to a file, partition by partition, and no longer folded. At Collect some
// partitions at a time are read back, folded and written as rows in key order, and their
// groups are forgotten. Partitions of ranged keys are in key order themselves; others leave
// runs that are merged when they are read.

// overflow is the file of a gathering.
type overflow struct {
	spilling atomic.Bool
	making   sync.Mutex
	file     *spill.File
	together int // full blocks of a partition that are written at once

	written [][]extent // by partition; guarded by its lock
}

// extent is full blocks of a partition that are next to each other in the file.
type extent struct {
	at     int64
	blocks int
}

const (
	writtenBlocks = 16       // of a partition that are written at once, at most
	writtenShare  = 8        // of the memory that there is may wait for being written
	leastSpill    = 64 << 10 // bytes that a run has before it writes any
	readRows      = 1 << 17  // of a partition that are read and folded at once
	mostParts     = 32       // that are folded at a time
)

// tight reports whether rows that wait are to be written.
func (g *gathered) tight() bool {
	if g.spilling.Load() {
		return true
	}
	if !g.maySpill() {
		return false
	}
	used := g.run.budget.Used.Load()
	if !g.run.host.Spill && (used < leastSpill || used < g.run.budget.Room()) {
		return false
	}
	g.making.Lock()
	defer g.making.Unlock()
	if g.together == 0 {
		each := int64(g.gathering.parts) * int64(8*g.store.words)
		g.together = int(max(1, min(writtenBlocks, (used+g.run.budget.Room())/writtenShare/each)))
		if g.run.host.Spill {
			g.together = 1
		}
		g.written = make([][]extent, len(g.parts))
	}
	g.spilling.Store(true)
	return true
}

// maySpill reports whether the groups can do with files: those in which distinct values are
// counted are looked up while these are gathered.
func (g *gathered) maySpill() bool {
	return g.run.Space != nil && g == g.run.gathered && len(g.groups.distincts) == 0
}

// overfull ends the dealing of rows, and reports whether groups are to be left in a file:
// some rows are in one already, or there may be no room to bring all groups together.
func (r *Run) overfull(ctx context.Context) (bool, error) {
	g := r.gathered
	if g == nil || !g.maySpill() {
		return false, nil
	}
	if g.parts == nil {
		return r.host.Spill, nil
	}
	tables, err := g.sealed(ctx, r.gatherers())
	if err != nil || g.spilling.Load() {
		return true, err
	}
	needed := int64(0)
	kept, given := g.groupBytes()
	for i := range g.parts {
		rows := g.parts[i].rows
		for _, l := range tables {
			rows += len(l.of(i))
		}
		needed += int64(rows)*(kept+given) + int64(g.parts[i].len())*given
	}
	if g.choosesEarly() {
		needed = needed * int64(r.host.Threads) / int64(len(g.parts)) // of those that are folded at a time
	}
	return needed > r.budget.Room(), nil
}

// groupBytes is about what a group takes among those of its partition, and what it takes
// besides when it is put in order and given.
func (g *gathered) groupBytes() (kept, given int64) {
	kept, given = int64(8*g.groups.width), int64(9*len(g.groups.keys))
	for _, f := range g.groups.folds {
		given += 9
		if f.row.wide {
			given += 8
		}
	}
	if !g.ranged {
		kept += int64(16*g.packing.Words + 24)
		given += int64(unsafe.Sizeof(radix.Entry{}))
	}
	return kept, given
}

// write writes the full blocks of a partition when they are enough. The caller has its lock.
func (g *gathered) write(part int) error {
	p := &g.parts[part]
	var full []block
	rest := p.blocks[:0:0]
	for _, b := range p.blocks {
		if b.rows == g.rows {
			full = append(full, b)
		} else {
			rest = append(rest, b)
		}
	}
	if len(full) < g.together {
		return nil
	}
	f, err := g.ownFile()
	if err != nil {
		return err
	}
	words := make([][]int64, len(full))
	for i, b := range full {
		words[i] = b.words
		p.rows -= b.rows
	}
	at, err := f.Append(words...)
	if err != nil {
		return err
	}
	g.store.put(full)
	p.blocks, g.written[part] = rest, append(g.written[part], extent{at, len(full)})
	return nil
}

// ownFile gives the file, made at first use.
func (g *gathered) ownFile() (*spill.File, error) {
	g.making.Lock()
	defer g.making.Unlock()
	if g.file == nil {
		f, err := g.run.Space.File()
		if err != nil {
			return nil, err
		}
		g.file = f
	}
	return g.file, nil
}

// closeFile gives the file back, and says how many bytes it had.
func (g *gathered) closeFile() (bytes int64) {
	if g.file == nil {
		return 0
	}
	bytes = g.file.Bytes()
	_ = g.file.Close() // nobody reads it any more
	g.file = nil
	return bytes
}

// readBack folds what was written of a partition.
func (g *gathered) readBack(part int, f *Folder) error {
	if g.written == nil {
		return nil
	}
	p := &g.parts[part]
	free := supply{store: &g.store}
	defer free.end()
	for _, e := range g.written[part] {
		f.extent = sized(f.extent, e.blocks*g.store.words)
		if err := g.file.Read(e.at, f.extent); err != nil {
			return err
		}
		for i := range e.blocks {
			words, err := free.block()
			if err != nil {
				return err
			}
			copy(words, f.extent[i*g.store.words:])
			p.blocks = append(p.blocks, block{words, g.rows})
			p.rows += g.rows
		}
		if p.rows < readRows {
			continue
		}
		if err := g.foldWaiting(p, f, nil); err != nil {
			return err
		}
	}
	g.written[part] = nil
	return nil
}

func sized(words []int64, n int) []int64 {
	if cap(words) < n {
		return make([]int64, n)
	}
	return words[:n]
}

// spillGroups leaves the groups of the run in a file.
func (r *Run) spillGroups(ctx context.Context) error {
	g := r.gathered
	tables, err := g.sealed(ctx, r.gatherers())
	if err != nil {
		return err
	}
	rows, err := spill.NewRows(r.Space, spill.Ascending(len(r.of.keys)), g.runs(), r.budget.Room())
	if err != nil {
		return err
	}
	r.Spilled = rows
	for lo := 0; lo < len(g.parts); {
		hi := g.foldedWith(lo)
		if err := r.spillParts(ctx, rows, tables, lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	g.store.drop()
	rows.From(g.closeFile())
	return nil
}

// runs is how many runs the groups may be written in: those of ranges follow each other.
func (g *gathered) runs() int {
	if g.ranged {
		return 1
	}
	return len(g.parts)
}

// foldedWith says up to which partition they are folded with one, by their rows.
func (g *gathered) foldedWith(lo int) (hi int) {
	room := g.run.budget.Room() / 2
	kept, given := g.groupBytes()
	for hi = lo; hi < len(g.parts) && hi-lo < mostParts; hi++ {
		p := &g.parts[hi]
		rows := p.rows + p.len()
		rows += g.rowsWritten(hi)
		if room -= int64(rows) * (kept + given); room < 0 && hi > lo {
			break
		}
	}
	return hi
}

// rowsWritten is how many rows of a partition are in the file.
func (g *gathered) rowsWritten(part int) (rows int) {
	if g.written != nil {
		for _, e := range g.written[part] {
			rows += e.blocks * g.rows
		}
	}
	return rows
}

// spillParts writes the groups of the partitions from lo to hi, and forgets them.
func (r *Run) spillParts(ctx context.Context, to *spill.Rows, tables []*locals, lo, hi int) error {
	g := r.gathered
	if err := r.host.Spread(ctx, hi-lo, func(f *Folder, i int) error { return g.foldPart(f, lo+i, tables) }); err != nil {
		return err
	}
	all := g.foldedParts(lo, hi)
	before := r.budget.Used.Load()
	out, err := r.outcomeOf(ctx, all, false) // runs are merged by their order
	var rows *plan.Rows
	if err == nil {
		rows, err = out.rows(ctx)
	}
	if err == nil {
		err = r.of.spec.ToldFolds(ctx, rows)
	}
	if err == nil {
		err = to.Add(ctx, rows, !g.ranged)
	}
	if err != nil {
		return err
	}
	r.budget.Used.Add(before - r.budget.Used.Load())
	for i := range g.parts[lo:hi] {
		g.parts[lo+i].forget(r.budget)
	}
	return nil
}

// forget drops the groups of a partition.
func (p *partition) forget(b *budget.Budget) {
	if p.ranked != nil {
		b.Used.Add(-int64(12 * len(p.ranked.bits)))
	}
	if p.table != nil {
		b.Used.Add(-p.table.Bytes())
	}
	if p.acc != nil {
		p.acc.forget(b)
	}
	p.acc, p.ranked, p.table = nil, nil, nil
}

// forget gives back what groups take, which nobody needs any more.
func (a *accumulators) forget(b *budget.Budget) {
	b.Used.Add(-int64(8 * len(a.words)))
	for _, far := range a.far {
		b.Used.Add(-int64(len(far.chunks) * asideChunk * exact.FarBytes))
	}
	for _, sums := range a.exact {
		b.Used.Add(-int64(len(sums.chunks) * asideChunk * exact.Bytes))
	}
	a.words = nil
}
