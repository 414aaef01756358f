package sql

import (
	"context"

	"gsdms/sql/account"
	"gsdms/sql/dcl"
	"gsdms/sql/result"
)

// Secret gives what is kept of a user's password, false for a user who is not there.
func (e *Engine) Secret(name string) (account.Secret, bool) {
	u, ok := e.users.Find(name)
	return u.Secret, ok
}

// HasUsers reports whether there are users: without any all who reach the server come in.
func (e *Engine) HasUsers() bool { return e.users.Any() }

// Admits is of account.Users.
func (e *Engine) Admits(c account.Caller, user string, without bool, proves func(account.Secret) bool) bool {
	return e.users.Admits(c, user, without, proves)
}

// governing is a statement that says who there is and what they may do.
type governing struct{ *dcl.Statement }

func (x governing) run(ctx context.Context, c *call) (*result.Set, error) {
	return x.Run(ctx, c.Call, c.session.caller())
}

// caller is who the session is to such a statement.
func (s *Session) caller() dcl.Caller {
	if s.client == nil {
		return dcl.Caller{Users: s.engine.users, Manages: true}
	}
	return dcl.Caller{Users: s.engine.users, Client: true, Name: *s.user.Load(), Manages: s.client.Owner}
}
