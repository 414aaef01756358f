package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
)

// layout says which field of a file goes to which column of the table. It is
// immutable.
type layout struct {
	definition store.Definition
	fields     []int    // field -> column, -1: passed over
	names      []string // of the fields: the column's name, else as given
	missing    []constant
}

// newLayout maps names (the wanted column of each field) to the table's columns.
func newLayout(def store.Definition, names []string) (*layout, error) {
	l := &layout{definition: def, names: names}
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

// columns makes the columns of the table for a file with so many fields, as many as have names.
func (l *layout) columns(path string, fields int, opts Options) ([]*column, error) {
	if len(l.fields) != fields {
		return nil, fmt.Errorf("load %s: %d columns are given, but the file has %d fields", path, len(l.fields), fields)
	}
	var out []*column
	for _, c := range l.definition.Columns {
		one := newColumn(c)
		one.nan = opts.nanIsNull()
		out = append(out, one)
	}
	return out, nil
}

// nanIsNull reports whether a text that is NULL is that of a double that is no number.
func (o Options) nanIsNull() bool {
	return slices.ContainsFunc(append([]string{o.NullText}, o.Nulls...), func(text string) bool { return strings.EqualFold(text, "NaN") })
}

// goesNowhere reports whether a list of columns passes over a field by this name.
func goesNowhere(name string) bool { return name == "" || strings.HasPrefix(name, "@") }

// without gives names of fields with none in place of those that are passed over.
func (o Options) without(names []string) []string {
	if o.Others == nil {
		return names
	}
	out := slices.Clone(names)
	for i, name := range names {
		if slices.ContainsFunc(o.Others, func(other string) bool { return strings.EqualFold(other, name) }) {
			out[i] = ""
		}
	}
	return out
}

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
	for ordinal, c := range l.definition.Columns {
		if used[ordinal] {
			continue
		}
		if c.Default == nil && !c.Nullable {
			return fmt.Errorf("no field goes to column %s of table %s, which is NOT NULL and has no default",
				c.Name, l.definition.Name)
		}
		m := constant{column: ordinal, null: c.Default == nil || c.Default.IsNull()}
		if !m.null {
			m.text = defaultText(*c.Default)
		}
		col := newColumn(c)
		col.begin(1)
		if m.null && !col.setNull(0) || !m.null && !col.setText(0, m.text) {
			return fmt.Errorf("default %q of column %s: expected %s", m.text, c.Name, col.wanted())
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

// blockSize is the size of a block, smaller where few bytes of a file make rows of
// many columns, or where the first rows do.
func (l *layout) blockSize(opts Options) int {
	if opts.block > 0 {
		return opts.block
	}
	if opts.First > 0 {
		return leastBlockBytes
	}
	return max(leastBlockBytes, blockBytes*len(l.fields)/max(len(l.fields), len(l.definition.Columns)))
}
