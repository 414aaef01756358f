package sql

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/dcl"
	"gsdms/sql/parse"
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

// listGrants is SHOW GRANTS: one's own, and those of others for who manages users.
func listGrants(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	name, host, _ := strings.Cut(c.session.who(), "@")
	all := account.Everything()
	switch own := c.Names.Rights; {
	case n.User != nil && !n.User.CurrentUser && (n.User.Username != name || own.All()):
		if err := c.session.caller().MayManage(c.Text); err != nil {
			return nil, 0, err
		}
		name, host = n.User.Username, "%"
		u, ok := c.engine.users.Find(name)
		if !ok {
			return nil, 0, parse.ErrorAt(c.Text, -1, parse.CodeNoSuchGrant, "There is no such grant defined for user '%s' on host '%%'", name)
		}
		all = u.Granted()
	case !own.All():
		all, host = own.Grants, "%"
	}
	g := result.NewGrid("Grants for " + name + "@" + host)
	for _, line := range all.Lines(c.facts().Named, parse.QuoteName(name)+"@"+parse.QuoteName(host)) {
		g.Add(line)
	}
	return g.Set(), 0, nil
}
