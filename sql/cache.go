package sql

import (
	"container/list"
	"strings"
	"sync"

	"gsdms/operators"
	"gsdms/plan"
)

// planCacheSize is how many plans are kept; the one not used for longest goes first.
const planCacheSize = 2048

// planCache keeps compiled queries by their text, for as long as the snapshots they
// were compiled on are the newest. A plan is found by its exact text first, then by
// the text with comments and runs of spaces folded. Safe for concurrent use.
type planCache struct {
	putting sync.Mutex // held by the one that puts

	mu     sync.Mutex
	byText map[string]*list.Element
	recent *list.List // of *cached, the last used in front
}

// cached is a plan under one of its texts.
type cached struct {
	key    string
	query  *operators.Query
	tables []*plan.Table
}

func newPlanCache() *planCache {
	return &planCache{byText: map[string]*list.Element{}, recent: list.New()}
}

// find returns the plan of a text if it was compiled on the view's snapshots, else nil.
func (c *planCache) find(text string, view plan.Catalog) *operators.Query {
	if q := c.lookup(text, view); q != nil {
		return q
	}
	folded := Fold(text)
	if folded == text {
		return nil
	}
	q := c.lookup(folded, view)
	if q == nil || !spellsOutputs(text, q.Network.Output) {
		return nil
	}
	c.insert(text, q)
	return q
}

func (c *planCache) lookup(key string, view plan.Catalog) *operators.Query {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byText[key]
	if e == nil {
		return nil
	}
	p := e.Value.(*cached)
	if !current(view, p.tables) {
		c.remove(e)
		return nil
	}
	c.recent.MoveToFront(e)
	return p.query
}

// put keeps a plan under its text and the folded one, and returns it, or one that
// somebody else has put there meanwhile.
func (c *planCache) put(text string, q *operators.Query, view plan.Catalog) *operators.Query {
	c.putting.Lock()
	defer c.putting.Unlock()
	if found := c.find(text, view); found != nil {
		return found
	}
	c.insert(text, q)
	if folded := Fold(text); folded != text {
		c.insert(folded, q)
	}
	return q
}

func (c *planCache) insert(key string, q *operators.Query) {
	p := &cached{key: key, query: q}
	for _, t := range q.Network.Tables {
		p.tables = append(p.tables, t.Table)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byText[key]; e != nil {
		c.remove(e)
	}
	c.byText[key] = c.recent.PushFront(p)
	for c.recent.Len() > planCacheSize {
		c.remove(c.recent.Back())
	}
}

// remove takes an entry out; c.mu is held.
func (c *planCache) remove(e *list.Element) {
	delete(c.byText, e.Value.(*cached).key)
	c.recent.Remove(e)
}

// sweep drops the plans whose snapshots the view no longer gives.
func (c *planCache) sweep(view plan.Catalog) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.recent.Front(); e != nil; {
		next := e.Next()
		if !current(view, e.Value.(*cached).tables) {
			c.remove(e)
		}
		e = next
	}
}

// spellsOutputs reports whether the text has every result column's name as it is: an
// expression without an alias is named by its own text, spaces included.
func spellsOutputs(text string, outputs []plan.Output) bool {
	for _, o := range outputs {
		if !strings.Contains(text, o.Name) {
			return false
		}
	}
	return true
}
