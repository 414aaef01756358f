package tail

import (
	"strings"

	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/extreme"
	"gsdms/operators/tail/made"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Where a limit passes the first rows by texts that are made of columns, most texts need not be: those that begin
// as none does that comes before the last of as many as the limit passes, in the rows that a worker has seen. Their
// rows are dropped before anything else is computed of them.

// mostFirsts is for how many rows each worker keeps the first texts.
const mostFirsts = 1 << 10

// byText is what says so for the column of a projection by which its rows are sorted first.
type byText struct {
	expr    plan.Expr
	column  int
	rows    int
	desc    bool
	alone   bool   // equal texts are in the order of their rows
	dropped []bool // by place among the rows left
}

// byTextOf gives them, nil where a projection's rows are not wanted by a text that is made, or too many are.
func (r *runner) byTextOf(exprs []plan.Expr, behind []plan.Operator) *byText {
	for len(behind) > 0 {
		if _, is := behind[0].(plan.Project); !is {
			break
		}
		behind = behind[1:]
	}
	between := r.behind[:len(r.behind)-len(behind)]
	if len(behind) == 0 || r.count() <= team.ChunkRows {
		return nil
	}
	sort, ok := behind[0].(plan.Sort)
	limit := following(behind[1:])
	if !ok || limit == nil || limit.Count <= 0 || limit.Offset > mostFirsts || limit.Count > mostFirsts-limit.Offset {
		return nil
	}
	slot, ok := slotBefore(sort.Keys[0].Slot, between)
	if !ok || exprs[slot].Type().Kind != plan.String {
		return nil
	}
	switch exprs[slot].(type) {
	case plan.Slot, plan.Const:
		return nil
	}
	return &byText{
		expr: exprs[slot], column: slot, rows: int(limit.Offset + limit.Count),
		desc: sort.Keys[0].Desc, alone: len(sort.Keys) == 1, dropped: make([]bool, r.count()),
	}
}

// slotBefore is where a column is that projections pass on; false where one computes it.
func slotBefore(slot int, between []plan.Operator) (int, bool) {
	for i := len(between) - 1; i >= 0; i-- {
		s, ok := between[i].(plan.Project).Exprs[slot].(plan.Slot)
		if !ok {
			return 0, false
		}
		slot = s.Index
	}
	return slot, true
}

// firstTexts computes the column by which a projection's rows are wanted and leaves, of the rows left, those that
// may be among the first; column is -1 where nothing is known of such.
func (r *runner) firstTexts(exprs []plan.Expr) (column int, v plan.Vector, err error) {
	f := r.byTextOf(exprs, r.behind)
	if f == nil {
		return -1, v, nil
	}
	free, err := r.Scratch(int64(r.count()))
	if err != nil {
		return -1, v, err
	}
	defer free()
	r.first = f
	v, err = r.column(f.expr)
	r.first = nil
	if err != nil {
		return -1, v, err
	}
	kept := f.kept()
	if len(kept) == r.count() {
		return f.column, v, nil
	}
	if err := r.Take(cell.NumberBytes * int64(len(kept))); err != nil {
		return -1, v, err
	}
	if v, err = r.gather(&v, kept); err == nil {
		r.toRows(kept)
		r.left = kept
	}
	return f.column, v, err
}

// kept lists the places of the rows that are not dropped.
func (f *byText) kept() []int32 {
	out := []int32{}
	for place, dropped := range f.dropped {
		if !dropped {
			out = append(out, int32(place))
		}
	}
	return out
}

// firstChooser is the first texts of the rows that a worker has seen.
type firstChooser struct {
	*byText
	w     *worker
	texts *extreme.First
}

// firstChoosers gives each worker its own where an expression is the column by which rows are wanted; else nil.
func (r *runner) firstChoosers(e plan.Expr, workers []*worker) (out []made.Chooser) {
	if r.first == nil || !plan.Equal(e, r.first.expr) {
		return nil
	}
	for _, w := range workers {
		out = append(out, &firstChooser{r.first, w, extreme.NewFirst(r.first.rows, r.first.desc)})
	}
	return out
}

// WantsNull is described at made.Chooser: NULL comes first.
func (c *firstChooser) WantsNull() bool { return !c.desc }

// Beyond is described at made.Chooser.
func (c *firstChooser) Beyond() made.Beyond {
	if c.desc {
		return made.Before
	}
	return made.Behind
}

// Drop is described at made.Chooser.
func (c *firstChooser) Drop(tile int, rows []int32) {
	for _, i := range rows {
		c.dropped[c.w.lo+tile+int(i)] = true
	}
}

// MayBe is described at made.Chooser.
func (c *firstChooser) MayBe(tile int, rows []int32, begins []string) []int32 {
	left := rows[:0]
	for _, i := range rows {
		if c.texts.MayBe(begins[i]) {
			left = append(left, i)
		} else {
			c.dropped[c.w.lo+tile+int(i)] = true
		}
	}
	return left
}

// Are is described at made.Chooser.
func (c *firstChooser) Are(tile int, rows []int32, texts []string) []int32 {
	left := rows[:0]
	for _, i := range rows {
		if !c.texts.Has(texts[i], !c.alone) {
			c.dropped[c.w.lo+tile+int(i)] = true
			continue
		}
		texts[i] = strings.Clone(texts[i])
		c.texts.Add(texts[i])
		left = append(left, i)
	}
	return left
}
