package tail

import (
	"slices"
	"sync/atomic"

	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// codeTable is the values of an expression of one column of codes: of each code that
// occurs, ascending, and behind them of NULL.
type codeTable struct {
	place  []int32 // by code
	used   int     // codes that occur
	values plan.Vector
}

// places gives for each code where its value is.
func (t *codeTable) places(at, codes []int64, null []byte) {
	last := int64(t.used)
	for i, code := range codes {
		if null != nil && null[i] != 0 {
			at[i] = last
			continue
		}
		at[i] = int64(t.place[code])
	}
}

// codesPerRow is how many codes a dictionary may have for each row: for fewer rows it
// costs less to compute every row than to keep count of the codes.
const codesPerRow = 8

// tabulate computes an expression of one column of codes once for each code that occurs.
// It is nil where plan.Eval has to see every row: an error at a code may be one that no
// row runs into.
func (r *runner) tabulate(e plan.Expr, column *plan.Vector) (*codeTable, error) {
	n := column.Dict.Len()
	if n > codesPerRow*r.count()+team.ChunkRows {
		return nil, nil
	}
	if err := r.Take(4 * int64(n)); err != nil {
		return nil, err
	}
	t := &codeTable{place: make([]int32, n)}
	used, err := r.number(t.place, column)
	if err != nil {
		return nil, err
	}
	t.used = len(used)
	t.values, err = r.ofCodes(e, column, used)
	if plan.IsOfValue(err) || err == nil && t.values.Wide != nil {
		return nil, nil
	}
	return t, err
}

// number gives the codes that occur, ascending, and writes their places.
func (r *runner) number(place []int32, column *plan.Vector) ([]int64, error) {
	seen := make([]uint32, (len(place)+31)/32)
	workers := r.workers(r.chunks())
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		null := w.nulls(column)
		for i, code := range cells(w, &w.ints, column.Ints) {
			if null == nil || null[i] == 0 {
				mark(seen, code)
			}
		}
		return nil
	})
	var used []int64
	for code := range place {
		if seen[code/32]>>(code%32)&1 != 0 {
			place[code] = int32(len(used))
			used = append(used, int64(code))
		}
	}
	return used, err
}

// mark sets a bit that other goroutines may set.
func mark(bits []uint32, i int64) {
	word, bit := &bits[i/32], uint32(1)<<(i%32)
	if atomic.LoadUint32(word)&bit == 0 {
		atomic.OrUint32(word, bit)
	}
}

// ofCodes computes an expression of a column for some of its codes and for NULL.
func (r *runner) ofCodes(e plan.Expr, column *plan.Vector, codes []int64) (plan.Vector, error) {
	n := len(codes) + 1
	own := plan.Vector{Type: column.Type, Dict: column.Dict, Ints: append(slices.Clip(codes), 0), Nulls: make([]bool, n)}
	own.Nulls[n-1] = true
	of := r.over(&plan.Rows{Len: n, Columns: []plan.Vector{own}})
	here := plan.Replace(e, func(x plan.Expr) plan.Expr {
		if s, ok := x.(plan.Slot); ok {
			s.Index = 0
			return s
		}
		return nil
	})
	return of.filled(computed{expr: here})
}

// over is a runner of other rows, which are not those that a chooser of texts knows.
func (r *runner) over(rows *plan.Rows) *runner {
	of := *r
	of.rows, of.left, of.best, of.first = rows, nil, nil, nil
	return &of
}

// onlyCodes is the column of codes that an expression is of, if it is of one column only
// and that is one.
func (r *runner) onlyCodes(e plan.Expr) *plan.Vector {
	at := -1
	plan.Visit(e, func(x plan.Expr) bool {
		s, ok := x.(plan.Slot)
		switch {
		case !ok:
		case at < 0 || at == s.Index:
			at = s.Index
		default:
			at = len(r.rows.Columns)
		}
		return true
	})
	if at < 0 || at >= len(r.rows.Columns) || r.rows.Columns[at].Dict == nil {
		return nil
	}
	return &r.rows.Columns[at]
}
