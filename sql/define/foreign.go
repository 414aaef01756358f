package define

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// foreignKey adds a foreign key: as numbers of rows where it is of one column to the primary key of another table,
// else as a rule. While foreign_key_checks is off the other table need not be there: dumps make tables in
// the order of their names.
func (x Reader) foreignKey(d *store.Definition, at ast.Node, name string, columns []int, to *ast.ReferenceDef) error {
	if name != "" && foreignNamed(d, name) {
		return x.ErrorAt(at, parse.CodeForeignTwice, "Duplicate foreign key constraint name '%s'", name)
	}
	for _, i := range columns {
		if f := d.Columns[i].Formula; f != nil && f.Kind == plan.Virtual {
			return x.ErrorAt(at, parse.CodeForeignVirtual, "Foreign key '%s' uses virtual column '%s' which is not supported.", cmp.Or(name, "foreign key without name"), d.Columns[i].Name)
		}
	}
	t, err := x.otherTable(d, to.Table)
	if err != nil {
		return err
	}
	r := plan.Reference{Name: name, Columns: columns, Table: to.Table.Name.O}
	for _, p := range to.IndexPartSpecifications {
		if p.Column == nil {
			return x.Refuse(at, "foreign keys to expressions")
		}
		other := p.Column.Name.O
		if i := Ordinal(t.Columns, other); i >= 0 {
			other = t.Columns[i].Name
		}
		r.Others = append(r.Others, other)
	}
	if len(r.Others) == 0 {
		r.Others = namesOf(t.Columns, t.PrimaryKey)
	}
	if len(r.Others) != len(columns) {
		return x.ErrorAt(at, parse.CodeForeignColumns, "Incorrect foreign key definition for '%s': Key reference and table reference don't match", cmp.Or(name, "foreign key without name"))
	}
	x.actions(to)
	implyIndex(d, name, columns)
	if byNumber(d, t, &r) {
		d.ForeignKeys = append(d.ForeignKeys, plan.ForeignKey{Name: name, Column: columns[0], Table: t.Name, RefColumn: r.Others[0]})
		return nil
	}
	if name == "" {
		r.Number = nextForeign(d)
	}
	d.References = append(d.References, r)
	return nil
}

// otherTable is the table that a foreign key refers to: that of the definition itself as far as it is known, and
// one without columns where there need be none.
func (x Reader) otherTable(d *store.Definition, name *ast.TableName) (*plan.Table, error) {
	if name.Name.O == d.Name {
		return &plan.Table{Name: d.Name, Columns: d.Columns, PrimaryKey: d.PrimaryKey}, nil
	}
	t, err := x.Table(name)
	if !parse.IsCode(err, parse.CodeUnknownTable) {
		return t, err
	}
	if x.ChecksKeys {
		return nil, x.ErrorAt(name, parse.CodeNoReferencedTable, "Failed to open the referenced table '%s'", parse.OwnName(name))
	}
	return &plan.Table{Name: name.Name.O}, nil
}

// foreignNamed says whether a foreign key has a name.
func foreignNamed(d *store.Definition, name string) bool {
	return slices.ContainsFunc(d.ForeignKeys, func(o plan.ForeignKey) bool { return strings.EqualFold(o.Name, name) }) ||
		slices.ContainsFunc(d.References, func(o plan.Reference) bool { return strings.EqualFold(o.Name, name) })
}

// nextForeign is the number of the next foreign key without a name.
func nextForeign(d *store.Definition) int {
	most := slices.Max(append(foreignNumbers(d.ForeignKeys, d.References), 0))
	for _, r := range d.References {
		most = max(most, r.Number)
	}
	return most + 1
}

// byNumber says whether a foreign key can be kept as numbers of rows of the other table.
func byNumber(d *store.Definition, t *plan.Table, r *plan.Reference) bool {
	if t.Name == d.Name || len(r.Columns) != 1 || len(t.PrimaryKey) != 1 || t.Columns[t.PrimaryKey[0]].Name != r.Others[0] {
		return false
	}
	column, other := d.Columns[r.Columns[0]], t.Columns[t.PrimaryKey[0]]
	taken := slices.ContainsFunc(d.ForeignKeys, func(o plan.ForeignKey) bool { return o.Column == r.Columns[0] })
	same := column.Type.Kind == other.Type.Kind && column.Type.Scale == other.Type.Scale
	return same && !taken && !column.Type.Keyed() && !column.Own.Has(plan.Numbered) && !leadsTo(t, d.Name)
}

// leadsTo says whether a table has numbers of rows of another one, or of one that has.
func leadsTo(t *plan.Table, name string) bool {
	return slices.ContainsFunc(t.Columns, func(c plan.Column) bool {
		return c.Ref != nil && (c.Ref.Table.Name == name || leadsTo(c.Ref.Table, name))
	})
}

// actions takes what a foreign key would do with the rows that refer to one that goes, as dumps of
// other servers have it: a row that others refer to stays.
func (x Reader) actions(to *ast.ReferenceDef) {
	if to.OnDelete != nil && !restricts(to.OnDelete.ReferOpt) {
		x.Warn("ON DELETE " + to.OnDelete.ReferOpt.String() + " is not kept: rows that others refer to are not deleted; delete those first")
	}
	if to.OnUpdate != nil && !restricts(to.OnUpdate.ReferOpt) {
		x.Warn("ON UPDATE " + to.OnUpdate.ReferOpt.String() + " is not kept: keys that others refer to are not changed")
	}
}

func restricts(o ast.ReferOptionType) bool {
	return o == ast.ReferOptionNoOption || o == ast.ReferOptionRestrict || o == ast.ReferOptionNoAction
}
