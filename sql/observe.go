package sql

import (
	"strings"
	"time"

	"gsdms/pushscan"
	"gsdms/sql/explain"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Observation is what became of a statement.
type Observation struct {
	Session  uint32 // 0: one that no client has connected
	User     string
	Text     string // without passwords
	Kind     string // what it begins with, or "other"
	Took     time.Duration
	Rows     int64           // that it gave
	Affected int64           // that it added
	Err      *parse.Error    // nil: it did what it should; without a message where that could show a password
	Report   *explain.Report // nil after an error
}

// The kinds of statements; what is none of these is the last.
const (
	kinds     = "select insert replace create drop truncate load alter analyze optimize explain show set use kill grant revoke"
	otherKind = "other"
)

// kindOf is the kind of a statement. A query that begins with its parentheses or WITH is a
// select, DESCRIBE is explain.
func kindOf(text string) string {
	for i := 0; i < len(text); {
		end, kind := parse.Lexeme(text, i)
		word := strings.ToLower(text[i:end])
		switch {
		case kind == parse.SpaceLexeme, kind == parse.CommentLexeme, kind == parse.HintLexeme, word == "(":
			i = end
			continue
		case word == "with", word == "table", word == "values":
			return "select"
		case word == "desc", word == "describe":
			return "explain"
		}
		for _, k := range strings.Fields(kinds) {
			if k == word {
				return k
			}
		}
		return otherKind
	}
	return otherKind
}

// ChangesSession reports whether a statement changes nothing but its session: SET and USE.
func ChangesSession(text string) bool {
	kind := kindOf(text)
	return kind == "set" || kind == "use"
}

// observed tells who observes the engine what became of a statement, and keeps what ROW_COUNT()
// and FOUND_ROWS() say of it.
func (s *Session) observed(text string, r *result.Set, err *parse.Error) {
	s.counts.end(r)
	observe := s.engine.config.Observe
	if observe == nil {
		return
	}
	shown, secret := parse.Shown(text)
	if secret && err != nil { // its message may have a part of the text
		err = &parse.Error{Code: err.Code, Message: "left out, as it may show a password"}
	}
	o := Observation{Session: s.id, User: s.userName(), Text: shown, Kind: kindOf(text), Took: time.Since(s.began), Err: err}
	if r != nil {
		o.Affected, o.Report = r.Affected, &r.Report
		if o.Took = r.Report.Wall; r.Rows != nil {
			o.Rows = int64(r.Report.Rows)
		}
	}
	observe(o)
}

// counts is what ROW_COUNT() and FOUND_ROWS() say of the last statement.
type counts struct {
	changed, found int64
	all            int64 // of the statement that runs, where it has counted those behind its LIMIT
}

// end counts a statement that is over; nil is one that failed. A SELECT has changed -1 rows, and
// what gives no rows leaves those found before.
func (n *counts) end(r *result.Set) {
	switch {
	case r == nil:
		n.changed = -1
	case r.Rows != nil:
		n.changed, n.found = -1, max(n.all, int64(r.Report.Rows))
	default:
		n.changed = r.Affected
	}
	n.all = 0
}

// userName is whose the session is.
func (s *Session) userName() string {
	if name := s.user.Load(); name != nil {
		return *name
	}
	return "root"
}

// Status is what an engine does now, and has done since it was opened.
type Status struct {
	Since    time.Time // when it was opened
	Sessions int       // of clients that are connected
	Running  int       // of these, those that run a statement
	Memory   int64     // bytes that queries, and what is kept for later ones, hold
	Limit    int64     // of Memory
	Traffic  pushscan.Traffic
}

// Status gives what the engine does. Any goroutine may call it.
func (e *Engine) Status() Status {
	out := Status{Since: e.since, Memory: e.run.Memory(), Limit: e.config.Memory, Traffic: e.run.Traffic()}
	for _, s := range e.clients.list() {
		out.Sessions++
		if text, _ := s.active.now(); text != "" {
			out.Running++
		}
	}
	return out
}
