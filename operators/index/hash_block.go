package index

import "gsdms/operators"

// hashBlockRows is how many rows are hashed together.
const hashBlockRows = 1 << 10

// hashBlock is the hashes of some rows.
type hashBlock struct {
	d     *hashed
	first int // row
	n     int
	hash  []uint64
	one   []uint64 // the key, of a table over one
	none  []bool   // a key is NULL, or the row is in no set
	key   operators.Vector
}

func newHashBlock(d *hashed) *hashBlock {
	b := &hashBlock{
		d: d, hash: make([]uint64, hashBlockRows), none: make([]bool, hashBlockRows),
		key: operators.Vector{Int: make([]int64, hashBlockRows), Float: make([]float64, hashBlockRows), Null: make([]byte, hashBlockRows)},
	}
	if len(d.x.Keys) == 1 {
		b.one = make([]uint64, hashBlockRows)
	}
	return b
}

// read hashes rows.
func (b *hashBlock) read(first, n int) {
	b.first, b.n = first, n
	for i := range n {
		b.hash[i], b.none[i] = operators.HashStart, !Has(b.d.in, first+i)
	}
	for _, k := range b.d.x.Keys {
		v := operators.Vector{Int: b.key.Int[:n], Null: b.key.Null[:n]}
		if k.Storage.Float {
			v = operators.Vector{Float: b.key.Float[:n], Null: b.key.Null[:n]}
		}
		Read(k, first, v)
		for i := range v.Float {
			b.key.Int[i] = operators.FloatKey(v.Float[i])
		}
		for i, number := range b.key.Int[:n] {
			b.hash[i] = operators.HashKey(b.hash[i], number)
			b.none[i] = b.none[i] || v.Null[i] != 0
		}
	}
	if b.one != nil {
		for i, number := range b.key.Int[:n] {
			b.one[i] = uint64(number)
		}
	}
}
