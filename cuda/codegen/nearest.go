package codegen

import (
	_ "embed"
	"fmt"
)

//go:embed nearest.h
var nearest string

// keptColumns is the most coordinates of a point that a thread keeps in registers.
const keptColumns = 16

// How the kernel of NearestSource is launched, as nearest.h says.
const (
	NearestThreads = 256 // of a block
	nearestRoom    = 2048
)

// NearestSource is the kernel that finds the nearest centres of points of so many columns.
func NearestSource(columns int) string {
	kept := 0
	if columns <= keptColumns {
		kept = 1
	}
	return fmt.Sprintf("#define V 4\n%s\n#ifndef INFINITY\n#define INFINITY __longlong_as_double(0x7ff0000000000000)\n#endif\n#define COLUMNS %d\n#define KEPT %d\n%s", prelude, columns, kept, nearest)
}

// NearestShared is the shared memory of a block, in bytes.
func NearestShared(columns int) int { return 8 * max(nearestRoom, columns) }

// NearestParams is what the kernel of NearestSource is launched with: addresses on the device, and
// numbers. It mirrors Params of nearest.h.
type NearestParams struct {
	Points, Centres, Nearest, Least, All, First, End, From, Number uint64
}
