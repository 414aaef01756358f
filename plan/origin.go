package plan

import "slices"

// Origin says of which column in FROM a result's column has the values as they are. Of a query's
// rows nothing is said of keys and of values that a column makes.
type Origin struct {
	Alias    string // of the table in the query
	Table    string // the stored table or view within its database; "": rows of a query
	Database string // "": the one without a name
	Column   string // as the table calls it
	Declared bool   // all values are of the type that a stored column is declared with
	Keys     KeyRole
	Own      Own
	Demanded bool // an INSERT must give it a value: it is NOT NULL and has no default
}

// KeyRole says in which keys of its table a column is.
type KeyRole uint8

const (
	InKey      KeyRole = 1 << iota // in any
	InPrimary                      // in the primary one
	IsUnique                       // a UNIQUE one by itself
	BeginsMany                     // first in one whose values may come again: one of several columns, or a foreign one
)

// Has says whether a column has a role.
func (r KeyRole) Has(role KeyRole) bool { return r&role != 0 }

// Origin is that of a column of a stored table.
func (t *Table) Origin(alias string, column int) *Origin {
	c := &t.Columns[column]
	return &Origin{
		Alias: alias, Table: t.Own(), Database: t.Database, Column: c.Name, Declared: true,
		Keys: t.keyRole(column), Own: c.Own,
		Demanded: !c.Nullable && c.Default == nil && c.Formula == nil && !c.Own.Has(Numbered) && !c.Own.Has(DefaultsToNow),
	}
}

// keyRole is what keys a column is in. A foreign key is one of its own, as in InnoDB, unless
// another begins with the column.
func (t *Table) keyRole(column int) (role KeyRole) {
	if slices.Contains(t.PrimaryKey, column) {
		role = InKey | InPrimary
	}
	begins := len(t.PrimaryKey) > 0 && t.PrimaryKey[0] == column
	for _, r := range t.Rules {
		if r.Check != "" || !slices.Contains(r.Columns, column) {
			continue
		}
		role |= InKey
		switch {
		case r.Columns[0] != column:
		case len(r.Columns) == 1:
			role |= IsUnique
		default:
			role |= BeginsMany
		}
		begins = begins || r.Columns[0] == column
	}
	foreign := slices.ContainsFunc(t.ForeignKeys, func(k ForeignKey) bool { return k.Column == column })
	if foreign && !begins {
		role |= InKey | BeginsMany
	}
	return role
}
