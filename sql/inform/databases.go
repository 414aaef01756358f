package inform

import (
	"slices"
	"strings"

	"gsdms/sql/account"
)

// database is one that describes the other.
type database struct {
	name   string
	tables func() []described
	users  bool // its tables tell of users, and so are for who may read all databases
}

// databases lists them; all but the first have the tables that tools insist on, and are in no
// list of databases.
func databases() []database {
	return []database{
		{informationSchema, describedTables, false},
		{"performance_schema", performanceTables, false},
		{"mysql", systemTables, true},
		{"sys", sysTables, false},
	}
}

// informationSchema is the database that the standard has for what there is.
const informationSchema = "information_schema"

// findDatabase gives a database by name in any case.
func findDatabase(name string) (database, bool) {
	all := databases()
	at := slices.IndexFunc(all, func(d database) bool { return strings.EqualFold(d.name, name) })
	if at < 0 {
		return database{}, false
	}
	return all[at], true
}

// IsSchema reports whether a database is one that describes the other.
func IsSchema(name string) bool {
	_, ok := findDatabase(name)
	return ok
}

// Listed are the tables of a database that TABLES does not list, by name.
func Listed(schema string) (names []string) {
	d, ok := findDatabase(schema)
	if !ok || d.name == informationSchema {
		return nil
	}
	for _, t := range d.tables() {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return names
}

// mayRead refuses tables of users to who may not read all databases.
func (d database) mayRead(r account.Rights, table string) error {
	if !d.users || !r.All() && r.Grants.Global&account.Select != 0 {
		return nil
	}
	return r.Need(account.Select, table)
}
