package account

import (
	"maps"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"

	"gsdms/sql/parse"
)

// Grant is what GRANT, or REVOKE, does to the privileges of each of its users.
type Grant struct {
	Privileges []*ast.PrivElem
	Level      *ast.GrantLevel
	Revoke     bool
	Option     bool // WITH GRANT OPTION
}

// Given are the privileges of the statement, as far as its level can have them.
func (x Grant) Given(text parse.Text) (Privileges, error) {
	possible := allRights
	switch x.Level.Level {
	case ast.GrantLevelDB:
		possible = onDatabase
	case ast.GrantLevelTable:
		possible = onTables
	}
	var out Privileges
	if x.Option {
		out = GrantOption
	}
	for _, p := range x.Privileges {
		one := privilegeOf(p.Priv)
		switch {
		case len(p.Cols) > 0:
			return 0, text.RefuseWord("(", "privileges on single columns; a view of them can be granted")
		case p.Priv == mysql.AllPriv:
			one = possible
		case one == GrantOption:
		case one == 0 && p.Priv != mysql.UsagePriv:
			return 0, text.RefuseWord(p.Priv.String(), "the privilege %s; there are %s", strings.ToUpper(p.Priv.String()), strings.Join(allRights.List(), ", "))
		case one&^possible != 0 && x.Level.Level == ast.GrantLevelDB:
			return 0, parse.ErrorAt(string(text), -1, parse.CodeUsage, "Incorrect usage of DB GRANT and GLOBAL PRIVILEGES: %s is granted ON *.*", strings.Join(one.List(), ""))
		case one&^possible != 0:
			return 0, parse.ErrorAt(string(text), -1, parse.CodeIllegalGrant, "Illegal GRANT/REVOKE command; please consult the manual to see which privileges can be used: %s is granted ON *.*", strings.Join(one.List(), ""))
		}
		out |= one
	}
	return out, nil
}

// privilegeOf is the bit of a privilege of the parser, 0 for what is none here.
func privilegeOf(p mysql.PrivilegeType) Privileges {
	switch p {
	case mysql.SelectPriv:
		return Select
	case mysql.InsertPriv:
		return Insert
	case mysql.CreatePriv:
		return Create
	case mysql.DropPriv:
		return Drop
	case mysql.DeletePriv:
		return Delete
	case mysql.UpdatePriv:
		return Update
	case mysql.AlterPriv:
		return Alter
	case mysql.FilePriv:
		return File
	case mysql.ProcessPriv:
		return Process
	case mysql.GrantPriv:
		return GrantOption
	case mysql.CreateTMPTablePriv:
		return Temporary
	case mysql.ExecutePriv:
		return Execute
	}
	return 0
}

// Changed are a user's privileges after the statement.
func (x Grant) Changed(text parse.Text, name string, before *Grants, p Privileges) (*Grants, error) {
	if before == nil {
		before = Everything()
	}
	after := *before
	switch x.Level.Level {
	case ast.GrantLevelGlobal:
		x.apply(&after.Global, p)
	case ast.GrantLevelDB:
		one := after.In(x.Level.DBName)
		if x.Revoke && one == 0 {
			return nil, parse.ErrorAt(string(text), -1, parse.CodeNoSuchGrant, "There is no such grant defined for user '%s' on host '%%'", name)
		}
		x.apply(&one, p)
		after.set(x.Level.DBName, one)
	default:
		table := x.Level.TableName
		one, there := after.Tables[table]
		if x.Revoke && !there {
			return nil, parse.ErrorAt(string(text), -1, parse.CodeNoTableGrant, "There is no such grant defined for user '%s' on host '%%' on table '%s'", name, table)
		}
		x.apply(&one, p)
		after.Tables = maps.Clone(after.Tables)
		if after.Tables == nil {
			after.Tables = map[string]Privileges{}
		}
		if after.Tables[table] = one; one == 0 {
			delete(after.Tables, table)
		}
	}
	return &after, nil
}

// set has the privileges on a database be these.
func (g *Grants) set(database string, p Privileges) {
	if database == "" {
		g.Database = p
		return
	}
	g.Databases = maps.Clone(g.Databases)
	if g.Databases == nil {
		g.Databases = map[string]Privileges{}
	}
	if g.Databases[database] = p; p == 0 {
		delete(g.Databases, database)
	}
}

func (x Grant) apply(to *Privileges, p Privileges) {
	if x.Revoke {
		*to &^= p
	} else {
		*to |= p
	}
}

// Lines are the statements that give somebody the privileges; named says how a table's name is
// shown, and for "" the database without one.
func (g *Grants) Lines(named func(name string) (database, own string), to string) []string {
	line := func(p, all Privileges, on string) string {
		option := ""
		if p&GrantOption != 0 {
			p, option = p&^GrantOption, " WITH GRANT OPTION"
		}
		words := strings.Join(p.List(), ", ")
		switch p {
		case 0:
			words = "USAGE"
		case all:
			words = "ALL PRIVILEGES"
		}
		return "GRANT " + words + " ON " + on + " TO " + to + option
	}
	out := []string{line(g.Global, allRights, "*.*")}
	if g.Database != 0 {
		database, _ := named("")
		out = append(out, line(g.Database, onDatabase, parse.QuoteName(database)+".*"))
	}
	for _, database := range slices.Sorted(maps.Keys(g.Databases)) {
		out = append(out, line(g.Databases[database], onDatabase, parse.QuoteName(database)+".*"))
	}
	for _, table := range slices.Sorted(maps.Keys(g.Tables)) {
		database, own := named(table)
		out = append(out, line(g.Tables[table], onTables, parse.QuoteName(database)+"."+parse.QuoteName(own)))
	}
	return out
}
