package roster

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/pushscan/store/manifest"
)

// A catalog has one database without a name of its own, and may have others. What is in one of
// these has its name before the own one, and a dot between: all tables are in one catalog, so a
// view is of one moment of all databases, and a change of several is one change.

// Split gives the database that a name is of, "" for the one without a name, and the name in it.
func Split(name string, databases []string) (database, own string) {
	if at := strings.IndexByte(name, '.'); at > 0 && slices.Contains(databases, name[:at]) {
		return name[:at], name[at+1:]
	}
	return "", name
}

// Join is the opposite of Split.
func Join(database, own string) string {
	if database == "" {
		return own
	}
	return database + "." + own
}

// Find gives the place of a table, or -1. Names are case-sensitive.
func (r *Roster) Find(name string) int {
	return slices.IndexFunc(r.Tables, func(t Entry) bool { return t.Name == name })
}

// Holds says whether a table lives in the folder.
func (r *Roster) Holds(folder string) bool {
	return slices.ContainsFunc(r.Tables, func(t Entry) bool { return t.Folder == folder })
}

// Query finds a query by name, nil if there is none. Names are case-sensitive.
func (r *Roster) Query(name string) *Query {
	for _, q := range r.Queries {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// Function finds a function by name, nil if there is none.
func (r *Roster) Function(name string) *Function {
	for _, f := range r.Functions {
		if strings.EqualFold(f.Name, name) {
			return f
		}
	}
	return nil
}

// Within lists the names of tables, queries and functions that are of a database.
func (r *Roster) Within(database string) (names []string) {
	for _, t := range r.Tables {
		names = append(names, t.Name)
	}
	for _, q := range r.Queries {
		names = append(names, q.Name)
	}
	for _, f := range r.Functions {
		names = append(names, f.Name)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		of, _ := Split(name, []string{database})
		return of != database
	})
}

// CheckName refuses a name that what is made cannot have: in a database either part of it is one.
func (r *Roster) CheckName(what, name string) error {
	_, own := Split(name, r.Databases)
	return manifest.CheckName(what, own)
}

// CheckDatabase refuses a name that a database cannot have.
func CheckDatabase(name string) error {
	if err := manifest.CheckName("database", name); err != nil {
		return err
	}
	if strings.Contains(name, ".") {
		return fmt.Errorf("the name %q of a database contains a dot", name)
	}
	return nil
}

// checkDatabases refuses names that are none.
func (r *Roster) checkDatabases() error {
	for i, name := range r.Databases {
		if CheckDatabase(name) != nil || slices.Index(r.Databases, name) != i {
			return fmt.Errorf("database %q is not a valid entry", name)
		}
	}
	return nil
}
