package codegen

import (
	_ "embed"
	"fmt"
)

//go:embed product.h
var multiplier string

// How a kernel of ProductSource is launched, as product.h says.
const (
	ProductThreads = 256 // of a block
	productAcross  = 16
	productStage   = 16
)

// ProductSide is how many columns on either side a block of the kernel for so many multiplies: with
// few it would work on columns that are not there.
func ProductSide(columns int) int {
	if columns <= 2*productAcross {
		return 2 * productAcross
	}
	return 4 * productAcross
}

// ProductSource is the kernel that sums products of columns, with blocks of a ProductSide and tiles of
// so many rows.
func ProductSource(side, tile int) string {
	return fmt.Sprintf("#define V 4\n%s\n#define EACH %d\n#define TILE %d // rows\n%s", prelude, side/productAcross, tile, multiplier)
}

// ProductShared is the shared memory of a block, in bytes.
func ProductShared(side int) int { return 2 * 8 * productStage * (side + 2) }

// ProductParams is what the kernel of ProductSource is launched with: addresses on the device, and
// numbers. It mirrors Params of product.h.
type ProductParams struct {
	X, Y, Parts, Sums, Rows, First, End        uint64
	XColumns, YColumns, Across, Pairs, Fold, _ uint32
}
