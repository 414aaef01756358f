package cpu

import (
	"fmt"
	"sync"

	"gsdms/operators"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/cpu/machine"
)

// code is a program as the workers run it: filters as atoms, the body as steps over
// slots. Immutable.
type code struct {
	*machine.Code
	clauses []operators.Clause // the program's, in the order that they are tested in
	filters [][]rangedAtom     // by clause
	groups  *groups.Groups
	emit    *operators.Emit
	emitted int           // the number of emitting in Names
	single  bool          // a row of the table is emitted once at most
	whole   bool          // all rows that pass the filters are emitted, and none can end the run in error
	ranking *ranking      // of the rows that are emitted, or folded; nil: all are wanted
	parts   *firstOfParts // of which the first rows are emitted; nil: none
	marked  []markedFold  // of a sink that can take rows as a bitmap; nil: it cannot

	expected func() expected // of a run, computed when first asked for
	tabled   func() tabled   // the clauses that a table of numbers can test, likewise
}

// groupWords is the size of a worker's accumulators.
func (c *code) groupWords() int {
	if c.groups == nil {
		return 0
	}
	return c.groups.DenseWords()
}

// lower makes the code of a program. It costs microseconds.
func lower(p *operators.Program, o Options, h *groups.Host) (c *code, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the program is not well formed: %w", panicError(r))
		}
	}()
	body := machine.NewLowering(p, o.NoFuse)
	l := &lowering{Lowering: body, grouping: groups.NewLowering(body, h), code: &code{Code: body.Code}}
	body.Then = l.cut
	l.filters(order(p, h.Kernels))
	l.sinkNeeds()
	l.Needs(p.Body)
	if err := l.Body(); err != nil {
		return nil, err
	}
	if err := l.sink(); err != nil {
		return nil, err
	}
	if !o.NoFuse {
		if l.code.marked, err = l.marked(); err != nil {
			return nil, err
		}
		if err := l.parts(h); err != nil {
			return nil, err
		}
	}
	l.Finish()
	l.code.expected = sync.OnceValue(func() expected { return expect(p) })
	l.code.tabled = sync.OnceValue(func() tabled { return tabledOf(p, l.code.clauses) })
	return l.code, nil
}

// lowering is the state of making one code.
type lowering struct {
	*machine.Lowering
	grouping *groups.Lowering
	code     *code
}

// sink makes the last step.
func (l *lowering) sink() (err error) {
	switch s := l.Program.Sink.(type) {
	case *operators.Groups:
		if err = l.firstGroups(); err == nil {
			l.code.groups, err = l.grouping.Lower(s)
		}
		return err
	case *operators.Emit:
		return l.rows(s)
	}
	return fmt.Errorf("unknown sink %T", l.Program.Sink)
}

// sinkNeeds marks what the sink reads.
func (l *lowering) sinkNeeds() {
	switch s := l.Program.Sink.(type) {
	case *operators.Groups:
		l.grouping.Needs(s)
		if top := firstGroups(l.Program); top != nil {
			l.Mark(top.Keys[0].Reg)
		}
	case *operators.Emit:
		for _, c := range s.Out {
			l.Mark(c.Reg)
		}
		if s.Top != nil {
			for _, k := range s.Top.Keys {
				l.Mark(k.Reg)
			}
		}
	}
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
