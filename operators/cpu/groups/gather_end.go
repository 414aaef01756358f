package groups

import (
	"context"
	"math/bits"
	"slices"

	"gsdms/operators/cpu/numbering"
)

// folded is all groups of a gathering: of each partition, or, where they are few, all in
// one part.
type folded struct {
	*gathered
	parts []foldedPart
	len   int
}

// foldedPart is groups that came together.
type foldedPart struct {
	acc    *accumulators
	ranked *ranked
	first  uint64           // ranked: the key of bit 0
	table  *numbering.Table // otherwise; number n has group n
}

func (p *foldedPart) len() int {
	switch {
	case p.ranked != nil:
		return p.ranked.n
	case p.table != nil:
		return p.table.Len()
	}
	return 0
}

// fewGroups is how many groups of the workers' tables are merged by one of them.
const fewGroups = 1 << 15

// finish brings together what the workers have gathered.
func (g *gathered) finish(ctx context.Context, workers []*gatherer) (*folded, error) {
	if g.few(workers) {
		all, err := g.mergeTables(workers)
		if err != nil {
			return nil, err
		}
		if all.table == nil {
			return &folded{gathered: g}, nil
		}
		return &folded{gathered: g, parts: []foldedPart{all}, len: all.len()}, nil
	}
	out := &folded{gathered: g}
	err := g.foldParts(ctx, workers, func(_ *Folder, i int) error {
		g.settle(i)
		return nil
	})
	if err != nil {
		return nil, err
	}
	g.spares.drop(g.run.budget)
	for i := range g.parts {
		out.parts = append(out.parts, g.partAt(i))
		out.len += g.parts[i].len()
	}
	return out, nil
}

// each is finish for what is looked at once: a part is shown as soon as it is there, and
// its table serves later ones. Several are shown at the same time.
func (g *gathered) each(ctx context.Context, workers []*gatherer, show pairCounter) error {
	if !g.few(workers) {
		return g.foldParts(ctx, workers, func(f *Folder, i int) error {
			p := g.partAt(i)
			err := show(f, &p)
			g.spare(i)
			return err
		})
	}
	all, err := g.mergeTables(workers)
	if err != nil {
		return err
	}
	return g.run.host.Spread(ctx, 1, func(f *Folder, _ int) error {
		return show(f, &all)
	})
}

// few reports whether the groups are few enough for one worker.
func (g *gathered) few(workers []*gatherer) bool {
	all, tables := 0, 0
	for _, w := range workers {
		for _, t := range w.tables() {
			all, tables = all+t.table.Len(), tables+1
		}
	}
	return g.parts == nil && (tables <= 1 || all <= fewGroups)
}

// partAt is the groups of a partition.
func (g *gathered) partAt(i int) foldedPart {
	p := &g.parts[i]
	return foldedPart{p.acc, p.ranked, uint64(i) << (g.shift & 63), p.table}
}

// foldParts folds what is left of all partitions; then is called for each that is done.
func (g *gathered) foldParts(ctx context.Context, workers []*gatherer, then func(f *Folder, part int) error) error {
	tables, err := g.sealed(ctx, workers)
	if err != nil {
		return err
	}
	err = g.run.host.Spread(ctx, len(g.parts), func(f *Folder, i int) error {
		if err := g.foldPart(f, i, tables); err != nil {
			return err
		}
		f.pause()
		return then(f, i)
	})
	if err == nil {
		g.store.drop()
	}
	return err
}

// forget gives back what a part has, which nobody needs any more.
func (g *folded) forget(part int) {
	p := &g.parts[part]
	if g.gathered.parts == nil {
		return // it is a worker's
	}
	g.run.budget.Used.Add(-p.table.Bytes() - 8*int64(len(p.acc.words)))
	*p, g.gathered.parts[part] = foldedPart{}, partition{}
}

// sealed ends the dealing of rows, and gives what the workers' tables have.
func (g *gathered) sealed(ctx context.Context, workers []*gatherer) ([]*locals, error) {
	if err := g.open(); err != nil {
		return nil, err
	}
	var of []keyed
	for _, w := range workers {
		of = append(of, w.tables()...)
	}
	tables := make([]*locals, len(of))
	err := g.run.host.Spread(ctx, len(of), func(_ *Folder, i int) error {
		tables[i] = g.locals(of[i])
		return nil
	})
	if err != nil {
		return nil, err
	}
	return tables, g.run.host.Spread(ctx, len(workers), func(f *Folder, i int) error { return workers[i].seal(f) })
}

// foldedParts is the groups of the partitions from lo to hi, which have been folded.
func (g *gathered) foldedParts(lo, hi int) *folded {
	out := &folded{gathered: g, parts: make([]foldedPart, hi-lo)}
	for i := range out.parts {
		out.parts[i] = g.partAt(lo + i)
		out.len += out.parts[i].len()
	}
	return out
}

// foldPart folds what is left of a partition, with its groups of the workers' tables.
func (g *gathered) foldPart(f *Folder, part int, tables []*locals) error {
	p := &g.parts[part]
	var merge []mergeFrom
	for _, l := range tables {
		if numbers := l.of(part); len(numbers) > 0 {
			merge = append(merge, mergeFrom{l, numbers})
		}
	}
	if len(p.blocks)+len(merge)+g.rowsWritten(part) == 0 {
		return nil
	}
	if err := g.readBack(part, f); err != nil {
		return err
	}
	return g.foldWaiting(p, f, merge)
}

