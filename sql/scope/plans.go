package scope

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"gsdms/plan"
	"gsdms/pushscan/engine"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/parse"
)

// plansKept is how many plans are kept of those used last; up to twice as many are there.
const plansKept = 2048

// Plans keeps compiled queries by their text, for as long as the snapshots they
// were compiled on are the newest. A plan is found by its exact text first, then by
// the text with comments and runs of spaces folded. When plansKept plans have been used
// they become the old ones, and the old ones that were not among them go. Safe for
// concurrent use.
type Plans struct {
	putting sync.Mutex // held by the one that puts

	mu   sync.Mutex
	used map[string]*cached // up to plansKept
	old  map[string]*cached // those used before them; some are in used, too
}

// cached is a plan under one of its texts.
type cached struct {
	query     *engine.Query
	tables    []*plan.Table
	queries   []*roster.Query    // the views that were bound
	functions []*roster.Function // and the functions
	read      []reading          // what the statement itself names
}

// reading is a table, a view, a file or a function that a statement names.
type reading struct {
	name     string
	file     bool
	function bool
}

func NewPlans() *Plans { return &Plans{used: map[string]*cached{}} }

// find returns the plan of a text if it was compiled on the view's snapshots, else nil.
func (c *Plans) find(text string, view plan.Catalog) *engine.Query {
	return c.FindAll([]string{text}, view)[0]
}

// FindAll is find for each text: those that come together are found in one go, since a
// hundred plans that lie in memory and not in a cache take 0.1 ms one by one.
func (c *Plans) FindAll(texts []string, view plan.Catalog) []*engine.Query {
	found := make([]*engine.Query, len(texts))
	for i, p := range c.lookup(texts, view) {
		if p != nil {
			found[i] = p.query
		} else {
			found[i] = c.findFolded(texts[i], view)
		}
	}
	return found
}

// FindExact is find for a text that means the same only as it is.
func (c *Plans) FindExact(text string, view plan.Catalog) *engine.Query {
	if p := c.lookup([]string{text}, view)[0]; p != nil {
		return p.query
	}
	return nil
}

// PutExact keeps a plan for FindExact, unless it is better made anew.
func (c *Plans) PutExact(text string, q *engine.Query, view plan.Catalog) {
	if !q.Provisional() {
		c.insert(text, cachedFrom(q, view))
	}
}

// findFolded finds a plan by the folded text, and keeps it under the text from then on.
func (c *Plans) findFolded(text string, view plan.Catalog) *engine.Query {
	folded := parse.Fold(text)
	if folded == text {
		return nil
	}
	p := c.lookup([]string{folded}, view)[0]
	if p == nil || !spellsOutputs(text, p.query.Output()) {
		return nil
	}
	c.insert(text, p)
	return p.query
}

func (c *Plans) lookup(texts []string, view plan.Catalog) []*cached {
	found := make([]*cached, len(texts))
	var seen []*plan.Table // that the view is known to give
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, text := range texts {
		p := c.used[text]
		if p == nil {
			if p = c.old[text]; p == nil {
				continue
			}
		}
		var ok bool
		if seen, ok = current(view, p, seen); ok && !mayUse(view, p) {
			continue // binding says what is refused
		}
		if ok {
			found[i] = p
			c.use(text, p)
		} else {
			c.remove(text)
		}
	}
	return found
}

// use puts a plan among those used last; c.mu is held.
func (c *Plans) use(text string, p *cached) {
	if c.used[text] == p {
		return
	}
	if len(c.used) >= plansKept && c.used[text] == nil {
		c.used, c.old = make(map[string]*cached, plansKept), c.used
	}
	c.used[text] = p
}

// remove takes an entry out; c.mu is held.
func (c *Plans) remove(text string) {
	delete(c.used, text)
	delete(c.old, text)
}

// Put keeps a plan under its text and the folded one, unless it is better made anew, and returns it,
// or one that somebody else has put there meanwhile.
func (c *Plans) Put(text string, q *engine.Query, view plan.Catalog) *engine.Query {
	c.putting.Lock()
	defer c.putting.Unlock()
	if found := c.find(text, view); found != nil {
		return found
	}
	if q.Provisional() {
		return q
	}
	p := cachedFrom(q, view)
	c.insert(text, p)
	if folded := parse.Fold(text); folded != text {
		c.insert(folded, p)
	}
	return q
}

// cachedFrom is a plan with what it was bound with.
func cachedFrom(q *engine.Query, view plan.Catalog) *cached {
	return &cached{query: q, tables: q.Tables(), queries: queriesOf(view), functions: functionsOf(view), read: readBy(view)}
}

func (c *Plans) insert(text string, p *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.use(text, p)
}

// Kept gives the plans that are there, by text.
func (c *Plans) Kept() map[string]*engine.Query {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]*engine.Query{}
	for _, plans := range []map[string]*cached{c.used, c.old} {
		for text, p := range plans {
			out[text] = p.query
		}
	}
	return out
}

// Forget drops all plans.
func (c *Plans) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used, c.old = map[string]*cached{}, nil
}

// Sweep drops the plans whose snapshots the view no longer gives.
func (c *Plans) Sweep(view plan.Catalog) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var seen []*plan.Table
	stale := func(_ string, p *cached) (is bool) {
		seen, is = current(view, p, seen)
		return !is
	}
	maps.DeleteFunc(c.used, stale)
	maps.DeleteFunc(c.old, stale)
}

// current reports whether the view gives every one of a plan's snapshots, queries and functions. It
// takes the snapshots that the view is known to give, and returns them with what it has
// found out.
func current(view plan.Catalog, p *cached, seen []*plan.Table) ([]*plan.Table, bool) {
	for _, t := range p.tables {
		if slices.Contains(seen, t) {
			continue
		}
		if !newest(view, t) {
			return seen, false
		}
		seen = append(seen, t)
	}
	return seen, newestQueries(view, p.queries) && newestFunctions(view, p.functions)
}

// spellsOutputs reports whether the text has every result column's name as it is, and that of its
// table: an expression without an alias is named by its own text, spaces included.
func spellsOutputs(text string, outputs []plan.Output) bool {
	for _, o := range outputs {
		if !strings.Contains(text, o.Name) || o.Origin != nil && !strings.Contains(text, o.Origin.Alias) {
			return false
		}
	}
	return true
}
