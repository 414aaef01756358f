package codegen

import (
	_ "embed"
	"fmt"
)

//go:embed pairs.h
var pairer string

// PairsEstimate is how the kernel of PairsSource finds most pairs' buckets.
type PairsEstimate int

// The kernel searches each pair's bucket by the square of its distance, or estimates it, from
// coordinates as floats or from the square, and looks at the square of what is next to an edge.
const (
	PairsSearch PairsEstimate = iota
	PairsSingle
	PairsDouble
)

// SpotBytes is what a point takes in PairsParams.Spots: four coordinates, the last for nothing.
func (e PairsEstimate) SpotBytes() int {
	if e == PairsSingle {
		return 16
	}
	return 32
}

// PairsSource is the kernel that counts pairs of points by distance. Far, it counts in the
// device's memory, where a block's has no room for the buckets.
func PairsSource(e PairsEstimate, far bool) string {
	in := 0
	if far {
		in = 1
	}
	return fmt.Sprintf("#define V 4\n%s\n#define ESTIMATE %d\n#define FAR %d\n%s", prelude, e, in, pairer)
}

// How the kernel of PairsSource is launched, as pairs.h says.
const (
	PairsTile    = 2048 // points; of two tiles a block takes a part at once:
	PairsParts   = PairsTile / PairsStage
	PairsStage   = 512                  // points of the one in shared memory, before the counts
	PairsThreads = 512                  // of a block
	PairsBits    = 22                   // of an estimate
	PairsWaiting = 4 * 5 * PairsThreads // bytes of shared memory behind the counts, for pairs that wait
)

// PairsParams is what the kernel of PairsSource is launched with: addresses on the device, and
// numbers. It mirrors Params of pairs.h.
type PairsParams struct {
	Spots, Exact, Edges, Counts, First, End, Farther, Waiting uint64
	Point, Far, Copies, Places                                uint32
	Scale, Magic, Cap, PlaceMagic                             float32
}
