package engine

import (
	"gsdms/operators"
	"gsdms/pushscan"
)

// Charge takes bytes of the memory that all queries hold together, or gives back a negative number
// of them, which succeeds.
func (e *Engine) Charge(bytes int64) error { return e.account.Charge(bytes) }

// Memory is the bytes that queries, and what is kept for later ones, hold now.
func (e *Engine) Memory() int64 { return e.account.Used() }

// Account makes an account of some of the queries, within that of all. A charge that would
// pass its limit first has the collector find results that nobody refers to.
func (e *Engine) Account(limit int64, refusal string) *operators.Account {
	a := operators.NewAccount(limit, refusal, e.account)
	a.OnShort(e.collect)
	return a
}

// charged gives terms that say what queries are charged to.
func (e *Engine) charged(t pushscan.Terms) pushscan.Terms {
	if t.Memory == nil {
		t.Memory = e.account
	}
	return t
}

// room is how many bytes of rows in files the query works on at once.
func (s *Started) room() int64 {
	e, limit := s.engine, s.terms.Memory.Limit()
	if e.always || limit <= 0 {
		return e.room
	}
	return min(e.room, max(leastRoom, limit/roomShare))
}

// partBytes is how many bytes the parts of a query's rows should take under terms.
func partBytes(h *pushscan.Hub, t pushscan.Terms) int64 {
	if limit := t.Memory.Limit(); limit > 0 {
		return min(h.PartBytes(), max(1, limit/partShare))
	}
	return h.PartBytes()
}

// partShare is how many parts of rows a user's memory has room for, at least.
const partShare = 32

// partBytes is how many bytes the parts of the flow should take.
func (f *flow) partBytes() int64 { return partBytes(f.hub, f.started.terms) }
