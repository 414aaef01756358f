package formula

import (
	"context"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
	"gsdms/sql/source"
)

// Evaluator computes columns row by row. One goroutine owns it.
type Evaluator struct {
	*Formulas
	prepared []*plan.Prepared // by formula
	told     *fault.Told
	row      []plan.Value

	// Refused gives a value in the place of one that a column does not take; nil: it is the error.
	Refused func(v plan.Value, of *plan.Column, err error) (plan.Value, error)
}

// Evaluator makes one; the values that take long end with ctx.
func (f *Formulas) Evaluator(ctx context.Context) *Evaluator {
	e := &Evaluator{Formulas: f, told: new(fault.Told), row: make([]plan.Value, len(f.columns))}
	ctx = fault.Telling(ctx, e.told)
	for _, c := range f.all {
		e.prepared = append(e.prepared, plan.Prepare(ctx, c.expr))
		e.row = append(e.row, make([]plan.Value, max(0, len(f.columns)+len(c.draws)-len(e.row)))...)
	}
	return e
}

// Row gives a row, which has a value for each column, those that are computed: all that are generated, and of others
// those that are absent.
func (e *Evaluator) Row(row []plan.Value, absent func(column int) bool) error {
	copy(e.row, row)
	for k, c := range e.all {
		if e.columns[c.column].Generated() || absent(c.column) {
			v, err := e.value(k)
			if err != nil {
				return err
			}
			row[c.column], e.row[c.column] = v, v
		}
	}
	return nil
}

// value computes a formula of the row at hand, as its column holds it.
func (e *Evaluator) value(k int) (plan.Value, error) {
	c := &e.all[k]
	of := &e.columns[c.column]
	for i, draw := range c.draws {
		e.row[len(e.columns)+i] = draw()
	}
	v, err := e.prepared[k].Eval(e.leaf)
	if err != nil {
		return v, err
	}
	if e.told.Any() {
		if err := e.lost(); err != nil {
			return v, err
		}
	}
	v, err = source.Stored(strict.Taken(v, c.expr.Type(), of.Type), of)
	if err != nil && e.Refused != nil {
		return e.Refused(v, of, err)
	}
	if err != nil {
		known := parse.AsError("", err)
		return v, parse.ErrorAt("", -1, known.Code, "column %s: %s", of.Name, known.Message)
	}
	return v, nil
}

func (e *Evaluator) leaf(x plan.Expr) (plan.Value, error) {
	return e.row[x.(plan.ColumnRef).Column], nil
}

// lost is the error for what a value has lost, where that is one.
func (e *Evaluator) lost() error {
	all := e.told.All()
	if i := slices.IndexFunc(all, func(w fault.Warning) bool { return e.Refused == nil && e.around.Refuses(w.Code) }); i >= 0 {
		return parse.ErrorAt("", -1, all[i].Code, "%s", all[i].Message)
	}
	return nil
}

// End tells what was lost, once all rows are computed.
func (e *Evaluator) End() { e.around.hear(e.told) }

// hear tells what was lost.
func (a *Around) hear(told *fault.Told) {
	if told.Any() {
		a.Hear(told.All())
	}
}
