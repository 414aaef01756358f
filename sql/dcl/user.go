package dcl

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

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
	err := c.Users.Change(func(all map[string]account.User) error {
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
	err := c.Users.Change(func(all map[string]account.User) error {
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
