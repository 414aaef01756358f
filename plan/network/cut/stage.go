package cut

import (
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/join"
	"gsdms/plan/network"
	"gsdms/plan/rewrite"
	"gsdms/plan/value"
)

// Shape is a network cut into stages, each after those it needs; the last gives the
// result. It holds no data and is immutable.
type Shape struct {
	Text   string
	Stages []*Stage
	Output []plan.Output // the result is the first columns of the last stage
}

// Stage is what runs before its rows are stored: a pipeline over tables and over the
// rows of other stages, or the rows of several stages one after another (Parts).
type Stage struct {
	Text     string
	Tables   []*plan.TableRef // stored tables, and schemas of what From gives
	From     []int            // by table: the stage whose rows it holds; Stored for a stored table, Marked for a mark, Working
	Where    []plan.Expr      // a conjunction over the inner joined tables
	Partners []join.Partner
	Ops      []plan.Operator // from the first Aggregate or Project on
	Columns  []plan.Column   // of the rows, with name, type and whether it can be NULL
	Numbered []bool          // by column: of texts of which those who read it ask only which are equal
	Shown    []bool          // by column: of texts of which those who read it ask nothing, and give them to others
	Sought   [][]Source      // by column: those of other stages whose texts alone count of its own
	Parts    []int
	Loop     *Loop // nil: of a stage that runs once
	Kept     bool  // several stages read the rows
}

// The values of Stage.From that are no stage.
const (
	Stored  = -1
	Marked  = -2
	Working = -3 // the rows that a recursion goes on from
)

// Needs lists the stages whose rows a stage reads.
func (s *Stage) Needs() []int {
	out := append([]int(nil), s.Parts...)
	for _, from := range s.From {
		if from >= 0 {
			out = append(out, from)
		}
	}
	return out
}

// Single reports whether the shape is one pipeline over stored tables, which can be
// compiled before anything runs.
func (s *Shape) Single() bool { return len(s.Stages) == 1 && s.Stages[0].Leaf() }

// Leaf reports whether a stage needs no rows that others leave.
func (s *Stage) Leaf() bool { return len(s.Needs()) == 0 && !slices.Contains(s.From, Working) }

// Constants gives the values of a table that another stage has left with one row, or with
// none: these are NULL. rows is more than 1 where there are none to give.
type Constants func(table int) (values []plan.Value, rows int)

// Pipeline decides, for the tables as they are, which one is streamed and in which order
// the others are joined to it. tables are those of the stage, with the rows that other
// stages have left in place of schemas. What one row of a table has is a constant from
// then on. repeats may be nil.
func (s *Stage) Pipeline(tables []*plan.TableRef, constants Constants, repeats join.Repeats) (*plan.Pipeline, error) {
	w := s.over(tables)
	w.fold(constants)
	if w.meetsSeveral() {
		return nil, fault.Errorf(fault.CodeManyRows, "Subquery returns more than 1 row")
	}
	p := &plan.Pipeline{Text: s.Text, Tables: w.tables, Ops: nil}
	where, err := w.conditions()
	if err != nil {
		return nil, err
	}
	if len(w.tables) > 0 {
		var probes []plan.Operator
		if p.Root, probes, where, err = join.Order(w.tables, where, w.partners, repeats); err != nil {
			return nil, fmt.Errorf("order joins: %w", err)
		}
		p.Ops = append(p.Ops, probes...)
	}
	if pred := plan.Combine(plan.And, where); pred != nil {
		p.Ops = append(p.Ops, plan.Filter{Pred: pred})
	}
	p.Ops = append(p.Ops, w.ops...)
	for _, c := range s.Columns {
		p.Output = append(p.Output, plan.Output{Name: c.Name, Type: c.Type})
	}
	return rewrite.Pipeline(p)
}

// conditions gives the conditions of the stage simplified, when left joins are settled by them.
func (w *work) conditions() (where []plan.Expr, err error) {
	if w.where, err = rewrite.Conditions(w.where); err != nil || !w.settle() {
		return w.where, err
	}
	return rewrite.Conditions(w.where)
}

