package layout

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/plan/fault"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
)

// Layout says which field of a file goes to which column of a table, and what the columns have
// that none goes to. It is immutable.
type Layout struct {
	Table   store.Definition
	Fields  []int    // field -> column, -1: passed over
	Names   []string // of the fields: the column's name, else as given
	missing []constant
}

// New maps names (the wanted column of each field) to the table's columns.
func New(def store.Definition, names []string) (*Layout, error) {
	l := &Layout{Table: def, Names: names}
	used := make([]bool, len(def.Columns))
	for i, name := range names {
		if Skips(name) {
			l.Fields = append(l.Fields, -1)
			continue
		}
		ordinal := Find(def, name)
		if ordinal < 0 {
			return nil, noColumn(i, name, def)
		}
		if used[ordinal] {
			return nil, fmt.Errorf("field %d: column %s of table %s is given twice", i+1, name, def.Name)
		}
		used[ordinal] = true
		l.Fields = append(l.Fields, ordinal)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("table %s: no field to load", def.Name)
	}
	return l, l.fillMissing(used)
}

// Skips reports whether a list of columns passes over a field by this name.
func Skips(name string) bool { return name == "" || strings.HasPrefix(name, "@") }

// ByName maps the names that a file gives its fields.
func ByName(def store.Definition, fields []string) (*Layout, error) {
	l, err := New(def, fields)
	if err != nil && Unknown(def, fields) {
		err = fmt.Errorf("%w; a list of columns with @x in its place passes over it", err)
	}
	return l, err
}

// Unknown reports whether a file has names for columns that the table does not have.
func Unknown(def store.Definition, fields []string) bool {
	return slices.ContainsFunc(fields, func(f string) bool { return !Skips(f) && Find(def, f) < 0 })
}

// Find finds a column by its name in any case; -1: none.
func Find(def store.Definition, name string) int {
	for i, c := range def.Columns {
		if strings.EqualFold(c.Name, name) {
			return i
		}
	}
	return -1
}

// noColumn is the error for a field whose name the table does not have. It gives the
// names that there are, and the one that was probably meant.
func noColumn(field int, name string, def store.Definition) error {
	const shown = 20
	names := Names(def)
	hint := "it has " + strings.Join(names[:min(len(names), shown)], ", ")
	if n := len(names) - shown; n > 0 {
		hint += fmt.Sprintf(" and %d more", n)
	}
	if near := fault.Near(name, names); near != "" {
		hint += "; did you mean " + near + "?"
	}
	return fmt.Errorf("field %d is named %q, but table %s has no such column (%s)", field+1, malformed.Name(name), def.Name, hint)
}

// Names is the layout of a file that says nothing: the table's columns in order.
func Names(def store.Definition) []string {
	names := make([]string, len(def.Columns))
	for i, c := range def.Columns {
		names[i] = c.Name
	}
	return names
}

// Columns makes the columns of the table for a file with so many fields, as many as have names. void
// says what is NULL in those of doubles.
func (l *Layout) Columns(path string, fields int, void columns.Void) ([]*columns.Column, error) {
	if len(l.Fields) != fields {
		return nil, fmt.Errorf("load %s: %d columns are given, but the file has %d fields", path, len(l.Fields), fields)
	}
	var out []*columns.Column
	for _, c := range l.Table.Columns {
		one := columns.New(c)
		one.Void = void
		out = append(out, one)
	}
	return out, nil
}
