package sql

import (
	"strings"
	"sync"
	"time"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/result"
)

// usage counts what users use at the moment. Safe for concurrent use.
type usage struct {
	mu    sync.Mutex
	count map[string]int // by user
}

// take counts one more of a user, unless that are more than a limit, 0 for none.
func (u *usage) take(user string, limit int) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if limit > 0 && u.count[user] >= limit {
		return false
	}
	if u.count == nil {
		u.count = map[string]int{}
	}
	u.count[user]++
	return true
}

func (u *usage) give(user string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.count[user]--; u.count[user] == 0 {
		delete(u.count, user)
	}
}

// limits are those of the session's user as they are now. Who has no account has none.
func (s *Session) limits() account.Limits {
	if s.client == nil || s.client.Owner {
		return account.Limits{}
	}
	u, _ := s.engine.users.Find(s.userName())
	return u.Limits
}

// memories is what users with a limit of memory hold. Safe for concurrent use.
type memories struct {
	mu sync.Mutex
	of map[string]*operators.Account // by user
}

// find gives the account of a user who has a limit, which make makes if need be.
func (m *memories) find(user string, limit int64, make func() *operators.Account) *operators.Account {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.of[user]
	if !ok {
		if m.of == nil {
			m.of = map[string]*operators.Account{}
		}
		a = make()
		m.of[user] = a
	}
	a.SetLimit(limit)
	return a
}

// memoryRefusal is the error of what would pass the memory of a user; its %d is the limit.
func memoryRefusal(user string) string {
	return "user " + strings.ReplaceAll(user, "%", "%%") + " may hold %d bytes of memory at most"
}

// terms are what queries of the session run under: a user's limit of memory is one of all its
// queries together, and what does not fit goes to files as it does for want of any other memory.
func (s *Session) terms() pushscan.Terms {
	t := pushscan.Terms{As: s.settings.Granularity}
	if limit := s.limits().Memory; limit > 0 {
		user := s.userName()
		t.Memory = s.engine.memories.find(user, limit, func() *operators.Account { return s.engine.run.Account(limit, memoryRefusal(user)) })
	}
	return t
}

// charge takes memory of the session's user and of the engine, or gives back a negative number of bytes.
func (s *Session) charge(bytes int64) error {
	if of := s.terms().Memory; of != nil {
		return of.Charge(bytes)
	}
	return s.engine.run.Charge(bytes)
}

// Enter counts the session among the connections of its user, until it is closed or another
// user takes it over. Error 1226 says that these would be too many.
func (s *Session) Enter() error {
	s.leave()
	name, limit := s.userName(), s.limits().Connections
	if !s.engine.connections.take(name, limit) {
		return account.Refuse(name, "max_user_connections", int64(limit))
	}
	s.entered = name
	return nil
}

// leave takes Enter back.
func (s *Session) leave() {
	if s.entered != "" {
		s.engine.connections.give(s.entered)
	}
	s.entered = ""
}

// work counts a statement among those that its user runs; done takes that back. What only
// shows, sets or kills is not counted, so that who is at the limit can see why.
func (s *Session) work(x statement) (done func(), err error) {
	if natureOf(x).Has(command.Uncounted) {
		return func() {}, nil
	}
	name, limit := s.userName(), s.limits().Running
	if !s.engine.statements.take(name, limit) {
		return func() {}, account.Refuse(name, "max_running", int64(limit))
	}
	return func() { s.engine.statements.give(name) }, nil
}

// timeLimit is how long a statement may run, 0 for ever: as the session or a hint of the
// statement says, and no longer than its user's may.
func (s *Session) timeLimit(text string) (limit time.Duration, byUser bool) {
	limit = s.settings.Timeout
	if hinted, ok := timeHint(text); ok {
		limit = hinted
	}
	if most := s.limits().Time; most > 0 && (limit <= 0 || limit > most) {
		return most, true
	}
	return limit, false
}

// counted refuses the rows of a query that are more than its user may have.
func (s *Session) counted(r *result.Set) error {
	most := s.limits().Rows
	if most == 0 || r.Rows == nil {
		return nil
	}
	over := account.Refuse(s.userName(), "max_rows", most)
	if int64(r.Rows.Len) > most {
		r.Close()
		return over
	}
	if r.More != nil {
		r.More = &rationed{Rest: r.More, left: most - int64(r.Rows.Len), over: over}
	}
	return nil
}

// rationed is the rest of rows of which only so many may come.
type rationed struct {
	result.Rest
	left int64
	over error
}

// Next is of result.Rest.
func (x *rationed) Next() (*plan.Rows, error) {
	rows, err := x.Rest.Next()
	if rows == nil || err != nil {
		return rows, err
	}
	if x.left -= int64(rows.Len); x.left < 0 {
		return nil, x.over
	}
	return rows, nil
}