// work is a stage that is being made a pipeline.
type work struct {
	tables   []*plan.TableRef
	isMark   []bool
	where    []plan.Expr
	partners []join.Partner
	ops      []plan.Operator
}

func (s *Stage) over(tables []*plan.TableRef) *work {
	w := &work{tables: tables, where: s.Where, partners: s.Partners, ops: s.Ops, isMark: make([]bool, len(tables))}
	for i, from := range s.From {
		w.isMark[i] = from == Marked
	}
	return w
}

// fold replaces the columns of tables of one row, which every row is joined with, by
// their values, and takes these tables out, and those of which nobody has a partner.
func (w *work) fold(constants Constants) {
	if w.idle(constants) {
		return
	}
	values := w.unpartnered(constants)
	for i := range w.tables {
		least, ok := w.alone(i)
		if _, none := values[i]; none || w.isMark[i] || !ok {
			continue
		}
		if row, rows := constants(i); rows >= least && rows <= 1 {
			values[i] = row
		}
	}
	w.keepOne(values)
	if len(values) > 0 {
		w.replace(values)
	}
}

// replace takes tables out whose columns have one value each.
func (w *work) replace(values map[int][]plan.Value) {
	w.rewrite(func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
			if row, ok := values[c.Table]; ok {
				return plan.Const{Value: row[c.Column], Of: c.Type()}
			}
			return nil
		})
	})
	w.remove(values)
}

// unpartnered gives the partners that have no rows, if all rows stay without one, with what their
// columns and marks are: NULL, and false.
func (w *work) unpartnered(constants Constants) map[int][]plan.Value {
	values := map[int][]plan.Value{}
	for _, p := range w.partners {
		if p.Kind == plan.SemiJoin || !w.noRows(p.Table, constants) {
			continue
		}
		values[p.Table] = make([]plan.Value, len(w.tables[p.Table].Table.Columns))
		if p.Kind == plan.MarkJoin {
			values[p.Mark] = []plan.Value{{Kind: plan.Bool}}
		}
	}
	return values
}

// idle takes out all tables but the smallest that every row has, and leaves a condition that is
// never true, where one that is there or a table without rows leaves none: what a step before has found
// nothing for is looked for nowhere else. It reports whether that is so.
func (w *work) idle(constants Constants) bool {
	kept, none, isPartner := -1, slices.ContainsFunc(w.where, isNever), map[int]bool{}
	for _, p := range w.partners {
		isPartner[p.Table] = true
		none = none || p.Kind == plan.SemiJoin && !p.Optional && w.noRows(p.Table, constants)
	}
	for i, t := range w.tables {
		if isPartner[i] || w.isMark[i] {
			continue
		}
		none = none || w.noRows(i, constants)
		if kept < 0 || t.Table.Rows < w.tables[kept].Table.Rows {
			kept = i
		}
	}
	if !none || len(w.tables) < 2 {
		return false
	}
	values := map[int][]plan.Value{}
	for i, t := range w.tables {
		if i != kept {
			values[i] = make([]plan.Value, len(t.Table.Columns))
		}
	}
	w.where = []plan.Expr{plan.Literal(value.OfBool(false))}
	w.partners = nil
	w.replace(values)
	return true
}

// isNever reports whether a condition is a constant that is not true.
func isNever(e plan.Expr) bool {
	k, ok := e.(plan.Const)
	return ok && !k.Value.True()
}

// noRows reports whether a table surely has no rows.
func (w *work) noRows(table int, constants Constants) bool {
	t := w.tables[table].Table
	if t.Data != nil && t.Rows == 0 {
		return true
	}
	_, rows := constants(table)
	return rows == 0
}

