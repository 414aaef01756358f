package rules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/manifest"
	"gsdms/sql/define"
	"gsdms/sql/parse"
)

// reference holds a foreign key: the other table has a key of its columns, and each row without a NULL in its
// own has a partner there. What was broken before, while foreign_key_checks was off, may stay so, as in MySQL.
func (h *Held) reference(t *plan.Table, r manifest.AskedReference) error {
	f := foreign{Held: h, t: t, AskedReference: r}
	for _, k := range define.Keys(t) {
		if k.Foreign != nil && !k.Numbers() && k.Foreign.Name == r.Name && k.Foreign.Number == r.Number {
			f.name, f.Reference = k.Name, *k.Foreign
		}
	}
	to, err := h.After.View.Table(r.Table)
	var none *store.UnknownTableError
	if errors.As(err, &none) {
		return f.missing()
	}
	if err != nil {
		return err
	}
	err = f.checkKey(to)
	if _, old := h.Before.View.Table(r.Table); err != nil && !r.New && errors.As(old, &none) {
		return broken(parse.CodeNoForeign, "Cannot add foreign key constraint: foreign key %s of table %s refers to %s: %s", f.name, t.Own(), f.Own(), err)
	}
	if err != nil || h.Unchecked || t.Count() == 0 {
		return err
	}
	return f.checkRows(to)
}

// foreign is a foreign key that is held.
type foreign struct {
	*Held
	manifest.AskedReference
	t    *plan.Table
	name string
}

// missing is the error where the other table is not there.
func (f *foreign) missing() error {
	own := f.Own()
	switch {
	case f.Unchecked:
		return nil
	case f.New:
		return broken(parse.CodeNoReferencedTable, "Failed to open the referenced table '%s'", own)
	case f.Gone:
		return broken(parse.CodeReferenced, "Cannot drop table '%s' referenced by a foreign key constraint '%s' on table '%s'.", own, f.name, f.t.Own())
	case f.t.Count() == 0:
		return nil
	}
	return f.checkRows(nil)
}

// checkKey refuses a foreign key to columns that are not there, are of other types, or that no key begins with.
func (f *foreign) checkKey(to *plan.Table) error {
	var columns []int
	for k, i := range f.Columns {
		own := f.t.Columns[i]
		j := define.Ordinal(to.Shown(), f.Others[k])
		if j < 0 && !f.New {
			return broken(parse.CodeColumnReferenced, "Cannot drop column '%s': needed in a foreign key constraint '%s' of table '%s'", f.Others[k], f.name, f.t.Own())
		}
		if j < 0 {
			return broken(parse.CodeNoReferencedColumn, "Failed to add the foreign key constraint. Missing column '%s' for constraint '%s' in the referenced table '%s'", f.Others[k], f.name, to.Own())
		}
		if !alike(own.Type, to.Columns[j].Type) {
			return broken(parse.CodeUnlikeKeys, "Referencing column '%s' and referenced column '%s' in foreign key constraint '%s' are incompatible.", own.Name, to.Columns[j].Name, f.name)
		}
		columns = append(columns, j)
	}
	if define.KeyOf(to, columns) != nil {
		return nil
	}
	if before, err := f.Before.View.Table(f.Table); err == nil && f.Gone {
		if key := define.KeyOf(before, ordinals(before, f.Others)); key != nil {
			return broken(parse.CodeKeyReferenced, "Cannot drop index '%s': needed in a foreign key constraint", key.Name)
		}
	}
	return broken(parse.CodeNoReferencedKey, "Failed to add the foreign key constraint. Missing index for constraint '%s' in the referenced table '%s'", f.name, to.Own())
}

func ordinals(t *plan.Table, names []string) (out []int) {
	for _, name := range names {
		out = append(out, define.Ordinal(t.Shown(), name))
	}
	return out
}

