package parquet

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

var errDelta = errors.New("a page's differences make no sense")

// mostMini is how many values a miniblock has at most.
const mostMini = 1 << 16

// delta reads numbers that are stored by their differences.
type delta struct {
	data   []byte
	minis  int // miniblocks of a block
	mini   int // values of a miniblock
	left   uint64
	first  bool
	last   int64
	least  int64  // of the block's differences
	widths []byte // of its miniblocks that come
	packed []byte // of the miniblock at hand
	bit    int
	width  int
	there  int // values of the miniblock that come
}

func newDelta(data []byte) (d delta, err error) {
	var head [3]uint64
	for i := range head {
		n := 0
		if head[i], n = binary.Uvarint(data); n <= 0 {
			return d, errDelta
		}
		data = data[n:]
	}
	last, n := binary.Varint(data)
	block, minis := head[0], head[1]
	if n <= 0 || minis == 0 || minis > mostMini || block%minis != 0 || block/minis == 0 || block/minis > mostMini || block/minis%8 != 0 {
		return d, errDelta
	}
	return delta{data: data[n:], minis: int(minis), mini: int(block / minis), left: head[2], first: true, last: last}, nil
}

// step gives the next number.
func (d *delta) step() (int64, error) {
	if d.left == 0 {
		return 0, errValues
	}
	d.left--
	if d.first {
		d.first = false
		return d.last, nil
	}
	if d.there == 0 {
		if err := d.miniblock(); err != nil {
			return 0, err
		}
	}
	d.there--
	d.last += d.least + int64(bitsAt(d.packed, d.bit, d.width))
	d.bit += d.width
	return d.last, nil
}

// miniblock begins the next one, of the next block where the one before was the block's last.
func (d *delta) miniblock() error {
	if len(d.widths) == 0 {
		least, n := binary.Varint(d.data)
		if n <= 0 || len(d.data)-n < d.minis {
			return errDelta
		}
		d.least, d.widths, d.data = least, d.data[n:n+d.minis], d.data[n+d.minis:]
	}
	d.width, d.widths = int(d.widths[0]), d.widths[1:]
	size := d.width * d.mini / 8
	if d.width > 64 || size > len(d.data) {
		return errDelta
	}
	d.packed, d.data, d.bit, d.there = d.data[:size], d.data[size:], 0, d.mini
	return nil
}

// rest gives what comes behind all numbers, of a copy.
func (d delta) rest() ([]byte, error) {
	if d.left == 0 {
		return d.data, nil
	}
	for left := d.left - 1; left > 0; left -= min(left, uint64(d.mini)) {
		if err := d.miniblock(); err != nil {
			return nil, err
		}
	}
	return d.data, nil
}

// bitsAt is a number of up to 64 bits.
func bitsAt(from []byte, bit, width int) uint64 {
	if width == 0 {
		return 0
	}
	var word [16]byte
	at := bit / 8
	copy(word[:], from[at:])
	low, high := binary.LittleEndian.Uint64(word[:]), binary.LittleEndian.Uint64(word[8:])
	shift := bit % 8
	n := low>>shift | high<<(64-shift)
	return n & (1<<width - 1)
}

// lengths reads as many numbers as to has, none of them below zero or beyond 31 bits.
func (d *delta) lengths(to []uint32) error {
	for i := range to {
		n, err := d.step()
		if err != nil {
			return err
		}
		if bits.Len64(uint64(n)) > 31 {
			return errDelta
		}
		to[i] = uint32(n)
	}
	return nil
}
