package groups

import (
	"errors"

	"gsdms/operators/cpu/machine"
	"gsdms/operators/cpu/numbering"
	"gsdms/operators/simd"
)

// gatherer is one worker's part of a gathering.
type gatherer struct {
	of       *gathered
	table    *numbering.Table
	acc      *accumulators // by number in the table; group 0 is of rows that are not in it
	since    int           // rows that the table has had, before it is full
	stays    bool          // the table does when it is full
	full     []keyed       // tables that were full, whose keys nobody looks for any more
	straight bool          // deals all rows, without looking into the table
	looked   int           // rows since the table was full
	missed   int           // of these, how many were not in it
	buffers  [][]int64     // by column: the rows of each partition, behind each other
	fill     []uint32      // by partition: how many
	blocks   supply
	held     [][]block // by partition: full ones that are yet to be handed over
}

func newGatherer(g *gathered) *gatherer {
	return &gatherer{
		of: g, table: numbering.New(g.packing.Words, g.run.budget),
		acc: newAccumulators(g.run, g.groups), blocks: supply{store: &g.store}, straight: g.dealt,
	}
}

// What decides that looking into the table is not worth it: of as many rows as it has keys, when
// it was full, more than half were not in it.

// add gathers rows, whose keys are packed.
func (w *gatherer) add(m *machine.Machine, words [][]uint64, rows int) error {
	hashes := m.KeyHashes[:rows]
	if !w.straight || !w.of.ranged {
		numbering.Hash(words, hashes)
	}
	if w.straight {
		return w.deal(m, words, m.First(rows))
	}
	if err := w.roll(rows); err != nil {
		return err
	}
	found := m.Found[:rows]
	misses, err := w.table.Numbers(words, hashes, found, w.of.local)
	if err != nil {
		return err
	}
	if err := w.acc.grow(w.table.Len() + 1); err != nil {
		return err
	}
	if err := w.of.groups.fold(w.of.groups.folds, w.acc, m, found); err != nil {
		return err
	}
	return w.rest(m, words, found, misses)
}

// keyed is a table with the groups of its keys.
type keyed struct {
	table *numbering.Table
	acc   *accumulators
}

// rolledShare is how many rows a worker's table has had for each of its keys, at least, when it is full
// and another is begun: rows of a key come one soon after another there, and seldom later.
const rolledShare = 16

// roll begins another table where the next rows may have no room in this one, which has made few groups
// of many rows: the rows of other keys need not be dealt then. What it has is merged with the others at
// Collect.
func (w *gatherer) roll(rows int) error {
	n := w.table.Len()
	if w.stays || n+rows <= w.of.local || 2*n < w.of.local {
		w.since += rows
		return nil
	}
	if w.stays = w.since < rolledShare*n || len(w.of.groups.distincts) > 0 || w.crowded(); w.stays {
		return nil
	}
	w.full, w.since = append(w.full, keyed{w.table, w.acc}), rows
	w.table = numbering.Over(w.table.Settle(), w.of.packing.Words, w.of.run.budget)
	w.acc = newAccumulators(w.of.run, w.of.groups)
	return errors.Join(w.table.Room(n), w.acc.grow(n+1))
}

// crowded reports whether memory is too short for tables besides those that the workers look into: rows
// that wait can go to files, and tables cannot.
func (w *gatherer) crowded() bool {
	b := w.of.run.budget
	return w.of.run.host.Spill || heldShare*(w.table.Bytes()+8*int64(len(w.acc.words))) > b.Room()
}

// tables is all that the worker has folded rows into.
func (w *gatherer) tables() []keyed {
	return append(w.full[:len(w.full):len(w.full)], keyed{w.table, w.acc})
}

// rest deals the rows that are not in the table.
func (w *gatherer) rest(m *machine.Machine, words [][]uint64, found []uint32, misses int) error {
	if w.table.Len() < w.of.local {
		return nil
	}
	w.looked += len(found)
	w.missed += misses
	if w.looked >= w.of.local {
		w.straight = w.missed > w.looked/2
		w.looked, w.missed = 0, 0
	}
	if misses == 0 {
		return nil
	}
	rows := m.Missed[:0]
	for i, n := range found {
		if n == 0 {
			rows = append(rows, uint16(i))
		}
	}
	return w.deal(m, words, rows)
}

