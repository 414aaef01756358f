package parquet

import (
	"encoding/binary"
	"errors"
	"math"
)

func single(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// plainTexts gives texts where they are, each behind its length or all of one.
func (c *Cursor) plainTexts(to [][]byte, from *[]byte) error {
	values := *from
	fixed := c.wide()
	for i := range to {
		n := fixed
		if c.field.Physical == ByteArray {
			if len(values) < 4 {
				return errValues
			}
			length := binary.LittleEndian.Uint32(values)
			if values = values[4:]; int64(length) > int64(len(values)) {
				return errValues
			}
			n = int(length)
		}
		if n > len(values) {
			return errValues
		}
		to[i], values = values[:n:n], values[n:]
	}
	*from = values
	return nil
}

// lengthTexts gives texts where they are, behind all of their lengths.
func (c *Cursor) lengthTexts(to [][]byte) error {
	c.Room.indexes = resized(c.Room.indexes, len(to))
	if err := c.numbers.lengths(c.Room.indexes); err != nil {
		return err
	}
	for i, n := range c.Room.indexes {
		if int(n) > len(c.values) {
			return errValues
		}
		to[i], c.values = c.values[:n:n], c.values[n:]
	}
	return nil
}

// mostArena is how many bytes the texts of a piece have together that are put together of
// those before: a few bytes can say that each repeats a long one.
const mostArena = 64 << 20

// deltaTexts puts texts together, each of the begin of the one before and what is its own.
func (c *Cursor) deltaTexts(to [][]byte) error {
	lengths := [2][]uint32{make([]uint32, len(to)), make([]uint32, len(to))}
	if err := c.prefixes.lengths(lengths[0]); err != nil {
		return err
	}
	if err := c.numbers.lengths(lengths[1]); err != nil {
		return err
	}
	total := 0
	for i, n := range lengths[0] {
		if total += int(n) + int(lengths[1][i]); total > mostArena {
			return errors.New("a page has texts that are too long together")
		}
	}
	c.arena = resized(c.arena, total)
	arena, before := c.arena[:0], c.before
	for i, kept := range lengths[0] {
		own := lengths[1][i]
		if int(kept) > len(before) || int(own) > len(c.values) {
			return errValues
		}
		begin := len(arena)
		arena = append(append(arena, before[:kept]...), c.values[:own]...)
		c.values = c.values[own:]
		before = arena[begin:len(arena):len(arena)]
		if to[i] = before; c.field.Physical == FixedBytes && len(before) != c.field.Width {
			return errValues
		}
	}
	c.before = append([]byte(nil), before...) // the arena is the next piece's
	return nil
}
