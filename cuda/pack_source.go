package cuda

import _ "embed"

//go:embed pack.h
var packer string

// packSource is the kernel that brings the groups of a run together that saw a row: of
// tables made for all groups that there may be they are often few, and the bus is slow.
func packSource() string { return "#define V 4\n" + prelude + "\n" + packer }

// What pack.h says of the kernel.
const (
	packTile    = 1024 // groups
	packRegions = 16
	packThreads = 256
	packBlocks  = 8 // for each multiprocessor
)

// packParams mirrors Params of pack.h.
type packParams struct {
	seen, groups, tiles, numbers, regions uint64
	from, to, words                       [packRegions]uint64
}
