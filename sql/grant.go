package sql

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"

	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// grant is GRANT, and REVOKE: of all the privileges for all the users, or of none.
type grant struct {
	privileges []*ast.PrivElem
	object     ast.ObjectTypeType
	level      *ast.GrantLevel
	users      []*ast.UserSpec
	options    bool // WITH GRANT OPTION and the like
	revoke     bool
}

func (x grant) run(_ context.Context, c *call) (*result.Set, error) {
	if err := c.mayManage("", true); err != nil {
		return nil, err
	}
	if err := x.check(c); err != nil {
		return nil, err
	}
	given, err := x.given(c)
	if err != nil {
		return nil, err
	}
	err = c.engine.users.change(func(all map[string]user) error {
		for _, s := range x.users {
			name, err := c.userName(s.User)
			if err != nil {
				return err
			}
			u, there := all[name]
			if !there {
				return x.noUser(c, name)
			}
			if u.Grants, err = x.changed(c, name, u.Grants, given); err != nil {
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

// check refuses forms of GRANT that there are not.
func (x grant) check(c *call) error {
	switch {
	case x.options:
		return c.refuseWord("WITH", "WITH GRANT OPTION, and accounts with options: privileges are given by the one who serves the folder")
	case x.object != ast.ObjectTypeNone && x.object != ast.ObjectTypeTable:
		return c.refuseWord("ON", "privileges on what is no table")
	}
	for _, s := range x.users {
		if s.AuthOpt != nil {
			return c.refuseWord("IDENTIFIED", "GRANT that sets passwords: write ALTER USER … IDENTIFIED BY")
		}
	}
	if x.level.DBName != "" && !c.engine.isDatabase(x.level.DBName) {
		return c.engine.CheckDatabase(x.level.DBName)
	}
	if x.level.Level == ast.GrantLevelTable && !x.revoke {
		return x.checkTable(c)
	}
	return nil
}

// checkTable refuses to give privileges on a table that is not there, unless they allow to
// make it.
func (x grant) checkTable(c *call) error {
	name := x.level.TableName
	creates := slices.ContainsFunc(x.privileges, func(p *ast.PrivElem) bool { return p.Priv == mysql.CreatePriv })
	if creates || c.view.Query(name) != nil || slices.Contains(c.view.Tables(), name) {
		return nil
	}
	return parse.Hinted(parse.ErrorAt(c.text, max(0, parse.FindWord(c.text, name)), parse.CodeUnknownTable, "Table '%s' doesn't exist", name), name, append(c.view.Tables(), c.view.Queries()...))
}

// given are the privileges of the statement, as far as its level can have them.
func (x grant) given(c *call) (privileges, error) {
	possible := allRights
	switch x.level.Level {
	case ast.GrantLevelDB:
		possible = onDatabase
	case ast.GrantLevelTable:
		possible = onTables
	}
	var out privileges
	for _, p := range x.privileges {
		one := privilegeOf(p.Priv)
		switch {
		case len(p.Cols) > 0:
			return 0, c.refuseWord("(", "privileges on single columns; a view of them can be granted")
		case p.Priv == mysql.AllPriv:
			one = possible
		case one == 0 && p.Priv != mysql.UsagePriv:
			return 0, c.refuseWord(p.Priv.String(), "the privilege %s; there are %s", strings.ToUpper(p.Priv.String()), strings.Join(allRights.list(), ", "))
		case one&^possible != 0 && x.level.Level == ast.GrantLevelDB:
			return 0, parse.ErrorAt(c.text, -1, parse.CodeGrantUsage, "Incorrect usage of DB GRANT and GLOBAL PRIVILEGES: %s is granted ON *.*", strings.Join(one.list(), ""))
		case one&^possible != 0:
			return 0, parse.ErrorAt(c.text, -1, parse.CodeIllegalGrant, "Illegal GRANT/REVOKE command; please consult the manual to see which privileges can be used: %s is granted ON *.*", strings.Join(one.list(), ""))
		}
		out |= one
	}
	return out, nil
}

// privilegeOf is the bit of a privilege of the parser, 0 for what is none here.
func privilegeOf(p mysql.PrivilegeType) privileges {
	switch p {
	case mysql.SelectPriv:
		return maySelect
	case mysql.InsertPriv:
		return mayInsert
	case mysql.CreatePriv:
		return mayCreate
	case mysql.DropPriv:
		return mayDrop
	case mysql.DeletePriv:
		return mayDelete
	case mysql.UpdatePriv:
		return mayUpdate
	case mysql.AlterPriv:
		return mayAlter
	case mysql.FilePriv:
		return mayFile
	case mysql.ProcessPriv:
		return mayProcess
	case mysql.ExecutePriv:
		return mayExecute
	}
	return 0
}

func (x grant) noUser(c *call, name string) error {
	if x.revoke {
		return parse.ErrorAt(c.text, -1, parse.CodeNoSuchGrant, "There is no such grant defined for user '%s' on host '%%'", name)
	}
	return parse.ErrorAt(c.text, -1, parse.CodeGrantMakesUser, "You are not allowed to create a user with GRANT: CREATE USER makes '%s'", name)
}

// changed are a user's privileges after the statement.
func (x grant) changed(c *call, name string, before *grants, p privileges) (*grants, error) {
	if before == nil {
		before = &grants{Global: allRights}
	}
	after := *before
	switch x.level.Level {
	case ast.GrantLevelGlobal:
		x.apply(&after.Global, p)
	case ast.GrantLevelDB:
		if x.revoke && after.Database == 0 {
			return nil, parse.ErrorAt(c.text, -1, parse.CodeNoSuchGrant, "There is no such grant defined for user '%s' on host '%%'", name)
		}
		x.apply(&after.Database, p)
	default:
		table := x.level.TableName
		one, there := after.Tables[table]
		if x.revoke && !there {
			return nil, parse.ErrorAt(c.text, -1, parse.CodeNoTableGrant, "There is no such grant defined for user '%s' on host '%%' on table '%s'", name, table)
		}
		x.apply(&one, p)
		after.Tables = maps.Clone(after.Tables)
		if after.Tables == nil {
			after.Tables = map[string]privileges{}
		}
		if after.Tables[table] = one; one == 0 {
			delete(after.Tables, table)
		}
	}
	return &after, nil
}

func (x grant) apply(to *privileges, p privileges) {
	if x.revoke {
		*to &^= p
	} else {
		*to |= p
	}
}

// listGrants is SHOW GRANTS: one's own, and those of others for who manages users.
func listGrants(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	name, host, _ := strings.Cut(c.session.who(), "@")
	all := &grants{Global: allRights}
	switch own := c.names.rights.grants; {
	case n.User != nil && !n.User.CurrentUser && (n.User.Username != name || own == nil):
		if err := c.mayManage(n.User.Username, true); err != nil {
			return nil, 0, err
		}
		name, host = n.User.Username, "%"
		u, ok := c.engine.users.find(name)
		if !ok {
			return nil, 0, parse.ErrorAt(c.text, -1, parse.CodeNoSuchGrant, "There is no such grant defined for user '%s' on host '%%'", name)
		}
		if u.Grants != nil {
			all = u.Grants
		}
	case own != nil:
		all, host = own, "%"
	}
	g := newGrid("Grants for " + name + "@" + host)
	for _, line := range grantLines(all, c.engine.Database(), quoteName(name)+"@"+quoteName(host)) {
		g.add(line)
	}
	return g.result(), 0, nil
}

// grantLines are the statements that give somebody the privileges.
func grantLines(g *grants, database, to string) []string {
	line := func(p, all privileges, on string) string {
		words := strings.Join(p.list(), ", ")
		switch p {
		case 0:
			words = "USAGE"
		case all:
			words = "ALL PRIVILEGES"
		}
		return "GRANT " + words + " ON " + on + " TO " + to
	}
	out := []string{line(g.Global, allRights, "*.*")}
	if g.Database != 0 {
		out = append(out, line(g.Database, onDatabase, quoteName(database)+".*"))
	}
	for _, table := range slices.Sorted(maps.Keys(g.Tables)) {
		out = append(out, line(g.Tables[table], onTables, quoteName(database)+"."+quoteName(table)))
	}
	return out
}

// find gives what is kept of a user, false for one who is not there.
func (u *users) find(name string) (user, bool) {
	u.mu.RLock()
	defer u.mu.RUnlock()
	out, ok := u.byName[name]
	return out, ok
}

// eachGrant visits the users whose privileges a session may see: its own, or of all users
// for who may do everything.
func (d *describer) eachGrant(visit func(grantee string, g *grants)) {
	u, own := d.session.engine.users, d.session.rights()
	u.mu.RLock()
	defer u.mu.RUnlock()
	for _, name := range slices.Sorted(maps.Keys(u.byName)) {
		if own.grants != nil && name != d.session.userName() {
			continue
		}
		g := u.byName[name].Grants
		if g == nil {
			g = &grants{Global: allRights}
		}
		visit("'"+name+"'@'%'", g)
	}
}

func (d *describer) userPrivileges() {
	d.eachGrant(func(grantee string, g *grants) {
		for _, p := range orUsage(g.Global) {
			d.add(grantee, catalogName, p, "NO")
		}
	})
}

// orUsage spells privileges, or that there are none.
func orUsage(p privileges) []string {
	if p == 0 {
		return []string{"USAGE"}
	}
	return p.list()
}

func (d *describer) schemaPrivileges() {
	d.eachGrant(func(grantee string, g *grants) {
		for _, p := range g.Database.list() {
			d.add(grantee, catalogName, d.database, p, "NO")
		}
	})
}

func (d *describer) tablePrivileges() {
	d.eachGrant(func(grantee string, g *grants) {
		for _, table := range slices.Sorted(maps.Keys(g.Tables)) {
			for _, p := range g.Tables[table].list() {
				d.add(grantee, catalogName, d.database, table, p, "NO")
			}
		}
	})
}
