package snapshot

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/large"
	"gsdms/operators/simd"
	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/work"
)

// packed says of a column's file that it begins with packed segments. Programs read numbers as wide
// as the column's form, so a packed segment is unpacked when somebody asks for its rows first, into
// memory that all versions of the file, and all who read them, share. What reads a table to change it
// unpacks a segment for itself.
type packed struct {
	begin []int // of each packed segment in the file, and of the rows behind the last one
	rows  int   // that are packed
	plain *unpacked
}

// unpacked is the memory with the rows of a file in the column's form. It may be given up at any
// time: who has some of it keeps that.
type unpacked struct {
	mu   sync.Mutex // of who unpacks
	held atomic.Pointer[held]
}

// held is that memory. Rows that are there stay as they are; further ones come behind them as the
// file grows.
type held struct {
	first int             // row of the table
	bytes []byte          // room for more rows than the table had
	done  []atomic.Uint64 // a bit per packed segment
	rows  atomic.Int64    // up to which those behind the packed ones are there
	used  atomic.Bool     // since somebody has looked for memory to give up
}

// openPacked opens a column's file that begins with packed segments.
func (v *Version) openPacked(i int, before *Version) {
	c, entry := &v.Columns[i], v.Manifest.Entry(i)
	if len(entry.Packed) == 0 {
		return
	}
	c.packed = &packed{begin: make([]int, len(entry.Packed)+1), rows: entry.PackedRows(), plain: before.unpackedOf(entry.File)}
	for s, size := range entry.Packed {
		c.packed.begin[s+1] = c.packed.begin[s] + size
	}
}

// unpackedOf gives the memory that a version, which may be nil, has for a file, or new one.
func (v *Version) unpackedOf(of *manifest.File) *unpacked {
	if v == nil {
		return new(unpacked)
	}
	at := slices.IndexFunc(v.Columns, func(c Column) bool { return c.packed != nil && filepath.Base(c.Data.Path) == of.Name })
	if at < 0 {
		return new(unpacked)
	}
	return v.Columns[at].packed.plain
}

// place is where a row begins in the column's file, of a packed one its segment, and where it ends.
func (c *Column) place(row int) (begin, end int) {
	if p := c.packed; p != nil {
		if s := row / plan.SegmentRows; s < len(p.begin)-1 {
			return p.begin[s], p.begin[s+1]
		}
		row -= p.rows
		at := p.begin[len(p.begin)-1]
		return at + row*c.storage.Width, at + (row+1)*c.storage.Width
	}
	return row * c.storage.Width, (row + 1) * c.storage.Width
}

// span is where rows [lo, hi), at least one, lie in the column's file.
func (c *Column) span(lo, hi int) (begin, end int) {
	begin, _ = c.place(lo)
	_, end = c.place(hi - 1)
	return begin, end
}

// packedAt says whether a row is packed.
func (c *Column) packedAt(row int) bool { return c.packed != nil && row < c.packed.rows }

// unpackedRows gives rows of a column of which the first is packed. Where there is no room for all of
// the column, or they are of one block, memory is made for these rows alone.
func (v *Version) unpackedRows(ctx context.Context, column, lo, hi int) (rows []byte, of *loan, err error) {
	c := &v.Columns[column]
	p := c.packed
	if h := p.plain.held.Load(); h.has(p, lo, hi) {
		return h.part(lo, hi, c.storage.Width), nil, nil
	}
	if lo/simd.BlockRows == (hi-1)/simd.BlockRows {
		return v.unpackedBlock(column, lo, hi)
	}
	p.plain.mu.Lock()
	defer p.plain.mu.Unlock()
	h := v.hold(c)
	if h == nil {
		if h, of, err = v.holdSome(c, lo, hi); err != nil {
			return nil, nil, err
		}
	}
	if err := v.fill(ctx, column, h, lo, hi); err != nil {
		of.giveBack()
		return nil, nil, err
	}
	return h.part(lo, hi, c.storage.Width), of, nil
}

// unpackedBlock gives packed rows of one block. Who looks at few rows here and there need not wait for
// whole segments.
func (v *Version) unpackedBlock(column, lo, hi int) (rows []byte, of *loan, err error) {
	c := &v.Columns[column]
	if err := v.Verify(column, lo, hi); err != nil {
		return nil, nil, err
	}
	memory, of, err := v.room.lend(simd.BlockRows * c.storage.Width)
	if err != nil {
		return nil, nil, err
	}
	err = v.Reading(column, v.Manifest.Entry(column).File, func() error {
		s, first := lo/plan.SegmentRows, lo%plan.SegmentRows
		if err := coding.UnpackBlock(memory, c.segment(s), c.storage.Width, first/simd.BlockRows); err != nil {
			return v.damage(column, v.Manifest.Entry(column).File, s, err.Error())
		}
		return nil
	})
	if err != nil {
		of.giveBack()
		return nil, nil, err
	}
	first := lo % simd.BlockRows
	return memory[first*c.storage.Width : (first+hi-lo)*c.storage.Width], of, nil
}

// segment is a packed one.
func (c *Column) segment(s int) []byte { return c.Data.Data[c.packed.begin[s]:c.packed.begin[s+1]] }

