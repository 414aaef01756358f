package define

import (
	"errors"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// Altered is a table as an ALTER TABLE changes it step by step. Keys are by name, since
// columns move.
type Altered struct {
	Reader
	table   *plan.Table
	at      *ast.TableName
	Name    string
	columns []alteredColumn
	primary []string
	foreign []alteredKey
	rules   []alteredRule
	indexes []alteredIndex
	comment string
	dropped []*ast.ColumnName
	next    uint64 // number of the next row, if that is said
}

type alteredColumn struct {
	plan.Column
	from int  // ordinal before, -1: new
	anew bool // it is declared anew
}

type alteredRule struct {
	plan.Rule
	columns []string
}

type alteredKey struct {
	plan.Reference
	shown   string // its name before, "" for a new one
	columns []string
	numbers bool // it is kept as numbers of rows
}

// Alter takes the steps of a statement on a table.
func (x Reader) Alter(n *ast.AlterTableStmt, t *plan.Table) (*Altered, error) {
	a := &Altered{Reader: x, table: t, at: n.Table, Name: t.Name, comment: t.Comment}
	for i, col := range t.Shown() {
		a.columns = append(a.columns, alteredColumn{plan.Column{Name: col.Name, Type: col.Type, Nullable: col.Nullable, Default: col.Default, Own: col.Own, Formula: col.Formula, Comment: col.Comment, Declared: col.Declared}, i, false})
	}
	for _, k := range t.PrimaryKey {
		a.primary = append(a.primary, t.Columns[k].Name)
	}
	for _, k := range Keys(t) {
		if k.Foreign != nil {
			a.foreign = append(a.foreign, alteredKey{*k.Foreign, k.Name, namesOf(t.Columns, k.Columns), k.numbers})
		}
	}
	for _, r := range t.Rules {
		a.rules = append(a.rules, alteredRule{r, namesOf(t.Columns, r.Columns)})
	}
	for _, x := range t.Indexes {
		a.indexes = append(a.indexes, alteredIndexOf(t.Columns, x))
	}
	for _, s := range n.Specs {
		if err := a.step(s); err != nil {
			return nil, err
		}
	}
	for _, gone := range a.dropped {
		if err := a.dependent(gone, gone.Name.O); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (a *Altered) step(s *ast.AlterTableSpec) error {
	switch s.Tp {
	case ast.AlterTableAddColumns:
		return a.addColumns(s)
	case ast.AlterTableDropColumn:
		return a.dropColumn(s)
	case ast.AlterTableModifyColumn:
		return a.change(s, s.NewColumns[0].Name)
	case ast.AlterTableChangeColumn:
		return a.change(s, s.OldColumnName)
	case ast.AlterTableRenameColumn:
		return a.rename(s.OldColumnName, s.NewColumnName)
	case ast.AlterTableAlterColumn:
		return a.setDefault(s.NewColumns[0])
	case ast.AlterTableAddConstraint:
		return a.addKey(s.Constraint)
	case ast.AlterTableDropPrimaryKey:
		return a.dropPrimary()
	case ast.AlterTableRenameIndex:
		return a.renameKey(s.FromKey.O, s.ToKey.O)
	case ast.AlterTableDropIndex:
		return a.dropKey(s.Name)
	case ast.AlterTableIndexInvisible:
		return a.showIndex(s)
	case ast.AlterTableDropCheck:
		return a.dropConstraint(s.Constraint.Name)
	case ast.AlterTableAlterCheck:
		return a.enforce(s.Constraint)
	case ast.AlterTableDropForeignKey:
		return a.dropForeign(s.Name)
	case ast.AlterTableRenameTable:
		a.Name = s.NewTable.Name.O
		return a.CheckSchema(s.NewTable)
	case ast.AlterTableOption:
		return a.options(s)
	case ast.AlterTableLock, ast.AlterTableAlgorithm, ast.AlterTableForce, ast.AlterTableDisableKeys, ast.AlterTableEnableKeys: // hints for what is not there
		return nil
	default:
		return a.Refuse(a.at, "this form of ALTER TABLE; there are ADD, DROP, MODIFY, CHANGE, RENAME and ALTER COLUMN, ADD and DROP PRIMARY KEY, UNIQUE, FOREIGN KEY and CHECK, RENAME INDEX and RENAME TO")
	}
}

// options takes AUTO_INCREMENT = n: the number of the next row, if no row has that or more. Of
// others those pass that CREATE TABLE takes and that change nothing.
func (a *Altered) options(s *ast.AlterTableSpec) error {
	for _, o := range s.Options {
		switch {
		case o.Tp == ast.TableOptionAutoIncrement:
			a.next = o.UintValue
		case o.Tp == ast.TableOptionComment && orders(o.StrValue):
			return a.Refuse(a.at, "an order of rows in ALTER TABLE: CREATE TABLE says it, and INSERT … SELECT brings the rows")
		default:
			d := store.Definition{Name: a.Name, Comment: a.comment}
			if err := a.addTableOption(&d, a.at, o); err != nil {
				return err
			}
			a.comment = d.Comment
		}
	}
	return nil
}

// find gives the place of a column.
func (a *Altered) find(n *ast.ColumnName) (int, error) {
	i := slices.IndexFunc(a.columns, func(c alteredColumn) bool { return strings.EqualFold(c.Name, n.Name.O) })
	if i < 0 {
		return 0, UnknownColumn(a.Text, n, a.table)
	}
	return i, nil
}

// declared reads a column's declaration: the column, and the keys that it makes.
func (a *Altered) declared(n *ast.ColumnDef) (plan.Column, *store.Definition, error) {
	d := a.declaring()
	if err := a.addColumn(d, n); err != nil {
		return plan.Column{}, nil, err
	}
	a.onlyNew(d)
	if len(d.PrimaryKey) > 0 {
		d.Columns[0].Nullable = false
	}
	return d.Columns[0], d, nil
}

// addKeys adds the keys of a declaration.
func (a *Altered) addKeys(n *ast.ColumnDef, d *store.Definition) error {
	if len(d.PrimaryKey) > 0 {
		if a.primary != nil {
			return a.ErrorAt(n.Name, parse.CodeTwoPrimaryKeys, "Multiple primary key defined")
		}
		a.primary = []string{n.Name.Name.O}
	}
	a.addForeign(d)
	return a.addRules(n.Name, d)
}

func (a *Altered) addColumns(s *ast.AlterTableSpec) error {
	for _, n := range s.NewColumns {
		if slices.ContainsFunc(a.columns, func(c alteredColumn) bool { return strings.EqualFold(c.Name, n.Name.Name.O) }) {
			return a.ErrorAt(n.Name, parse.CodeDuplicateColumn, "Duplicate column name '%s'", n.Name.Name.O)
		}
		col, d, err := a.declared(n)
		if err != nil {
			return err
		}
		if err := a.addKeys(n, d); err != nil {
			return err
		}
		if err := a.place(alteredColumn{col, -1, true}, s.Position, len(a.columns)); err != nil {
			return err
		}
	}
	for _, k := range s.NewConstraints {
		if err := a.addKey(k); err != nil {
			return err
		}
	}
	return nil
}

// place inserts a column where it is wanted, or at a place.
func (a *Altered) place(c alteredColumn, p *ast.ColumnPosition, at int) error {
	switch {
	case p == nil || p.Tp == ast.ColumnPositionNone:
	case p.Tp == ast.ColumnPositionFirst:
		at = 0
	default:
		behind, err := a.find(p.RelativeColumn)
		if err != nil {
			return err
		}
		at = behind + 1
	}
	a.columns = slices.Insert(a.columns, at, c)
	return nil
}

func (a *Altered) dropColumn(s *ast.AlterTableSpec) error {
	i, err := a.find(s.OldColumnName)
	if err != nil {
		return a.ErrorAt(s.OldColumnName, parse.CodeCannotDrop, "Can't DROP '%s'; check that column/key exists", s.OldColumnName.Name.O)
	}
	name := a.columns[i].Name
	if err := errors.Join(a.free(s.OldColumnName, name, true), a.notForeign(s.OldColumnName, name)); err != nil {
		return err
	}
	if slices.Contains(a.primary, name) && len(a.primary) > 1 {
		return a.Refuse(s.OldColumnName, "to drop a column of a primary key that has others; drop the key first")
	}
	if len(a.columns) == 1 {
		return a.ErrorAt(s.OldColumnName, parse.CodeCannotDropAll, "You can't delete all columns with ALTER TABLE; use DROP TABLE instead")
	}
	if slices.Contains(a.primary, name) {
		a.primary = nil
	}
	a.foreign = slices.DeleteFunc(a.foreign, func(k alteredKey) bool { return k.numbers && k.columns[0] == name })
	a.columnGone(name)
	a.dropped = append(a.dropped, s.OldColumnName)
	a.columns = slices.Delete(a.columns, i, i+1)
	return nil
}

// change is MODIFY and CHANGE: a column is declared anew; its keys stay.
func (a *Altered) change(s *ast.AlterTableSpec, old *ast.ColumnName) error {
	n := s.NewColumns[0]
	if err := a.rename(old, n.Name); err != nil {
		return err
	}
	i, err := a.find(n.Name)
	if err != nil {
		return err
	}
	col, d, err := a.declared(n)
	if err != nil {
		return err
	}
	if err := a.addKeys(n, d); err != nil {
		return err
	}
	if err := a.generatedAnew(n.Name, a.columns[i].Column, col); err != nil {
		return err
	}
	now := alteredColumn{col, a.columns[i].from, true}
	a.columns = slices.Delete(a.columns, i, i+1)
	return a.place(now, s.Position, i)
}

func (a *Altered) rename(old, now *ast.ColumnName) error {
	i, err := a.find(old)
	if err != nil {
		return err
	}
	if k := slices.IndexFunc(a.columns, func(c alteredColumn) bool { return strings.EqualFold(c.Name, now.Name.O) }); k >= 0 && k != i {
		return a.ErrorAt(now, parse.CodeDuplicateColumn, "Duplicate column name '%s'", now.Name.O)
	}
	was := a.columns[i].Name
	if !strings.EqualFold(was, now.Name.O) {
		if err := errors.Join(a.free(old, was, false), a.dependent(old, was)); err != nil {
			return err
		}
	}
	a.columns[i].Name = now.Name.O
	a.columnRenamed(was, now.Name.O)
	for k := range a.rules {
		if at := slices.Index(a.rules[k].columns, was); at >= 0 {
			a.rules[k].columns[at] = now.Name.O
		}
	}
	for k := range a.primary {
		if a.primary[k] == was {
			a.primary[k] = now.Name.O
		}
	}
	a.foreignRenamed(was, now.Name.O)
	return nil
}
