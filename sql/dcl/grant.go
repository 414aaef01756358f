package dcl

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"

	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// grant is GRANT, and REVOKE: of all the privileges for all the users, or of none.
type grant struct {
	account.Grant
	object  ast.ObjectTypeType
	users   []*ast.UserSpec
	options bool // of the account
}

func (x grant) run(_ context.Context, c *call) (*result.Set, error) {
	var err error
	if x.Level, err = c.level(x.Level); err != nil {
		return nil, err
	}
	given, err := x.Given(c.Written())
	if err != nil {
		return nil, err
	}
	if !c.Names.Rights.MayGrant(x.Level, given) {
		if err := c.mayManage("", true); err != nil {
			return nil, err
		}
	}
	if err := x.check(c); err != nil {
		return nil, err
	}
	err = c.Users.Change(func(all map[string]account.User) error {
		for _, s := range x.users {
			name, err := c.userName(s.User)
			if err != nil {
				return err
			}
			u, there := all[name]
			if !there {
				return x.noUser(c, name)
			}
			if u.Grants, err = x.Changed(c.Written(), name, u.Grants, given); err != nil {
				return err
			}
			all[name] = u
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &result.Set{Message: "the privileges are written"}, nil
}

// level is what a GRANT is about, with the names that databases and tables have.
func (c *call) level(of *ast.GrantLevel) (*ast.GrantLevel, error) {
	out := *of
	out.DBName = c.Names.Database
	if of.DBName != "" {
		var ok bool
		if out.DBName, ok = c.Queries.Database(of.DBName); !ok {
			return nil, c.ErrorAt(nil, parse.CodeUnknownDatabase, "Unknown database '%s'", of.DBName)
		}
	}
	if of.Level == ast.GrantLevelTable {
		out.TableName = roster.Join(out.DBName, of.TableName)
	}
	return &out, nil
}

// check refuses forms of GRANT that there are not.
func (x grant) check(c *call) error {
	switch {
	case x.options:
		return c.RefuseWord("WITH", "accounts with options in GRANT: CREATE USER and ALTER USER have them")
	case x.object != ast.ObjectTypeNone && x.object != ast.ObjectTypeTable:
		return c.RefuseWord("ON", "privileges on what is no table")
	}
	for _, s := range x.users {
		if s.AuthOpt != nil {
			return c.RefuseWord("IDENTIFIED", "GRANT that sets passwords: write ALTER USER … IDENTIFIED BY")
		}
	}
	if x.Level.Level == ast.GrantLevelTable && !x.Revoke {
		return x.checkTable(c)
	}
	return nil
}

// checkTable refuses to give privileges on a table that is not there, unless they allow to
// make it.
func (x grant) checkTable(c *call) error {
	name := x.Level.TableName
	creates := slices.ContainsFunc(x.Privileges, func(p *ast.PrivElem) bool { return p.Priv == mysql.CreatePriv })
	if creates || c.View.Query(name) != nil || slices.Contains(c.View.Tables(), name) {
		return nil
	}
	return parse.Hinted(parse.ErrorAt(c.Text, max(0, parse.PlaceOfTable(c.Text, name)), parse.CodeUnknownTable, "Table '%s' doesn't exist", c.Names.Shown(name)), name, append(c.View.Tables(), c.View.Queries()...))
}

func (x grant) noUser(c *call, name string) error {
	if x.Revoke {
		return parse.ErrorAt(c.Text, -1, parse.CodeNoSuchGrant, "There is no such grant defined for user '%s' on host '%%'", name)
	}
	return parse.ErrorAt(c.Text, -1, parse.CodeGrantMakesUser, "You are not allowed to create a user with GRANT: CREATE USER makes '%s'", name)
}
