package dictionary

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"sync"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/large"
	"gsdms/operators/textsort"
	"gsdms/plan"
)

// Gatherer numbers texts that come one batch after another, and keeps each once. Several
// goroutines may give it batches at the same time.
type Gatherer struct {
	seed  maphash.Seed
	parts [1 << partBits]gathered
	rooms sync.Pool // of *gatherRoom
}

// gatherRoom is what adding a block of texts needs for a while: their hashes, and their rows by
// parts.
type gatherRoom struct {
	hashes []uint64
	rows   []uint32
}

// NewGatherer makes one that has no texts.
func NewGatherer() *Gatherer {
	g := &Gatherer{seed: maphash.MakeSeed()}
	for p := range g.parts {
		g.parts[p].ends = make([]uint32, 1)
	}
	return g
}

// gathered is the different texts of one part of the hashes.
type gathered struct {
	mu    sync.Mutex
	slots []place
	ends  []uint32 // where text n begins, and the one before ends
	bytes []byte
}

// place is the hash of a text and its number in the part, and 1; 0: free.
type place struct{ hash, number uint32 }

// Add gives the numbers of texts, of which it keeps copies.
func (g *Gatherer) Add(ctx context.Context, texts []string) ([]uint32, error) {
	numbers := make([]uint32, len(texts))
	if len(texts) < severalParts {
		return numbers, g.add(texts, numbers, 0)
	}
	for _, err := range operators.SpreadIn(ctx, blocksOf(4*len(texts)), func(_ context.Context, i int) error {
		lo, hi := i*blockRows/4, min((i+1)*blockRows/4, len(texts))
		return g.add(texts[lo:hi], numbers[lo:hi], i)
	}) {
		if err != nil {
			return nil, fmt.Errorf("number texts: %w", err)
		}
	}
	return numbers, nil
}

// add numbers texts part by part, from some part on: others are at others.
func (g *Gatherer) add(texts []string, numbers []uint32, from int) error {
	const parts = 1 << partBits
	var begins [parts + 1]uint32
	room, ok := g.rooms.Get().(*gatherRoom)
	if !ok {
		room = &gatherRoom{}
	}
	defer g.rooms.Put(room)
	room.hashes = slices.Grow(room.hashes[:0], len(texts))[:len(texts)]
	room.rows = slices.Grow(room.rows[:0], len(texts))[:len(texts)]
	hashes, rows := room.hashes, room.rows
	for i, text := range texts {
		hashes[i] = maphash.String(g.seed, text)
		begins[hashes[i]>>32%parts+1]++
	}
	for p := range parts {
		begins[p+1] += begins[p]
	}
	next := begins
	for i, h := range hashes {
		p := h >> 32 % parts
		rows[next[p]] = uint32(i)
		next[p]++
	}
	for i := range parts {
		p := (i + 7*from) % parts
		if err := g.parts[p].add(texts, hashes, rows[begins[p]:begins[p+1]], numbers, uint32(p)); err != nil {
			return err
		}
	}
	return nil
}

// errMany is texts that no dictionary holds.
var errMany = errors.New("there are too many different texts, or they are too long")

// lookAhead is how many texts of a part are looked for together. A table of many texts fits no
// cache, and a text that is found takes three reads of it, each of which needs what the one before
// has given: together the reads of several texts wait as long as those of one.
const lookAhead = 64

// add numbers the texts of rows, which belong to this part.
func (g *gathered) add(texts []string, hashes []uint64, rows, numbers []uint32, part uint32) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var room [lookAhead]uint32
	for len(rows) > 0 {
		some := rows[:min(len(rows), lookAhead)]
		rows = rows[len(some):]
		for 2*(len(g.ends)+len(some)) > len(g.slots) {
			g.grow()
		}
		for _, row := range g.find(texts, hashes, some, numbers, part, room[:0]) {
			n, err := g.number(texts[row], uint32(hashes[row]))
			if err != nil {
				return err
			}
			numbers[row] = n<<partBits | part
		}
	}
	return nil
}

// find numbers the texts of up to lookAhead rows that are where their hashes point to, and puts the
// other rows into missed.
func (g *gathered) find(texts []string, hashes []uint64, rows, numbers []uint32, part uint32, missed []uint32) []uint32 {
	var places [lookAhead]place
	var begins, ends [lookAhead]uint32
	mask := uint32(len(g.slots) - 1)
	for i, row := range rows {
		places[i] = g.slots[uint32(hashes[row])&mask]
	}
	for i := range rows {
		if n := places[i].number; n != 0 {
			begins[i], ends[i] = g.ends[n-1], g.ends[n]
		}
	}
	for i, row := range rows {
		p := places[i]
		if p.number != 0 && p.hash == uint32(hashes[row]) && string(g.bytes[begins[i]:ends[i]]) == texts[row] {
			numbers[row] = (p.number-1)<<partBits | part
		} else {
			missed = append(missed, row)
		}
	}
	return missed
}

