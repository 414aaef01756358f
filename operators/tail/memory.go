package tail

import (
	"math/big"
	"sync"

	"gsdms/plan"
)

// ledger is what a run has charged. Its goroutines share it.
type ledger struct {
	mu     sync.Mutex
	charge func(int64) error // nil: nobody counts
	held   int64
}

// take charges bytes that the run is about to hold, or gives a negative number back.
func (l *ledger) take(bytes int64) error {
	if l.charge == nil || bytes == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.charge(bytes); err != nil {
		return err
	}
	l.held += bytes
	return nil
}

// scratch charges bytes that an operator holds while it works; the function gives them
// back.
func (r *runner) scratch(bytes int64) (free func(), err error) {
	if err := r.take(bytes); err != nil {
		return nil, err
	}
	return func() { _ = r.take(-bytes) }, nil // giving back succeeds
}

// release gives back all but what stays with the result.
func (r *runner) release(stays int64) error { return r.take(stays - r.held) }

// The bytes that one cell takes, by the form of its column.
const (
	numberBytes = 8
	textBytes   = 16 // the header; what it points to is charged where it is made
	wideBytes   = 8 + 24 + 32
)

// bytesOf is what n rows of a column of v's form take.
func bytesOf(v *plan.Vector, n int) int64 {
	cell := int64(numberBytes)
	switch {
	case v.Texts != nil:
		cell = textBytes
	case v.Wide != nil:
		cell = wideBytes
	}
	if v.Nulls != nil {
		cell++
	}
	return cell * int64(n)
}

// ownBytes is what the columns of rows take that are not columns of given, with their texts.
func ownBytes(rows, given *plan.Rows) (sum int64) {
	for i := range rows.Columns {
		if v := &rows.Columns[i]; !isColumnOf(v, given) {
			sum += bytesOf(v, rows.Len) + v.TextBytes()
		}
	}
	return sum
}

func isColumnOf(v *plan.Vector, rows *plan.Rows) bool {
	for i := range rows.Columns {
		w := &rows.Columns[i]
		if sameStart(v.Ints, w.Ints) || sameStart(v.Floats, w.Floats) || sameStart(v.Texts, w.Texts) || sameStart(v.Wide, w.Wide) {
			return true
		}
	}
	return false
}

func sameStart[T int64 | float64 | string | *big.Int](a, b []T) bool {
	return len(a) > 0 && len(b) > 0 && &a[0] == &b[0]
}
