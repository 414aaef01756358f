package operators

import (
	"context"
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
	whole   bool            // what it holds says whether that is little
	reserve int64           // bytes that only those below take who hold little
	owner   context.Context // of the goroutine that charges it; nil: of any
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

// littlePart is which part of what is reserved is little.
const littlePart = 64

// Reserve keeps bytes of the limit for those below that hold little, a 64th of it at most:
// what others hold leaves them so much. It is set before the account is used.
func (a *Account) Reserve(bytes int64) { a.reserve = bytes }

// Whole has what the account holds decide whether it and those below it may have what is
// reserved above. It is set before the account is used.
func (a *Account) Whole() *Account {
	a.whole = true
	return a
}

// Part makes an account without a limit of its own under this one, which may be nil, for something
// that the goroutine of ctx makes: what it holds decides whether that is little, and others have the
// goroutine's turn while it waits for memory.
func (a *Account) Part(ctx context.Context) *Account {
	part := NewAccount(0, "", a).Whole()
	part.owner = ctx
	return part
}

// Charge takes bytes, or gives back a negative number of them, which always succeeds. An
// error means that nothing was taken. Nil accounts take anything.
func (a *Account) Charge(bytes int64) error { return a.charge(bytes, math.MaxInt64, nil) }

// charge is Charge for an account below whose whole holds so much with the bytes, by the goroutine
// of a context; nil: by any.
func (a *Account) charge(bytes, held int64, owner context.Context) error {
	if a == nil || bytes == 0 {
		return nil
	}
	if a.owner != nil {
		owner = a.owner
	}
	if err := a.take(bytes, held, owner); err != nil {
		return err
	}
	if a.whole {
		held = a.used.Load()
	}
	if err := a.above.charge(bytes, held, owner); err != nil {
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
	if !a.fits(bytes, math.MaxInt64) {
		return false
	}
	if !a.above.Try(bytes) {
		a.used.Add(-bytes)
		return false
	}
	a.note(a.used.Load())
	return true
}

func (a *Account) take(bytes, held int64, owner context.Context) error {
	if a.fits(bytes, held) {
		return nil
	}
	if a.reclaim != nil {
		if owner != nil {
			OutOfTurn(owner, a.reclaim)
		} else {
			a.reclaim()
		}
		if a.fits(bytes, held) {
			return nil
		}
	}
	return &ShortError{a.refusal, a.limit.Load()}
}

// fits takes bytes if there are so many. Bytes that do not fit are never counted: others
// would not fit meanwhile.
func (a *Account) fits(bytes, held int64) bool {
	limit := a.limit.Load()
	if bytes < 0 || limit <= 0 {
		a.used.Add(bytes)
		return true
	}
	if held > a.reserve/littlePart {
		limit -= a.reserve
	}
	for {
		used := a.used.Load()
		if used > limit-bytes {
			return false
		}
		if a.used.CompareAndSwap(used, used+bytes) {
			return true
		}
	}
}

// note remembers how much is held, if that is the most so far.
func (a *Account) note(used int64) {
	for most := a.most.Load(); used > most && !a.most.CompareAndSwap(most, used); {
		most = a.most.Load()
	}
}

// Most is the most bytes that were held at once.
func (a *Account) Most() int64 { return a.most.Load() }

// Left is how many bytes may still be charged beside what is reserved, as far as is known now.
func (a *Account) Left() int64 {
	left := int64(math.MaxInt64)
	for ; a != nil; a = a.above {
		if limit := a.limit.Load(); limit > 0 {
			left = min(left, max(0, limit-a.reserve-a.used.Load()))
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
