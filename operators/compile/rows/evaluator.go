package rows

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/index"
)

// evaluationRows is how many rows are evaluated together: their registers stay in the
// first cache.
const evaluationRows = 1024

// evaluator runs a body without drops and joins over blocks of rows.
type evaluator struct {
	p       *operators.Program
	columns []*operators.Array // by the program's columns
	rows    []uint32           // of the table, that the columns have; nil: all
	regs    []operators.Vector
	zero    []byte
}

func newEvaluator(p *operators.Program, columns []*operators.Array, rows []uint32) *evaluator {
	v := &evaluator{p: p, columns: columns, rows: rows, regs: make([]operators.Vector, len(p.Regs)), zero: make([]byte, evaluationRows)}
	for i, r := range p.Regs {
		if r.Float {
			v.regs[i].Float = make([]float64, evaluationRows)
		} else {
			v.regs[i].Int = make([]int64, evaluationRows)
		}
		if r.Nullable {
			v.regs[i].Null = make([]byte, evaluationRows)
		}
	}
	for _, in := range p.Body {
		if in, ok := in.(operators.Const); ok {
			v.constant(in, evaluationRows)
		}
	}
	return v
}

// block runs the body for n rows from row lo on.
func (v *evaluator) block(lo, n int) error {
	for _, in := range v.p.Body {
		if err := v.instruction(in, lo, n); err != nil {
			return err
		}
	}
	return nil
}

func (v *evaluator) instruction(in operators.Instr, lo, n int) error {
	switch in := in.(type) {
	case operators.Load:
		index.Read(v.columns[in.Column], lo, cut(v.regs[in.Dst], n))
	case operators.Row:
		for i := range n {
			v.regs[in.Dst].Int[i] = int64(lo + i)
			if v.rows != nil {
				v.regs[in.Dst].Int[i] = int64(v.rows[lo+i])
			}
		}
	case operators.Const: // once and for all
	case operators.Lookup:
		index.Pick(v.p.Arrays[in.Array], cut(v.regs[in.At], n), cut(v.regs[in.Dst], n))
	case operators.Compute:
		return v.compute(in, n)
	default:
		return fmt.Errorf("instruction %T in a predicate", in)
	}
	return nil
}

func (v *evaluator) constant(in operators.Const, n int) {
	to := &v.regs[in.Dst]
	for i := range n {
		if to.Float != nil {
			to.Float[i] = in.Float
		} else {
			to.Int[i] = in.Int
		}
		if to.Null != nil {
			to.Null[i] = 0
			if in.Null {
				to.Null[i] = 1
			}
		}
	}
}

func (v *evaluator) compute(in operators.Compute, n int) error {
	var args [3]operators.Vector
	var refs [3]*operators.Vector
	for i, a := range in.Args {
		args[i] = cut(v.regs[a], n)
		refs[i] = &args[i]
	}
	dst := cut(v.regs[in.Dst], n)
	return in.Operation().Apply(&dst, refs[:len(in.Args)], in.Imm, v.zero[:n])
}

// cut gives the first n rows of a register.
func cut(v operators.Vector, n int) operators.Vector {
	if v.Float != nil {
		v.Float = v.Float[:n]
	} else {
		v.Int = v.Int[:n]
	}
	if v.Null != nil {
		v.Null = v.Null[:n]
	}
	return v
}
