package concat

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/maphash"
	"math/big"

	"gsdms/operators"
	"gsdms/plan"
)

// Seen is the different rows of row sets that come one after another. NULL equals NULL. It costs
// what each row set has, however many rows there were before.
type Seen struct {
	seed   maphash.Seed
	slots  []uint32 // 1 + the number of a row, by its hash; 0 is free
	hashes []uint64
	ends   []int // of the rows' keys
	keys   []byte
}

// NewSeen gives a set of no rows.
func NewSeen() *Seen { return &Seen{seed: maphash.MakeSeed(), slots: make([]uint32, 1<<8)} }

// Bytes is the memory that the set takes.
func (s *Seen) Bytes() int64 {
	return 4*int64(cap(s.slots)) + 8*int64(cap(s.hashes)+cap(s.ends)) + int64(cap(s.keys))
}

// stopRows is how many rows pass between two looks at a context.
const stopRows = 1 << 12

// Unseen gives the rows that equal none before, in order. They are shared, where these are all of
// them.
func (s *Seen) Unseen(ctx context.Context, rows *plan.Rows) (*plan.Rows, error) {
	rows = rows.Plain()
	var fresh []int32
	var key []byte
	for row := range rows.Len {
		if row%stopRows == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		key = appendRow(key[:0], rows, row)
		if s.add(key) {
			fresh = append(fresh, int32(row))
		}
	}
	if len(fresh) == rows.Len {
		return rows, nil
	}
	return picked(rows, fresh), nil
}

// add adds a key, and reports whether it was not there.
func (s *Seen) add(key []byte) bool {
	if 2*len(s.hashes) >= len(s.slots) {
		s.grow()
	}
	hash, mask := maphash.Bytes(s.seed, key), uint64(len(s.slots)-1)
	at := hash & mask
	for ; s.slots[at] != 0; at = (at + 1) & mask {
		n := int(s.slots[at] - 1)
		if s.hashes[n] == hash && bytes.Equal(s.key(n), key) {
			return false
		}
	}
	s.keys = append(s.keys, key...)
	s.hashes, s.ends = append(s.hashes, hash), append(s.ends, len(s.keys))
	s.slots[at] = uint32(len(s.hashes))
	return true
}

func (s *Seen) key(n int) []byte {
	from := 0
	if n > 0 {
		from = s.ends[n-1]
	}
	return s.keys[from:s.ends[n]]
}

// grow makes the table twice as large.
func (s *Seen) grow() {
	s.slots = make([]uint32, 2*len(s.slots))
	mask := uint64(len(s.slots) - 1)
	for n, hash := range s.hashes {
		at := hash & mask
		for s.slots[at] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = uint32(n + 1)
	}
}

// What a key's cells begin with.
const (
	isNull   = iota
	isNarrow // a number of 64 bits
	isWide   // of more
	isText
)

// appendRow appends bytes that only equal rows share, whatever their columns are stored as.
func appendRow(key []byte, rows *plan.Rows, row int) []byte {
	for c := range rows.Columns {
		v := &rows.Columns[c]
		switch {
		case v.IsNull(row):
			key = append(key, isNull)
		case v.Floats != nil:
			key = appendNumber(key, operators.FloatKey(v.Floats[row]), 0)
		case v.Wide != nil:
			key = appendWide(key, v, row)
		case v.Texts != nil:
			key = append(appendLength(key, isText, len(v.Texts[row])), v.Texts[row]...)
		case v.Dict != nil:
			text := v.Dict.Bytes(int(v.Ints[row]))
			key = append(appendLength(key, isText, len(text)), text...)
		default:
			key = appendNumber(key, v.Ints[row], v.Type.Scale)
		}
	}
	return key
}

func appendLength(key []byte, kind byte, n int) []byte {
	return binary.LittleEndian.AppendUint64(append(key, kind), uint64(n))
}

// appendWide is appendNumber of a number that may have more than 64 bits.
func appendWide(key []byte, v *plan.Vector, row int) []byte {
	n, scale := v.Wide[row], v.Type.Scale
	ten, rest := big.NewInt(10), new(big.Int)
	for ; scale > 0 && !n.IsInt64(); scale-- {
		less, _ := new(big.Int).QuoRem(n, ten, rest)
		if rest.Sign() != 0 {
			break
		}
		n = less
	}
	if n.IsInt64() {
		return appendNumber(key, n.Int64(), scale)
	}
	text := n.Append(nil, 62)
	return append(append(appendLength(key, isWide, len(text)), byte(scale)), text...)
}

// appendNumber appends a number of so many places behind the point, without zeros at its end.
func appendNumber(key []byte, n int64, scale int) []byte {
	for ; scale > 0 && n%10 == 0; scale-- {
		n /= 10
	}
	return binary.LittleEndian.AppendUint64(append(key, isNarrow, byte(scale)), uint64(n))
}

// picked gives some rows.
func picked(rows *plan.Rows, at []int32) *plan.Rows {
	out := &plan.Rows{Len: len(at), Columns: make([]plan.Vector, len(rows.Columns))}
	for c := range rows.Columns {
		v := &rows.Columns[c]
		out.Columns[c] = plan.Vector{
			Type: v.Type, Dict: v.Dict,
			Ints: cells(v.Ints, at), Floats: cells(v.Floats, at), Texts: cells(v.Texts, at),
			Wide: cells(v.Wide, at), Nulls: cells(v.Nulls, at),
		}
	}
	return out
}

// cells gives some cells of a slice, none of one that is nil.
func cells[T any](of []T, at []int32) []T {
	if of == nil {
		return nil
	}
	out := make([]T, len(at))
	for i, row := range at {
		out[i] = of[row]
	}
	return out
}
