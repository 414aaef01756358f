package bind

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/pushscan/load"
	"gsdms/sql/bind/step"
	"gsdms/sql/parse"
)

// resolveUsing is resolve for one side of a USING.
func (b *binder) resolveUsing(c *ast.ColumnName, among side) (columnKey, error) {
	found, err := b.resolve(c, &among)
	if e := (*parse.Error)(nil); errors.As(err, &e) && e.Code == parse.CodeUnknownColumn && e.Hint == "" {
		e.Hint = "USING needs a column of that name on both sides; ON compares columns of any names."
	}
	return columnKey{found.Table, found.Column}, err
}

// resolve finds the column that a name means in a part of FROM.
func (b *binder) resolve(c *ast.ColumnName, among *side) (plan.ColumnRef, error) {
	var found plan.ColumnRef
	for k := range b.candidates(c, among) {
		ref := b.net.Ref(k.table, k.column)
		if found.Of != nil {
			return found, b.ambiguous(c, b.written(among, found).Of, b.written(among, ref).Of)
		}
		found = ref
	}
	if found.Of == nil {
		return found, b.unknownColumn(c, among)
	}
	return found, nil
}

// ambiguous says that a name means a column of one table and one of another, or two of the same query in
// FROM.
func (b *binder) ambiguous(c *ast.ColumnName, of, and *plan.TableRef) error {
	if of == and {
		e := b.Errorf(parse.CodeNonUniqueColumn, "Column '%s' is ambiguous: %s has two of that name", c.Name.O, of.Alias)
		e.Hint = "Give one of them another name in the query that " + of.Alias + " is."
		return e
	}
	one, other := distinct(of, and)
	e := b.Errorf(parse.CodeNonUniqueColumn, "Column '%s' is ambiguous: %s and %s have it", c.Name.O, one, other)
	e.Hint = "Write " + one + "." + c.Name.O + " or " + other + "." + c.Name.O + "."
	return e
}

// distinct are the names of two tables, with their databases where they are equal else.
func distinct(one, other *plan.TableRef) (string, string) {
	if strings.EqualFold(one.Alias, other.Alias) {
		return one.Table.Name, other.Table.Name
	}
	return one.Alias, other.Alias
}

// candidates gives the columns of a part of FROM that a name can mean.
func (b *binder) candidates(c *ast.ColumnName, among *side) func(yield func(columnKey) bool) {
	return func(yield func(columnKey) bool) {
		if c.Table.O == "" {
			for _, k := range among.columns {
				if name := b.columnName(k); len(name) == len(c.Name.O) && strings.EqualFold(name, c.Name.O) && !yield(k) {
					return
				}
			}
			return
		}
		for _, t := range among.tables {
			if !b.among(c.Schema.O, c.Table.O, b.net.Tables[t]) {
				continue
			}
			if i := columnIndex(b.net.Tables[t].Table, c.Name.O); i >= 0 && !yield(among.key(t, i)) {
				return
			}
		}
	}
}

// columnIndex finds a column by name, in any case; -1 if there is none.
func columnIndex(t *plan.Table, name string) int {
	for i := range t.Shown() {
		if c := t.Columns[i].Name; len(c) == len(name) && (c == name || strings.EqualFold(c, name)) {
			return i
		}
	}
	return -1
}

func (b *binder) unknownColumn(c *ast.ColumnName, among *side) error {
	name := c.Name.O
	if c.Table.O != "" {
		name = c.Table.O + "." + name
	}
	if c.Schema.O != "" {
		name = c.Schema.O + "." + name
	}
	e := b.Errorf(parse.CodeUnknownColumn, "Unknown column '%s'", name)
	var names, aliases []string
	for _, t := range among.tables {
		ref := b.net.Tables[t]
		aliases = append(aliases, ref.Alias)
		if c.Table.O != "" && !strings.EqualFold(c.Table.O, ref.Alias) {
			continue
		}
		for i := range ref.Table.Shown() {
			names = append(names, ref.Table.Columns[i].Name)
		}
	}
	if e.Hint = omittedHint(c, b.net, among); e.Hint != "" {
		return e
	}
	if len(names) == 0 && load.IsFileName(c.Table.O) && len(aliases) > 0 {
		e.Hint = "A file is called by its name without folder and end, or by an alias; here there is " + strings.Join(aliases, ", ") + "."
		return e
	}
	if len(names) == 0 && c.Table.O != "" {
		return parse.Hinted(e, c.Table.O, aliases)
	}
	if b.clause == inWhere && c.Table.O == "" && b.aliases[c.Name.L] {
		e.Hint = "An alias of the select list cannot be used here; repeat its expression, or use HAVING."
		return e
	}
	return parse.Hinted(e, c.Name.O, names)
}

// omittedHint says of a name that it is that of a column which its table has not been given.
func omittedHint(c *ast.ColumnName, net *network.Network, among *side) string {
	for _, t := range among.tables {
		for _, o := range net.Tables[t].Table.Omitted {
			if strings.EqualFold(o.Name, c.Name.O) || strings.EqualFold(o.Name, c.Table.O) {
				return fmt.Sprintf("Column %s has the type %s, which no column of a table holds: it was left out.", o.Name, o.Type)
			}
		}
	}
	return ""
}

// around gives a column of the rows around a subquery as a column of its parameters.
// Where the name means nothing there either, the error is the one of the subquery.
func (b *binder) around(c *ast.ColumnName, unknown error) (plan.Expr, error) {
	if b.outer == nil || !parse.IsCode(unknown, parse.CodeUnknownColumn) {
		return nil, unknown
	}
	b.outer.Place = b.Place
	e, err := b.outer.name(c)
	if err != nil {
		if parse.IsCode(err, parse.CodeUnknownColumn) {
			return nil, unknown
		}
		return nil, err
	}
	return b.parameter(e)
}

// parameter gives an expression of the rows around as a column of the parameters.
func (b *binder) parameter(e plan.Expr) (plan.Expr, error) {
	if hasWindow(e) {
		return nil, b.Errorf(parse.CodeWindowAlias, "You cannot use the alias of an expression containing a window function in this context.")
	}
	p := b.params
	for i, a := range p.args {
		if plan.Equal(a, e) {
			return b.net.Ref(p.table, i), nil
		}
	}
	if p.table < 0 {
		var err error
		if p.table, err = b.Table(&plan.TableRef{Alias: "outer", Table: plan.Schema("outer")}); err != nil {
			return nil, err
		}
	}
	t := b.net.Tables[p.table].Table
	t.Columns = append(t.Columns, step.Column(e.String(), e))
	p.args = append(p.args, e)
	return b.net.Ref(p.table, len(p.args)-1), nil
}
