package inform

import (
	"cmp"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/sql/define"
)

func (d *describer) keyColumns() {
	d.each(func(t *plan.Table) {
		for _, k := range define.Keys(t) {
			for i, c := range k.Columns {
				cells := []any{catalogName, d.of(t), k.Name, catalogName, d.of(t), t.Own(), t.Columns[c].Name, i + 1}
				if k.Foreign != nil {
					database, own := d.Named(k.Foreign.Table)
					cells = append(cells, i+1, database, own, k.Foreign.Others[i])
				}
				d.Add(cells...)
			}
		}
	})
}

func (d *describer) constraints() {
	d.each(func(t *plan.Table) {
		for _, k := range define.Keys(t) {
			kind := "UNIQUE"
			switch {
			case k.Primary():
				kind = "PRIMARY KEY"
			case k.Foreign != nil:
				kind = "FOREIGN KEY"
			}
			d.Add(catalogName, d.of(t), k.Name, d.of(t), t.Own(), kind, "YES")
		}
		for _, r := range t.Rules {
			if r.Check != "" {
				d.Add(catalogName, d.of(t), r.Name, d.of(t), t.Own(), "CHECK", yesNo(!r.Idle))
			}
		}
	})
}

func (d *describer) checks() {
	d.each(func(t *plan.Table) {
		for _, r := range t.Rules {
			if r.Check != "" {
				d.Add(catalogName, d.of(t), r.Name, define.Listed(r.Check))
			}
		}
	})
}

func (d *describer) references() {
	d.each(func(t *plan.Table) {
		for _, k := range define.Keys(t) {
			if k.Foreign != nil {
				database, own := d.Named(k.Foreign.Table)
				d.Add(catalogName, d.of(t), k.Name, catalogName, database, d.uniqueOf(k.Foreign), "NONE", "NO ACTION", "NO ACTION", t.Own(), own)
			}
		}
	})
}

// uniqueOf is the name of the primary or UNIQUE key that a foreign one refers to, NULL where it is an index, or
// the other table is not there.
func (d *describer) uniqueOf(r *plan.Reference) any {
	t, err := d.View.Table(r.Table)
	if err != nil {
		return nil
	}
	for _, k := range define.Keys(t) {
		if k.Foreign == nil && slices.EqualFunc(k.Columns, r.Others, func(i int, name string) bool { return strings.EqualFold(t.Columns[i].Name, name) }) {
			return k.Name
		}
	}
	return nil
}

func (d *describer) statistics() {
	d.each(func(t *plan.Table) {
		for _, k := range define.Keys(t) {
			parts := make([]plan.IndexPart, len(k.Columns))
			for i, c := range k.Columns {
				parts[i].Column = c
			}
			if k.Foreign == nil {
				d.index(t, 0, plan.Index{Name: k.Name, Parts: parts})
			}
		}
		for _, x := range define.ListedIndexes(t) {
			d.index(t, 1, x)
		}
	})
}

// index lists the parts of a key, or of an index that is kept.
func (d *describer) index(t *plan.Table, several int, x plan.Index) {
	for i, p := range x.Parts {
		var column, length, expr any
		order, nullable := any("A"), "YES"
		if p.Column >= 0 {
			column, nullable = t.Columns[p.Column].Name, strings.TrimSuffix(yesNo(t.Columns[p.Column].Nullable), "NO")
		} else {
			expr = p.Expr
		}
		if p.Length > 0 {
			length = p.Length
		}
		kind := cmp.Or(x.Kind, "BTREE")
		switch {
		case x.Kind != "":
			order = nil
		case p.Desc:
			order = "D"
		}
		d.Add(catalogName, d.of(t), t.Own(), several, d.of(t), x.Name, i+1, column, order, t.Count(), length, nil, nullable, kind, "", x.Comment, yesNo(!x.Invisible), expr)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
