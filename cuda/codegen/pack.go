package codegen

import _ "embed"

//go:embed pack.h
var packer string

// PackSource is the kernel that brings the groups of a run together that saw a row: of
// tables made for all groups that there may be they are often few, and the bus is slow.
func PackSource() string { return "#define V 4\n" + prelude + "\n" + packer }

// How the kernel of PackSource is launched, as pack.h says.
const (
	PackTile     = 1024 // groups that one word of Tiles counts
	PackSections = 16   // the most in one launch
	PackThreads  = 256  // of a block
	PackBlocks   = 8    // for each multiprocessor
)

// PackParams is what the kernel of PackSource is launched with: addresses on the device, but
// for Groups, Sections and Words. A launch with Numbers 0 counts the groups that Seen is not
// zero for, by tiles; one with an address there copies their numbers, and their words in each
// section, to where Tiles says. It mirrors Params of pack.h.
type PackParams struct {
	Seen, Groups, Tiles, Numbers, Sections uint64
	From, To, Words                        [PackSections]uint64
}
