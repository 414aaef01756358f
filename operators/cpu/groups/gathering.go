package groups

import (
	"errors"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/cpu/numbering"
)

// gathering says how the rows of one key come together, in three steps:
//
//   - Each worker folds them into a table of its own that fits the cache. When the table
//     is full it takes no new keys, but goes on with those it has.
//   - The other rows are dealt to partitions by their keys. When few rows find their key
//     in the table, the worker deals all of them, without looking.
//   - Rows that wait in a partition are folded at once, when they are many for the
//     partition's keys, and at the latest at Collect, partition by partition, by all
//     workers. What the tables have is merged then, too.
//
// So no table that is read at random is larger than a cache, whatever the number of keys,
// and what waits is bounded by the number of keys and not by that of rows. A partition
// has all there is to its keys, and could be written to a file and read back by itself.
// Immutable.
type gathering struct {
	packing keys.Packing
	groups  *Groups         // what is kept of each key
	late    []fold          // the folds over the columns of blocks
	args    []machine.Value // what these columns are
	nulls   int             // columns behind them that say which are NULL
	parts   int             // a power of two

	// ranged: keys are few for the rows of the table if one counts all that there can be
	// between their bounds. A partition is a range of them, and a bit for each says
	// whether it is there; its place among the ones is its group's number.
	ranged bool
	dense  bool // ranged, and most of these are taken to come
	shift  int  // of a key (ranged) or hash, so that the partition's number is left

	rows    int  // of a block
	local   int  // keys of a worker's table
	dealt   bool // all rows are, and workers have no tables
	waiting int  // rows of a partition that has no groups yet
}

// sizes is how much of a gathering is kept together.
type sizes struct {
	local     int // keys of a worker's table
	rows      int // of a block; 0: what keeps the buffers in a cache
	rangeBits int // of a key below its partition's number, if there are few enough partitions
	waiting   int // rows of a partition that has no groups yet
	bitmap    int // words of the values of a distinct fold that each worker has for itself
}

// What a worker's table may take, and the buffers in which it deals rows, so that both
// stay in the cache of a core.
const (
	localBytes  = 512 << 10
	bufferBytes = 512 << 10
	leastHashed = 64
	hashedParts = 256
	mostHashed  = 2048
	fewRows     = 1 << 14 // that are expected of a hashed partition, if there are fewer than hashedParts
	partRows    = 1 << 15 // that are expected of it, if there may be more of them
	maxRanged   = 512
)

// hashedPartsOf is how many partitions hashed keys have: each worker has buffers for all of them,
// of which the fewer are at hand the less it costs to deal a row, and the groups of one are to stay
// in a cache, however many rows come.
func hashedPartsOf(rows float64) int {
	parts := leastHashed
	for parts < hashedParts && rows > float64(parts*fewRows) || parts < mostHashed && rows > float64(parts*partRows) {
		parts *= 2
	}
	return parts
}

// sizes is by the caches, or as small as the options ask for.
func (l *Lowering) sizes() sizes {
	if n := l.host.Groups; n > 0 {
		return sizes{local: n, rows: min(n, 64), rangeBits: 4, waiting: 4 * n, bitmap: n}
	}
	return sizes{local: 1 << 14, rangeBits: 17, waiting: 1 << 15, bitmap: 1 << 18}
}

// randomWords is how many words of a worker rows of any order lead to: its table, and the
// buffers of the partitions.
func (d *gathering) randomWords() int {
	return d.local*(d.packing.Words+d.groups.width) + d.parts*d.rows*d.columns()
}

// gathering settles how the rows of a packed key are gathered.
func (l *Lowering) gathering(p keys.Packing, g *Groups, late []fold, args []machine.Value) *gathering {
	p.Settle()
	size := l.sizes()
	parts := hashedPartsOf(l.Program.Estimate().Sink)
	d := &gathering{packing: p, groups: g, late: late, args: args, parts: parts, rows: size.rows, waiting: size.waiting * hashedParts / parts}
	if slices.ContainsFunc(args, func(a machine.Value) bool { return a.Null }) {
		d.nulls = (len(args) + 63) / 64
	}
	d.shift = 64 - bits.TrailingZeros(uint(parts))
	if p.Words == 1 && p.Bits() < 40 && 1<<p.Bits() <= l.mostRanged(g) {
		d.ranged, d.dense = true, 1<<p.Bits() <= denseShare*l.Program.Table.Rows
		d.shift = min(p.Bits(), max(size.rangeBits, p.Bits()-bits.TrailingZeros(maxRanged)))
		d.parts = 1 << (p.Bits() - d.shift)
		d.dealt = g.spec == nil && l.Program.Estimate().Sink >= rowsDealt
	}
	d.local = min(size.local, max(64, localBytes/(24+8*g.width)), l.localFor())
	if d.rows == 0 {
		d.rows = 32
		for d.rows < maxBlockRows && 2*d.rows*d.parts*d.columns()*8 <= bufferBytes {
			d.rows *= 2
		}
	}
	return d
}

