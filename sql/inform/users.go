package inform

import (
	"cmp"
	"maps"
	"slices"

	"gsdms/sql/account"
)

// eachGrant visits the users whose privileges may be seen: one's own, or those of all users by who
// may do everything.
func (d *describer) eachGrant(visit func(grantee string, g *account.Grants)) {
	for _, name := range slices.Sorted(maps.Keys(d.Users)) {
		if d.Rights.All() || name == d.User {
			visit("'"+name+"'@'%'", d.Users[name].Granted())
		}
	}
}

func (d *describer) userPrivileges() {
	d.eachGrant(func(grantee string, g *account.Grants) {
		for _, p := range orUsage(g.Global) {
			d.Add(grantee, catalogName, p, grantable(g.Global))
		}
	})
}

// orUsage spells privileges, or that there are none.
func orUsage(p account.Privileges) []string {
	if p&^account.GrantOption == 0 {
		return []string{"USAGE"}
	}
	return without(p)
}

// without spells privileges without GRANT OPTION, which is told of each of them.
func without(p account.Privileges) []string { return (p &^ account.GrantOption).List() }

func grantable(p account.Privileges) string { return yesNo(p&account.GrantOption != 0) }

func (d *describer) schemaPrivileges() {
	d.eachGrant(func(grantee string, g *account.Grants) {
		for _, database := range databasesOf(g) {
			for _, p := range without(g.In(database)) {
				d.Add(grantee, catalogName, cmp.Or(database, d.Database), p, grantable(g.In(database)))
			}
		}
	})
}

// databasesOf lists the databases on which there may be privileges, "" for the one without a name.
func databasesOf(g *account.Grants) []string {
	return append([]string{""}, slices.Sorted(maps.Keys(g.Databases))...)
}

func (d *describer) tablePrivileges() {
	d.eachGrant(func(grantee string, g *account.Grants) {
		for _, table := range slices.Sorted(maps.Keys(g.Tables)) {
			for _, p := range without(g.Tables[table]) {
				database, own := d.Named(table)
				d.Add(grantee, catalogName, database, own, p, grantable(g.Tables[table]))
			}
		}
	})
}
