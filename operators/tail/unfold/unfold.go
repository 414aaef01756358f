package unfold

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Rows makes the rows of an operator: of each the row that it is of, and the columns. It is done
// by a team, which is charged for what it holds while it works and for what it gives.
func Rows(ctx context.Context, t *team.Team, op plan.Unfold, documents *plan.Vector, rows int) (of []int32, columns []plan.Vector, err error) {
	tasks, size := tasksOf(rows, t.Threads)
	u := &unfolding{ctx: ctx, op: op, documents: documents, parts: make([]part, tasks), many: make([]atomic.Bool, len(op.Rows.Names()))}
	if tasks < fewestTasks {
		for i := range u.many {
			u.many[i].Store(true)
		}
	}
	workers := make([]*worker, max(1, min(t.Threads, tasks)))
	workers[0] = u.worker()
	err = t.Spread(tasks, func(number, task int) error {
		if workers[number] == nil {
			workers[number] = u.worker()
		}
		w := workers[number]
		for row := task * size; row < min((task+1)*size, rows); row++ {
			if row%fetched == 0 {
				w.fetch(row, min(row+fetched, rows))
			}
			if err := t.AtRow(row); err != nil {
				return err
			}
			if err := w.document(int32(row)); err != nil {
				return err
			}
		}
		u.parts[task] = w.finished(number)
		return t.Take(u.parts[task].bytes)
	})
	if err != nil {
		return nil, nil, err
	}
	return u.settle(t, workers)
}

// fewestTasks is how many tasks are worth telling texts apart.
const fewestTasks = 4

// tasksOf cuts documents into tasks of so many.
func tasksOf(rows, threads int) (tasks, size int) {
	const fewest, most, each = 64, 1024, 4
	size = max(fewest, min(most, rows/(each*threads))) / fetched * fetched
	return (rows + size - 1) / size, size
}

// unfolding is the making of rows.
type unfolding struct {
	ctx       context.Context
	op        plan.Unfold
	documents *plan.Vector
	parts     []part        // by task
	many      []atomic.Bool // by column of texts: many differ
}

// errTooMany is of more rows than row numbers tell apart.
var errTooMany = fmt.Errorf("documents have more than %d rows: ask for fewer", math.MaxInt32)

// fetched is how many documents are fetched at once.
const fetched = 64

// fetch gets the texts of some rows, which may lie all over memory. Of each it reads where it begins, none
// of which waits for another: so they are near when they are looked at.
func (w *worker) fetch(lo, hi int) {
	const line, most = 64, 256
	for row := lo; row < hi; row++ {
		w.texts[row-lo] = ""
		if !w.of.documents.IsNull(row) {
			w.texts[row-lo] = textOf(w.of.documents, int32(row))
		}
	}
	for _, text := range w.texts[:hi-lo] {
		for at := 0; at < min(len(text), most); at += line {
			w.awaited += uint64(text[at])
		}
	}
}

// document makes the rows of a document that has been fetched.
func (w *worker) document(row int32) error {
	begin := len(w.rows)
	w.row = row
	if !w.of.documents.IsNull(int(row)) {
		if err := w.root.unfold(w.texts[row%fetched]); err != nil {
			return err
		}
	}
	if w.of.op.Outer && len(w.rows) == begin {
		w.rows = append(w.rows, row)
	}
	return nil
}

// textOf gives a text where it lies.
func textOf(v *plan.Vector, row int32) string {
	if v.Dict == nil {
		return v.Texts[row]
	}
	text := v.Dict.Bytes(int(v.Ints[row]))
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// errNoJSON is of a document that is none.
var errNoJSON = fault.Errorf(fault.CodeJSONArgument, "Invalid JSON text in argument 1 to function json_table")