// A worker's table is worth making where rows find their keys in it: of so many rows of a worker
// one may be of a new key. Few rows come to a worker where there are many workers.
const (
	rowsPerLocal = 8
	leastLocal   = 1 << 10
)

// localFor is how many keys a worker's table has at most, by the rows that are expected to come to
// each worker.
func (l *Lowering) localFor() int {
	return max(leastLocal, int(l.Program.Estimate().Sink/float64(rowsPerLocal*l.host.Threads)))
}

const maxBlockRows = 256

// columns is the words of a waiting row.
func (d *gathering) columns() int { return d.packing.Words + len(d.args) + d.nulls }

// part is the partition of a key.
func (d *gathering) part(words [][]uint64, hashes []uint64, row int) uint64 {
	if d.ranged {
		return words[0][row] >> d.shift
	}
	return hashes[row] >> d.shift
}

// gathered is the partitions of one run.
type gathered struct {
	*gathering
	run       *Run
	once      sync.Once
	err       error // of making them
	parts     []partition
	store     blockStore
	spares    spares
	threshold int // rows that wait in a partition without groups
	most      int // that wait where most rows make a group
	held      int // blocks of a partition that a worker hands over at once
	overflow

	folded, made atomic.Int64 // rows, and the groups that they made
}

// expected is how many groups rows make of a partition that has none: as many as those of
// the partitions before, which have their keys by chance.
func (g *gathered) expected(rows int) int {
	folded, made := g.folded.Load(), g.made.Load()
	if folded == 0 {
		return rows / 2
	}
	return min(rows, int(float64(rows)*float64(made)/float64(folded)*1.1)+expectedMore)
}

// expectedMore is by how many groups partitions differ at least.
const expectedMore = 32

func newGathered(d *gathering, r *Run) *gathered {
	return &gathered{gathering: d, run: r, store: blockStore{words: d.rows * d.columns(), budget: r.budget}}
}

// Folding early is worth it where it makes less of the rows. Where most of so many made a group
// of their own, patience times as many wait: the groups of a partition are then made at once, and
// their memory serves others.
const (
	patience    = 16
	foldedFirst = 1 << 16
)

// enough is how many rows wait in a partition without groups.
func (g *gathered) enough() int {
	if folded := g.folded.Load(); folded >= foldedFirst && 2*g.made.Load() > folded {
		return g.most
	}
	return g.threshold
}

// waitingPerGroup is how many rows may wait for each group of a partition.
const waitingPerGroup = 4

// open makes the partitions at first use.
func (g *gathered) open() error {
	g.once.Do(func() {
		g.threshold, g.most = g.waiting, patience*g.waiting
		if limit := g.run.budget.Limit; limit > 0 {
			row := int64(8 * g.columns() * g.gathering.parts)
			room := int(max(int64(g.rows), limit/4/row))
			g.threshold, g.most = min(g.threshold, room), min(g.most, room)
		}
		g.held = 1
		if all := int64(8*g.store.words*g.gathering.parts) * int64(heldBlocks*g.run.host.Threads); all < g.run.budget.Room()/heldShare {
			g.held = heldBlocks
		}
		g.err = g.run.budget.Charge(int64(g.gathering.parts) * partitionBytes)
		g.parts = make([]partition, g.gathering.parts)
	})
	return g.err
}

// partitionBytes is what a partition takes that has nothing but a table without keys.
const partitionBytes = 160 + numbering.LeastBytes

// locals is the groups of a worker's table, those of each partition together.
type locals struct {
	table  *numbering.Table
	acc    *accumulators
	starts []uint32 // by partition: where it begins in order
	order  []uint32 // numbers
}

func (l *locals) of(part int) []uint32 { return l.order[l.starts[part]:l.starts[part+1]] }

