package parquet

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"gsdms/operators/simd"
)

var errValues = errors.New("a page has less values than it says it has")

// hybrid reads numbers of a width of up to 32 bits that lie in runs of one number and in
// packed bits.
type hybrid struct {
	data   []byte
	width  int
	left   int    // of the run
	packed []byte // the run's bits, and what lies behind them up to its capacity; nil: value again and again
	bit    int    // in packed
	value  uint32
}

// run begins the next run.
func (h *hybrid) run() error {
	head, n := binary.Uvarint(h.data)
	if n <= 0 {
		return errValues
	}
	h.data = h.data[n:]
	count := head >> 1
	if count == 0 || count > 1<<32 {
		return errValues
	}
	bytes := (h.width + 7) / 8
	if head&1 == 1 {
		bytes = min(int(count)*h.width, len(h.data)) // the last one's need not be there to their end
		h.left, h.packed, h.bit, h.value = int(count)*8, h.data[:bytes], 0, 0
		if h.width > 0 {
			h.left = min(h.left, bytes*8/h.width)
		}
		if h.left == 0 {
			return errValues
		}
	} else if bytes > len(h.data) {
		return errValues
	} else {
		h.left, h.packed, h.value = int(count), nil, 0
		for i := range bytes {
			h.value |= uint32(h.data[i]) << (8 * i)
		}
	}
	h.data = h.data[bytes:]
	return nil
}

// numbers reads as many as to has, and gives the greatest of them.
func (h *hybrid) numbers(to []uint32) (most uint32, err error) {
	for len(to) > 0 {
		if h.left == 0 {
			if err := h.run(); err != nil {
				return 0, err
			}
		}
		n := min(h.left, len(to))
		if h.packed == nil || h.width == 0 {
			for i := range to[:n] {
				to[i] = h.value
			}
			most = max(most, h.value)
		} else {
			most = max(most, unpackBits(to[:n], h.packed, h.bit, h.width))
			h.bit += n * h.width
		}
		to, h.left = to[n:], h.left-n
	}
	return most, nil
}

// kernels unpack eight numbers at once.
var kernels = simd.Best()

// unpackBits reads numbers from a bit on, of which there are enough, and gives the greatest. What lies
// behind them, up to the capacity, may be read with them.
func unpackBits(to []uint32, from []byte, bit, width int) (most uint32) {
	for len(to) > 0 && bit%8 != 0 {
		to[0] = bitsFrom(from, bit, width)
		most = max(most, to[0])
		to, bit = to[1:], bit+width
	}
	done, of := kernels.Bits(to, from[bit/8:cap(from)], width)
	most, bit = max(most, of), bit+done*width
	for i := done; i < len(to); i++ {
		to[i] = bitsFrom(from, bit, width)
		most = max(most, to[i])
		bit += width
	}
	return most
}

// bitsFrom is the number at a bit.
func bitsFrom(from []byte, bit, width int) uint32 {
	rest := from[bit/8:]
	if len(rest) < 8 {
		var last [8]byte
		copy(last[:], rest)
		rest = last[:]
	}
	return uint32(binary.LittleEndian.Uint64(rest) >> (bit % 8) & (1<<width - 1))
}

// nulls reads as many levels of one bit as there are rows, 0 of those that are NULL, and gives
// how many are not. all reports that none of them is NULL; then to need not say so.
func (h *hybrid) nulls(to []bool) (present int, all bool, err error) {
	for at := 0; at < len(to); {
		if h.left == 0 {
			if err := h.run(); err != nil {
				return 0, false, err
			}
		}
		n := min(h.left, len(to)-at)
		if h.packed == nil && h.value == 1 {
			if present += n; present == len(to) {
				h.left -= n
				return present, true, nil
			}
			clear(to[at : at+n])
		} else if h.packed == nil {
			if h.value > 1 {
				return 0, false, errValues
			}
			for i := range to[at : at+n] {
				to[at+i] = true
			}
		} else {
			present += h.nullBits(to[at : at+n])
		}
		at, h.left = at+n, h.left-n
	}
	return present, present == len(to), nil
}

// nullBits is nulls of a run of bits, eight of them at once where a byte begins.
func (h *hybrid) nullBits(to []bool) (present int) {
	for len(to) > 0 && h.bit%8 != 0 || len(to) > 0 && len(to) < 8 {
		set := h.packed[h.bit/8] >> (h.bit % 8) & 1
		to[0] = set == 0
		present += int(set)
		to, h.bit = to[1:], h.bit+1
	}
	for ; len(to) >= 8; to = to[8:] {
		set := h.packed[h.bit/8]
		present += bits.OnesCount8(set)
		*(*[8]bool)(to) = nullsOf[set]
		h.bit += 8
	}
	if len(to) > 0 {
		present += h.nullBits(to)
	}
	return present
}

// nullsOf says of each byte which of its bits are 0, from the lowest on.
var nullsOf = func() (out [256][8]bool) {
	for set := range out {
		for bit := range 8 {
			out[set][bit] = set>>bit&1 == 0
		}
	}
	return out
}()
