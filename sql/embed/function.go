package embed

import (
	"fmt"

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

// natives makes of functions what the engine takes.
func natives(functions []Function) ([]*operators.Native, error) {
	out := make([]*operators.Native, len(functions))
	for i, f := range functions {
		var err error
		if out[i], err = operators.NewNative(f.Name, f.Params, f.Returns, f.Loop, f.C); err != nil {
			return nil, fmt.Errorf("functions: %w", err)
		}
	}
	return out, nil
}
