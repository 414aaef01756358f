package sql

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Client is who a session belongs to.
type Client struct {
	User, Host string
	Owner      bool   // it has the rights of the user that the process runs as
	Close      func() // ends the connection, for KILL; called once or more, from any goroutine

	// Fetch writes a file of the client's machine to to, while a statement runs. An error of to
	// is Fetch's. Nil: the client sends none.
	Fetch func(ctx context.Context, path string, to io.Writer) error
}

// clients are the sessions of clients that are connected. The zero value holds none. Safe
// for concurrent use.
type clients struct {
	mu       sync.Mutex
	last     uint32
	sessions map[uint32]*Session
}

// activity is what others may know of a session, and how they end its statement.
type activity struct {
	mu     sync.Mutex
	schema string    // the database of the session; "": that of the folder
	texts  []string  // of the statements that run together, nil for none
	since  time.Time // when it began, or the last one ended
	cancel context.CancelCauseFunc
	follow *pushscan.Follower // of the statement's rides; nil for none
}

// errKilled is the cause of a context that KILL has ended.
var errKilled = fmt.Errorf("killed: %w", context.Canceled)

// Connect begins a session of a client, which SHOW PROCESSLIST lists and KILL reaches, and
// which answers as MySQL does where a shell of gsdms sees more. It must be closed.
func (e *Engine) Connect(c Client) *Session {
	s := e.NewSession()
	s.client, s.active.since = &c, time.Now()
	s.Name(c.User)
	l := &e.clients
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	s.id, s.locks.ID = l.last, l.last
	if l.sessions == nil {
		l.sessions = map[uint32]*Session{}
	}
	l.sessions[s.id] = s
	return s
}

// Close ends a session that Connect began.
func (s *Session) Close() {
	s.end()
	s.leave()
	l := &s.engine.clients
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.sessions, s.id)
}

// ID is the session's number, 0 for one that no client has connected.
func (s *Session) ID() uint32 { return s.id }

// Name says whose the session is, once that is known.
func (s *Session) Name(user string) { s.user.Store(&user) }

// end gives back what others may wait for, and drops what is the session's own.
func (s *Session) end() {
	s.engine.locks.ReleaseAll(&s.locks)
	s.dropTemporary()
}

// Reset makes the session as a new one is.
func (s *Session) Reset() {
	s.end()
	s.settings, s.warnings, s.texts, s.transactions = s.engine.NewSession().settings, nil, nil, transactions{}
	s.lastNumber, s.counts = 0, counts{}
}

// Adopt gives the session the settings that another one has.
func (s *Session) Adopt(from *Session) { s.settings = from.settings }

// list gives the sessions by number.
func (l *clients) list() []*Session {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []*Session
	for _, s := range l.sessions {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *Session) int { return int(int64(a.id) - int64(b.id)) })
	return out
}

func (l *clients) find(id uint64) *Session {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id > 1<<32-1 {
		return nil
	}
	return l.sessions[uint32(id)]
}

// begin makes a statement known and gives it a context that KILL ends; done takes both back.
func (s *Session) begin(ctx context.Context, texts ...string) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	a := &s.active
	a.mu.Lock()
	defer a.mu.Unlock()
	a.texts, a.since, a.cancel, a.follow, a.schema = texts, time.Now(), cancel, &pushscan.Follower{}, s.settings.Database
	return pushscan.Following(ctx, a.follow), func() {
		cancel(nil)
		a.mu.Lock()
		defer a.mu.Unlock()
		a.texts, a.since, a.cancel, a.follow, a.schema = nil, time.Now(), nil, nil, s.settings.Database
	}
}

// KillQuery ends the statement that a session runs, if it runs one.
func (s *Session) KillQuery() {
	s.active.mu.Lock()
	defer s.active.mu.Unlock()
	if s.active.cancel != nil {
		s.active.cancel(errKilled)
	}
}

// now is the statement that runs and the time since it began, or since the last one ended.
func (a *activity) now() (text string, since time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	text, _ = parse.Shown(strings.Join(a.texts, "; "))
	return text, a.since
}

// database is the session's, as far as statements have set it.
func (a *activity) database() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.schema
}

// Progress says how far the rides of the statement are that runs; any goroutine may call it.
func (s *Session) Progress() []pushscan.Progress {
	s.active.mu.Lock()
	follow := s.active.follow
	s.active.mu.Unlock()
	if follow == nil {
		return nil
	}
	return follow.Progress()
}

// Activity is what the statement does that runs, as the function has it; any goroutine may call
// it.
func (s *Session) Activity() (about string, done float64) { return Activity(s.Progress()) }

