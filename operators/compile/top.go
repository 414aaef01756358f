package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/compile/wanted"
	"gsdms/plan"
)

// top compiles what says which rows are wanted; column gives the operand of a slot. Of parts the
// first rows are kept apart where parts are few for the rows: else most rows are among them.
func (c *compiler) top(out *operators.Emit, op plan.Project, top wanted.Rows, column func(slot int) (scalar.Operand, error)) error {
	if top.Count == 0 || c.asksOrder(op, top) {
		return nil
	}
	t := &operators.Top{Rows: top.Count, Column: -1, Distinct: top.Distinct, Whole: top.Whole}
	words := float64(top.Count)
	for _, slot := range top.Parts {
		o, err := column(slot)
		if err != nil {
			return err
		}
		k := c.key(o, op.Exprs[slot].Type())
		words *= float64(k.Size)
		t.Within = append(t.Within, k)
	}
	if t.Within == nil {
		t.Column = c.streamed(op.Exprs[top.Keys[0].Slot])
	} else if rows := c.Prog.Emits(c.Prog.Table.Rows); words == 0 || words > min(mostFirst, rows/rowsOfFirst) {
		return nil
	}
	for _, k := range top.Keys {
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
		t.Keys = append(t.Keys, operators.TopKey{Reg: o.Reg, Desc: k.Desc})
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
func (c *compiler) emitRows(op plan.Project, top wanted.Rows) error {
	out := &operators.Emit{}
	made := make(map[int]scalar.Operand, len(op.Exprs)) // by slot; a table of texts would be made anew, in another register
	column := func(slot int) (scalar.Operand, error) {
		o, ok := made[slot]
		if ok {
			return o, nil
		}
		var err error
		if ref, of := c.UnsortedColumn(op.Exprs[slot]); of != nil {
			o.Reg, err = c.Value(ref)
		} else {
			o, err = c.Coded(op.Exprs[slot])
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
		_, of := c.UnsortedColumn(e)
		out.Out = append(out.Out, operators.EmitColumn{Reg: o.Reg, Type: e.Type(), Dict: o.Dict, Unsorted: of})
	}
	c.Prog.Sink = out
	return nil
}