// fold brings what waited into the groups of a partition, and at the end the groups of the
// workers' tables, too. The caller folds alone, or has the run to itself.
func (g *gathered) fold(p *partition, f *Folder, w waiting, merge []mergeFrom) error {
	if err := g.admit(p, f, w.blocks, merge); err != nil {
		return err
	}
	if p.table != nil && p.table.Len() == 0 {
		expected := g.expected(w.rows)
		if err := errors.Join(p.table.Room(expected), p.acc.grow(expected+1)); err != nil {
			return err
		}
	}
	before := p.len()
	for i, b := range w.blocks {
		if g.ranged && g.groups.width == 0 {
			break // admit has done all there is to do
		}
		if i+1 < len(w.blocks) {
			f.fetch(g, w.blocks[i+1])
		}
		numbers, err := g.numbers(p, f, b)
		if err != nil {
			return err
		}
		if err := g.foldBlock(p, f, b, numbers); err != nil {
			return err
		}
	}
	for _, from := range merge {
		if err := g.merge(p, f, from); err != nil {
			return err
		}
	}
	g.folded.Add(int64(w.rows))
	g.made.Add(int64(p.len() - before))
	g.store.put(w.blocks)
	return nil
}

// mergeFrom is some of the groups of a worker's table.
type mergeFrom struct {
	*locals
	numbers []uint32
}

// admit makes the groups ready. Those of a ranged gathering must all be known before any
// has a number.
func (g *gathered) admit(p *partition, f *Folder, blocks []block, merge []mergeFrom) error {
	if err := g.groupsFor(p); err != nil || !g.ranged {
		return err
	}
	f.old = append(f.old[:0], p.ranked.bits...)
	for _, b := range blocks {
		p.ranked.mark(b.words[:b.rows])
	}
	for _, from := range merge {
		for _, n := range from.numbers {
			p.ranked.set(from.table.Keys[0][n-1])
		}
	}
	return p.ranked.renumber(p.acc, f.old)
}

// groupsFor gives a partition that has no groups where to have some.
func (g *gathered) groupsFor(p *partition) error {
	if p.acc != nil {
		return nil
	}
	if had, ok := g.spares.get(); ok {
		p.acc, p.table, p.ranked = had.acc, had.table, had.ranked
		return nil
	}
	if g.ranged {
		words := (1<<min(g.shift, g.packing.Bits()) + 63) / 64
		if err := g.run.budget.Charge(int64(words) * 12); err != nil {
			return err
		}
		p.ranked = &ranked{bits: make([]uint64, words), below: make([]uint32, words), mask: 1<<min(g.shift, g.packing.Bits()) - 1, parts: int64(g.gathering.parts), dense: g.dense}
	} else {
		p.table = g.spares.table(g.packing.Words, g.run.budget)
	}
	p.acc = newAccumulators(g.run, g.groups)
	return nil
}

// numbers gives the groups of a block's rows.
func (g *gathered) numbers(p *partition, f *Folder, b block) ([]uint32, error) {
	f.words = f.words[:0]
	for w := range g.packing.Words {
		f.words = append(f.words, machine.Unsigned64(b.words[w*g.rows:w*g.rows+b.rows]))
	}
	return g.groupsOf(p, f, f.words, b.rows)
}

// foldBlock folds the rows of a block into their groups.
func (g *gathered) foldBlock(p *partition, f *Folder, b block, numbers []uint32) error {
	if g.groups.width == 0 {
		return nil
	}
	f.point(g, b)
	return g.groups.fold(g.late, p.acc, &f.machine, numbers)
}

// merge brings groups of a worker's table into those of a partition.
func (g *gathered) merge(p *partition, f *Folder, from mergeFrom) error {
	for rest := from.numbers; len(rest) > 0; {
		some := rest[:min(len(rest), maxBlockRows)]
		rest = rest[len(some):]
		numbers, err := g.rehome(p, f, from.table, some)
		if err != nil {
			return err
		}
		if err := p.acc.absorbGroups(numbers, from.acc, some); err != nil {
			return err
		}
	}
	return nil
}

// rehome gives the numbers that keys of a table have in a partition.
func (g *gathered) rehome(p *partition, f *Folder, from *numbering.Table, keys []uint32) ([]uint32, error) {
	f.gathered = f.gathered[:0]
	for w, all := range from.Keys {
		word := f.ranks.lend(w)[:len(keys)]
		for i, n := range keys {
			word[i] = all[n-1]
		}
		f.gathered = append(f.gathered, word)
	}
	return g.groupsOf(p, f, f.gathered, len(keys))
}

// groupsOf gives the groups of rows' keys, and makes those that are not there.
func (g *gathered) groupsOf(p *partition, f *Folder, words [][]uint64, rows int) ([]uint32, error) {
	numbers := f.numbers[:rows]
	if p.ranked != nil {
		p.ranked.numbers(words[0], numbers)
		return numbers, nil
	}
	hashes := f.hashes[:rows]
	numbering.Hash(words, hashes)
	misses, err := p.table.Numbers(words, hashes, numbers, numbering.MaxKeys)
	if err != nil {
		return nil, err
	}
	if misses > 0 {
		return nil, numbering.ErrTooMany
	}
	return numbers, p.acc.grow(p.table.Len() + 1)
}