// Traffic is what the scans of the session's engine have done since it was opened.
func (s *Session) Traffic() pushscan.Traffic { return s.engine.run.Traffic() }

// Activity says what a statement does that has these rides: the scan that has the most before
// it, and how much of it is done. It is "" where none is under way.
func Activity(rides []pushscan.Progress) (about string, done float64) {
	left := 0
	for _, p := range rides {
		if p.Ended || p.Of == 0 || p.Of-p.Seen < left {
			continue
		}
		left, done = p.Of-p.Seen, float64(p.Seen)/float64(p.Of)
		about = "scanning " + p.Table
		if p.Table == "" {
			about = "scanning the rows of a step"
		}
	}
	return about, done
}

// state is what SHOW PROCESSLIST says of a session that runs a statement: what it scans, and
// which others ride on the same scan.
func (s *Session) state(all []*Session) string {
	rides := s.Progress()
	about, done := Activity(rides)
	if about == "" {
		return "executing"
	}
	about += fmt.Sprintf(", %.0f %%", 100*done)
	var with []string
	for _, other := range all {
		if other != s && ridesWith(rides, other.Progress()) {
			with = append(with, strconv.Itoa(int(other.id)))
		}
	}
	if len(with) > 0 {
		about += ", with " + strings.Join(with, ", ")
	}
	return about
}

func ridesWith(own, others []pushscan.Progress) bool {
	return slices.ContainsFunc(own, func(p pushscan.Progress) bool { return slices.ContainsFunc(others, p.Shares) })
}

// killSession is KILL.
type killSession struct{ node *ast.KillStmt }

func (killSession) Nature() command.Nature { return command.Uncounted }

func (x killSession) run(_ context.Context, c *call) (*result.Set, error) {
	id := x.node.ConnectionID
	if x.node.Expr != nil {
		if v, err := c.Constant(x.node.Expr); err == nil && v.Int > 0 {
			id = uint64(v.Int)
		}
	}
	s := c.engine.clients.find(id)
	if s == nil {
		return nil, c.ErrorAt(x.node, parse.CodeNoSuchThread, "Unknown thread id: %d", id)
	}
	if !c.Names.Rights.All() && s.userName() != c.session.userName() {
		return nil, c.ErrorAt(x.node, parse.CodeNotOwner, "You are not owner of thread %d", id)
	}
	s.KillQuery()
	if !x.node.Query && s.client.Close != nil {
		s.client.Close()
	}
	return &result.Set{Message: fmt.Sprintf("session %d is told to end", id)}, nil
}

// Database is the name of the database that has none of its own: that of the folder of the tables.
func (e *Engine) Database() string { return e.home }

// homeName gives that name, which stays: to ask the system for the folder with each statement takes longer
// than to find the statement's plan.
func homeName(c Config) string {
	if c.Name != "" {
		return c.Name
	}
	full, err := filepath.Abs(c.Dir)
	if name := filepath.Base(full); err == nil && strings.Trim(name, `/.\`) != "" {
		return name
	}
	return define.HomeDatabase
}

// isDatabase reports whether a name is that of the database.
func (e *Engine) isDatabase(name string) bool {
	return name == e.Database() || strings.EqualFold(name, define.HomeDatabase)
}

// tablesOf is how names of tables have a database: "" for that of the folder, false for a name
// that is none's with tables.
func (e *Engine) tablesOf(name string) (database string, ok bool) {
	if e.isDatabase(name) {
		return "", true
	}
	return name, slices.Contains(e.catalogs.Databases(), name)
}

// shownDatabase is what a database is called that tables have so.
func (e *Engine) shownDatabase(database string) string { return cmp.Or(database, e.Database()) }

// CheckDatabase is error 1049 for a name that is no database.
func (e *Engine) CheckDatabase(name string) error {
	if _, ok := e.tablesOf(name); ok || inform.IsSchema(name) {
		return nil
	}
	err := parse.ErrorAt("", -1, parse.CodeUnknownDatabase, "Unknown database '%s'", name)
	others := e.catalogs.Databases()
	if len(others) == 0 {
		err.Hint = fmt.Sprintf("The database is called %s", e.Database())
		return err
	}
	return parse.Hinted(err, name, append(slices.Clone(others), e.Database()))
}

// useDatabase is USE.
type useDatabase struct{ node *ast.UseStmt }

func (useDatabase) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x useDatabase) run(_ context.Context, c *call) (*result.Set, error) {
	if err := c.session.Use(x.node.DBName); err != nil {
		return nil, err
	}
	return &result.Set{Message: "the database is " + c.session.database()}, nil
}

// host is where the session's client is, localhost for one within this process.
func (s *Session) host() string {
	if s.client == nil {
		return "localhost"
	}
	return s.client.Host
}
