package define

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// declaring is a definition of the columns that a step sees, with the keys that are there by then, so that
// others get other names: see onlyNew.
func (a *Altered) declaring(columns ...plan.Column) *store.Definition {
	d := &store.Definition{Name: a.Name, Columns: columns, Rules: a.knownRules()}
	for _, x := range a.indexes {
		known := x.Index
		known.Parts = []plan.IndexPart{{Column: Ordinal(columns, x.columns[0])}}
		d.Indexes = append(d.Indexes, known)
	}
	a.putForeign(d)
	return d
}

// onlyNew takes away the keys that were there when a step began.
func (a *Altered) onlyNew(d *store.Definition) {
	numbers := 0
	for _, k := range a.foreign {
		if k.numbers {
			numbers++
		}
	}
	d.ForeignKeys, d.References = d.ForeignKeys[numbers:], d.References[len(a.foreign)-numbers:]
	d.Rules, d.Indexes = d.Rules[len(a.rules):], d.Indexes[len(a.indexes):]
}

// addForeign takes the foreign keys of what a step declares.
func (a *Altered) addForeign(d *store.Definition) {
	for _, f := range d.ForeignKeys {
		r := plan.Reference{Name: f.Name, Table: f.Table, Others: []string{f.RefColumn}}
		a.foreign = append(a.foreign, alteredKey{r, "", namesOf(d.Columns, []int{f.Column}), true})
	}
	for _, r := range d.References {
		a.foreign = append(a.foreign, alteredKey{r, "", namesOf(d.Columns, r.Columns), false})
	}
}

// putForeign gives a definition the foreign keys, whose columns may have got other places. Those to the table
// itself have its new name.
func (a *Altered) putForeign(d *store.Definition) {
	for _, k := range a.foreign {
		r := k.Reference
		r.Columns = nil
		for _, name := range k.columns {
			r.Columns = append(r.Columns, Ordinal(d.Columns, name))
		}
		if r.Table == a.table.Name {
			r.Table = a.Name
		}
		if k.numbers {
			d.ForeignKeys = append(d.ForeignKeys, plan.ForeignKey{Name: r.Name, Column: r.Columns[0], Table: r.Table, RefColumn: r.Others[0]})
		} else {
			d.References = append(d.References, r)
		}
	}
}

// notForeign refuses that a column goes which a foreign key of the table needs that is a rule.
func (a *Altered) notForeign(at *ast.ColumnName, column string) error {
	for _, k := range a.foreign {
		if !k.numbers && slices.Contains(k.columns, column) {
			return a.ErrorAt(at, parse.CodeColumnOfForeign, "Cannot drop column '%s': needed in a foreign key constraint '%s'", column, a.foreignShown(&k))
		}
	}
	return nil
}

// foreignShown is the name that a foreign key is shown as.
func (a *Altered) foreignShown(k *alteredKey) string {
	if k.shown != "" {
		return k.shown
	}
	return foreignName(a.table, &k.Reference)
}

// foreignRenamed has the foreign keys of a column follow it, and those of the table to itself.
func (a *Altered) foreignRenamed(was, now string) {
	for i := range a.foreign {
		k := &a.foreign[i]
		if at := slices.Index(k.columns, was); at >= 0 {
			k.columns[at] = now
		}
		if at := slices.Index(k.Others, was); at >= 0 && k.Table == a.table.Name {
			k.Others = slices.Clone(k.Others)
			k.Others[at] = now
		}
	}
}

// dropForeign drops a foreign key. Its index stays, as in MySQL.
func (a *Altered) dropForeign(name string) error {
	i := a.foreignAt(name)
	if i < 0 {
		return a.ErrorAt(a.at, parse.CodeCannotDrop, "Can't DROP '%s'; check that column/key exists", name)
	}
	a.foreign = slices.Delete(a.foreign, i, i+1)
	return nil
}

// foreignAt is the place of a foreign key by its name, the one that information_schema says where it has
// none, or by that of its column; -1 where there is none.
func (a *Altered) foreignAt(name string) int {
	if i := slices.IndexFunc(a.foreign, func(k alteredKey) bool { return strings.EqualFold(k.shown, name) }); i >= 0 {
		return i
	}
	if i := slices.IndexFunc(a.foreign, func(k alteredKey) bool { return name != "" && strings.EqualFold(k.Name, name) }); i >= 0 {
		return i
	}
	return slices.IndexFunc(a.foreign, func(k alteredKey) bool { return len(k.columns) == 1 && strings.EqualFold(k.columns[0], name) })
}
