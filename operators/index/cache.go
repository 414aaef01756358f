package index

import (
	"container/list"
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"weak"

	"gsdms/operators"
	"gsdms/plan"
)

// Cache keeps what compiling derives from snapshots and queries share: hash
// indexes, runs of dimension columns, whole columns as arrays and tables of functions
// of strings. It holds at most a quarter of the memory that it was made with, gives up
// what was used longest ago, and refuses a hash index that would take more than all of
// it; what running programs refer to lives on with them. An entry is made once,
// however many ask at the same time. When a newer snapshot of a table is first seen,
// the entries of the older one go. Safe for concurrent use.
type Cache struct {
	mu      sync.Mutex
	limit   int64 // of the entries that are kept
	most    int64 // of one index
	bytes   int64
	entries map[heldKey]*cacheEntry
	used    *list.List                                        // of *cacheEntry, the latest in front
	passing map[weak.Pointer[plan.Table]]map[heldKey]struct{} // what is kept of a table that goes with who asks
	latest  map[string]*plan.Table
	linked  int // from how many rows on the rows of a table are linked
	named   atomic.Int64
	stored  *Cache // where what is derived of stored tables is kept; nil: here
	account *operators.Account
	beyond  func(bytes int64) ([]byte, error) // for indexes that the account has no room for; nil: they are refused
}

// Beyond has indexes that the account has no room for take zero bytes that a function gives, and
// gives the cache. Nobody else gets indexes that are made from then on.
func (c *Cache) Beyond(more func(bytes int64) ([]byte, error)) *Cache {
	c.beyond = more
	return c
}

// Under has the memory of hash indexes count in an account, as long as anything refers to
// them, and gives the cache.
func (c *Cache) Under(a *operators.Account) *Cache {
	c.account = a
	return c
}

// leastLinked is from how many rows on partners are linked: the index of fewer fits a cache.
const leastLinked = 1 << 17

// Linking has rows linked to those of tables from so many rows on, and gives the cache.
func (c *Cache) Linking(rows int) *Cache {
	c.linked = rows
	return c
}

// Links reports whether it is worth linking rows to those of a table.
func (c *Cache) Links(to *plan.Table) bool {
	if c.stored != nil {
		return c.stored.Links(to)
	}
	return to.Rows >= c.linked
}

// NewName gives a number that nothing else in the cache has. What is made of rows that depend on more
// than one table is kept under it.
func (c *Cache) NewName() int64 {
	if c.stored != nil {
		return c.stored.NewName()
	}
	return c.named.Add(1)
}

// Account is where the memory counts that making an entry takes; nil: it does not.
func (c *Cache) Account() *operators.Account { return c.account }

// Forget drops all that is kept.
func (c *Cache) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		if e.bytes > 0 {
			c.drop(e)
		}
	}
}

// Passing gives a cache for one query: what is derived of tables that its pipelines leave
// is kept in it, and goes with it, what is derived of stored tables is kept in c. The memory
// of the query is in an account, which the caller empties.
func (c *Cache) Passing(a *operators.Account) *Cache {
	out := NewCache(c.most).Under(a)
	out.limit, out.stored = c.most, c
	return out
}

// OfQuery reports whether the cache is one query's, made by Passing.
func (c *Cache) OfQuery() bool { return c.stored != nil }

// NewCache makes a cache for queries that have so many bytes of memory in all.
func NewCache(memory int64) *Cache {
	return &Cache{
		limit: memory / 4, most: memory, linked: leastLinked, entries: map[heldKey]*cacheEntry{},
		used: list.New(), passing: map[weak.Pointer[plan.Table]]map[heldKey]struct{}{}, latest: map[string]*plan.Table{},
	}
}

// Kind says what an entry of a Cache is.
type Kind uint8

const (
	keptColumn      Kind = iota
	keptView             // of a column, as are its
	keptRows             // where it holds some values
	keptRepeats          // how likely two rows are alike there
	keptPartners         // how many rows have what a row of another table has
	KeptJoin             // an index over keys, and
	KeptKeys             // the keys that it has, and
	KeptAsked            // which numbers are keys that it has, as a table, and
	KeptReach            // what they leave of a column
	KeptOrder            // rows in an order
	KeptArray            // a function of a column's values
	KeptParts            // the parts of a column's numbers past 64 bits
	KeptByRow            // a function of a table's rows, and
	KeptByRowOrNull      // one that is NULL where there is no row
	KeptTruth            // the values that make a predicate true
	KeptPassing          // the rows that make one true
	KeptMatch            // what keys are compared with, for all rows
	KeptLink             // which rows of another table have the keys of a table's rows, and
	KeptPartnered        // which rows have such a one, and
	KeptLed              // the first of the sets of rows that an index was asked for
	KeptRecoding         // the codes that a column's texts have in that of another table
	KeptFits             // the rows of another table that fit the texts of a column
	KeptRanks            // the places that a column's numbers have among those that differ
	keptAsked            // whether somebody asked for something before
)

// Key names an entry of a Cache: what is kept of a column of a table, or of the table.
type Key struct {
	Table  *plan.Table
	With   *plan.Table // another table that it depends on; nil: none
	Kind   Kind
	Column int
	Text   string // what else tells entries apart
}

