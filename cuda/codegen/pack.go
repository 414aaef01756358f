package codegen

import (
	_ "embed"

	"gsdms/operators"
)

//go:embed pack.h
var packer string

// PackSource is the kernel that brings the groups of a run together that are wanted: of
// tables made for all groups that there may be they are often few, and the bus is slow.
func PackSource() string { return "#define V 4\n" + prelude + "\n" + packer }

// How the kernel of PackSource is launched, as pack.h says.
const (
	PackTile     = 1024 // groups that one word of Tiles counts
	PackSections = 16   // the most in one launch
	PackTests    = 8    // the most of a group
	PackThreads  = 256  // of a block
	PackBlocks   = 8    // for each multiprocessor
)

// PackParams is what the kernel of PackSource is launched with: addresses on the device, but
// for Groups, Sections, Words and what tests and ranks are compared with. A launch with Numbers 0
// counts the groups that Seen is not zero for and that are wanted, by tiles; one with an address
// there copies their numbers, and Words of each Strides words in each section, to where Tiles says. It mirrors
// Params of pack.h.
type PackParams struct {
	Seen, Groups, Tiles, Numbers, Sections uint64
	From, To, Words, Strides               [PackSections]uint64
	Tests                                  uint64
	Test                                   [PackTests]PackTest
	Ranks, RankFlip, Least, Best           uint64
}

// PackTest is passed by a group if its word at Words, with the bits of Flip turned, is from Lo to
// Lo + Span.
type PackTest struct{ Words, Flip, Lo, Span uint64 }

// Turned gives the bits to turn in the words of an aggregate to have its result as a number of 64
// bits, of Sum64, counts and extremes of numbers.
func Turned(f operators.FoldFunc) uint64 {
	const sign = 1 << 63
	switch f {
	case operators.MinInt:
		return ^uint64(sign)
	case operators.MaxInt:
		return sign
	}
	return 0
}
