package define

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// foreignKey adds a foreign key. One that cannot be kept is left out with a warning where foreign_key_checks is
// off: dumps make tables in the order of their names, some before those that they refer to. A key is kept
// as rows of a table, so there is none before the table is.
func (x Reader) foreignKey(d *store.Definition, at ast.Node, name string, columns []int, to *ast.ReferenceDef) error {
	var err error
	if len(columns) == 1 {
		err = x.addForeignKey(d, at, name, columns[0], to)
	} else {
		err = x.Refuse(at, "foreign keys of more than one column")
	}
	var known *parse.Error
	if !errors.As(err, &known) || !slices.Contains(unkept, known.Code) {
		return err
	}
	if x.ChecksKeys {
		if known.Code != parse.CodeNoReferencedTable {
			known.Hint = "SET foreign_key_checks = 0 has such keys left out, with a warning."
		}
		return known
	}
	why := strings.TrimPrefix(known.Message, "gsdms does not support ")
	if known.Code == parse.CodeNoReferencedTable {
		why = fmt.Sprintf("table %s is not there yet. ALTER TABLE … ADD FOREIGN KEY makes it", to.Table.Name.O)
	}
	x.LeftOut(known.Code, fmt.Sprintf("The foreign key of %s is left out: %s", d.Name, why))
	return nil
}

// unkept are the numbers of errors of foreign keys that cannot be kept.
var unkept = []int{parse.CodeNotSupported, parse.CodeNoReferencedTable, parse.CodeNoReferencedKey}

func (x Reader) addForeignKey(d *store.Definition, at ast.Node, name string, column int, to *ast.ReferenceDef) error {
	if to.Table.Name.O == d.Name {
		return x.Refuse(at, "foreign keys of a table to itself")
	}
	if slices.ContainsFunc(d.ForeignKeys, func(o plan.ForeignKey) bool { return o.Column == column }) {
		return x.Refuse(at, "two foreign keys of one column, %s", d.Columns[column].Name)
	}
	t, err := x.Table(to.Table)
	if parse.IsCode(err, parse.CodeUnknownTable) {
		return x.ErrorAt(to.Table, parse.CodeNoReferencedTable, "Failed to open the referenced table '%s'", to.Table.Name.O)
	}
	if err != nil {
		return err
	}
	k := plan.ForeignKey{Name: name, Column: column, Table: t.Name}
	switch {
	case len(to.IndexPartSpecifications) == 1 && to.IndexPartSpecifications[0].Column != nil:
		k.RefColumn = to.IndexPartSpecifications[0].Column.Name.O
	case len(to.IndexPartSpecifications) == 0 && len(t.PrimaryKey) == 1:
		k.RefColumn = t.Columns[t.PrimaryKey[0]].Name
	default:
		return x.Refuse(at, "foreign keys of more than one column")
	}
	i := Ordinal(t.Shown(), k.RefColumn)
	if i < 0 || len(t.PrimaryKey) != 1 || t.PrimaryKey[0] != i {
		return x.ErrorAt(at, parse.CodeNoReferencedKey, "a foreign key must refer to the primary key, and %s.%s is not that of its table", t.Name, k.RefColumn)
	}
	k.RefColumn = t.Columns[i].Name
	if name != "" && slices.ContainsFunc(d.ForeignKeys, func(o plan.ForeignKey) bool { return strings.EqualFold(o.Name, name) }) {
		return x.ErrorAt(at, parse.CodeForeignTwice, "Duplicate foreign key constraint name '%s'", name)
	}
	x.actions(to)
	implyIndex(d, name, column)
	d.ForeignKeys = append(d.ForeignKeys, k)
	return nil
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
