package dictionary

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/cespare/xxhash/v2"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
)

// Tail is texts in the order in which they came. A column whose dictionary is large keeps those
// that come later in one, since a dictionary that is in order cannot be appended to: their codes
// go on behind those of the dictionary, and stay until both become one dictionary.
//
// On disk each text is behind its length. A Tail is immutable. One that has more texts shares
// what is known of the first ones, so it costs what the new ones do; one goroutine at a time
// extends tails of the same file.
type Tail struct {
	data  []byte
	ends  []uint32 // where each text ends in data
	sizes []uint32
	sum   xxhash.Digest
	known map[uint64]uint32 // by hash, or the next one that was free: of this tail and those with more
	bytes int               // of the texts
}

// errTail says that bytes are not those of a tail.
var errTail = errors.New("it is no list of texts")

// NewTail makes a tail without texts, whose checksum begins with that of some other bytes.
func NewTail(sum *xxhash.Digest) *Tail { return &Tail{sum: *sum, known: map[uint64]uint32{}} }

// AppendNew appends the texts that have come to the bytes of a tail.
func (in *Interner) AppendNew(out []byte) []byte {
	for i := range in.Come() {
		t := in.New(i)
		out = append(binary.AppendUvarint(out, uint64(len(t))), t...)
	}
	return out
}

// Extend gives the tail of so many texts whose bytes are data, those of t and others behind them.
func (t *Tail) Extend(data []byte, texts int) (*Tail, error) {
	if len(data) < len(t.data) || texts < t.Len() {
		return nil, errTail
	}
	next := &Tail{data: data, ends: t.ends, sizes: t.sizes, sum: t.sum, known: t.known, bytes: t.bytes}
	_, _ = next.sum.Write(data[len(t.data):]) // never fails
	for at := len(t.data); next.Len() < texts; {
		n, used := binary.Uvarint(data[at:])
		if used <= 0 || n > uint64(len(data)-at-used) {
			return nil, errTail
		}
		at += used + int(n)
		next.ends, next.sizes, next.bytes = append(next.ends, uint32(at)), append(next.sizes, uint32(n)), next.bytes+int(n)
		next.learn()
	}
	if n := next.Len(); n == 0 && len(data) > 0 || n > 0 && int(next.ends[n-1]) != len(data) {
		return nil, errTail
	}
	return next, nil
}

// Sum is the checksum of the tail's bytes.
func (t *Tail) Sum() uint64 {
	d := t.sum
	return d.Sum64()
}

// SumWith is the checksum that the tail has once data comes behind its bytes.
func (t *Tail) SumWith(data []byte) uint64 {
	d := t.sum
	_, _ = d.Write(data) // never fails
	return d.Sum64()
}

// Len is the number of texts, 0 of nil.
func (t *Tail) Len() int {
	if t == nil {
		return 0
	}
	return len(t.ends)
}

// Size is the number of the texts' bytes, 0 of nil.
func (t *Tail) Size() int {
	if t == nil {
		return 0
	}
	return t.bytes
}

// at gives a text, which is part of the file.
func (t *Tail) at(i int) []byte { return t.data[t.ends[i]-t.sizes[i] : t.ends[i]] }

// Find gives the place of a text. It is for the goroutine that extends tails.
func (t *Tail) Find(text string) (at int, ok bool) {
	if t == nil {
		return 0, false
	}
	for h := xxhash.Sum64String(text); ; h++ {
		i, known := t.known[h]
		if !known {
			return 0, false
		}
		if int(i) < t.Len() && string(t.at(int(i))) == text {
			return int(i), true
		}
	}
}

// learn has Find find the last text. What is known of texts behind it is of a change that failed.
func (t *Tail) learn() {
	last := t.Len() - 1
	for h := xxhash.Sum64(t.at(last)); ; h++ {
		if i, known := t.known[h]; !known || int(i) >= last {
			t.known[h] = uint32(last)
			return
		}
	}
}

// Merge gives the dictionary of a column's texts, those of its dictionary and those of its tail,
// and the code there of each code that the column has. The texts are copied.
func Merge(ctx context.Context, base *plan.Dictionary, t *Tail) (offsets []uint32, text []byte, rank []uint32, err error) {
	in := New()
	in.Before, in.Later = base, t
	file, rank, err := in.Sorted(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	_, before := in.had()
	head := 4 * (in.Len() + 1)
	return coding.Words[uint32](file[:head]), file[head : head+before+t.Size()], rank, nil
}