// deal puts rows into the buffers of their partitions.
func (w *gatherer) deal(m *machine.Machine, words [][]uint64, rows []uint16) error {
	if err := w.ready(); err != nil {
		return err
	}
	for len(rows) > 0 {
		n, full := w.place(m, words, rows)
		w.write(m, words, rows[:n])
		if n < len(rows) {
			if err := w.flush(m, int(full)); err != nil {
				return err
			}
		}
		rows = rows[n:]
	}
	return nil
}

// ready makes the buffers.
func (w *gatherer) ready() error {
	if w.buffers != nil {
		return nil
	}
	if err := w.of.open(); err != nil {
		return err
	}
	d := w.of.gathering
	if err := d.chargeBuffers(w.of.run); err != nil {
		return err
	}
	w.fill, w.held = make([]uint32, d.parts), make([][]block, d.parts)
	w.buffers = make([][]int64, d.columns())
	for i := range w.buffers {
		w.buffers[i] = make([]int64, d.parts*d.rows)
	}
	return nil
}

func (d *gathering) chargeBuffers(r *Run) error {
	return r.budget.Charge(int64(d.parts) * int64(8*d.rows*d.columns()+4))
}

// place decides where rows go, up to the first whose partition's buffer is full.
func (w *gatherer) place(m *machine.Machine, words [][]uint64, rows []uint16) (n int, full uint64) {
	by := words[0]
	if !w.of.ranged {
		by = m.KeyHashes
	}
	fill, shift, size := w.fill, w.of.shift&63, uint32(w.of.rows)
	to := m.Place[:len(rows)]
	for i, r := range rows {
		part := by[r] >> shift
		at := fill[part]
		if at == size {
			return i, part
		}
		fill[part] = at + 1
		to[i] = uint32(part)*size + at
	}
	return len(rows), 0
}

// write copies rows to their places, column by column.
func (w *gatherer) write(m *machine.Machine, words [][]uint64, rows []uint16) {
	to := m.Place[:len(rows)]
	for c, word := range words {
		buffer := machine.Unsigned64(w.buffers[c])
		for i, r := range rows {
			buffer[to[i]] = word[r]
		}
	}
	for c, arg := range w.of.args {
		buffer, from := w.buffers[len(words)+c], m.Slots[arg.Slot].Ints
		for i, r := range rows {
			buffer[to[i]] = from[r]
		}
	}
	if w.of.nulls > 0 {
		w.writeNulls(m, rows)
	}
}

// writeNulls writes the columns that say which arguments are NULL.
func (w *gatherer) writeNulls(m *machine.Machine, rows []uint16) {
	to, first := m.Place[:len(rows)], len(w.buffers)-w.of.nulls
	for _, buffer := range w.buffers[first:] {
		for _, place := range to {
			buffer[place] = 0
		}
	}
	for c, arg := range w.of.args {
		if !arg.Null {
			continue
		}
		null, buffer := m.Slots[arg.Slot].Null, w.buffers[first+c/64]
		for i, r := range rows {
			buffer[to[i]] |= int64(null[r]) << (c % 64)
		}
	}
}

// heldBlocks is how many blocks of a partition are handed over at once, since partitions have locks
// which all workers need, where those that all workers have take less than a part of the memory.
const (
	heldBlocks = 8
	heldShare  = 16
)

// flush makes a block of the rows of a partition's buffer.
func (w *gatherer) flush(m *machine.Machine, part int) error {
	rows := int(w.fill[part])
	if rows == 0 {
		return nil
	}
	words, err := w.blocks.block()
	if err != nil {
		return err
	}
	size := w.of.rows
	for c, buffer := range w.buffers {
		copy(words[c*size:c*size+rows], buffer[part*size:])
	}
	w.fill[part] = 0
	w.held[part] = append(w.held[part], block{words, rows})
	if len(w.held[part]) < w.of.held && !w.of.spilling.Load() {
		return nil
	}
	return w.hand(m, part)
}

