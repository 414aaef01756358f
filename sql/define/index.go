package define

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// Indexes that are not UNIQUE are kept as they are declared and none is made: joins and filters find rows
// without them. Programs that change a database by steps drop and rename the ones that they have made.

// addIndex adds an index; its name is that of its first column, where it has none.
func (x Reader) addIndex(d *store.Definition, k *ast.Constraint) error {
	if err := x.checkKeyName(d, k, k.Name, k.Keys); err != nil {
		return err
	}
	out := plan.Index{Name: k.Name}
	if k.Tp == ast.ConstraintFulltext {
		out.Kind = "FULLTEXT"
	}
	if o := k.Option; o != nil {
		if o.Tp == ast.IndexTypeBtree { // of others MySQL makes this one, and does not say so
			out.Using = o.Tp.String()
		}
		out.Comment, out.Invisible = o.Comment, o.Visibility == ast.IndexVisibilityInvisible
	}
	if err := x.checkComment(k, out.Comment, 1024, parse.CodeLongIndexComment, "index '"+k.Name+"'"); err != nil {
		return err
	}
	for _, p := range k.Keys {
		part, err := x.indexPart(d, p)
		if err != nil {
			return err
		}
		if part.Column >= 0 && slices.ContainsFunc(out.Parts, func(o plan.IndexPart) bool { return o.Column == part.Column }) {
			return x.ErrorAt(p, parse.CodeDuplicateColumn, "Duplicate column name '%s'", p.Column.Name.O)
		}
		out.Parts = append(out.Parts, part)
	}
	if out.Name == "" {
		column := out.Parts[0].Column
		first := "functional_index"
		if column >= 0 {
			first = d.Columns[column].Name
		}
		out.Name = freeKeyName(d, first, column)
	}
	d.Indexes = append(d.Indexes, out)
	return nil
}

// indexPart reads a part of an index.
func (x Reader) indexPart(d *store.Definition, p *ast.IndexPartSpecification) (plan.IndexPart, error) {
	if p.Column == nil {
		if err := x.knownColumns(d.Columns, p.Expr); err != nil {
			return plan.IndexPart{}, err
		}
		if _, bare := p.Expr.(*ast.ColumnNameExpr); bare {
			return plan.IndexPart{}, x.ErrorAt(p.Expr, parse.CodeBareIndex, "Functional index on a column is not supported. Consider using a regular index instead.")
		}
		text, err := written(p.Expr)
		if err != nil {
			return plan.IndexPart{}, x.Refuse(p, "this expression of an index: %s", err)
		}
		return plan.IndexPart{Column: -1, Expr: text, Desc: p.Desc}, nil
	}
	i := Ordinal(d.Columns, p.Column.Name.O)
	if i < 0 {
		return plan.IndexPart{}, x.ErrorAt(p.Column, parse.CodeNoKeyColumn, "Key column '%s' doesn't exist in table", p.Column.Name.O)
	}
	out := plan.IndexPart{Column: i, Desc: p.Desc, Length: max(p.Length, 0)}
	t := d.Columns[i].Type
	if out.Length > 0 && out.Length != t.Precision && prefixOf(t, out.Length) == 0 {
		return out, x.ErrorAt(p.Column, parse.CodeWrongPrefix, "Incorrect prefix key; the used key part isn't a string, or the used length is longer than the key part")
	}
	out.Length = prefixOf(t, out.Length)
	return out, nil
}

// prefixOf is how many characters of a column an index is of, 0 for all: of one that has so many, or that is
// no text.
func prefixOf(t plan.Type, length int) int {
	if t.Kind != plan.String || t.Listed() || t.Precision > 0 && length >= t.Precision {
		return 0
	}
	return length
}

// checkKeyName refuses a name that a UNIQUE key or an index has, and that of the primary key.
func (x Reader) checkKeyName(d *store.Definition, at ast.Node, name string, parts []*ast.IndexPartSpecification) error {
	if strings.EqualFold(name, primaryName) {
		return x.ErrorAt(at, parse.CodeWrongKeyName, "Incorrect index name '%s'", name)
	}
	first := -1
	if len(parts) > 0 && parts[0].Column != nil {
		first = Ordinal(d.Columns, parts[0].Column.Name.O)
	}
	if name != "" && keyNamed(d, name, first) {
		return x.ErrorAt(at, parse.CodeKeyTwice, "Duplicate key name '%s'", name)
	}
	return nil
}

// keyNamed says whether a UNIQUE key or an index has a name that a key which begins with a column cannot
// have then: an index that a foreign key implies gives it up to a key of its column.
func keyNamed(d *store.Definition, name string, column int) bool {
	if i := ruleNamed(d.Rules, name); i >= 0 && d.Rules[i].Check == "" {
		return true
	}
	i := indexNamed(d.Indexes, name)
	return i >= 0 && !(d.Indexes[i].Implied && column >= 0 && d.Indexes[i].Parts[0].Column == column)
}

