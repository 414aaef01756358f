package embed

import (
	"gsdms/operators"
	"gsdms/plan"
)

// NumberType is the type of an argument of a Function, or of its result.
type NumberType = plan.Kind

// The types of numbers, as SQL calls them.
const (
	BigInt = plan.Int
	Double = plan.Double
)

// Numbers is a column of some rows: of Double its Floats, of BigInt its Ints.
type Numbers = operators.Numbers

// Function is a function of numbers that statements can call like those of SQL. It is computed for
// many rows at a time where the engine computes its own, on a GPU, too, where it says how.
type Function struct {
	Name    string       // that no function of SQL has, nor one that was made by CREATE FUNCTION
	Params  []NumberType // one to three; arguments are converted as CAST does it
	Returns NumberType

	// Loop computes the results of rows, which are all of one length. It is pure: equal arguments
	// give equal results, for a row by itself. The result of a row may lie where one of its
	// arguments does. Rows of which an argument is NULL are among them, with any numbers, and
	// their result is NULL whatever Loop gives. A result that is no number is NULL, an infinite
	// one error 1690. Any number of goroutines call it.
	Loop func(result Numbers, args []Numbers)

	// C is the result as an expression in C (CUDA's) of a, b and c, the arguments, of types double
	// and long long. Without one the function is not computed on a GPU.
	C string
}

// Number is a result of an Aggregate: of Double its Float, of BigInt its Int, or NULL.
type Number = operators.Number

// Accumulator is what an Aggregate has of some rows of a group: Add takes in more of them, Merge what
// another has, and Result says what they give.
type Accumulator = operators.Accumulator

// Aggregate is an aggregate function of numbers that statements can use like those of SQL. Rows with a
// NULL among its arguments do not count; over no rows it is NULL. A group's rows are taken in by chunks,
// also by several goroutines, which are merged in order: the result does not depend on how many
// processors there are. What Accumulators hold is their own: no limit of memory counts it.
type Aggregate struct {
	Name    string       // as a Function's
	Params  []NumberType // one to three
	Returns NumberType
	New     func() Accumulator // one without rows; any number of goroutines call it
}

// natives makes of functions and aggregates what the engine takes.
func natives(functions []Function, aggregates []Aggregate) (out []plan.Native, err error) {
	for _, f := range functions {
		n, err := operators.NewNative(f.Name, f.Params, f.Returns, f.Loop, f.C)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	for _, a := range aggregates {
		n, err := operators.NewNativeAggregate(a.Name, a.Params, a.Returns, a.New)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}
