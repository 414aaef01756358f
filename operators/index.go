package operators

import "gsdms/plan"

// Index finds the rows of a table by the values of some of its columns: a chained
// hash table without the values, in the same layout on every backend. A probe hashes
// its keys, walks the chain and compares the keys with the stored numbers. Rows with a
// NULL key are not in it. Immutable; safe for concurrent use.
type Index struct {
	Name  string
	Table *plan.Table
	Keys  []*Array // the key columns, whole
	Mask  uint64   // number of buckets - 1
	Heads []uint32 // per bucket: 1 + the first row, 0 for none
	Next  []uint32 // per row: 1 + the next row of the chain, 0 at its end; chains ascend
}