// keepOne leaves a table among those that every row has, where something must be
// streamed: to find partners for its rows, or to aggregate them.
func (w *work) keepOne(values map[int][]plan.Value) {
	isPartner, needed := map[int]bool{}, false
	for _, p := range w.partners {
		isPartner[p.Table] = true
		_, gone := values[p.Table]
		needed = needed || !gone
	}
	if _, ok := w.ops[0].(plan.Aggregate); !ok && !needed {
		return
	}
	last := -1
	for i := range w.tables {
		if w.isMark[i] || isPartner[i] {
			continue
		}
		if _, gone := values[i]; !gone {
			return
		}
		last = i
	}
	delete(values, last)
}

// meetsSeveral reports whether texts in no order, or numbers past 64 bits, are compared with those of a subquery that
// stands for one value and has several: programs do so with a constant alone, and no row passes without error 1242.
func (w *work) meetsSeveral() bool {
	return slices.ContainsFunc(w.partners, func(p join.Partner) bool {
		return p.Kind == plan.SingleJoin && len(p.On) == 0 && slices.ContainsFunc(w.where, func(e plan.Expr) bool { return w.comparesCoded(e, p.Table) })
	})
}

// comparesCoded reports whether an expression compares a column of a table with one of texts in no order, or of
// numbers past 64 bits.
func (w *work) comparesCoded(e plan.Expr, table int) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		if !ok || len(c.Args) != 2 {
			return !found
		}
		for i, a := range c.Args {
			r, column := a.(plan.ColumnRef)
			of, other := plan.Uncast(c.Args[1-i]).(plan.ColumnRef)
			if column && other && of.Table == table {
				c := &w.tables[r.Table].Table.Columns[r.Column]
				found = found || c.Wide() || c.Unsorted != nil && !c.Unsorted.Once()
			}
		}
		return !found
	})
	return found
}

// alone reports whether every row is joined with a table, and how many rows that must have
// to leave every row once: an inner joined one 1, a partner without a condition 0.
func (w *work) alone(table int) (least int, ok bool) {
	for _, p := range w.partners {
		if p.Table == table {
			return 0, p.Kind.Keeps() && len(p.On) == 0
		}
	}
	return 1, true
}

// rewrite changes every expression that reads tables.
func (w *work) rewrite(f func(plan.Expr) plan.Expr) {
	c := network.Change{Expr: f}
	w.where = c.Exprs(w.where)
	partners := append([]join.Partner(nil), w.partners...)
	for i := range partners {
		partners[i].On = c.Exprs(partners[i].On)
	}
	w.partners = partners
	ops := append([]plan.Operator(nil), w.ops...)
	switch op := ops[0].(type) {
	case plan.Project:
		ops[0] = plan.Project{Exprs: c.Exprs(op.Exprs)}
	case plan.Aggregate:
		ops[0] = plan.Aggregate{Keys: c.Exprs(op.Keys), Aggs: c.Aggs(op.Aggs), AnyOrder: op.AnyOrder}
	}
	w.ops = ops
}

// remove takes tables out and numbers the others anew.
func (w *work) remove(gone map[int][]plan.Value) {
	now := make([]int, len(w.tables))
	var tables []*plan.TableRef
	var isMark []bool
	for i, t := range w.tables {
		now[i] = len(tables)
		if _, ok := gone[i]; !ok {
			tables, isMark = append(tables, t), append(isMark, w.isMark[i])
		}
	}
	var partners []join.Partner
	for _, p := range w.partners {
		if _, ok := gone[p.Table]; !ok {
			p.Table, p.Mark = now[p.Table], now[p.Mark]
			partners = append(partners, p)
		}
	}
	w.partners, w.tables, w.isMark = partners, tables, isMark
	w.rewrite(func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
			c.Table = now[c.Table]
			return c
		})
	})
}

// GroupsBehind gives the stage with its groups made behind the scan, which then gives what the
// keys and aggregates read; nil of one without groups.
func (s *Stage) GroupsBehind() *Stage {
	if len(s.Ops) == 0 {
		return nil
	}
	a, ok := s.Ops[0].(plan.Aggregate)
	if !ok {
		return nil
	}
	read, over := a.Gather()
	if len(read.Exprs) == 0 {
		return nil
	}
	out := *s
	out.Ops = append([]plan.Operator{read, over}, s.Ops[1:]...)
	return &out
}
