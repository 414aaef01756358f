package operators

import (
	"fmt"
	"math"
	"sync/atomic"
)

// QueryMemoryRefusal is the refusal of what counts the memory of one query.
const QueryMemoryRefusal = "the query needs more than its %d bytes of memory: raise --query-memory (it is --memory at most), or ask for fewer rows or groups"

// ShortError says that what was asked for passes a limit of memory.
type ShortError struct {
	Refusal string // its %d is the limit
	Limit   int64  // bytes
}

// Error implements error.
func (e *ShortError) Error() string { return fmt.Sprintf(e.Refusal, e.Limit) }

// Account counts the bytes that are held, by a query or by all of them. What is charged to
// one counts in the account above it, too. It is safe for concurrent use.
type Account struct {
	limit   atomic.Int64
	refusal string
	above   *Account
	used    atomic.Int64
	most    atomic.Int64 // that were held at once
	reclaim func()
}

// NewAccount makes an account of at most limit bytes, 0 or less for any number, under
// another, nil for none. A charge that would pass the limit is a *ShortError with the refusal:
// it names the setting, and its %d is the limit.
func NewAccount(limit int64, refusal string, above *Account) *Account {
	a := &Account{refusal: refusal, above: above}
	a.limit.Store(limit)
	return a
}

// Limit is the account's limit in bytes, 0 or less for any number.
func (a *Account) Limit() int64 { return a.limit.Load() }

// SetLimit has another limit hold for the charges to come.
func (a *Account) SetLimit(bytes int64) { a.limit.Store(bytes) }

// OnShort has a function called when a charge would pass the limit, which may have others
// release what they hold for later; the charge is tried once more then. It is set before
// the account is used, and called by any goroutine.
func (a *Account) OnShort(reclaim func()) { a.reclaim = reclaim }

// Charge takes bytes, or gives back a negative number of them, which always succeeds. An
// error means that nothing was taken. Nil accounts take anything.
func (a *Account) Charge(bytes int64) error {
	if a == nil || bytes == 0 {
		return nil
	}
	if err := a.take(bytes); err != nil {
		return err
	}
	if err := a.above.Charge(bytes); err != nil {
		a.used.Add(-bytes)
		return err
	}
	a.note(a.used.Load())
	return nil
}

// Try is Charge for what is kept for later: it reports whether the bytes were taken, and has nobody
// release anything for them.
func (a *Account) Try(bytes int64) bool {
	if a == nil || bytes == 0 {
		return true
	}
	if !a.fits(bytes) {
		return false
	}
	if !a.above.Try(bytes) {
		a.used.Add(-bytes)
		return false
	}
	a.note(a.used.Load())
	return true
}

func (a *Account) take(bytes int64) error {
	if a.fits(bytes) {
		return nil
	}
	if a.reclaim != nil {
		if a.reclaim(); a.fits(bytes) {
			return nil
		}
	}
	return &ShortError{a.refusal, a.limit.Load()}
}

// fits takes bytes if there are so many.
func (a *Account) fits(bytes int64) bool {
	used := a.used.Add(bytes)
	if limit := a.limit.Load(); bytes < 0 || limit <= 0 || used <= limit {
		return true
	}
	a.used.Add(-bytes)
	return false
}

// note remembers how much is held, if that is the most so far.
func (a *Account) note(used int64) {
	for most := a.most.Load(); used > most && !a.most.CompareAndSwap(most, used); {
		most = a.most.Load()
	}
}

// Most is the most bytes that were held at once.
func (a *Account) Most() int64 { return a.most.Load() }

// Left is how many bytes may still be charged, as far as is known now.
func (a *Account) Left() int64 {
	left := int64(math.MaxInt64)
	for ; a != nil; a = a.above {
		if limit := a.limit.Load(); limit > 0 {
			left = min(left, max(0, limit-a.used.Load()))
		}
	}
	return left
}

// Used is the bytes that are held.
func (a *Account) Used() int64 { return a.used.Load() }

// Empty gives everything back.
func (a *Account) Empty() {
	if a != nil {
		_ = a.Charge(-a.used.Load()) // giving back succeeds
	}
}