// passes reports whether what a key names goes with a query or a file, as one of its tables does.
func (k Key) passes() bool {
	return k.Table != nil && k.Table.Passing || k.With != nil && k.With.Passing
}

// heldKey is a Key that does not keep its tables.
type heldKey struct {
	table, with weak.Pointer[plan.Table]
	kind        Kind
	column      int
	text        string
}

func (k Key) held() heldKey {
	return heldKey{weak.Make(k.Table), weak.Make(k.With), k.Kind, k.Column, k.Text}
}

type cacheEntry struct {
	key   heldKey
	at    *list.Element
	done  chan struct{} // closed when value, bytes and err are there
	value any
	bytes int64
	err   error
}

// Get returns the entry of a key, made by build if need be. An error is not kept; one
// that comes of another caller's cancelled context is not returned either.
func (c *Cache) Get(ctx context.Context, key Key, build func() (any, int64, error)) (any, error) {
	if c.stored != nil && !key.passes() && (c.beyond == nil || key.Kind != KeptJoin) {
		return c.stored.Get(ctx, key, build)
	}
	for {
		e, mine := c.find(key)
		if mine {
			c.make(e, build)
		}
		if err := e.wait(ctx); err != nil {
			return nil, err
		}
		if e.err == nil || mine || ctx.Err() != nil || !isCancel(e.err) {
			return e.value, e.err
		}
	}
}

// Has reports whether the entry of a key is there, or being made.
func (c *Cache) Has(key Key) bool {
	if c.stored != nil && !key.passes() {
		return c.stored.Has(key)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries[key.held()] != nil
}

// Again reports whether this was asked of a key before, as long as that is known.
func (c *Cache) Again(key Key) bool {
	if c.stored != nil {
		return c.stored.Again(key)
	}
	key.Kind, key.Text = keptAsked, string(rune(key.Kind))+key.Text
	e, first := c.find(key)
	if first {
		c.make(e, func() (any, int64, error) { return nil, int64(len(key.Text)) + 96, nil })
	}
	return !first
}

// wait waits, without a turn, for an entry to be made.
func (e *cacheEntry) wait(ctx context.Context) (err error) {
	select {
	case <-e.done:
		return nil
	default:
	}
	operators.OutOfTurn(ctx, func() {
		select {
		case <-e.done:
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	})
	return err
}

func isCancel(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// find gives the entry of a key and whether the caller has to make it.
func (c *Cache) find(key Key) (e *cacheEntry, mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := key.held()
	if e = c.entries[held]; e != nil {
		c.used.MoveToFront(e.at)
		return e, false
	}
	for _, t := range []*plan.Table{key.Table, key.With} {
		if t != nil {
			c.see(t)
			c.follow(t, held)
		}
	}
	e = &cacheEntry{key: held, done: make(chan struct{})}
	e.at = c.used.PushFront(e)
	c.entries[held] = e
	return e, true
}

// follow has an entry go with a table that is gone with its query, or its file, and which may have far
// more memory than the entry. A cache of one query goes with it anyway.
func (c *Cache) follow(t *plan.Table, held heldKey) {
	if !t.Passing || c.stored != nil {
		return
	}
	of := weak.Make(t)
	if c.passing[of] == nil {
		c.passing[of] = map[heldKey]struct{}{}
		runtime.AddCleanup(t, c.gone, of)
	}
	c.passing[of][held] = struct{}{}
}

// gone drops what is kept of a table that nobody has any more.
func (c *Cache) gone(t weak.Pointer[plan.Table]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key := range c.passing[t] {
		if e := c.entries[key]; e != nil {
			c.drop(e)
		}
	}
	delete(c.passing, t)
}

// see drops the entries of an older snapshot of the table.
func (c *Cache) see(t *plan.Table) {
	if t.Passing {
		return
	}
	old := c.latest[t.Name]
	if old == t || old != nil && old.Version > t.Version {
		return
	}
	c.latest[t.Name] = t
	if old == nil {
		return
	}
	c.dropAll(old)
}

// dropAll drops the entries of a table.
func (c *Cache) dropAll(t *plan.Table) {
	of := weak.Make(t)
	for key, e := range c.entries {
		if key.table == of || key.with == of {
			c.drop(e)
		}
	}
}

// make runs build for an entry, and makes room for it. A panic in build reaches the
// caller; those who wait get an error.
func (c *Cache) make(e *cacheEntry, build func() (any, int64, error)) {
	bytes := int64(0)
	e.err = errors.New("build an entry of the index cache: ended by a panic")
	defer close(e.done)
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.settle(e, bytes)
	}()
	e.value, bytes, e.err = build()
}

// settle counts an entry that has been made, if nobody has dropped it meanwhile.
func (c *Cache) settle(e *cacheEntry, bytes int64) {
	if c.entries[e.key] != e {
		return
	}
	if e.err != nil {
		c.drop(e)
		return
	}
	e.bytes = bytes
	c.bytes += bytes
	for at := c.used.Back(); at != nil && c.bytes > c.limit; {
		old, next := at.Value.(*cacheEntry), at.Prev()
		if old.bytes > 0 {
			c.drop(old)
		}
		at = next
	}
}

// drop forgets an entry.
func (c *Cache) drop(e *cacheEntry) {
	delete(c.entries, e.key)
	c.used.Remove(e.at)
	c.bytes -= e.bytes
}