// hand hands over the blocks of a partition. Where the partitions fill up alike, many are folded
// one right after another, so the turn may be over behind each.
func (w *gatherer) hand(m *machine.Machine, part int) error {
	held := w.held[part]
	if len(held) == 0 {
		return nil
	}
	w.held[part] = held[:0]
	f := FolderOf(m)
	err := w.of.push(part, held, f)
	f.pause()
	return err
}

// seal hands all rows over, and gives the buffers back.
func (w *gatherer) seal(f *Folder) error {
	if w.buffers == nil {
		return nil
	}
	for part := range w.fill {
		if err := w.flush(&f.machine, part); err != nil {
			return err
		}
		if err := w.hand(&f.machine, part); err != nil {
			return err
		}
	}
	w.blocks.end()
	w.buffers, w.fill, w.held = nil, nil, nil
	w.of.run.budget.Used.Add(-int64(w.of.gathering.parts) * int64(8*w.of.rows*w.of.columns()+4))
	return nil
}

// locals lists the groups of a table by partition.
func (d *gathering) locals(of keyed) *locals {
	n := of.table.Len()
	hashes := make([]uint64, n)
	if !d.ranged {
		numbering.Hash(of.table.Keys, hashes)
	}
	l := &locals{table: of.table, acc: of.acc, starts: make([]uint32, d.parts+1), order: make([]uint32, n)}
	for i := range n {
		l.starts[d.part(of.table.Keys, hashes, i)+1]++
	}
	for p := range d.parts {
		l.starts[p+1] += l.starts[p]
	}
	next := append([]uint32(nil), l.starts...)
	for i := range n {
		p := d.part(of.table.Keys, hashes, i)
		l.order[next[p]] = uint32(i + 1)
		next[p]++
	}
	return l
}

// Folder is what folding blocks needs: a machine whose registers are their columns.
type Folder struct {
	machine  machine.Machine
	numbers  []uint32
	hashes   []uint64
	words    [][]uint64
	gathered [][]uint64 // by word: keys of a worker's table
	old      []uint64   // bits of a partition before others were added
	extent   []int64    // that is read back
	counts   []int64    // of pairs, by group

	// What a walker gives.
	Acc    *accumulators
	groups []uint32
	at     []uint32
	keys   [][]uint64 // by word

	ranks ranks // of the groups at hand
}

// FolderOf gives the folder that is kept with a machine, made at first use.
func FolderOf(m *machine.Machine) *Folder {
	f, ok := m.Own.(*Folder)
	if !ok {
		f = NewFolder(m.Kernels)
		m.Own, f.machine.Fiber = f, m.Fiber
	}
	return f
}

// pause gives the processor up when the turn of the worker whose folder it is is over; that of
// nobody goes on.
func (f *Folder) pause() {
	if turn := f.machine.Fiber; turn != nil {
		turn.Look()
		turn.Pause()
	}
}

// Leave lets go of the groups that were folded into last.
func (f *Folder) Leave() {
	f.machine.Leave()
	f.Acc = nil
}

// NewFolder makes a folder with a machine of its own.
func NewFolder(k *simd.Kernels) *Folder {
	f := &Folder{
		machine: machine.New(maxBlockRows, k),
		numbers: make([]uint32, maxBlockRows), hashes: make([]uint64, maxBlockRows),
	}
	f.machine.Own = f
	return f
}

// fetch has a block come into the cache, which was written long ago, while another is folded.
func (f *Folder) fetch(g *gathered, b block) {
	for c := range g.columns() {
		f.machine.Kernels.Touch(machine.Bytes(b.words[c*g.rows : c*g.rows+b.rows]))
	}
}

// point makes the columns of a block the registers.
func (f *Folder) point(g *gathered, b block) {
	m := &f.machine
	for len(m.Slots) < len(g.args) {
		m.Slots = append(m.Slots, machine.Slot{Null: make([]byte, maxBlockRows)})
	}
	for c, arg := range g.args {
		s := &m.Slots[c]
		at := (g.packing.Words + c) * g.rows
		s.Ints = b.words[at : at+b.rows]
		s.Floats = machine.Doubles(s.Ints)
		if !arg.Null {
			continue
		}
		at = (g.columns() - g.nulls + c/64) * g.rows
		for i, bits := range b.words[at : at+b.rows] {
			s.Null[i] = byte(bits >> (c % 64) & 1)
		}
	}
}