// foldWaiting folds all that waits in a partition, of a run that the caller has to itself.
func (g *gathered) foldWaiting(p *partition, f *Folder, merge []mergeFrom) error {
	taken := p.waiting
	p.waiting = waiting{}
	return g.fold(p, f, taken, merge)
}

// mergeTables merges the tables of the workers into the first's.
func (g *gathered) mergeTables(workers []*gatherer) (foldedPart, error) {
	if len(workers) == 0 {
		return foldedPart{}, nil
	}
	all := &partition{acc: workers[0].acc, table: workers[0].table} // the one in which keys are looked for
	others := slices.Clone(workers[0].full)
	for _, w := range workers[1:] {
		others = append(others, w.tables()...)
	}
	var f *Folder
	for _, t := range others {
		if f == nil {
			f = NewFolder(g.run.host.Kernels)
		}
		if err := g.merge(all, f, mergeFrom{&locals{table: t.table, acc: t.acc}, t.table.All()}); err != nil {
			return foldedPart{}, err
		}
	}
	return foldedPart{acc: all.acc, table: all.table}, nil
}

// find gives the group of a key that is there.
func (g *folded) find(words [][]uint64, row int, hash uint64) (*accumulators, int) {
	p := &g.parts[0]
	if len(g.parts) > 1 {
		by := hash
		if g.ranged {
			by = words[0][row]
		}
		p = &g.parts[by>>(g.shift&63)]
	}
	if p.ranked != nil {
		return p.acc, int(p.ranked.number(words[0][row]))
	}
	n, _ := p.table.Find(words, row, hash)
	return p.acc, int(n)
}

// walker goes through groups, some at a time: it fills a folder's groups, whose they are,
// their places in the result, and their keys.
type walker interface {
	// next reports whether there were more.
	next(f *Folder) bool
}

// walkAtOnce is how many groups a walker gives.
const walkAtOnce = 1024

// ranked reports whether the groups of all parts are ranked, and so in order.
func (g *folded) ranked() bool {
	return g.gathering.ranged && g.parts != nil && g.parts[0].table == nil
}

// walk goes through a part; the places of its groups go on from offset.
func (p *foldedPart) walk(offset int) walker {
	if p.ranked != nil {
		return &rankedWalker{part: p, at: offset}
	}
	return &tableWalker{part: p, at: offset}
}

type rankedWalker struct {
	part   *foldedPart
	word   int    // the next
	left   uint64 // of the bits of the word before
	number int
	at     int
}

func (w *rankedWalker) next(f *Folder) bool {
	f.reset(1)
	f.Acc = w.part.acc
	keys := f.keys[0]
	set := w.part.ranked.bits
	for len(keys) < walkAtOnce {
		for w.left == 0 {
			if w.word == len(set) {
				f.keys[0] = keys
				return len(keys) > 0
			}
			w.left = set[w.word]
			w.word++
		}
		keys = append(keys, w.part.first+uint64((w.word-1)*64+bits.TrailingZeros64(w.left)))
		w.left &= w.left - 1
		f.groups = append(f.groups, uint32(w.number))
		f.at = append(f.at, uint32(w.at))
		w.number++
		w.at++
	}
	f.keys[0] = keys
	return true
}

type tableWalker struct {
	part   *foldedPart
	number int
	at     int
}

func (w *tableWalker) next(f *Folder) bool {
	t := w.part.table
	if t == nil {
		return false
	}
	f.reset(len(t.Keys))
	f.Acc = w.part.acc
	n := min(walkAtOnce, t.Len()-w.number)
	for k, keys := range t.Keys {
		f.keys[k] = append(f.keys[k], keys[w.number:w.number+n]...)
	}
	for i := range n {
		f.groups = append(f.groups, uint32(w.number+i+1))
		f.at = append(f.at, uint32(w.at+w.number+i))
	}
	w.number += n
	return n > 0
}

// denseWalker goes through dense groups that saw a row.
type denseWalker struct {
	acc    *accumulators
	number int // the next
	end    int
	at     int
}

func (w *denseWalker) next(f *Folder) bool {
	f.reset(0)
	f.Acc = w.acc
	width := w.acc.groups.width
	for ; w.number < w.end && len(f.groups) < walkAtOnce; w.number++ {
		if w.acc.words[w.number*width] == 0 && !w.acc.groups.shared {
			continue
		}
		f.groups = append(f.groups, uint32(w.number))
		f.at = append(f.at, uint32(w.at))
		w.at++
	}
	return len(f.groups) > 0
}

// reset empties what a walker fills, keys of so many words.
func (f *Folder) reset(words int) {
	for len(f.keys) < words {
		f.keys = append(f.keys, make([]uint64, 0, walkAtOnce))
	}
	for w := range f.keys {
		f.keys[w] = f.keys[w][:0]
	}
	f.groups, f.at = f.groups[:0], f.at[:0]
}