// holdSome makes memory for some rows of a column, and those of the same segments.
func (v *Version) holdSome(c *Column, lo, hi int) (*held, *loan, error) {
	first, to := lo-lo%plan.SegmentRows, wholeSegments(max(hi, lo+1))
	memory, of, err := v.room.lend(sizeOf(c, first, to))
	if err != nil {
		return nil, nil, err
	}
	return newHeld(c, first, memory), of, nil
}

// wholeSegments is the end of the segment that ends with row n-1 or behind it.
func wholeSegments(n int) int {
	return (n + plan.SegmentRows - 1) / plan.SegmentRows * plan.SegmentRows
}

// sizeOf is the bytes that rows [first, to) of a column take, unpacked.
func sizeOf(c *Column, first, to int) int { return (to-first)*c.storage.Width + disk.FilePadding }

// hold gives the memory for all of a column's rows, or nil where there is no room for it. Under the
// lock of who unpacks.
func (v *Version) hold(c *Column) *held {
	h, rows := c.packed.plain.held.Load(), v.Manifest.Rows
	if h != nil && len(h.bytes) >= rows*c.storage.Width {
		return h
	}
	rows += rows / 16 // that may come
	if !v.room.takeColumn(rows * c.storage.Width) {
		return nil
	}
	bytes := sizeOf(c, 0, wholeSegments(rows))
	h = newHeld(c, 0, coding.BytesOf(operators.Uncleared((bytes + 7) / 8))[:bytes]) // who unpacks a segment writes all of it
	c.packed.plain.held.Store(h)
	v.room.holdColumn(c.packed.plain, h.bytes, rows*c.storage.Width)
	return h
}

// newHeld makes memory room for rows from the begin of a packed segment on.
func newHeld(c *Column, first int, memory []byte) *held {
	h := &held{first: first, bytes: large.Pages(memory), done: make([]atomic.Uint64, len(c.packed.begin)/64+1)}
	h.rows.Store(int64(c.packed.rows))
	return h
}

// has says whether rows [lo, hi), of which the first is packed, are there.
func (h *held) has(p *packed, lo, hi int) bool {
	if h == nil || hi > p.rows && int64(hi) > h.rows.Load() {
		return false
	}
	return h.hasSegments(lo/plan.SegmentRows, coding.SegmentsOf(min(hi, p.rows)))
}

// hasSegments says whether packed segments [s, end) are there, of which 64 are asked for at once.
func (h *held) hasSegments(s, end int) bool {
	for s < end {
		n := min(64-s%64, end-s)
		if there := h.done[s/64].Load() >> (s % 64); ^there<<(64-n) != 0 {
			return false
		}
		s += n
	}
	return true
}

// hasSegment says whether a packed segment is there.
func (h *held) hasSegment(s int) bool {
	return h != nil && h.done[s/64].Load()>>(s%64)&1 == 1
}

// part gives rows that are there.
func (h *held) part(lo, hi, width int) []byte {
	h.used.Store(true)
	return h.bytes[(lo-h.first)*width : (hi-h.first)*width]
}

// fill has rows [lo, hi), of which the first is packed, in memory that has room for them.
func (v *Version) fill(ctx context.Context, column int, h *held, lo, hi int) error {
	c, file := &v.Columns[column], v.Manifest.Entry(column).File
	first := lo / plan.SegmentRows
	err := work.Each(coding.SegmentsOf(min(hi, c.packed.rows))-first, func(i int) error {
		s := first + i
		if h.hasSegment(s) || ctx.Err() != nil {
			return ctx.Err()
		}
		if err := v.Verify(column, s*plan.SegmentRows, (s+1)*plan.SegmentRows); err != nil {
			return err
		}
		return v.Reading(column, file, func() error {
			if err := v.unpack(column, s, h.part(s*plan.SegmentRows, (s+1)*plan.SegmentRows, c.storage.Width)); err != nil {
				return err
			}
			h.done[s/64].Or(1 << (s % 64))
			return nil
		})
	})
	from := int(h.rows.Load())
	if err != nil || hi <= from {
		return err
	}
	if err := v.Verify(column, from, hi); err != nil {
		return err
	}
	return v.Reading(column, file, func() error {
		begin, end := c.span(from, hi)
		copy(h.part(from, hi, c.storage.Width), c.Data.Data[begin:end])
		h.rows.Store(int64(hi))
		return nil
	})
}

// unpack unpacks a segment that was verified. It runs under Reading.
func (v *Version) unpack(column, s int, out []byte) error {
	c := &v.Columns[column]
	if err := coding.Unpack(out, c.segment(s), c.storage.Width); err != nil {
		return v.damage(column, v.Manifest.Entry(column).File, s, err.Error())
	}
	return nil
}

// plainSegment gives a verified segment in the column's form; where it has to be unpacked, in
// scratch, which has room for it. It runs under Reading.
func (v *Version) plainSegment(column, s int, scratch []byte) ([]byte, error) {
	c := &v.Columns[column]
	lo, hi := s*plan.SegmentRows, min((s+1)*plan.SegmentRows, v.Manifest.Rows)
	if !c.packedAt(lo) {
		begin, end := c.span(lo, hi)
		return c.Data.Data[begin:end], nil
	}
	if h := c.packed.plain.held.Load(); h.hasSegment(s) {
		return h.part(lo, hi, c.storage.Width), nil
	}
	return scratch, v.unpack(column, s, scratch)
}
