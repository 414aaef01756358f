package manifest

import (
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// BoundSum starts a checksum that holds for this table, file, form and segment only. A
// file's name has the ordinal and name of its column and the version that wrote it; its
// form is the number of its entries and their width.
func BoundSum(table, file string, entries, width, segment int) *xxhash.Digest {
	d := xxhash.New()
	fmt.Fprintf(d, "%s\x00%s\x00%d %d %d\x00", table, file, entries, width, segment)
	return d
}

// Growing stands for the number of rows in the sums of a file that grows.
const Growing = -1

// HeadSum is the checksum of the head of a packed dictionary's file, with so many texts.
func HeadSum(table, file string, texts int, head []byte) uint64 {
	d := BoundSum(table, file, texts, 0, -2)
	d.Write(head)
	return d.Sum64()
}
