package fault

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// The codes of what is told of values that are lost, in whole or in part.
const (
	CodeLost         = 1292 // what a text says beside a number, a date or a time
	CodeRounded      = 1265 // digits of a file's value that its column does not have
	CodeBeyond       = 1264 // what no column holds
	CodeZeroDivisor  = 1365
	CodeSign         = 1105 // of a text that CAST makes a number of 64 bits
	CodeCut          = 1260 // what GROUP_CONCAT gives
	CodeLostIn       = 1411 // of an argument of a function
	CodeLogarithm    = 3020
	CodeDateOverflow = 1441
)

// Warning says what an evaluation has lost, with MySQL's number for it.
type Warning struct {
	Code    int
	Message string
}

// MostTold is how many warnings are kept of one statement.
const MostTold = 64

// Told gathers what evaluations lose: each warning once, and the first MostTold of them. Any number
// of goroutines may tell. To a nil one nothing is told.
type Told struct {
	full  atomic.Bool
	asked atomic.Int32
	mu    sync.Mutex
	all   []Warning
}

// Add tells warnings.
func (t *Told) Add(more ...Warning) {
	if t == nil || len(more) == 0 || t.full.Load() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range more {
		if len(t.all) < MostTold && !slices.Contains(t.all, w) {
			t.all = append(t.all, w)
		}
	}
	t.full.Store(len(t.all) == MostTold)
}

// Full reports whether no more warnings are kept, so that none need be made.
func (t *Told) Full() bool { return t == nil || t.full.Load() }

// Ask reports whether it was asked so often at most. Who finds out by more work than is needed
// otherwise what is to be told asks before each piece of it.
func (t *Told) Ask(most int32) bool { return t.asked.Add(1) <= most }

// Any reports whether something was told.
func (t *Told) Any() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.all) > 0
}

// All gives what was told so far.
func (t *Told) All() []Warning {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.all)
}

// tellsTo is the key of a context's Told.
type tellsTo struct{}

// Telling gives a context whose evaluations tell t what they lose; nil: nobody.
func Telling(ctx context.Context, t *Told) context.Context {
	return context.WithValue(ctx, tellsTo{}, t)
}

// TellsTo gives whom the evaluations of a context tell what they lose; nil: nobody.
func TellsTo(ctx context.Context) *Told {
	t, _ := ctx.Value(tellsTo{}).(*Told)
	return t
}