// number gives the number of a text, which is put there if it is new; there is room for it.
func (g *gathered) number(text string, hash uint32) (uint32, error) {
	at := int(hash) & (len(g.slots) - 1)
	for g.slots[at].number != 0 && (g.slots[at].hash != hash || string(g.text(g.slots[at].number-1)) != text) {
		at = (at + 1) & (len(g.slots) - 1)
	}
	if n := g.slots[at].number; n != 0 {
		return n - 1, nil
	}
	if len(g.bytes)+len(text) > math.MaxUint32 || len(g.ends) > math.MaxUint32>>partBits {
		return 0, errMany
	}
	g.slots[at] = place{hash, uint32(len(g.ends))}
	g.bytes = append(doubled(g.bytes, len(text)), text...)
	g.ends = append(doubled(g.ends, 1), uint32(len(g.bytes)))
	return uint32(len(g.ends) - 2), nil
}

// doubled gives a slice with room for some more, for twice as many where it has none: append gives
// large slices little at a time, and leaves several times behind what they hold in the end.
func doubled[T any](s []T, more int) []T {
	if len(s)+more <= cap(s) {
		return s
	}
	return slices.Grow(s, max(more, len(s)))
}

// text is text n of the part.
func (g *gathered) text(n uint32) []byte { return g.bytes[g.ends[n]:g.ends[n+1]] }

// grow makes the table four times as large.
func (g *gathered) grow() {
	slots := make([]place, max(64, 4*len(g.slots)))
	for _, e := range g.slots {
		if e.number == 0 {
			continue
		}
		at := int(e.hash) & (len(slots) - 1)
		for slots[at].number != 0 {
			at = (at + 1) & (len(slots) - 1)
		}
		slots[at] = e
	}
	g.slots = slots
}

// Bytes is the memory that it takes, or that Sorted does, which needs no table.
func (g *Gatherer) Bytes() (n int64) {
	const each = 24 // where a text begins, its part, its places and its codes
	for i := range g.parts {
		p := &g.parts[i]
		p.mu.Lock()
		n += int64(cap(p.bytes)+len(p.bytes)) + 4*int64(cap(p.ends)) + max(8*int64(len(p.slots)), each*int64(len(p.ends)-1))
		p.mu.Unlock()
	}
	return n
}

// Len is the number of texts. Nobody adds meanwhile.
func (g *Gatherer) Len() (n int) {
	for i := range g.parts {
		n += len(g.parts[i].ends) - 1
	}
	return n
}

// Each shows the texts with their numbers, in no order. Nobody adds meanwhile.
func (g *Gatherer) Each(show func(number uint32, text string)) {
	for i := range g.parts {
		for n := range uint32(len(g.parts[i].ends) - 1) {
			show(n<<partBits|uint32(i), string(g.parts[i].text(n)))
		}
	}
}

// Numbers is more than any number that it has given.
func (g *Gatherer) Numbers() int {
	most := 0
	for i := range g.parts {
		most = max(most, len(g.parts[i].ends)-1)
	}
	return most << partBits
}

// Unsorted gives all texts in no order, and what gives the code of each by its number. Nothing can be
// added afterwards.
func (g *Gatherer) Unsorted() (texts *plan.Unsorted, code func(number uint32) int64) {
	parts, size := make([]*plan.Texts, len(g.parts)), int64(0)
	var base [1<<partBits + 1]int64
	for i := range g.parts {
		p := &g.parts[i]
		p.slots = nil
		parts[i] = plan.NewTexts(p.ends, p.bytes)
		size += int64(cap(p.bytes)) + 4*int64(cap(p.ends))
		base[i+1] = base[i] + int64(parts[i].Len())
	}
	return plan.NewNumbered(parts, size), func(number uint32) int64 {
		return base[number%(1<<partBits)] + int64(number>>partBits)
	}
}

// Sorted gives the dictionary of all texts, and the code of each by its number. Nothing can be
// added afterwards.
func (g *Gatherer) Sorted(ctx context.Context) (*plan.Dictionary, []int64, error) {
	runs := make([]textsort.Run, len(g.parts))
	var base [1<<partBits + 1]int
	bytes := 0
	for p := range g.parts {
		part := &g.parts[p]
		part.slots = nil
		runs[p] = textsort.Run{Len: len(part.ends) - 1, Text: func(i int) string {
			text := part.text(uint32(i))
			return unsafe.String(unsafe.SliceData(text), len(text))
		}}
		base[p+1], bytes = base[p]+runs[p].Len, bytes+len(part.bytes)
	}
	if base[len(g.parts)] > math.MaxUint32 {
		return nil, nil, fmt.Errorf("make a dictionary: %w", errMany)
	}
	d, rank, err := sorted(ctx, runs, bytes)
	if err != nil {
		return nil, nil, fmt.Errorf("make a dictionary: %w", err)
	}
	codes := large.Pages(make([]int64, g.Numbers()))
	return d, codes, spread(ctx, len(g.parts), func(p int) {
		for n, code := range rank[base[p]:base[p+1]] {
			codes[n<<partBits|p] = int64(code)
		}
	})
}
