package aggregate

import (
	"fmt"

	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Function is an aggregate of columns.
type Function struct {
	agg   plan.Agg
	args  []*plan.Vector
	begin func(fn *Function) Folder
	texts *plan.Texts // GROUP_CONCAT of codes: those of the dictionary
}

// New is an aggregate of its arguments, without what it orders them by. The error is that of one that
// nobody computes behind a pipeline.
func New(a plan.Agg, args []*plan.Vector) (*Function, error) {
	fn := &Function{agg: a, args: args, begin: folders[a.Func]}
	if fn.begin == nil {
		fn.begin = accumulates(a)
	}
	if fn.begin == nil {
		return nil, fmt.Errorf("the aggregate %s is not known behind a pipeline", a.Func)
	}
	if a.Func == plan.GroupConcat && len(args) == 1 && args[0].Type.Kind == plan.String && args[0].Dict != nil {
		fn.texts = args[0].Dict.Strings()
	}
	return fn, nil
}

// Folder takes in the rows of one group whose arguments are not NULL.
type Folder interface {
	Add(row int)
	Value() plan.Value // NULL for the value over no rows
}

// Gatherer is a Folder that can take in all rows of a group at once, NULLs among them; false
// where it cannot.
type Gatherer interface {
	AddAll(s *Scratch, rows []int32) bool
}

// Splitter is a Folder that takes in all rows of a large group, NULLs among them, by all
// goroutines of a team.
type Splitter interface {
	AddSplit(t *team.Team, rows []int32) error
}

// Grower is a Folder whose memory grows with the rows that it takes in.
type Grower interface {
	Uncharged() int64 // bytes that it has taken since they were charged
	Charge(t *team.Team) error
	Passed() int64 // bytes of the texts that it was given
}

// Begin begins a group.
func (fn *Function) Begin() Folder { return fn.begin(fn) }

// Null reports whether a row has a NULL among its arguments.
func (fn *Function) Null(row int) bool {
	for _, v := range fn.args {
		if v.IsNull(row) {
			return true
		}
	}
	return false
}

// Sign is 1 for the greatest value, -1 for the least, 0 for other aggregates.
func (fn *Function) Sign() int {
	if f, ok := fn.Begin().(*choosing); ok {
		return f.sign
	}
	return 0
}

// severalRows is how many rows are given to a Folder at once where that is of use.
const severalRows = 16

// Several is how many rows AddSeveral is best given.
func (fn *Function) Several() int {
	if fn.texts != nil {
		return severalRows
	}
	return 1
}

// AddSeveral has a Folder take in rows whose arguments are not NULL, no more than Several.
func AddSeveral(f Folder, rows []int32) {
	if j, ok := f.(*joining); ok && j.addSeveral(rows) {
		return
	}
	for _, row := range rows {
		f.Add(int(row))
	}
}

// Scratch is room that one goroutine uses again for each group. The zero value is ready.
type Scratch struct {
	ints   []int64
	floats []float64
	keys   []uint64
}

// room gives n values of scratch, which grows to have them.
func room[T any](of *[]T, n int) []T {
	if len(*of) < n {
		*of = make([]T, n)
	}
	return (*of)[:n]
}

// cells brings the cells of rows together.
func cells[T any](scratch *[]T, column []T, rows []int32) []T {
	out := room(scratch, len(rows))
	for i, row := range rows {
		out[i] = column[row]
	}
	return out
}
