package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/window"
)

// mostTop is how many rows are kept apart at most; more are sorted as well.
const mostTop = 1 << 16

// firstRows is how many rows are wanted in the order of keys; 0: all are, in any order.
type firstRows struct {
	keys     []plan.SortKey
	rows     int64
	parts    []int // slots: so many are wanted of all rows that are alike in these; nil: of all rows
	distinct bool  // rows of equal keys count once
	whole    bool  // keys are all that says which rows are first
}

// wanted gives the rows that operators behind a projection want of it; between are the
// projections that these begin with.
func wanted(op plan.Project, between []plan.Project, behind []plan.Operator) firstRows {
	if len(behind) == 0 {
		return firstRows{}
	}
	if w, ok := behind[0].(plan.Window); ok {
		return firstRanks(w, width(op, between), behind[1:]).before(between)
	}
	return limited(behind, mostTop).before(between)
}

// firstRanks gives the rows of each partition of a window over so many columns that filters
// behind it want.
func firstRanks(w plan.Window, columns int, behind []plan.Operator) (top firstRows) {
	f, n := window.FirstAsked(w.Funcs, columns, behind)
	if n == 0 || n > mostTop || len(f.Over.Order) == 0 || f.Name == plan.DenseRank && len(f.Over.Partition) == 0 {
		return top
	}
	for _, s := range f.Over.Partition {
		top.parts = append(top.parts, s.Index)
	}
	for _, k := range f.Over.Order {
		top.keys = append(top.keys, plan.SortKey{Slot: k.Slot.Index, Desc: k.Desc})
	}
	top.rows, top.distinct = n, f.Name == plan.DenseRank
	return top
}

// limited gives the sort keys, and how many rows are wanted, at most so many, where a limit
// stands behind a sort.
func limited(behind []plan.Operator, most int64) (top firstRows) {
	if len(behind) < 2 {
		return top
	}
	sort, ok := behind[0].(plan.Sort)
	l, isLimit := behind[1].(plan.Limit)
	if ok && isLimit && len(sort.Keys) > 0 && l.Count > 0 && l.Offset < most && l.Count <= most-l.Offset {
		top.keys, top.rows, top.whole = slices.Clone(sort.Keys), l.Offset+l.Count, true
	}
	return top
}

// projects parts operators into the projections that they begin with, which leave as many
// rows in the order that they come in, and what is behind.
func projects(ops []plan.Operator) (between []plan.Project, behind []plan.Operator) {
	for i, op := range ops {
		p, ok := op.(plan.Project)
		if !ok {
			return between, ops[i:]
		}
		between = append(between, p)
	}
	return between, nil
}

// before gives the rows that are wanted before projections: in the order of the keys up to
// the first that is none of the columns there, and all where that is the first, or what parts
// the rows is none of them.
func (f firstRows) before(between []plan.Project) firstRows {
	for i, k := range f.keys {
		k, ok := keyBefore(k, between)
		if !ok {
			f.keys, f.whole = f.keys[:i], false
			break
		}
		f.keys[i] = k
	}
	for i, slot := range f.parts {
		k, ok := keyBefore(plan.SortKey{Slot: slot}, between)
		if !ok {
			return firstRows{}
		}
		f.parts[i] = k.Slot
	}
	if len(f.keys) == 0 {
		return firstRows{}
	}
	return f
}

// keyBefore gives a sort key before projections; false where it is none of the columns there.
func keyBefore(k plan.SortKey, between []plan.Project) (plan.SortKey, bool) {
	for _, p := range slices.Backward(between) {
		s, ok := p.Exprs[k.Slot].(plan.Slot)
		if !ok {
			return k, false
		}
		k.Slot = s.Index
	}
	return k, true
}

// top compiles what says which rows are wanted; column gives the operand of a slot. Of parts the
// first rows are kept apart where parts are few for the rows: else most rows are among them.
func (c *compiler) top(out *operators.Emit, op plan.Project, top firstRows, column func(slot int) (operand, error)) error {
	if top.rows == 0 || c.asksOrder(op, top) {
		return nil
	}
	t := &operators.Top{Rows: top.rows, Column: -1, Distinct: top.distinct, Whole: top.whole}
	words := float64(top.rows)
	for _, slot := range top.parts {
		o, err := column(slot)
		if err != nil {
			return err
		}
		k := c.key(o, op.Exprs[slot].Type())
		words *= float64(k.Size)
		t.Within = append(t.Within, k)
	}
	if t.Within == nil {
		t.Column = c.streamed(op.Exprs[top.keys[0].Slot])
	} else if rows := c.prog.Emits(c.prog.Table.Rows); words == 0 || words > min(mostFirst, rows/rowsOfFirst) {
		return nil
	}
	for _, k := range top.keys {
		if t.Within == nil && !t.Distinct {
			rank, ok, err := c.topRank(op.Exprs[k.Slot])
			if err != nil {
				return err
			}
			if ok { // more or less by the texts, and not at all by the keys behind them
				t.Keys, t.Whole = append(t.Keys, operators.TopKey{Reg: rank, Desc: k.Desc}), false
				break
			}
		}
		o, err := column(k.Slot)
		if err != nil {
			return err
		}
		t.Keys = append(t.Keys, operators.TopKey{Reg: o.reg, Desc: k.Desc})
	}
	out.Top = t
	return nil
}

// The first rows of parts are kept apart up to mostFirst places in all, and where there are
// rowsOfFirst rows for each.
const (
	mostFirst   = 1 << 20
	rowsOfFirst = 8
)

// emitRows compiles the columns; those of a top come first, so that rows are dropped by it
// before the others are computed.
func (c *compiler) emitRows(op plan.Project, top firstRows) error {
	out := &operators.Emit{}
	made := make(map[int]operand, len(op.Exprs)) // by slot; a table of texts would be made anew, in another register
	column := func(slot int) (operand, error) {
		o, ok := made[slot]
		if ok {
			return o, nil
		}
		var err error
		if ref, of := c.unsortedColumn(op.Exprs[slot]); of != nil {
			o.reg, err = c.value(ref)
		} else {
			o, err = c.coded(op.Exprs[slot])
		}
		made[slot] = o
		return o, err
	}
	if err := c.top(out, op, top, column); err != nil {
		return err
	}
	few := c.emitsFew(out)
	for i, e := range op.Exprs {
		if _, is := made[i]; !is && few {
			some, ok, err := c.ofFew(e)
			if err != nil {
				return err
			}
			if ok {
				out.Out = append(out.Out, some)
				continue
			}
		}
		o, err := column(i)
		if err != nil {
			return err
		}
		o = c.withDictionary(o, e.Type())
		_, of := c.unsortedColumn(e)
		out.Out = append(out.Out, operators.EmitColumn{Reg: o.reg, Type: e.Type(), Dict: o.dict, Unsorted: of})
	}
	c.prog.Sink = out
	return nil
}
