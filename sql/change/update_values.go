package change

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/command"
	"gsdms/sql/formula"
	"gsdms/sql/parse"
	"gsdms/sql/source"
)

// setting is what an UPDATE does to the columns of a table, by their ordinals.
type setting struct {
	list     []*ast.Assignment // to columns
	assigned []int
	follow   []int // that get the moment
	computed []int // that are generated of those before
	formulas *formula.Formulas
}

// setting finds out what is assigned, and what follows from it.
func (u updated) setting(c *command.Call, t *plan.Table) (s setting, err error) {
	to, err := u.columns(c, t)
	if err != nil {
		return s, err
	}
	var generated []int
	if s.list, s.assigned, generated, err = ungenerated(c, t, u.list, to); err != nil {
		return s, err
	}
	s.follow = updatedNow(t, s.assigned)
	if plan.Computes(t.Shown()) {
		if s.formulas, err = formulasOf(c, t); err != nil {
			return s, err
		}
		s.computed = s.formulas.Following(slices.Concat(s.assigned, s.follow, generated))
	}
	return s, nil
}

// values are the new values of the rows of a table.
func (u updated) values(c *command.Call, t *plan.Table) (f newValues, err error) {
	s, err := u.setting(c, t)
	if err != nil {
		return f, err
	}
	t = filling(c, t)
	f = newValues{setting: s, of: t, values: []plan.Column{t.Columns[t.NumberColumn()]}, to: []int{0}}
	f.values[0].Nullable = true
	list := slices.Concat(s.list, nowAssigned(u.called, t, s.follow))
	for i, column := range slices.Concat(s.assigned, s.follow) {
		if err := f.assign(c, u.called, list[i], column); err != nil {
			return f, err
		}
	}
	f.compute(u.called)
	return f, nil
}

// newValues is what a query gives of the rows of an UPDATE, and the columns that it becomes.
type newValues struct {
	setting
	of      *plan.Table
	set     []*ast.Assignment
	names   []*ast.ColumnName
	values  []plan.Column // the number of the row before them
	to      []int         // by field of the query: the place among values
	kept    int           // the place of the value that the session keeps; 0: of none
	columns int           // how many of values go to the table
	places  []int         // by column of the table, where some are computed: the place among values, -1 for none
}

// assign adds what is assigned to a column.
func (f *newValues) assign(c *command.Call, called *ast.TableName, a *ast.Assignment, column int) (err error) {
	of := &f.of.Columns[column]
	a, keeps := remembered(a, of)
	if keeps {
		f.kept = len(f.values)
	}
	if a, err = assigned(c, called, a, of); err != nil {
		return err
	}
	f.to = append(f.to, len(f.values))
	f.set, f.names, f.values = append(f.set, a), append(f.names, a.Column), append(f.values, *of)
	return nil
}

// compute adds the columns that are computed of those before, and behind them what else these read.
func (f *newValues) compute(called *ast.TableName) {
	s := &f.setting
	if len(s.computed) == 0 {
		return
	}
	f.places = slices.Repeat([]int{-1}, len(f.of.Shown()))
	for k, column := range slices.Concat(s.assigned, s.follow) {
		f.places[column] = k + 1
	}
	for _, column := range s.computed {
		f.places[column] = len(f.values)
		f.values = append(f.values, f.of.Columns[column])
	}
	f.columns = len(f.values)
	for _, column := range s.formulas.Reads(s.computed) {
		if f.places[column] >= 0 {
			continue
		}
		of := f.of.Columns[column]
		name := &ast.ColumnName{Schema: called.Schema, Table: ast.NewCIStr(parse.OwnName(called)), Name: ast.NewCIStr(of.Name)}
		of.Nullable, of.Formula = true, nil // it is as the table has it
		f.places[column], f.to = len(f.values), append(f.to, len(f.values))
		f.set, f.names, f.values = append(f.set, &ast.Assignment{Column: name, Expr: &ast.ColumnNameExpr{Name: name}}), append(f.names, name), append(f.values, of)
	}
}

// source gives the table the values of rows that have been found, with those that are computed of them.
func (f *newValues) source(rows ingest.Source, number *uint64) ingest.Source {
	if f.places != nil {
		rows = source.First(f.formulas.Only(f.computed).Source(rows, f.places), f.columns)
	}
	if f.kept > 0 {
		rows = remembering{rows, f.kept, f.values[f.kept].Type.Kind, number}
	}
	return rows
}
