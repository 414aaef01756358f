package cpu

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
)

// code is a program as the workers run it: filters as atoms, the body as steps over
// slots. Immutable.
type code struct {
	*machine.Code
	clauses []operators.Clause // the program's, in the order that they are tested in
	filters [][]rangedAtom     // by clause
	groups  *groups
	emit    *operators.Emit
	ranking *ranking // of the emitted rows; nil: all are wanted
}

// groupWords is the size of a worker's accumulators.
func (c *code) groupWords() int {
	if c.groups == nil || !c.groups.dense {
		return 0
	}
	return c.groups.size * c.groups.width
}

// lower makes the code of a program. It costs microseconds.
func lower(p *operators.Program, o Options, k *simd.Kernels) (c *code, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the program is not well formed: %w", panicError(r))
		}
	}()
	body := machine.NewLowering(p, o.NoFuse)
	l := &lowering{Lowering: body, options: o, code: &code{Code: body.Code}}
	body.Then = l.cut
	l.filters(order(p, k))
	l.sinkNeeds()
	l.Needs(p.Body)
	if err := l.Body(p.Body); err != nil {
		return nil, err
	}
	if err := l.sink(); err != nil {
		return nil, err
	}
	l.Finish()
	return l.code, nil
}

// lowering is the state of making one code.
type lowering struct {
	*machine.Lowering
	options Options
	code    *code
}

func (l *lowering) filters(filters []priced) {
	for _, c := range filters {
		l.code.clauses = append(l.code.clauses, c.Clause)
		l.code.filters = append(l.code.filters, atomsOf(l.Program, c.Clause))
		l.code.Names = append(l.code.Names, l.clauseName(c.Clause))
	}
}

func (l *lowering) clauseName(c operators.Clause) string {
	name := "filter"
	last := -1
	for _, leaf := range c.Any {
		column := -1
		switch f := leaf.(type) {
		case operators.Ranges:
			column = f.Column
		case operators.Member:
			column = f.Column
		}
		if column != last {
			name += " " + l.Program.Table.Columns[l.Program.Columns[column].Ordinal].Name
			last = column
		}
	}
	return name
}
