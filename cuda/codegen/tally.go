package codegen

import _ "embed"

//go:embed tally.h
var tallier string

// TallySource is the kernel that counts the values of a set by group. It is launched as the
// kernel of PackSource is.
func TallySource() string { return "#define V 4\n" + prelude + "\n" + tallier }

// TallyParams is what the kernel of TallySource is launched with: addresses on the device, but for
// Slots and One, which is 1 where there is one group. It mirrors Params of tally.h.
type TallyParams struct{ State, Pairs, Slots, Counts, One uint64 }
