package cuda

import (
	"fmt"
	"math"

	"gsdms/operators"
)

// RegionKind says what a region of a run's state counts.
type RegionKind uint8

// The regions of a run's state. All are 64-bit words; one word or several per group.
const (
	ErrorWord RegionKind = iota // FAILED_ bits
	RowCounts                   // rows of each group
	FoldValue                   // an aggregate's accumulator
	FoldCount                   // values of an aggregate that are not NULL
	SlotState                   // hash groups: state of each slot
	SlotKeys                    // hash groups: keys of each slot
	SetState                    // distinct values: state of each slot
	SetKeys                     // distinct values: group and value of each slot
	EmitCount                   // rows emitted for the chunk
	EmitData                    // emitted rows: row number, then a value and a NULL word per column
	SlotMask                    // a number, not an address: slots - 1
	SetMask                     // likewise
	EmitRoom                    // a number: rows that EmitData holds
)

// Region is a part of a run's state. All words start as zero.
type Region struct {
	Kind RegionKind
	Fold int // of FoldValue, FoldCount and Set…
}

// Limbs is the words of an exact sum of doubles.
const Limbs = 68

// state says how a program accumulates on the device.
type state struct {
	index  int
	groups *operators.Groups // nil for Emit
	emit   *operators.Emit
	single bool // one group: registers, then one sum per warp
	shared bool // groups in shared memory, flushed once per block
}

// SharedWords is how many words of shared memory a block's groups may take in all: 40 of
// the 227 KiB, so that five blocks fit a multiprocessor of compute capability 9.0.
const SharedWords = 5 * 1024

func newState(index int, p *operators.Program) (*state, error) {
	s := &state{index: index}
	switch sink := p.Sink.(type) {
	case *operators.Emit:
		s.emit = sink
	case *operators.Groups:
		s.groups = sink
		s.single = len(sink.Keys) == 0
	default:
		return nil, fmt.Errorf("generate CUDA for %s: sink of unknown type %T", p.Name, sink)
	}
	return s, nil
}

// foldWords is the words of one group's accumulator.
func foldWords(f operators.FoldFunc) int {
	switch f {
	case operators.Sum128:
		return 2
	case operators.SumFloat:
		return Limbs
	case operators.CountRows, operators.CountDistinct:
		return 0
	default:
		return 1
	}
}

// counted reports whether an aggregate needs its own count of values: whether NULLs
// can leave it without one.
func counted(p *operators.Program, f operators.Fold) bool {
	if f.Func == operators.CountRows || f.Func == operators.CountValues || f.Func == operators.CountDistinct {
		return false
	}
	return p.Regs[f.Arg].Nullable
}

// eachGroupRegion visits the regions that groups accumulate in, with the words that one
// group takes there.
func eachGroupRegion(p *operators.Program, g *operators.Groups, visit func(r Region, words int)) {
	visit(Region{Kind: RowCounts}, 1)
	for k, f := range g.Aggs {
		if w := foldWords(f.Func); w > 0 {
			visit(Region{FoldValue, k}, w)
		}
		if counted(p, f) {
			visit(Region{FoldCount, k}, 1)
		}
	}
}

// groupWords is the words of one group in all accumulators.
func groupWords(p *operators.Program, g *operators.Groups) int {
	total := 0
	eachGroupRegion(p, g, func(_ Region, words int) { total += words })
	return total
}

// maskOf is the number that goes with a table of slots.
func maskOf(slots RegionKind) RegionKind {
	if slots == SlotState {
		return SlotMask
	}
	return SetMask
}

// KeyWords is the words of a hash group's keys.
func KeyWords(g *operators.Groups) int {
	words := 0
	for _, k := range g.Keys {
		words++
		if k.Nullable {
			words++
		}
	}
	return words
}

// EmitWords is the words of an emitted row.
func EmitWords(e *operators.Emit) int { return 1 + 2*len(e.Out) }

// floatConstant is the bits of a double as Params holds it.
func floatConstant(f float64) Constant { return Constant(math.Float64bits(f)) }
