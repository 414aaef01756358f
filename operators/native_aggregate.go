package operators

import (
	"fmt"

	"gsdms/plan"
)

// Accumulator takes in the rows of one group, in chunks that several goroutines take in side by side
// and that are merged in the order of the rows. One goroutine uses it at a time.
type Accumulator interface {
	// Add takes in rows: columns of arguments, all of one length, without NULLs.
	Add(args []Numbers)
	// Merge takes in what another of the same aggregate has, whose rows are behind those here. The
	// other is not used again.
	Merge(other Accumulator)
	// Result is the value over the rows so far, one at least.
	Result() Number
}

// Number is a DOUBLE, Float, or a BIGINT, Int.
type Number struct {
	Float float64
	Int   int64
	Null  bool // so is a Float that is no number
}

// NativeAggregate is an aggregate that the program around the engine brings. It is immutable.
type NativeAggregate struct {
	name   string
	params []plan.Type
	result plan.Type
	begin  func() Accumulator
}

// NewNativeAggregate makes an aggregate of one to three numbers, DOUBLE or BIGINT. Rows with a NULL
// among them do not count, over no rows it is NULL, and an infinite result is error 1690. begin gives an
// Accumulator without rows; any number of goroutines call it.
func NewNativeAggregate(name string, params []plan.Kind, result plan.Kind, begin func() Accumulator) (*NativeAggregate, error) {
	types, err := typesOf(name, params, result)
	if err != nil {
		return nil, err
	}
	if begin == nil {
		return nil, fmt.Errorf("aggregate %s does not say how it begins", name)
	}
	return &NativeAggregate{name, types, plan.Type{Kind: result}, begin}, nil
}

// Begin gives an Accumulator without rows.
func (a *NativeAggregate) Begin() Accumulator { return a.begin() }

// Signature implements plan.Native.
func (a *NativeAggregate) Signature() (name string, params []plan.Type, result plan.Type) {
	return a.name, a.params, a.result
}
