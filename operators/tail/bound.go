package tail

import (
	"math"
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/numbering"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/window"
)

// Where a filter behind window functions passes the first rows of each partition only, as
// in WHERE ROW_NUMBER() OVER (…) <= 3, the others are dropped before anything is sorted. No
// group is sorted for that: of each, the keys of its first rows are kept as words, and what
// is above the last of them goes. Rows with equal words stay, so what is left of a
// partition is the beginning of its order, and all ranks are as they were.

// boundMost is the most rows of a partition that are kept in mind.
const boundMost = 1 << 10

// boundWords is how many words may be kept in mind for each row: with more, most rows
// would stay.
const boundWords = 4

// bound drops rows before window functions run that filters behind them do not ask for. The
// rows left are those of r.rows, in order.
func (r *runner) bound(funcs []plan.WindowFunc, behind []plan.Operator) error {
	f, n := window.FirstAsked(funcs, len(r.rows.Columns), behind)
	if n == 0 || n > boundMost || r.rows.Len <= max(sparedRows, int(n)) {
		return nil
	}
	group, err := r.packed(columnsOf(f.Over.Partition))
	if err != nil || group == nil {
		return err
	}
	key, err := r.leadingRank(f)
	if err != nil {
		return err
	}
	b := &bounder{r: r, group: group, key: key, n: int(n), distinct: f.Name == plan.DenseRank}
	if b.dense() {
		return b.byNumber()
	}
	return b.byHash()
}

func columnsOf(slots []plan.Slot) (out []int) {
	for _, s := range slots {
		out = append(out, s.Index)
	}
	return out
}

// leadingRank is a word of the keys that a window orders by, as much of them as there is
// room for, and behind them, where ROW_NUMBER tells peers apart, the row's number.
func (r *runner) leadingRank(f plan.WindowFunc) (*word, error) {
	w, whole, err := r.leadingWord(sortedBy(f.Over))
	if err == nil && whole && f.Name == plan.RowNumber {
		w.add(field{width: bits.Len(uint(r.rows.Len)), load: func(dst []uint64, rows []int32) {
			for i, row := range rows {
				dst[i] = uint64(row)
			}
		}})
	}
	return w, err
}

// sortedBy is the keys that a window orders by.
func sortedBy(o plan.Over) (keys []plan.SortKey) {
	for _, k := range o.Order {
		keys = append(keys, plan.SortKey{Slot: k.Slot.Index, Desc: k.Desc})
	}
	return keys
}

// leadingWord is a word of sort keys, as much of them as there is room for: whole, if that is all.
// Of texts and of decimals past 64 bits it has the beginning.
func (r *runner) leadingWord(keys []plan.SortKey) (w *word, whole bool, err error) {
	w, whole = &word{}, true
	for _, k := range keys {
		v := &r.rows.Columns[k.Slot]
		fields := []field{{width: 64, load: cell.Leading(v, false)}}
		if v.Texts == nil && v.Wide == nil {
			if fields, err = r.fields(v); err != nil {
				return nil, false, err
			}
		}
		for _, field := range fields {
			if k.Desc {
				field.flip = math.MaxUint64
			}
			if !w.add(field) {
				return w, false, nil
			}
		}
	}
	return w, whole, nil
}

// add puts a field behind those of a word of 64 bits, or its first bits; it reports whether
// there was room for it whole.
func (w *word) add(f field) bool {
	n := min(f.width, 64-w.width)
	if n > 0 {
		w.pieces = append(w.pieces, piece{f, f.width - n, math.MaxUint64 >> (64 - n), n == f.width})
		w.width += n
	}
	return n == f.width
}

// bounder finds the rows that may be among the first n of their group, or have one of its
// first n distinct keys.
type bounder struct {
	r          *runner
	group, key *word
	n          int
	distinct   bool
}

// dense reports whether groups are few enough to be numbers of arrays.
func (b *bounder) dense() bool {
	room := max(boundWords*b.r.rows.Len, team.ChunkRows)
	return b.group.width < 31 && b.n<<b.group.width <= room/b.r.Threads
}

// firsts is the least keys of each group, ascending, and MaxUint64 where there are fewer.
type firsts struct {
	n        int
	distinct bool
	words    []uint64
}

// grow makes room for more groups.
func (f *firsts) grow(groups int) {
	lo := len(f.words)
	f.words = slices.Grow(f.words, groups*f.n)[:lo+groups*f.n]
	for i := range f.words[lo:] {
		f.words[lo+i] = math.MaxUint64
	}
}

// last is what no row is above that is among the first of its group.
func (f *firsts) last(group uint64) uint64 { return f.words[int(group)*f.n+f.n-1] }

// add takes in a key below the last of its group.
func (f *firsts) add(group, key uint64) {
	own := f.words[int(group)*f.n:][:f.n]
	at, there := slices.BinarySearch(own, key)
	if there && f.distinct {
		return
	}
	copy(own[at+1:], own[at:])
	own[at] = key
}

// byNumber bounds groups that are numbers: each worker has the first keys that it saw. What
// was not behind them when it came is looked at once more when all have been seen.
func (b *bounder) byNumber() error {
	r, groups := b.r, 1<<b.group.width
	free, err := r.Scratch(int64(r.Threads) * int64(8*groups*b.n))
	if err != nil {
		return err
	}
	defer free()
	kept := make([][]int32, r.chunks())
	of, workers := make([]*firsts, r.Threads), r.workers(r.Threads)
	err = r.each(func(worker, chunk int) error {
		if of[worker] == nil {
			of[worker] = &firsts{n: b.n, distinct: b.distinct}
			of[worker].grow(groups)
		}
		w := workers[worker].at(chunk)
		kept[chunk] = b.mayBeFirst(w, of[worker])
		return nil
	})
	if err != nil {
		return err
	}
	all := mergeFirsts(of)
	err = r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		kept[chunk] = b.upToLast(w, kept[chunk], all)
		return nil
	})
	if err != nil {
		return err
	}
	left := concatenated(kept)
	if err := r.Take(4 * int64(len(left))); err != nil {
		return err
	}
	r.left = left
	return nil
}

