package operators

import (
	"fmt"
	"math"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Native is a function of numbers that the program around the engine brings: a row of the opcode
// table that programs carry along. It is immutable.
type Native struct {
	name   string
	params []plan.Type
	result plan.Type
	row    Operation
}

// Numbers is a column of some rows: of a DOUBLE Floats, of a BIGINT Ints.
type Numbers struct {
	Floats []float64
	Ints   []int64
}

// NativeLoop computes results of arguments, row by row: all columns are of one length. A row's result
// may lie where one of its arguments does. Rows of which an argument is NULL are among them, with any
// numbers; their results are not looked at. Any number of goroutines call it.
type NativeLoop func(result Numbers, args []Numbers)

// mostParams is how many arguments a row of the opcode table has.
const mostParams = 3

// NewNative makes a function of one to three numbers, DOUBLE or BIGINT. A result that is no number is
// NULL, an infinite one error 1690. c is the result as an expression in C of a, b and c, which are
// double or long long; "": devices do not compute it. Loop and expression give equal results for
// equal arguments.
func NewNative(name string, params []plan.Kind, result plan.Kind, loop NativeLoop, c string) (*Native, error) {
	types, err := typesOf(name, params, result)
	if err != nil {
		return nil, err
	}
	if loop == nil {
		return nil, fmt.Errorf("function %s has no loop", name)
	}
	n := &Native{name: name, params: types, result: plan.Type{Kind: result}, row: Operation{Name: name, strict: true}}
	for _, k := range params {
		n.row.Args += map[plan.Kind]string{plan.Double: "f", plan.Int: "i"}[k]
	}
	if n.row.loop = n.loop(loop); c != "" {
		n.row.C = "(" + c + ")"
	}
	if result == plan.Double {
		n.row.finite(len(params))
	}
	return n, nil
}

// typesOf gives the types of arguments, of which there are one to three; all are numbers.
func typesOf(name string, params []plan.Kind, result plan.Kind) (out []plan.Type, err error) {
	if len(params) == 0 || len(params) > mostParams {
		return nil, fmt.Errorf("function %s of %d arguments: 1 to %d are possible", name, len(params), mostParams)
	}
	for _, k := range append(params[:len(params):len(params)], result) {
		if k != plan.Double && k != plan.Int {
			return nil, fmt.Errorf("function %s: numbers are DOUBLE or BIGINT, not %s", name, plan.Type{Kind: k})
		}
		out = append(out, plan.Type{Kind: k})
	}
	return out[:len(params)], nil
}

// finite has a row of doubles give NULL for what is no number, and fail where a result is infinite.
func (row *Operation) finite(params int) {
	row.Float, row.Fails, row.Makes = true, true, true
	if row.C == "" {
		return
	}
	row.C, row.CNull = "finite_or_fail("+row.C+", &fail)", "(r != r)"
	for i := range params {
		row.CNull = fmt.Sprintf("%cn | ", 'a'+i) + row.CNull
	}
}

// loop has a loop compute registers, and looks at its results.
func (n *Native) loop(compute NativeLoop) loop {
	return func(d *Vector, a []*Vector, _ int64) (failed bool) {
		var args [mostParams]Numbers
		for i, v := range a {
			args[i] = numbersOf(v, n.params[i])
		}
		compute(numbersOf(d, n.result), args[:len(a)])
		if !n.row.Float {
			return false
		}
		for i, f := range d.Float {
			if f != f {
				d.Null[i] = 1
			}
			failed = failed || math.IsInf(f, 0)
		}
		return failed
	}
}

// numbersOf is a register as its type has it: some have the same memory as both.
func numbersOf(v *Vector, t plan.Type) Numbers {
	if t.Float() {
		return Numbers{Floats: v.Float}
	}
	return Numbers{Ints: v.Int}
}

// Operation is its row.
func (n *Native) Operation() *Operation { return &n.row }

// Signature implements plan.NativeFunction.
func (n *Native) Signature() (name string, params []plan.Type, result plan.Type) {
	return n.name, n.params, n.result
}

// Eval implements plan.NativeFunction.
func (n *Native) Eval(args []plan.Value) (plan.Value, error) {
	vectors := make([]*Vector, len(args))
	for i, a := range args {
		vectors[i] = &Vector{Int: []int64{a.Int}, Float: []float64{a.Float}}
	}
	out := Vector{Int: make([]int64, 1), Null: make([]byte, 1)}
	if n.row.Float {
		out.Int, out.Float = nil, make([]float64, 1)
	}
	err := Guarded(func() error { return n.row.Apply(&out, vectors, 0, make([]byte, 1)) })
	if err != nil || out.Null[0] != 0 {
		return plan.Value{}, err
	}
	if n.row.Float {
		return value.OfFloat(out.Float[0]), nil
	}
	return value.OfInt(out.Int[0]), nil
}
