package cpu

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// A run without keys that folds columns, or formulas, takes the rows that its filters leave as
// the bitmap in which they come, unless they are few. So no list is made of them, and what is
// computed of columns is computed once for all runs that fold it.

// markedFold is a fold over a column, or over a formula.
type markedFold struct {
	groups.Marked
	column  int // ordinal in the table; -1: the formula
	formula *formula
}

// marked gives the folds of a program that can take their rows as a bitmap; nil where not all
// can.
func (l *lowering) marked() ([]markedFold, error) {
	if l.code.groups == nil || slices.ContainsFunc(l.Program.Body, dropsOrFails) {
		return nil, nil
	}
	all, ok := l.code.groups.Marked()
	if !ok {
		return nil, nil
	}
	folds := make([]markedFold, 0, len(all))
	for _, one := range all {
		f := markedFold{Marked: one, column: -1}
		var err error
		if c, is := l.ColumnOperand(one.Register); is {
			f.column = l.Program.Columns[c].Ordinal
		} else if f.formula, err = l.formula(one.Register); f.formula == nil {
			return nil, err
		}
		folds = append(folds, f)
	}
	return folds, nil
}

// dropsOrFails reports whether an instruction can drop or repeat rows, or end the run.
func dropsOrFails(in operators.Instr) bool {
	switch in := in.(type) {
	case operators.Load, operators.Const, operators.Lookup:
		return false
	case operators.Compute:
		return in.Operation().Fails
	}
	return true
}

// markedBy is how a run of a kernel takes rows as a bitmap.
type markedBy struct {
	able  bool
	folds []markedOf
}

// markedOf is where a kernel has the numbers of a fold.
type markedOf struct {
	groups.Marked
	column  int // ordinal in the table; -1: the formula
	formula int // of the kernel's
}

// mark finds the runs of a kernel whose folds can take rows as a bitmap: what they compute are
// formulas that are wanted enough.
func (k *kernel) mark(wanted map[string]float64) {
	k.marks = make([]markedBy, len(k.runs))
	for i, r := range k.runs {
		if r.code.marked != nil && k.backend.kernels.Folds.Few > 0 {
			k.marks[i] = k.markedBy(r, wanted)
		}
	}
}

func (k *kernel) markedBy(r *run, wanted map[string]float64) markedBy {
	by := markedBy{able: true}
	for _, f := range r.code.marked {
		of := markedOf{f.Marked, f.column, k.formula(f.formula, wanted)}
		if f.column < 0 && of.formula < 0 {
			return markedBy{}
		}
		by.folds = append(by.folds, of)
	}
	return by
}

// numbersOf is how the numbers of a fold are stored.
func (k *kernel) numbersOf(f markedOf) plan.Storage {
	if f.column < 0 {
		return k.formulas[f.formula].storage()
	}
	return k.runs[0].program.Table.Columns[f.column].Storage
}

// fold takes the rows of a bitmap, nil: all, so many, through the body of run i, or for those
// that do the same.
func (w *worker) fold(k *kernel, i int, s *state, v *machine.Vector, mask []uint64, rows int) error {
	by := &k.marks[i]
	if s.passes(rows) {
		return nil
	}
	if !by.able || rows*w.bitmaps.kernels.Folds.Few < v.Rows {
		return w.run(s, v, w.positions(mask, rows, v.Rows))
	}
	if mask == nil {
		mask = w.everyBit(v.Rows)
	}
	s.groups.CountMarked(&s.State, rows)
	for _, f := range by.folds {
		var numbers []byte
		if f.column < 0 {
			numbers = w.numbers(k, f.formula, v)
		} else {
			numbers = v.Column(f.column).Data
		}
		s.groups.AddMarked(f.Marked, &w.bitmaps.kernels.Folds, numbers, k.numbersOf(f), mask, rows)
	}
	return nil
}
