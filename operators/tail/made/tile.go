package made

import "unsafe"

// tileRows is how many rows each step takes at once: so few that the texts that steps give each other
// stay in a core's first caches.
const tileRows = 1024

// step gives texts of rows, all of these before the next step begins: no text waits for what is done
// with the one before.
type step interface {
	// fill writes the texts of some rows of the tile to their places in out and gives the rows, in
	// their order, that have one; of the others the text is NULL. What it makes it puts in the arena.
	// ok is false where a text is too long, or an error.
	fill(t *tile, rows []int32, out []string, to *arena) (left []int32, ok bool)
}

// tile is rows that texts are made for, and scratch that the next tile uses again.
type tile struct {
	lo, n int     // as places among the rows left
	left  []int32 // their row numbers; nil: from lo on

	lists   pool[int32]
	texts   pool[string]
	ends    pool[int]
	scratch arena
	awaited uint64 // of no meaning: what has been read to have it near
}

// at turns to n rows.
func (t *tile) at(lo, n int, left []int32) {
	t.lo, t.n, t.left = lo, n, left
	t.lists.used, t.texts.used, t.ends.used = 0, 0, 0
	t.scratch.all = t.scratch.all[:0]
}

// all is all rows of the tile.
func (t *tile) all() []int32 {
	rows := t.lists.get()[:t.n]
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// await reads of texts, which may lie all over memory, the first and the last byte, none of which
// waits for another: so they are near when they are looked at.
func (t *tile) await(rows []int32, texts []string) {
	for _, i := range rows {
		if s := texts[i]; s != "" {
			t.awaited += uint64(s[0]) + uint64(s[len(s)-1])
		}
	}
}

// pool hands out slices for the rows of a tile.
type pool[T any] struct {
	all  [][]T
	used int
}

func (p *pool[T]) get() []T {
	if p.used == len(p.all) {
		p.all = append(p.all, make([]T, tileRows))
	}
	p.used++
	return p.all[p.used-1]
}

// arena is memory for texts. What is in it stays where it is.
type arena struct {
	all  []byte
	from int // where the texts begin that a step has put there last
}

// blockBytes is how much memory an arena takes at once.
const blockBytes = 1 << 18

// room makes room for so many bytes in a row, where a step then puts its texts.
func (a *arena) room(bytes int) {
	if cap(a.all)-len(a.all) < bytes {
		a.all = make([]byte, 0, max(bytes, min(blockBytes, max(2*cap(a.all), 1<<12))))
	}
	a.from = len(a.all)
}

// texts gives rows their texts, which have been put one behind another into the room that was made last;
// ends says where each ends there.
func (a *arena) texts(rows []int32, ends []int, out []string) {
	all, begin := a.all[a.from:], 0
	for k, i := range rows {
		out[i] = unsafe.String(unsafe.SliceData(all[begin:]), ends[k]-begin)
		begin = ends[k]
	}
}

// without gives the rows that are not among others; both are in their order.
func (t *tile) without(rows, others []int32) []int32 {
	out := t.lists.get()[:0]
	for _, i := range rows {
		if len(others) > 0 && others[0] == i {
			others = others[1:]
		} else {
			out = append(out, i)
		}
	}
	return out
}

// merged gives rows of two lists, which have none in common, in their order.
func (t *tile) merged(a, b []int32) []int32 {
	out := t.lists.get()[:len(a)+len(b)]
	for k := range out {
		if len(b) == 0 || len(a) > 0 && a[0] < b[0] {
			out[k], a = a[0], a[1:]
		} else {
			out[k], b = b[0], b[1:]
		}
	}
	return out
}
