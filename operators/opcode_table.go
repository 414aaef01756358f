package operators

import (
	_ "embed"
	"encoding/binary"

	"gsdms/plan"
)

// Vector is a register of the body over some rows: Int or Float holds one value per
// row, by the register's kind. Null is nil for a register that is never NULL, else it
// is 1 for a NULL row and 0 for another; the value of a NULL row means nothing.
type Vector struct {
	Int   []int64
	Float []float64
	Null  []byte
}

// Operation is a row of the opcode table.
//
// C is the result r in C, of the arguments a, b and c (long long or double) and imm;
// it may set the int variable fail through a pointer, and the row's result is error
// 1690 where fail is set and the result is not NULL. CNull is when the result is NULL,
// of an, bn, cn (whether an argument is NULL), a, b, c and r; empty means where any
// argument is. The functions they call are in OpcodeHeader. C must be defined for
// every argument, also where the result is NULL.
type Operation struct {
	Name   string
	Args   string // one letter per argument: i for a number, f for a double
	Float  bool   // the result is a double
	Imm    string // what Compute.Imm means; empty where it is not used
	C      string
	CNull  string
	Fails  bool // can end in error 1690
	Makes  bool // can be NULL where no argument is
	Near   bool // the last bits of a double depend on the library that computes it
	strict bool // NULL exactly where an argument is, or where Makes says so
	loop   loop
	sure   loop // of what is not strict: where no argument can be NULL; nil: loop then, too
}

// loop computes d of the arguments a for all rows, also those where an argument is
// NULL, and reports whether a row failed with error 1690. Loops that are not strict
// set d.Null, and find a Null in every argument. d may be one of the arguments.
type loop func(d *Vector, a []*Vector, imm int64) (failed bool)

// OpcodeHeader is the C that the expressions of the table need. The macro FN declares
// a function of the device; it is plain static inline where a host compiler reads it.
//
//go:embed opcodes.h
var OpcodeHeader string

// Operation returns the opcode's row.
func (o Opcode) Operation() *Operation { return &opcodeTable[o] }

// String is the name of the opcode.
func (o Opcode) String() string {
	if o >= opcodes {
		return "unknown opcode"
	}
	return opcodeTable[o].Name
}

// Opcodes is how many opcodes there are; they are numbered from 0.
const Opcodes = int(opcodes)

// Apply computes dst of the arguments, row by row; all are of one length. dst.Null
// must be there if the result can be NULL, and zero must hold as many zero bytes as
// there are rows. The error is a *plan.RangeError.
func (r *Operation) Apply(dst *Vector, args []*Vector, imm int64, zero []byte) error {
	if !r.strict {
		r.applyOwnNulls(dst, args, imm, zero)
		return nil
	}
	if dst.Null != nil {
		OrNulls(dst.Null, args)
	}
	if !r.loop(dst, args, imm) {
		return nil
	}
	if dst.Null != nil && !r.failsWhereNotNull(dst.Null, args, imm) {
		return nil
	}
	return &plan.RangeError{Kind: r.kind(), In: r.Name}
}

func (r *Operation) kind() plan.Kind {
	if r.Float {
		return plan.Double
	}
	return plan.Int
}

// applyOwnNulls runs a loop that decides NULL itself.
func (r *Operation) applyOwnNulls(dst *Vector, args []*Vector, imm int64, zero []byte) {
	var full [3]Vector
	var refs [3]*Vector
	sure := r.sure != nil
	for i, a := range args {
		full[i] = *a
		if a.Null == nil {
			full[i].Null = zero
		} else {
			sure = false
		}
		refs[i] = &full[i]
	}
	if sure {
		r.sure(dst, refs[:len(args)], imm)
		clearNull(dst)
		return
	}
	r.loop(dst, refs[:len(args)], imm)
}

// failsWhereNotNull repeats a failed loop row by row for the rows that are not NULL.
func (r *Operation) failsWhereNotNull(null []byte, args []*Vector, imm int64) bool {
	var one [3]Vector
	var refs [3]*Vector
	d := Vector{Int: make([]int64, 1), Float: make([]float64, 1), Null: make([]byte, 1)}
	for i := range null {
		if null[i] != 0 {
			continue
		}
		for k, a := range args {
			one[k] = a.slice(i, i+1)
			refs[k] = &one[k]
		}
		if r.loop(&d, refs[:len(args)], imm) {
			return true
		}
	}
	return false
}

func (v *Vector) slice(lo, hi int) Vector {
	var s Vector
	if v.Int != nil {
		s.Int = v.Int[lo:hi]
	}
	if v.Float != nil {
		s.Float = v.Float[lo:hi]
	}
	if v.Null != nil {
		s.Null = v.Null[lo:hi]
	}
	return s
}

// OrNulls sets dst where any argument is NULL. dst may be the Null of an argument.
func OrNulls(dst []byte, args []*Vector) {
	var sources [3][]byte
	n := 0
	for _, a := range args {
		if a.Null != nil {
			sources[n] = a.Null[:len(dst)]
			n++
		}
	}
	switch n {
	case 0:
		clear(dst)
	case 1:
		copy(dst, sources[0])
	case 2:
		orFlags(dst, sources[0], sources[1], sources[1])
	default:
		orFlags(dst, sources[0], sources[1], sources[2])
	}
}

// orFlags sets dst where any of three is set, eight at a time. dst may be one of them.
func orFlags(dst, x, y, z []byte) {
	n := len(dst)
	x, y, z = x[:n], y[:n], z[:n]
	i := 0
	for ; i+8 <= n; i += 8 {
		binary.NativeEndian.PutUint64(dst[i:], binary.NativeEndian.Uint64(x[i:])|binary.NativeEndian.Uint64(y[i:])|binary.NativeEndian.Uint64(z[i:]))
	}
	for ; i < n; i++ {
		dst[i] = x[i] | y[i] | z[i]
	}
}
