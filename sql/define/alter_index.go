package define

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// alteredIndex is an index with the names of the columns of its parts.
type alteredIndex struct {
	plan.Index
	columns []string // "": an expression
}

func alteredIndexOf(columns []plan.Column, x plan.Index) alteredIndex {
	out := alteredIndex{Index: x}
	out.Parts = slices.Clone(x.Parts)
	for _, p := range x.Parts {
		name := ""
		if p.Column >= 0 {
			name = columns[p.Column].Name
		}
		out.columns = append(out.columns, name)
	}
	return out
}

// dropKey drops an index, or a UNIQUE key.
func (a *Altered) dropKey(name string) error {
	if i := a.indexAt(name); i >= 0 {
		a.indexes = slices.Delete(a.indexes, i, i+1)
		return nil
	}
	if strings.EqualFold(name, primaryName) {
		return a.dropPrimary()
	}
	return a.dropRule(name, true, false)
}

func (a *Altered) dropPrimary() error {
	if a.primary == nil {
		return a.ErrorAt(a.at, parse.CodeCannotDrop, "Can't DROP '%s'; check that column/key exists", primaryName)
	}
	a.primary = nil
	return nil
}

// dropConstraint is DROP CHECK and DROP CONSTRAINT, which the parser does not tell apart: of a rule, a
// foreign key or the primary one.
func (a *Altered) dropConstraint(name string) error {
	rule := slices.ContainsFunc(a.rules, func(r alteredRule) bool { return strings.EqualFold(r.Name, name) })
	switch foreign := a.foreignAt(name) >= 0; {
	case strings.EqualFold(name, primaryName):
		return a.dropPrimary()
	case foreign && rule:
		return a.ErrorAt(a.at, parse.CodeManyConstraints, "Table has multiple constraints with the name '%s'. Please use constraint specific 'DROP' clause.", name)
	case foreign:
		return a.dropForeign(name)
	case !rule:
		return a.ErrorAt(a.at, parse.CodeNoConstraint, "Constraint '%s' does not exist.", name)
	}
	return a.dropRule(name, true, true)
}

// indexAt is the place of an index by its name, or -1.
func (a *Altered) indexAt(name string) int {
	return slices.IndexFunc(a.indexes, func(x alteredIndex) bool { return strings.EqualFold(x.Name, name) })
}

// renameKey gives an index or a UNIQUE key another name.
func (a *Altered) renameKey(from, to string) error {
	if strings.EqualFold(to, primaryName) {
		return a.ErrorAt(a.at, parse.CodeWrongKeyName, "Incorrect index name '%s'", to)
	}
	rule := func(name string) int {
		return slices.IndexFunc(a.rules, func(r alteredRule) bool { return strings.EqualFold(r.Name, name) && r.Check == "" })
	}
	i, k := a.indexAt(from), rule(from)
	if i < 0 && k < 0 {
		return a.ErrorAt(a.at, parse.CodeNoKey, "Key '%s' doesn't exist in table '%s'", from, a.table.Own())
	}
	if !strings.EqualFold(from, to) && (a.indexAt(to) >= 0 || rule(to) >= 0) {
		return a.ErrorAt(a.at, parse.CodeKeyTwice, "Duplicate key name '%s'", to)
	}
	if i >= 0 {
		a.indexes[i].Name = to
	} else {
		a.rules[k].Name = to
	}
	return nil
}

// showIndex is ALTER INDEX … VISIBLE and INVISIBLE.
func (a *Altered) showIndex(s *ast.AlterTableSpec) error {
	name := s.IndexName.O
	i := a.indexAt(name)
	if i < 0 && slices.ContainsFunc(a.rules, func(r alteredRule) bool { return r.Check == "" && strings.EqualFold(r.Name, name) }) {
		if s.Visibility == ast.IndexVisibilityInvisible {
			return a.Refuse(a.at, "UNIQUE keys that are INVISIBLE, such as %s", name)
		}
		return nil
	}
	if i < 0 {
		return a.ErrorAt(a.at, parse.CodeNoKey, "Key '%s' doesn't exist in table '%s'", name, a.table.Own())
	}
	a.indexes[i].Invisible = s.Visibility == ast.IndexVisibilityInvisible
	return nil
}

// takesPlace takes away the index that a foreign key implies, since another key begins with its columns.
func (a *Altered) takesPlace(columns []string) {
	a.indexes = slices.DeleteFunc(a.indexes, func(x alteredIndex) bool { return x.Implied && startsWith(columns, x.columns) })
}

// inExpression says whether an index is of an expression of a column: expressions have its name in quotes.
func (a *Altered) inExpression(column string) bool {
	return slices.ContainsFunc(a.indexes, func(x alteredIndex) bool {
		return slices.ContainsFunc(x.Parts, func(p plan.IndexPart) bool { return strings.Contains(p.Expr, parse.QuoteName(column)) })
	})
}

// columnGone takes a column from the indexes that have it, and away those that have no other.
func (a *Altered) columnGone(column string) {
	for i := range a.indexes {
		x := &a.indexes[i]
		for at := len(x.columns) - 1; at >= 0; at-- {
			if x.columns[at] == column {
				x.columns, x.Parts = slices.Delete(x.columns, at, at+1), slices.Delete(x.Parts, at, at+1)
			}
		}
	}
	a.indexes = slices.DeleteFunc(a.indexes, func(x alteredIndex) bool { return len(x.Parts) == 0 })
}

// columnRenamed has the indexes of a column follow it.
func (a *Altered) columnRenamed(was, now string) {
	for _, x := range a.indexes {
		for at := range x.columns {
			if x.columns[at] == was {
				x.columns[at] = now
			}
		}
	}
}

// putIndexes gives a definition the indexes, whose columns may have got other places.
func (a *Altered) putIndexes(d *store.Definition) {
	for _, x := range a.indexes {
		for i, name := range x.columns {
			if name != "" {
				p := &x.Parts[i]
				p.Column = Ordinal(d.Columns, name)
				p.Length = prefixOf(d.Columns[p.Column].Type, p.Length) // the type may be another one now
			}
		}
		d.Indexes = append(d.Indexes, x.Index)
	}
	withoutImplied(d)
}
