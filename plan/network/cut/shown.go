package cut

import (
	"gsdms/plan"
)

// show finds the columns of texts that stages leave for others which only give them to the next, of the rows
// that they keep: nobody asks which of these are equal, so they need not even be told apart.
func (s *Shape) show() {
	for _, stage := range s.Stages {
		stage.Shown = stage.ofTexts()
	}
	for _, stage := range s.Stages {
		for _, part := range stage.Parts {
			clear(s.Stages[part].Shown)
		}
		if stage.Loop != nil {
			s.showNone()
			return
		}
		stage.asking(func(r plan.ColumnRef) {
			if from := stage.From[r.Table]; from >= 0 {
				s.Stages[from].Shown[r.Column] = false
			}
		})
	}
}

// showNone has nothing but what is told apart: steps that run again have other rows.
func (s *Shape) showNone() {
	for _, stage := range s.Stages {
		clear(stage.Shown)
	}
}

// asking tells of the columns that the stage does more with than to give them to the next.
func (s *Stage) asking(tell func(r plan.ColumnRef)) {
	if len(s.Ops) == 0 {
		return
	}
	all := s.over(s.Tables)
	if p, ok := s.Ops[0].(plan.Project); ok {
		asked, exprs := askedSlots(len(p.Exprs), s.Ops[1:]), []plan.Expr(nil)
		for i, e := range p.Exprs {
			if !isColumn(e) || asked[i] {
				exprs = append(exprs, e)
			}
		}
		all.ops = []plan.Operator{plan.Project{Exprs: exprs}}
	}
	all.rewrite(func(e plan.Expr) plan.Expr {
		plan.Visit(e, func(x plan.Expr) bool {
			if r, ok := x.(plan.ColumnRef); ok {
				tell(r)
			}
			return true
		})
		return e
	})
}

// askedSlots says of which of some columns operators ask more than to give them on.
func askedSlots(columns int, ops []plan.Operator) []bool {
	asked, now := make([]bool, columns), make([]int, columns) // the column that a slot has by now
	for i := range now {
		now[i] = i
	}
	for _, op := range ops {
		switch op := op.(type) {
		case plan.Limit:
		case plan.Sort:
			for _, k := range op.Keys {
				asked[now[k.Slot]] = true
			}
		case plan.Project:
			next := make([]int, 0, len(op.Exprs))
			for _, e := range op.Exprs {
				slot, ok := e.(plan.Slot)
				if !ok {
					return allOf(asked)
				}
				next = append(next, now[slot.Index])
			}
			now = next
		default:
			return allOf(asked)
		}
	}
	return asked
}

func allOf(asked []bool) []bool {
	for i := range asked {
		asked[i] = true
	}
	return asked
}
