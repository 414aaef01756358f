package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/auth"

	"gsdms/sql/account"
	"gsdms/sql/command"
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

// setUsers is CREATE USER and ALTER USER … IDENTIFIED BY.
type setUsers struct {
	specs    []*ast.UserSpec
	create   bool // they must not be there, or IF NOT EXISTS
	tolerant bool

	options   []*ast.ResourceOption
	attribute *ast.CommentOrAttributeOption
}

// limits reports whether limits are set.
func (x setUsers) limits() bool { return len(x.options) > 0 || x.attribute != nil }

// createUsers is CREATE USER; roles are refused.
func createUsers(n *ast.CreateUserStmt) statement {
	if n.IsCreateRole {
		return unsupported{n}
	}
	return setUsers{specs: n.Specs, create: true, tolerant: n.IfNotExists, options: n.ResourceOptions, attribute: n.CommentOrAttributeOption}
}

func (setUsers) Nature() command.Nature { return command.ChangesTables }

func (x setUsers) run(_ context.Context, c *call) (*result.Set, error) {
	secrets := map[string]account.Secret{}
	for _, s := range x.specs {
		name, err := c.userName(s.User)
		if err != nil {
			return nil, err
		}
		if err := c.mayManage(name, x.create || x.limits()); err != nil {
			return nil, err
		}
		if s.AuthOpt == nil && !x.create && x.limits() {
			secrets[name] = account.Secret{} // it keeps its own
			continue
		}
		if s.AuthOpt == nil || !s.AuthOpt.ByAuthString || s.AuthOpt.AuthString == "" {
			return nil, parse.ErrorAt(c.Text, -1, parse.CodeNotSupported, "gsdms does not support users without a password: write %s IDENTIFIED BY '…'", name)
		}
		secrets[name] = account.NewSecret(s.AuthOpt.AuthString)
	}
	err := c.engine.users.Change(func(all map[string]account.User) error {
		for name, secret := range secrets {
			u, there := all[name]
			if there == x.create {
				if x.tolerant {
					continue
				}
				return parse.ErrorAt(c.Text, -1, parse.CodeCannotUser, "Operation %s USER failed for '%s': %s", x.word(), name, map[bool]string{true: "the user is there", false: "there is no such user"}[there])
			}
			if secret.Native != nil {
				u.Secret = secret
			}
			if !there {
				u.Grants = &account.Grants{}
			}
			limits, err := u.Limits.With(c.Written(), x.options, x.attribute)
			if err != nil {
				return err
			}
			u.Limits = limits
			all[name] = u
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &result.Set{Message: "the users are written"}, nil
}

func (x setUsers) word() string {
	if x.create {
		return "CREATE"
	}
	return "ALTER"
}

// dropUsers is DROP USER.
type dropUsers struct{ node *ast.DropUserStmt }

func (dropUsers) Nature() command.Nature { return command.ChangesTables }

func (x dropUsers) run(_ context.Context, c *call) (*result.Set, error) {
	var names []string
	for _, u := range x.node.UserList {
		name, err := c.userName(u)
		if err == nil {
			err = c.mayManage(name, true)
		}
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	err := c.engine.users.Change(func(all map[string]account.User) error {
		for _, name := range names {
			if _, there := all[name]; !there && !x.node.IfExists {
				return parse.ErrorAt(c.Text, -1, parse.CodeCannotUser, "Operation DROP USER failed for '%s': there is no such user", name)
			}
			delete(all, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &result.Set{Message: "the users are written"}, nil
}

// userName is a user's name; users come from anywhere.
func (c *call) userName(u *auth.UserIdentity) (string, error) {
	switch {
	case u.CurrentUser && c.session.client != nil:
		return *c.session.user.Load(), nil
	case u.Username == "":
		return "", parse.ErrorAt(c.Text, -1, parse.CodeNotSupported, "gsdms does not support users without a name")
	case u.Hostname != "" && u.Hostname != "%":
		return "", parse.ErrorAt(c.Text, -1, parse.CodeNotSupported, "gsdms does not support users of one machine: '%s' may come from everywhere, as '%s'@'%%'; where the server listens decides", u.Username, u.Username)
	}
	return u.Username, nil
}

// mayManage lets only the user of the process manage users, and others change their own
// password.
func (c *call) mayManage(name string, others bool) error {
	client := c.session.client
	if client == nil || client.Owner || !others && name == *c.session.user.Load() && c.engine.HasUsers() {
		return nil
	}
	return parse.ErrorAt(c.Text, -1, parse.CodeNoPrivilege, "Access denied; users are managed by the one who serves the folder, in this process or by its socket")
}
