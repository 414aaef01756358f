// Package dcl is the statements that say who there is and what they may do: CREATE, ALTER and DROP USER,
// GRANT and REVOKE. Package account keeps it.
package dcl

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/auth"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Caller is who runs such a statement.
type Caller struct {
	Users   *account.Users
	Client  bool   // not a session within the process
	Name    string // of the client's user
	Manages bool   // the users, as the one who serves the folder
}

// Of is what runs a statement, nil for one of another kind.
func Of(node ast.StmtNode) *Statement {
	switch n := node.(type) {
	case *ast.CreateUserStmt:
		if n.IsCreateRole {
			return nil
		}
		return &Statement{setUsers{specs: n.Specs, create: true, tolerant: n.IfNotExists, options: n.ResourceOptions, attribute: n.CommentOrAttributeOption}}
	case *ast.AlterUserStmt:
		return &Statement{setUsers{specs: n.Specs, tolerant: n.IfExists, options: n.ResourceOptions, attribute: n.CommentOrAttributeOption}}
	case *ast.DropUserStmt:
		return &Statement{dropUsers{n}}
	case *ast.GrantStmt:
		return &Statement{grant{account.Grant{Privileges: n.Privs, Level: n.Level, Option: n.WithGrant}, n.ObjectType, n.Users, len(n.AuthTokenOrTLSOptions) > 0}}
	case *ast.RevokeStmt:
		return &Statement{grant{account.Grant{Privileges: n.Privs, Level: n.Level, Revoke: true}, n.ObjectType, n.Users, false}}
	}
	return nil
}

// Statement is a command for callers. Who may run it is for the statement to say, which knows what
// it is about.
type Statement struct {
	of interface {
		run(ctx context.Context, c *call) (*result.Set, error)
	}
}

// Nature is that of a command.
func (*Statement) Nature() command.Nature { return command.ChangesTables }

// Run runs the statement.
func (s *Statement) Run(ctx context.Context, c *command.Call, by Caller) (*result.Set, error) {
	return s.of.run(ctx, &call{c, by})
}

// call is what a statement works with.
type call struct {
	*command.Call
	Caller
}

// userName is a user's name; users come from anywhere.
func (c *call) userName(u *auth.UserIdentity) (string, error) {
	switch {
	case u.CurrentUser && c.Client:
		return c.Name, nil
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
	if c.Client && !others && name == c.Name && c.Users.Any() {
		return nil
	}
	return c.MayManage(c.Text)
}

// MayManage refuses, in a statement of a text, who does not manage the users.
func (c Caller) MayManage(text string) error {
	if c.Manages {
		return nil
	}
	return parse.ErrorAt(text, -1, parse.CodeNoPrivilege, "Access denied; users are managed by the one who serves the folder, in this process or by its socket")
}
