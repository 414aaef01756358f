package account

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store/roster"
	"gsdms/sql/parse"
)

// Privileges are what somebody may do, a bit for each.
type Privileges uint16

// The privileges, in the order in which they are listed.
const (
	Select Privileges = 1 << iota
	Insert
	Create
	Drop
	File    // statements read and write files of the server
	Process // the statements of others are seen
	Delete
	Update
	Alter
	Execute     // functions of users are called
	Temporary   // tables of a session are made
	GrantOption // what one has is given to others; ALL is without it

	onTables   = Select | Insert | Create | Drop | Delete | Update | Alter // what a table can have
	onDatabase = onTables | Execute | Temporary
	onServer   = File | Process
	allRights  = onDatabase | onServer
)

// privilegeNames spells the bits.
var privilegeNames = [...]string{"SELECT", "INSERT", "CREATE", "DROP", "FILE", "PROCESS", "DELETE", "UPDATE", "ALTER", "EXECUTE", "CREATE TEMPORARY TABLES", "GRANT OPTION"}

// List spells the privileges one by one.
func (p Privileges) List() []string {
	out := []string{}
	for i, name := range privilegeNames {
		if p>>i&1 != 0 {
			out = append(out, name)
		}
	}
	return out
}

// findPrivilege is the opposite of list for one, 0 for a name that is none.
func findPrivilege(name string) Privileges {
	if i := slices.Index(privilegeNames[:], strings.ToUpper(name)); i >= 0 {
		return 1 << i
	}
	return 0
}

// MarshalJSON writes the names.
func (p Privileges) MarshalJSON() ([]byte, error) { return json.Marshal(p.List()) }

// UnmarshalJSON reads them.
func (p *Privileges) UnmarshalJSON(text []byte) error {
	var names []string
	if err := json.Unmarshal(text, &names); err != nil {
		return err
	}
	for _, name := range names {
		one := findPrivilege(name)
		if one == 0 {
			return fmt.Errorf("%q is no privilege", name)
		}
		*p |= one
	}
	return nil
}

// Grants are the privileges of a user. They are replaced, never changed.
type Grants struct {
	Global   Privileges
	Database Privileges            // on all tables of the database without a name, those to come as well
	Tables   map[string]Privileges // on tables and views by name, whether they are there or not

	Databases map[string]Privileges `json:",omitempty"` // as Database, by the names of others
}

// Everything is what somebody has who may do all.
func Everything() *Grants { return &Grants{Global: allRights} }

// In are the privileges that are given on a database, "" for the one without a name.
func (g *Grants) In(database string) Privileges {
	if database == "" {
		return g.Database
	}
	return g.Databases[database]
}

// on is what a user may do with a table.
func (r Rights) on(table string) Privileges {
	return (r.within(table) | r.Grants.Tables[table]) & onTables
}

// within is what a user may do in the database that a name is of.
func (r Rights) within(name string) Privileges {
	database, _ := roster.Split(name, r.databases)
	return r.Grants.Global | r.Grants.In(database)
}

// Rights are what the user of a session may do.
type Rights struct {
	Grants *Grants // nil: everything
	user   string  // as errors name it: 'ann'@'localhost'

	databases []string // that have a name
}

// All reports whether everything is allowed.
func (r Rights) All() bool { return r.Grants == nil }

// Need refuses a statement on a table for want of privileges.
func (r Rights) Need(p Privileges, table string) error {
	if r.Grants == nil || r.on(table)&p == p {
		return nil
	}
	missing := (p &^ r.on(table)).List()
	return parse.ErrorAt("", -1, parse.CodeDenied, "%s command denied to user %s for table '%s'", strings.Join(missing, ", "), r.user, table)
}

// NeedRoutine refuses a statement on a function for want of privileges, which functions have
// with the database.
func (r Rights) NeedRoutine(p Privileges, name string) error {
	if r.Grants == nil || r.within(name)&p == p {
		return nil
	}
	return parse.ErrorAt("", -1, parse.CodeNoFunctionRight, "%s command denied to user %s for routine '%s'", strings.Join(p.List(), ", "), r.user, name)
}

// NeedAny refuses who has no privilege on a table at all: it is as if it were not there.
func (r Rights) NeedAny(table string) error {
	if r.Sees(table) {
		return nil
	}
	return r.Need(Select, table)
}

// Sees reports whether there is any privilege on a table.
func (r Rights) Sees(table string) bool { return r.Grants == nil || r.on(table) != 0 }

// NeedGlobal refuses a statement for want of a privilege on the server.
func (r Rights) NeedGlobal(p Privileges) error {
	if r.Grants == nil || r.Grants.Global&p == p {
		return nil
	}
	return parse.ErrorAt("", -1, parse.CodeNoPrivilege, "Access denied; you need (at least one of) the %s privilege(s) for this operation", strings.Join(p.List(), ", "))
}

// MayGrant reports whether a user may give privileges at a level, since GRANT OPTION and they
// are among its own there. Who has no list of privileges was not given that one.
func (r Rights) MayGrant(level *ast.GrantLevel, p Privileges) bool {
	if r.Grants == nil {
		return false
	}
	has := r.Grants.Global
	if level.Level != ast.GrantLevelGlobal {
		has |= r.Grants.In(level.DBName)
	}
	if level.Level == ast.GrantLevelTable {
		has |= r.Grants.Tables[level.TableName]
	}
	return has&GrantOption != 0 && has&p == p
}

// NeedTemporary refuses to make a temporary table, which needs CREATE TEMPORARY TABLES, or
// CREATE, on its database.
func (r Rights) NeedTemporary(table string) error {
	if r.Grants == nil || r.within(table)&(Temporary|Create) != 0 {
		return nil
	}
	return parse.ErrorAt("", -1, parse.CodeDatabaseDenied, "Access denied for user %s to the database; you need the CREATE TEMPORARY TABLES privilege", r.user)
}

// NeedDatabase refuses a statement on a database with a name for want of privileges on all of it,
// or of any at all where p is 0. The database without a name is everybody's.
func (r Rights) NeedDatabase(p Privileges, database string) error {
	if database == "" || r.Grants == nil || p != 0 && (r.Grants.Global|r.Grants.In(database))&p == p || p == 0 && r.SeesDatabase(database) {
		return nil
	}
	return parse.ErrorAt("", -1, parse.CodeDatabaseDenied, "Access denied for user %s to database '%s'", r.user, database)
}

// SeesDatabase reports whether there is any privilege on a database or a table in it.
func (r Rights) SeesDatabase(database string) bool {
	if r.Grants == nil || (r.Grants.Global|r.Grants.In(database))&onDatabase != 0 {
		return true
	}
	for table := range r.Grants.Tables {
		if of, _ := roster.Split(table, r.databases); of == database {
			return true
		}
	}
	return false
}
