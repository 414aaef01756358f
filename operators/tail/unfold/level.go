package unfold

import (
	"slices"

	"gsdms/operators/tail/numbering"
	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// worker makes rows of one document after another.
type worker struct {
	of      *unfolding
	root    *level
	columns []*column // by their places
	known   []*numbering.Texts

	texts   [fetched]string // the documents of the next rows
	awaited uint64          // of fetch

	row  int32   // whose document it is
	rows []int32 // so far, of the task
}

// worker makes a worker.
func (u *unfolding) worker() *worker {
	w := &worker{of: u, columns: make([]*column, len(u.many)), known: make([]*numbering.Texts, len(u.many))}
	w.root = w.level(u.op.Rows)
	return w
}

// level is rows of a path, on the way.
type level struct {
	w       *worker
	columns []*column // whose paths are those of the walk, in their order
	numbers []*column
	nested  []*level // whose paths begin behind those of columns
	lags    bool     // there may be rows that its columns do not have yet

	begins []json.Leg // of the path, in the element that it is nested in
	walk   *json.Rows
	number int64 // of the last element
	marks  []mark
}

// mark is how far a level was.
type mark struct {
	rows   int
	number int64
}

// level makes the level of rows, and those nested in them.
func (w *worker) level(rows *plan.Unfolded) *level {
	l := &level{w: w, lags: w.of.op.Outer}
	var paths [][]json.Leg
	for _, of := range rows.Columns {
		c := newColumn(w.of.ctx, of)
		c.kept = w.of.documents.Type.Name == value.JSONName
		w.columns[of.At] = c
		if of.Is == plan.NumberAmong {
			l.numbers = append(l.numbers, c)
			continue
		}
		l.columns, paths = append(l.columns, c), append(paths, c.legs)
	}
	for _, n := range rows.Nested {
		nested := w.level(n)
		l.nested, paths = append(l.nested, nested), append(paths, nested.begins)
	}
	legs, _, _ := json.ReadPath(rows.Path)
	if rows != w.of.op.Rows {
		l.lags = true
		l.begins, legs = json.ToOnePlace(legs)
	}
	l.walk = json.NewRows(legs, json.NewTree(paths), len(paths), l)
	return l
}

// unfold makes the rows of a document.
func (l *level) unfold(document string) error {
	l.number, l.marks = 0, l.marks[:0]
	ok, err := l.walk.Each(document)
	if err == nil && !ok {
		err = errNoJSON
	}
	return err
}

// Element implements json.Taker: it makes the rows of an element.
func (l *level) Element(text string, found []json.Span) error {
	w := l.w
	begin := len(w.rows)
	l.number++
	for i, n := range l.nested {
		if at := found[len(l.columns)+i]; at.To > 0 {
			if err := n.unfold(at.Of(text)); err != nil {
				return err
			}
		}
	}
	if len(w.rows) == begin {
		w.rows = append(w.rows, w.row)
	}
	times := len(w.rows) - begin
	if l.lags {
		l.begin(begin)
	}
	for _, c := range l.numbers {
		c.Ints(l.number, times)
	}
	for i, c := range l.columns {
		if err := c.put(text, found[i], times); err != nil {
			return err
		}
	}
	return nil
}

// begin has NULL in all rows before one that columns have no value of: they are of other paths.
func (l *level) begin(row int) {
	for _, c := range l.columns {
		c.begin(row)
	}
	for _, c := range l.numbers {
		c.begin(row)
	}
}

// Mark implements json.Taker.
func (l *level) Mark() int {
	l.marks = append(l.marks, mark{len(l.w.rows), l.number})
	return len(l.marks) - 1
}

// Undo implements json.Taker.
func (l *level) Undo(to int) {
	m := l.marks[to]
	if len(l.w.rows) == m.rows {
		return
	}
	l.w.rows, l.number = l.w.rows[:m.rows], m.number
	l.truncate(m.rows)
}

// truncate leaves the first rows of the columns, and of those nested in them.
func (l *level) truncate(rows int) {
	for _, c := range slices.Concat(l.columns, l.numbers) {
		c.Truncate(min(rows, c.Len()))
	}
	for _, n := range l.nested {
		n.truncate(rows)
	}
}
