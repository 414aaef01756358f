package groups

import (
	"sync"

	"gsdms/operators"
)

// Dense groups may be too many for each worker to have all of them, while the rows lie nearly
// in the order of their keys, as sales lie in that of their orders: then the rows of a segment
// have few of the groups, side by side. A worker has only these, its window, which stay in its
// cache, and adds them to the run's at the end of the morsel. What that costs does not grow with
// the number of workers.

// window says which groups the rows of each segment can have.
type window struct {
	segments []span
	most     int // groups of a segment
}

// span is groups side by side.
type span struct{ first, groups int }

// windowWords is how large a window may be, three quarters of an L2 cache of today, and windowed how many
// words of all windows there may be for each row that comes: each is cleared and looked at.
const (
	windowWords = 3 << 16
	windowed    = 4
)

// windows gives the windows of the sink, which are looked for once: they ask every segment.
func (l *Lowering) windows(s *operators.Groups) *window {
	if !l.settled {
		l.window, l.settled = l.windowOf(s), true
	}
	return l.window
}

// windowOf gives the windows of groups; nil where few groups have to be at hand anyway, where
// the rows do not lie in the order of the keys, so that workers who have all groups merge fewer,
// and where values are counted by group.
func (l *Lowering) windowOf(s *operators.Groups) *window {
	width := 1
	for _, f := range s.Aggs {
		if f.Func.Distinct() {
			return nil
		}
		width += foldTable[f.Func].words
	}
	if !s.Dense || len(s.Keys) == 0 || s.Size*width <= l.denseWords() {
		return nil
	}
	rows := l.Program.Estimate().Sink
	if float64(s.Size*width) > windowed*rows {
		return nil
	}
	w, total := &window{segments: make([]span, l.Program.Table.Segments())}, 0
	for segment := range w.segments {
		if l.Program.Skips(segment) {
			continue
		}
		of := l.spanOf(s, segment)
		total += of.groups
		w.segments[segment], w.most = of, max(w.most, of.groups)
		if w.most*width > windowWords || float64(total*width) > windowed*rows || total >= s.Size*l.host.Threads {
			return nil
		}
	}
	return w
}

// spanOf is the groups that the rows of a segment can have, by its zone maps.
func (l *Lowering) spanOf(s *operators.Groups, segment int) span {
	of, stride := span{groups: 1}, 1
	for i := len(s.Keys) - 1; i >= 0; i-- {
		k := s.Keys[i]
		size := max(1, k.Size)
		first, last := 0, size-1
		if fused, ok := l.fusedKey(k); ok && fused.array == nil {
			lo, hi := l.Program.Table.Data.Zone(l.Program.Columns[fused.column].Ordinal, segment)
			offset := fused.bias - k.Lo
			first, last = int(max(0, int64(lo)+offset)), int(min(int64(size)-1, int64(hi)+offset))
		}
		of.first += first * stride
		of.groups += max(0, last-first) * stride
		stride *= size
	}
	return of
}

// whole is all groups of a run whose workers have windows.
type whole struct {
	*accumulators
	cleared []bool                 // by block
	locks   [wholeLocks]sync.Mutex // of some blocks each
	aside   sync.Mutex             // of what groups have aside
}

const (
	wholeBlock = 1 << 12 // groups that are cleared, and added to, together
	wholeLocks = 64
)

func newWhole(r *Run) *whole {
	g := r.of
	w := &whole{accumulators: newAccumulators(r, g), cleared: make([]bool, (g.size+wholeBlock-1)/wholeBlock)}
	w.words = r.host.Spare.Dirty(g.size * g.width)
	return w
}

// Begin makes the window, if there are any, that of a segment of the table.
func (s *Sunk) Begin(segment int) {
	if s != nil && s.dense != nil && s.dense.groups.window != nil && !s.opened {
		s.at, s.opened = s.dense.groups.window.segments[segment], true
	}
}

// End adds what is in the window to the groups of the run, and empties it. The next row needs
// a Begin.
func (s *Sunk) End() error {
	if s == nil || !s.opened {
		return nil
	}
	s.opened = false
	err := s.dense.run.whole.add(s.dense, s.at)
	clear(s.dense.words[:s.at.groups*s.dense.groups.width])
	s.dense.emptyAside()
	return err
}

// add adds a window.
func (w *whole) add(from *accumulators, at span) error {
	end := at.first + at.groups
	if from.hasAside() {
		w.aside.Lock()
		defer w.aside.Unlock()
	}
	for lo := at.first; lo < end; {
		block := lo / wholeBlock
		hi := min(end, (block+1)*wholeBlock)
		if err := w.addBlock(from, block, lo, hi, at.first); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

func (w *whole) addBlock(from *accumulators, block, lo, hi, first int) error {
	lock := &w.locks[block%wholeLocks]
	lock.Lock()
	defer lock.Unlock()
	w.readyBlock(block)
	return w.absorb(from, lo, hi, first)
}

// ready clears what nobody has added to of the groups from lo to hi, whole blocks.
func (w *whole) ready(lo, hi int) {
	for ; w != nil && lo < hi; lo += wholeBlock {
		w.readyBlock(lo / wholeBlock)
	}
}

func (w *whole) readyBlock(block int) {
	if !w.cleared[block] {
		width := w.groups.width
		clear(w.words[block*wholeBlock*width : min((block+1)*wholeBlock, w.groups.size)*width])
		w.cleared[block] = true
	}
}