// indexNamed is the place of an index, -1 where there is none of the name.
func indexNamed(indexes []plan.Index, name string) int {
	return slices.IndexFunc(indexes, func(x plan.Index) bool { return strings.EqualFold(x.Name, name) })
}

// freeKeyName is a name for a key that begins with a column, with a number where another key has it.
func freeKeyName(d *store.Definition, wanted string, column int) string {
	name := wanted
	for n := 2; keyNamed(d, name, column); n++ {
		name = fmt.Sprintf("%s_%d", wanted, n)
	}
	return name
}

// implyIndex adds the index that a foreign key has in MySQL: tools list it and drop it.
func implyIndex(d *store.Definition, name string, columns []int) {
	x := plan.Index{Name: freeKeyName(d, cmp.Or(name, d.Columns[columns[0]].Name), columns[0]), Implied: true}
	for _, i := range columns {
		x.Parts = append(x.Parts, plan.IndexPart{Column: i})
	}
	d.Indexes = append(d.Indexes, x)
}

// withoutImplied takes away the indexes of foreign keys whose columns another key begins with. Of two that are
// alike the later one stays.
func withoutImplied(d *store.Definition) {
	begins := func(i int) bool {
		columns := wholeParts(d.Indexes[i])
		with := func(own []int) bool { return startsWith(own, columns) }
		return slices.ContainsFunc(d.Rules, func(r plan.Rule) bool { return r.Check == "" && with(r.Columns) }) || with(d.PrimaryKey) ||
			slices.ContainsFunc(slices.Concat(d.Indexes[:i], d.Indexes[i+1:]), func(x plan.Index) bool { return with(wholeParts(x)) })
	}
	for i := 0; i < len(d.Indexes); i++ {
		if d.Indexes[i].Implied && begins(i) {
			d.Indexes = slices.Delete(slices.Clone(d.Indexes), i, i+1)
			i--
		}
	}
}

// knownColumns refuses an expression of columns that there are not.
func (x Reader) knownColumns(columns []plan.Column, e ast.ExprNode) error {
	seen := &columnsSeen{}
	e.Accept(seen)
	for _, n := range seen.names {
		if Ordinal(columns, n.Name.O) < 0 {
			return x.ErrorAt(n, parse.CodeUnknownColumn, "Unknown column '%s' in 'functional index'", n.Name.O)
		}
	}
	return nil
}

// columnsSeen gathers the names of columns in an expression.
type columnsSeen struct{ names []*ast.ColumnName }

// Enter is of ast.Visitor.
func (s *columnsSeen) Enter(n ast.Node) (ast.Node, bool) {
	if c, ok := n.(*ast.ColumnName); ok {
		s.names = append(s.names, c)
	}
	return n, false
}

// Leave is of ast.Visitor.
func (*columnsSeen) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// checkComment refuses a comment that MySQL has no room for.
func (x Reader) checkComment(at ast.Node, comment string, most, code int, what string) error {
	if utf8.RuneCountInString(comment) > most {
		return x.ErrorAt(at, code, "Comment for %s is too long (max = %d)", what, most)
	}
	return nil
}

// ListedIndexes are the indexes of a table in the order that MySQL lists them in, those of words last.
func ListedIndexes(t *plan.Table) []plan.Index {
	out := slices.Clone(t.Indexes)
	slices.SortStableFunc(out, func(a, b plan.Index) int { return strings.Compare(a.Kind, b.Kind) })
	return out
}

// indexText is an index as CREATE TABLE declares it.
func indexText(t *plan.Table, x plan.Index) string {
	out := strings.TrimPrefix(x.Kind+" KEY ", " ") + parse.QuoteName(x.Name) + " ("
	for i, p := range x.Parts {
		if i > 0 {
			out += ","
		}
		if p.Column < 0 {
			out += "(" + p.Expr + ")"
		} else {
			out += parse.QuoteName(t.Columns[p.Column].Name)
		}
		if p.Length > 0 {
			out += fmt.Sprintf("(%d)", p.Length)
		}
		if p.Desc {
			out += " DESC"
		}
	}
	out += ")"
	if x.Using != "" {
		out += " USING " + x.Using
	}
	if x.Comment != "" {
		out += " COMMENT " + quoted(x.Comment)
	}
	if x.Invisible {
		out += " /*!80000 INVISIBLE */"
	}
	return out
}

// quoted is a text between quotes, as MySQL shows it.
func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`, "\n", `\n`, "\r", `\r`, "\x00", `\0`).Replace(text) + "'"
}
