package sql

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// privileges are what somebody may do, a bit for each.
type privileges uint16

// The privileges, in the order in which they are listed.
const (
	maySelect privileges = 1 << iota
	mayInsert
	mayCreate
	mayDrop
	mayFile    // statements read and write files of the server
	mayProcess // the statements of others are seen
	mayDelete
	mayUpdate
	mayAlter
	mayExecute // functions of users are called

	onTables   = maySelect | mayInsert | mayCreate | mayDrop | mayDelete | mayUpdate | mayAlter // what a table can have
	onDatabase = onTables | mayExecute
	onServer   = mayFile | mayProcess
	allRights  = onDatabase | onServer
)

// privilegeNames spells the bits.
var privilegeNames = [...]string{"SELECT", "INSERT", "CREATE", "DROP", "FILE", "PROCESS", "DELETE", "UPDATE", "ALTER", "EXECUTE"}

// list spells the privileges one by one.
func (p privileges) list() []string {
	out := []string{}
	for i, name := range privilegeNames {
		if p>>i&1 != 0 {
			out = append(out, name)
		}
	}
	return out
}

// findPrivilege is the opposite of list for one, 0 for a name that is none.
func findPrivilege(name string) privileges {
	if i := slices.Index(privilegeNames[:], strings.ToUpper(name)); i >= 0 {
		return 1 << i
	}
	return 0
}

// MarshalJSON writes the names.
func (p privileges) MarshalJSON() ([]byte, error) { return json.Marshal(p.list()) }

// UnmarshalJSON reads them.
func (p *privileges) UnmarshalJSON(text []byte) error {
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

// grants are the privileges of a user. They are replaced, never changed.
type grants struct {
	Global   privileges
	Database privileges            // on all tables, those to come as well
	Tables   map[string]privileges // on tables and views by name, whether they are there or not
}

// on is what a user may do with a table.
func (g *grants) on(table string) privileges {
	return (g.Global | g.Database | g.Tables[table]) & onTables
}

// rights are what the user of a session may do.
type rights struct {
	grants   *grants // nil: everything
	user     string  // as errors name it: 'ann'@'localhost'
	inSchema bool    // names without a database are of one that describes the other
}

// rights are those of the user as they are now. Sessions of this process, of the user that
// it runs as, and of all where there are no users may do everything.
func (s *Session) rights() rights {
	r := rights{inSchema: s.settings.Database != ""}
	if s.client == nil || s.client.Owner {
		return r
	}
	u := s.engine.users
	u.mu.RLock()
	defer u.mu.RUnlock()
	if len(u.byName) == 0 {
		return r
	}
	name := *s.user.Load()
	r.user = fmt.Sprintf("'%s'@'%s'", name, s.client.Host)
	if known, ok := u.byName[name]; ok {
		r.grants = known.Grants
	} else {
		r.grants = &grants{} // dropped, or made by nobody, since it came
	}
	return r
}

// names gives what names mean to a statement of the session.
func (s *Session) names(ctx context.Context, view *store.View) *names {
	n := s.engine.names(ctx, view)
	n.rights = s.rights()
	return n
}

// mayRead refuses what a statement may not read.
func (r rights) mayRead(what reading) error {
	if what.function {
		return r.needRoutine(mayExecute, what.name)
	}
	if what.file {
		return r.needGlobal(mayFile)
	}
	return r.need(maySelect, what.name)
}

// need refuses a statement on a table for want of privileges.
func (r rights) need(p privileges, table string) error {
	if r.grants == nil || r.grants.on(table)&p == p {
		return nil
	}
	missing := (p &^ r.grants.on(table)).list()
	return parse.ErrorAt("", -1, parse.CodeDenied, "%s command denied to user %s for table '%s'", strings.Join(missing, ", "), r.user, table)
}

// needRoutine refuses a statement on a function for want of privileges, which functions have
// with the database.
func (r rights) needRoutine(p privileges, name string) error {
	if r.grants == nil || (r.grants.Global|r.grants.Database)&p == p {
		return nil
	}
	return parse.ErrorAt("", -1, parse.CodeNoFunctionRight, "%s command denied to user %s for routine '%s'", strings.Join(p.list(), ", "), r.user, name)
}

// needAny refuses who has no privilege on a table at all: it is as if it were not there.
func (r rights) needAny(table string) error {
	if r.sees(table) {
		return nil
	}
	return r.need(maySelect, table)
}

// sees reports whether there is any privilege on a table.
func (r rights) sees(table string) bool { return r.grants == nil || r.grants.on(table) != 0 }

// needGlobal refuses a statement for want of a privilege on the server.
func (r rights) needGlobal(p privileges) error {
	if r.grants == nil || r.grants.Global&p == p {
		return nil
	}
	return parse.ErrorAt("", -1, parse.CodeNoPrivilege, "Access denied; you need (at least one of) the %s privilege(s) for this operation", strings.Join(p.list(), ", "))
}
