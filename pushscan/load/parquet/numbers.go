package parquet

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"
)

// read reads the values of a piece.
func (c *Cursor) read(p *Piece, n int) error {
	if c.encoding == plainDictionary || c.encoding == dictionaryIndexes {
		return c.readIndexes(p, n)
	}
	switch c.field.Physical {
	case Boolean, Int32, Int64:
		if c.field.Physical == Int64 && c.encoding == plainValues {
			return there(c, &p.Ints, n)
		}
		c.ints = resized(c.ints, n)
		p.Ints = c.ints
		return c.readInts(p.Ints)
	case Double:
		return there(c, &p.Floats, n)
	case Float:
		c.floats = resized(c.floats, n)
		p.Floats = c.floats
		return c.plainFloats(p.Floats, &c.values)
	}
	c.texts = resized(c.texts, n)
	p.Texts = c.texts
	switch c.encoding {
	case deltaLengths:
		return c.lengthTexts(p.Texts)
	case deltaTexts:
		return c.deltaTexts(p.Texts)
	}
	return c.plainTexts(p.Texts, &c.values)
}

// there gives plain numbers of eight bytes where they lie in the page. Whose piece it is may change
// them.
func there[T int64 | float64](c *Cursor, to *[]T, n int) error {
	if 8*n > len(c.values) {
		return errValues
	}
	*to = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(c.values))), n)
	c.values = c.values[8*n:]
	return nil
}

// readIndexes reads places in the dictionary, and of numbers what is there.
func (c *Cursor) readIndexes(p *Piece, n int) error {
	c.Room.indexes = resized(c.Room.indexes, n)
	indexes := c.Room.indexes
	most, err := c.indexes.numbers(indexes)
	if err != nil {
		return err
	}
	if words := c.words.len(); n > 0 && int64(most) >= int64(words) {
		return fmt.Errorf("a page has value %d of a dictionary of %d", int64(most)+1, words)
	}
	p.Indexes = indexes
	if c.field.Physical.number() && !c.placed {
		c.Unplace(p)
	}
	return nil
}

func (c *Cursor) readInts(to []int64) error {
	switch c.encoding {
	case plainValues:
		return c.plainInts(to, &c.values)
	case runLengths:
		c.Room.indexes = resized(c.Room.indexes, len(to))
		if _, err := c.indexes.numbers(c.Room.indexes); err != nil {
			return err
		}
		for i, n := range c.Room.indexes {
			to[i] = int64(n)
		}
		return nil
	}
	for i := range to {
		n, err := c.numbers.step()
		if err != nil {
			return err
		}
		if to[i] = n; c.field.Physical == Int32 {
			to[i] = c.field.extend(uint32(n))
		}
	}
	return nil
}

// extend is the number of 32 bits.
func (f *Field) extend(n uint32) int64 {
	if f.Unsigned {
		return int64(n)
	}
	return int64(int32(n))
}

func (c *Cursor) plainInts(to []int64, from *[]byte) error {
	values := *from
	switch c.field.Physical {
	case Boolean:
		if c.bit+len(to) > 8*len(values) {
			return errValues
		}
		for i := range to {
			to[i] = int64(values[c.bit/8] >> (c.bit % 8) & 1)
			c.bit++
		}
		return nil
	case Int32:
		if 4*len(to) > len(values) {
			return errValues
		}
		if c.field.Unsigned {
			for i := range to {
				to[i] = int64(binary.LittleEndian.Uint32(values[4*i:]))
			}
		} else {
			for i := range to {
				to[i] = int64(int32(binary.LittleEndian.Uint32(values[4*i:])))
			}
		}
		*from = values[4*len(to):]
		return nil
	}
	if 8*len(to) > len(values) {
		return errValues
	}
	*from = values[copy(arrow.Int64Traits.CastToBytes(to), values):]
	return nil
}

func (c *Cursor) plainFloats(to []float64, from *[]byte) error {
	values := *from
	if c.field.Physical == Double {
		if 8*len(to) > len(values) {
			return errValues
		}
		*from = values[copy(arrow.Float64Traits.CastToBytes(to), values):]
		return nil
	}
	if 4*len(to) > len(values) {
		return errValues
	}
	for i := range to {
		to[i] = float64(single(values[4*i:]))
	}
	*from = values[4*len(to):]
	return nil
}

// decimalBounds are those of decimals in so many bytes; ok is false where 64 bits do not hold them.
func (c *chunk) decimalBounds(width int) (low, high int64, ok bool) {
	if !c.ordered || len(c.low) != width || len(c.high) != width {
		return 0, 0, false
	}
	low, least := Whole(c.low)
	high, most := Whole(c.high)
	return low, high, least && most && low <= high
}

// Whole is the number of bytes whose first has the sign; ok is false where 64 bits do not hold it.
func Whole(b []byte) (n int64, ok bool) {
	if len(b) == 0 {
		return 0, true
	}
	n = int64(int8(b[0])) >> 7
	sign := byte(n)
	for len(b) > 8 {
		if b[0] != sign {
			return 0, false
		}
		b = b[1:]
	}
	for _, digit := range b {
		n = n<<8 | int64(digit)
	}
	return n, byte(n>>63) == sign
}
