package define

import (
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
		keys = append(keys, Key{"PRIMARY", t.PrimaryKey, nil})
	}
	for _, r := range t.Rules {
		if r.Check == "" {
			keys = append(keys, Key{r.Name, r.Columns, nil})
		}
	}
	for i := range t.ForeignKeys {
		k := &t.ForeignKeys[i]
		keys = append(keys, Key{fmt.Sprintf("%s_ibfk_%d", t.Own(), i+1), []int{k.Column}, k})
	}
	return keys
}

// Primary reports whether it is the primary key.
func (k Key) Primary() bool { return k.Foreign == nil && k.Name == "PRIMARY" }

// KeyMark is PRI for a column of the primary key, UNI for one that is a UNIQUE key, and of a foreign
// one what it refers to.
func KeyMark(t *plan.Table, column int) string {
	if slices.Contains(t.PrimaryKey, column) {
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
	return ""
}

// ShortKey is PRI for a column of the primary key, UNI for one that is a UNIQUE key and MUL for a
// foreign key.
func ShortKey(t *plan.Table, column int) string {
	switch mark := KeyMark(t, column); mark {
	case "", "PRI", "UNI":
		return mark
	}
	return "MUL"
}