// alike says whether values of two types can be a key and what refers to it.
func alike(a, b plan.Type) bool {
	whole := func(t plan.Type) bool { return t.Kind == plan.Int || t.Kind == plan.Unsigned || t.Kind == plan.Bool }
	switch {
	case whole(a) && whole(b):
		return a.Kind == b.Kind && a.Min == b.Min && a.Max == b.Max || a.Kind == plan.Bool || b.Kind == plan.Bool
	case a.Kind == plan.Decimal && b.Kind == plan.Decimal:
		return a.Precision == b.Precision && a.Scale == b.Scale
	}
	return a.Kind == b.Kind
}

// checkRows looks for a row without a partner; to is nil where there is no other table.
func (f *foreign) checkRows(to *plan.Table) error {
	list, rest := orphans(f.t, f.Reference, to)
	found, err := f.After.first("SELECT " + list + rest + " LIMIT 1")
	if err != nil || found == nil {
		return err
	}
	if !f.New {
		more, err := f.more(list, rest)
		if err != nil || !more {
			return err
		}
	}
	if f.Gone {
		return broken(parse.CodeParentRow, "Cannot delete or update a parent row: a foreign key constraint fails (%s)", f.text())
	}
	return broken(parse.CodeChildRow, "Cannot add or update a child row: a foreign key constraint fails (%s)", f.text())
}

// orphans is the part of a query for rows without a partner from FROM on, and the columns that it lists.
func orphans(t *plan.Table, r plan.Reference, to *plan.Table) (list, rest string) {
	var own, where, same []string
	for k, i := range r.Columns {
		name := "c." + parse.QuoteName(t.Columns[i].Name)
		own, where = append(own, name), append(where, name+" IS NOT NULL")
		same = append(same, "p."+parse.QuoteName(r.Others[k])+" = "+name)
	}
	if to != nil {
		where = append(where, "NOT EXISTS (SELECT 1 FROM "+named(to)+" p WHERE "+strings.Join(same, " AND ")+")")
	}
	return strings.Join(own, ", "), " FROM " + named(t) + " c WHERE " + strings.Join(where, " AND ")
}

// more says whether there are more rows without a partner of some key than before the change.
func (f *foreign) more(list, rest string) (bool, error) {
	counts := func(in Tables, list, rest string) (map[string]int, error) {
		rows, err := in.Rows("SELECT " + list + ", COUNT(*)" + rest + " GROUP BY " + list)
		out := make(map[string]int, len(rows))
		for _, row := range rows {
			last := len(row) - 1
			n, _ := strconv.Atoi(row[last])
			out[fmt.Sprintf("%q", row[:last])] = n
		}
		return out, err
	}
	after, err := counts(f.After, list, rest)
	if err != nil {
		return false, err
	}
	t, err := f.Before.View.Table(f.t.Name)
	if err != nil {
		return true, nil // it had another name
	}
	at := slices.IndexFunc(t.References, func(o plan.Reference) bool { return o.Name == f.Name && o.Number == f.Number })
	if at < 0 {
		return true, nil
	}
	to, err := f.Before.View.Table(t.References[at].Table)
	var none *store.UnknownTableError
	if err != nil && !errors.As(err, &none) {
		return false, err
	}
	list, rest = orphans(t, t.References[at], to)
	before, err := counts(f.Before, list, rest)
	for key, n := range after {
		if n > before[key] {
			return true, err
		}
	}
	return false, err
}

// text is the foreign key as errors tell it.
func (f *foreign) text() string {
	database := cmp.Or(f.t.Database, f.Held.Database)
	return parse.QuoteName(database) + "." + parse.QuoteName(f.t.Own()) + ", " + define.ForeignText(f.t, f.name, &f.Reference)
}

type unchecked struct{}

// Unchecked is ctx for a statement while foreign_key_checks is off.
func Unchecked(ctx context.Context) context.Context { return context.WithValue(ctx, unchecked{}, true) }

// IsUnchecked says whether a change is made while foreign_key_checks is off.
func IsUnchecked(ctx context.Context) bool { return ctx.Value(unchecked{}) != nil }
