package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
)

// layout says which field of a file goes to which column of a table, and what the columns have
// that none goes to. It is immutable.
type layout struct {
	table   store.Definition
	fields  []int    // field -> column, -1: passed over
	names   []string // of the fields: the column's name, else as given
	missing []constant
}

// newLayout maps names (the wanted column of each field) to the table's columns.
func newLayout(def store.Definition, names []string) (*layout, error) {
	l := &layout{table: def, names: names}
	used := make([]bool, len(def.Columns))
	for i, name := range names {
		if goesNowhere(name) {
			l.fields = append(l.fields, -1)
			continue
		}
		ordinal := findColumn(def, name)
		if ordinal < 0 {
			return nil, noColumn(i, name, def)
		}
		if used[ordinal] {
			return nil, fmt.Errorf("field %d: column %s of table %s is given twice", i+1, name, def.Name)
		}
		used[ordinal] = true
		l.fields = append(l.fields, ordinal)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("table %s: no field to load", def.Name)
	}
	return l, l.fillMissing(used)
}

// goesNowhere reports whether a list of columns passes over a field by this name.
func goesNowhere(name string) bool { return name == "" || strings.HasPrefix(name, "@") }

// layoutByName maps the names that a file gives its fields.
func layoutByName(def store.Definition, fields []string) (*layout, error) {
	l, err := newLayout(def, fields)
	if err != nil && hasUnknown(def, fields) {
		err = fmt.Errorf("%w; a list of columns with @x in its place passes over it", err)
	}
	return l, err
}

// hasUnknown reports whether a file has names for columns that the table does not have.
func hasUnknown(def store.Definition, fields []string) bool {
	return slices.ContainsFunc(fields, func(f string) bool { return !goesNowhere(f) && findColumn(def, f) < 0 })
}

// fillMissing finds what goes into the columns that no field goes to.
func (l *layout) fillMissing(used []bool) error {
	for ordinal, c := range l.table.Columns {
		if used[ordinal] {
			continue
		}
		if c.Default == nil && !c.Nullable {
			return fmt.Errorf("no field goes to column %s of table %s, which is NOT NULL and has no default",
				c.Name, l.table.Name)
		}
		m := constant{column: ordinal, null: c.Default == nil || c.Default.IsNull()}
		if !m.null {
			m.text = defaultText(*c.Default)
		}
		col := columns.New(c)
		col.Begin(1)
		if m.null && !col.SetNull(0) || !m.null && !col.SetText(0, m.text) {
			return fmt.Errorf("default %q of column %s: expected %s", m.text, c.Name, col.Wanted())
		}
		l.missing = append(l.missing, m)
	}
	return nil
}

// defaultText spells a declared default as a field of a file.
func defaultText(v plan.Value) []byte {
	switch v.Kind {
	case plan.Double:
		return strconv.AppendFloat(nil, v.Float, 'g', -1, 64)
	case plan.String:
		return []byte(v.Text)
	case plan.Decimal:
		return []byte(v.Dec.Text('f'))
	case plan.Unsigned, plan.Date, plan.DateTime, plan.Time:
		return []byte(v.String())
	}
	return strconv.AppendInt(nil, v.Int, 10)
}

// findColumn finds a column by its name in any case; -1: none.
func findColumn(def store.Definition, name string) int {
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
	names := allColumns(def)
	hint := "it has " + strings.Join(names[:min(len(names), shown)], ", ")
	if n := len(names) - shown; n > 0 {
		hint += fmt.Sprintf(" and %d more", n)
	}
	if near := fault.Near(name, names); near != "" {
		hint += "; did you mean " + near + "?"
	}
	return fmt.Errorf("field %d is named %q, but table %s has no such column (%s)", field+1, malformed.Name(name), def.Name, hint)
}

// allColumns is the layout of a file that says nothing: the table's columns in order.
func allColumns(def store.Definition) []string {
	names := make([]string, len(def.Columns))
	for i, c := range def.Columns {
		names[i] = c.Name
	}
	return names
}

// constant fills a column that no field goes to.
type constant struct {
	column int
	text   []byte
	null   bool
}

// fill repeats a constant that was checked when the layout was made.
func (m constant) fill(c *columns.Column, rows int) {
	for row := range rows {
		if m.null {
			c.SetNull(row)
		} else {
			c.SetText(row, m.text)
		}
	}
}

// columns makes the columns of the table for a file with so many fields, as many as have names. With
// nan what is no number is NULL in those of doubles.
func (l *layout) columns(path string, fields int, nan bool) ([]*columns.Column, error) {
	if len(l.fields) != fields {
		return nil, fmt.Errorf("load %s: %d columns are given, but the file has %d fields", path, len(l.fields), fields)
	}
	var out []*columns.Column
	for _, c := range l.table.Columns {
		one := columns.New(c)
		one.NaN = nan
		out = append(out, one)
	}
	return out, nil
}

// target is one field of a file on its way to a column.
type target struct {
	Field  int
	Column int // of the table
	Kind   plan.Kind
	Scale  int
	Keyed  bool // a Decimal whose values are keys
	Bytes  bool // a String whose texts are bytes
}

// coded reports whether values go as codes of texts.
func (t target) coded() bool { return t.Kind == plan.String || t.Keyed }

// targets gives the fields that go to a column.
func (l *layout) targets() []target {
	var out []target
	for field, ordinal := range l.fields {
		if ordinal >= 0 {
			t := l.table.Columns[ordinal].Type
			out = append(out, target{Field: field, Column: ordinal, Kind: t.Kind, Scale: t.Scale, Keyed: t.Keyed(), Bytes: t.Bytes()})
		}
	}
	return out
}

// fill fills the first rows of those columns of the table that no field goes to.
func (l *layout) fill(columns []*columns.Column, rows int) {
	for _, m := range l.missing {
		m.fill(columns[m.column], rows)
	}
}

// complete gives a batch the columns that no field goes to.
func (l *layout) complete(b *store.Batch) {
	for _, m := range l.missing {
		b.Columns[m.column], _ = l.constant(m.column, b.Rows)
	}
}

// constant gives so many rows of a column that no field goes to; false: one does.
func (l *layout) constant(ordinal, rows int) (store.BatchColumn, bool) {
	for _, m := range l.missing {
		if m.column == ordinal {
			c := columns.New(l.table.Columns[ordinal])
			c.Begin(rows)
			m.fill(c, rows)
			return c.End(rows), true
		}
	}
	return store.BatchColumn{}, false
}
