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
	size = max(fewest, min(most, rows/(each*threads)))
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

// document makes the rows of a document.
func (w *worker) document(row int32) error {
	v := w.of.documents
	begin := len(w.rows)
	w.row = row
	if !v.IsNull(int(row)) {
		if err := w.root.unfold(textOf(v, row)); err != nil {
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