// mayBeFirst gives the rows of a chunk that are not behind the first of their group so far,
// which take them in.
func (b *bounder) mayBeFirst(w *worker, f *firsts) []int32 {
	rows := w.rowsOf(w.scratch(w.n).rows)
	groups, keys := b.load(w, rows)
	out := make([]int32, 0, len(rows)/8)
	for i, g := range groups {
		key, last := keys[i], f.last(g)
		if key > last {
			continue
		}
		out = append(out, rows[i])
		if key < last {
			f.add(g, key)
		}
	}
	return out
}

// upToLast leaves of rows those that are not behind the first of their group.
func (b *bounder) upToLast(w *worker, rows []int32, f *firsts) []int32 {
	groups, keys := b.load(w, rows)
	n := 0
	for i, row := range rows {
		rows[n] = row
		if keys[i] <= f.last(groups[i]) {
			n++
		}
	}
	return rows[:n]
}

// load gives the groups and keys of rows, at most as many as a chunk has.
func (b *bounder) load(w *worker, rows []int32) (groups, keys []uint64) {
	w.again()
	groups, keys = w.words.get(len(rows)), w.words.get(len(rows))
	bits := w.scratch(len(rows)).bits[:len(rows)]
	b.group.load(groups, bits, rows)
	b.key.load(keys, bits, rows)
	return groups, keys
}

// mergeFirsts brings the first keys of all workers together.
func mergeFirsts(of []*firsts) (all *firsts) {
	for _, f := range of {
		switch {
		case f == nil:
		case all == nil:
			all = f
		default:
			for i, key := range f.words {
				if group := uint64(i / f.n); key < all.last(group) {
					all.add(group, key)
				}
			}
		}
	}
	return all
}

// byHash bounds groups of any keys: rows are dealt to partitions, so that the rows of a
// group meet.
func (b *bounder) byHash() error {
	r, n := b.r, b.r.rows.Len
	if !b.pays() {
		return nil
	}
	free, err := r.Scratch(int64(n) * (3*8 + 4 + 4 + 1))
	if err != nil {
		return err
	}
	defer free()
	hashes, keys := make([]uint64, n), make([]uint64, n)
	workers := r.workers(r.chunks())
	err = r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		groups, of := b.load(w, w.rowsOf(w.scratch(w.n).rows))
		copy(keys[w.lo:], of)
		for i, g := range groups {
			hashes[w.lo+i] = hashOf(g)
		}
		return nil
	})
	if err != nil {
		return err
	}
	parts, err := r.partitions(hashes)
	if err != nil {
		return err
	}
	marked := make([]bool, n)
	err = r.Spread(len(parts), func(_, part int) error { return b.mark(marked, parts[part], keys) })
	if err != nil {
		return err
	}
	return r.keep(marked)
}

// hashOf is a hash that only equal keys share.
func hashOf(key uint64) uint64 { return operators.HashKey(operators.HashStart, int64(key)) }

// pays looks at a sample of the rows, whether groups are few enough for most rows to be dropped:
// drawn by chance from so many groups, rows would be of no more than are there. The sample is
// large, since few rows of nearly as many groups as rows look like few of some less.
func (b *bounder) pays() bool {
	r := b.r
	sample := min(r.rows.Len, max(sampledRows, r.rows.Len/sampledPart))
	w, groups := r.workers(1)[0], numbering.New(sample)
	rows := make([]int32, 0, team.ChunkRows)
	for i := range sample {
		rows = append(rows, int32(operators.Scattered(i, r.rows.Len)))
		if len(rows) == team.ChunkRows || i == sample-1 {
			of, _ := b.load(w, rows)
			for _, g := range of {
				groups.Number(hashOf(g))
			}
			rows = rows[:0]
		}
	}
	most := float64(r.rows.Len) / float64(droppedRows*b.n)
	return float64(groups.Len()) < most*(1-math.Exp(-float64(sample)/most))
}

// A sample of sampledRows or one of sampledPart rows tells how many groups there are. Of a group
// droppedRows rows have to be there for each that stays.
const (
	sampledRows = 4 * team.ChunkRows
	sampledPart = 32
	droppedRows = 4
)

// mark marks the rows of a partition that may be among the first of their group; all, if
// that takes too many words.
func (b *bounder) mark(marked []bool, p partition, keys []uint64) error {
	f := &firsts{n: b.n, distinct: b.distinct}
	t := numbering.New(len(p.places))
	groups := make([]uint32, len(p.places))
	for i, h := range p.hashes {
		if i%team.ChunkRows == 0 && b.r.Stopped() != nil {
			return b.r.Stopped()
		}
		g, isNew := t.Number(h)
		if isNew && len(f.words) > boundWords*len(p.places) {
			for _, place := range p.places {
				marked[place] = true
			}
			return nil
		}
		if isNew {
			f.grow(1)
		}
		if key := keys[p.places[i]]; key < f.last(uint64(g)) {
			f.add(uint64(g), key)
		}
		groups[i] = g
	}
	for i, place := range p.places {
		marked[place] = keys[place] <= f.last(uint64(groups[i]))
	}
	return nil
}
