package define

import (
	"cmp"
	"fmt"
	"slices"

	"gsdms/plan"
)

// Key is a key of a table: the primary one, a UNIQUE or a foreign one.
type Key struct {
	Name    string
	Columns []int           // ordinals
	Foreign *plan.Reference // nil: the primary one, or a UNIQUE one
	numbers bool            // the foreign key's column has the numbers of rows
}

// Numbers reports whether it is a foreign key that is kept as the numbers of rows.
func (k Key) Numbers() bool { return k.numbers }

// Keys gives the keys of a table, the primary one first.
func Keys(t *plan.Table) (keys []Key) {
	if len(t.PrimaryKey) > 0 {
		keys = append(keys, Key{Name: primaryName, Columns: t.PrimaryKey})
	}
	for _, r := range t.Rules {
		if r.Check == "" {
			keys = append(keys, Key{Name: r.Name, Columns: r.Columns})
		}
	}
	numbers := foreignNumbers(t.ForeignKeys, t.References)
	for i, f := range t.ForeignKeys {
		r := plan.Reference{Name: f.Name, Number: numbers[i], Columns: []int{f.Column}, Table: f.Table, Others: []string{f.RefColumn}}
		if ref := t.Columns[f.Column].Ref; ref != nil {
			r.Database = ref.Table.Database
		}
		keys = append(keys, Key{foreignName(t, &r), r.Columns, &r, true})
	}
	for i := range t.References {
		r := &t.References[i]
		keys = append(keys, Key{foreignName(t, r), r.Columns, r, false})
	}
	return keys
}

// foreignName is what a foreign key is shown as.
func foreignName(t *plan.Table, r *plan.Reference) string {
	return cmp.Or(r.Name, fmt.Sprintf("%s_ibfk_%d", t.Own(), r.Number))
}

// foreignNumbers are the numbers of the foreign keys without a name that are numbers of rows: those that the
// others leave.
func foreignNumbers(keys []plan.ForeignKey, others []plan.Reference) []int {
	out, next := make([]int, len(keys)), 1
	for i, k := range keys {
		if k.Name != "" {
			continue
		}
		for slices.ContainsFunc(others, func(r plan.Reference) bool { return r.Number == next }) {
			next++
		}
		out[i] = next
		next++
	}
	return out
}

// KeyOf is a key, or an index, that begins with columns in their order, nil where there is none. A foreign key
// may refer to such columns.
func KeyOf(t *plan.Table, columns []int) *Key {
	begins := func(own []int) bool { return startsWith(own, columns) }
	for _, k := range Keys(t) {
		if k.Foreign == nil && begins(k.Columns) {
			return &k
		}
	}
	for _, x := range t.Indexes {
		if own := wholeParts(x); begins(own) {
			return &Key{Name: x.Name, Columns: own}
		}
	}
	return nil
}

// startsWith says whether a list begins with another one.
func startsWith[T comparable](list, with []T) bool {
	return len(list) >= len(with) && slices.Equal(list[:len(with)], with)
}

// wholeParts are the columns that an index begins with, all of them.
func wholeParts(x plan.Index) (out []int) {
	if x.Kind != "" {
		return nil
	}
	for _, p := range x.Parts {
		if p.Column < 0 || p.Length > 0 {
			break
		}
		out = append(out, p.Column)
	}
	return out
}

// primaryName is what the primary key is called where keys have names.
const primaryName = "PRIMARY"

// Primary reports whether it is the primary key.
func (k Key) Primary() bool { return k.Foreign == nil && k.Name == primaryName }

// KeyMark is PRI for a column of the primary key, UNI for one that is a UNIQUE key, and of a foreign
// one what it refers to.
func KeyMark(t *plan.Table, column int) string {
	if slices.Contains(t.PrimaryKey, column) {
		return "PRI"
	}
	if identifies(t, column) {
		return "PRI"
	}
	for _, r := range t.Rules {
		if r.Check == "" && slices.Equal(r.Columns, []int{column}) {
			return "UNI"
		}
	}
	for _, k := range t.ForeignKeys {
		if k.Column == column {
			return k.Table + "." + k.RefColumn
		}
	}
	if beginsKey(t, column) {
		return "MUL"
	}
	return ""
}

// beginsKey says whether an index, or a UNIQUE key of several columns, begins with a column.
func beginsKey(t *plan.Table, column int) bool {
	return slices.ContainsFunc(t.Indexes, func(x plan.Index) bool { return x.Parts[0].Column == column }) ||
		slices.ContainsFunc(t.Rules, func(r plan.Rule) bool { return r.Check == "" && r.Columns[0] == column })
}

// identifies says whether a column is of the first UNIQUE key without NULL, which is listed as the primary key
// where there is none.
func identifies(t *plan.Table, column int) bool {
	i := slices.IndexFunc(t.Rules, func(r plan.Rule) bool {
		return r.Check == "" && !slices.ContainsFunc(r.Columns, func(c int) bool { return t.Columns[c].Nullable })
	})
	return len(t.PrimaryKey) == 0 && i >= 0 && slices.Contains(t.Rules[i].Columns, column)
}

// ShortKey is PRI for a column of the primary key, UNI for one that is a UNIQUE key and MUL for a
// foreign key, and for the first column of an index.
func ShortKey(t *plan.Table, column int) string {
	switch mark := KeyMark(t, column); mark {
	case "", "PRI", "UNI":
		return mark
	}
	return "MUL"
}

// Referring is a foreign key that is a rule of another table and refers to a table; nil where there is none.
func Referring(tables interface {
	Tables() []string
	Table(name string) (*plan.Table, error)
}, name string) (*plan.Table, *Key) {
	for _, other := range tables.Tables() {
		t, err := tables.Table(other)
		if err != nil || other == name || len(t.References) == 0 {
			continue
		}
		for _, k := range Keys(t) {
			if k.Foreign != nil && !k.numbers && k.Foreign.Table == name {
				return t, &k
			}
		}
	}
	return nil, nil
}
