package operators

import (
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Query is a compiled pipeline: the program that the stream runs, and the operators
// that are left for operators/tail (HAVING, the final projection, DISTINCT, ORDER BY,
// LIMIT) on the few rows the program gives. It is immutable and cacheable for as long
// as the snapshots it was compiled on live.
type Query struct {
	Pipeline *plan.Pipeline
	Program  *Program
	Finish   []plan.Operator // the tail of Pipeline.Ops; refers to Slots of the program's rows
	Lost     []fault.Warning // what values lost in what was computed of them for the program

	// Provisional says that for whoever asks for the same again it is better compiled anew: something
	// is made that is not worth it for one query.
	Provisional bool
}
