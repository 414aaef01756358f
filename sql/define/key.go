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
	Columns []int            // ordinals
	Foreign *plan.ForeignKey // nil: the primary one, or a UNIQUE one
}

// Keys gives the keys of a table, the primary one first.
func Keys(t *plan.Table) (keys []Key) {
	if len(t.PrimaryKey) > 0 {
		keys = append(keys, Key{primaryName, t.PrimaryKey, nil})
	}
	for _, r := range t.Rules {
		if r.Check == "" {
			keys = append(keys, Key{r.Name, r.Columns, nil})
		}
	}
	unnamed := 0
	for i := range t.ForeignKeys {
		k := &t.ForeignKeys[i]
		if k.Name == "" {
			unnamed++
		}
		keys = append(keys, Key{cmp.Or(k.Name, fmt.Sprintf("%s_ibfk_%d", t.Own(), unnamed)), []int{k.Column}, k})
	}
	return keys
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
