package change

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/source"
)

// merger makes of rows that come, one after another, and of those with their keys the rows that
// shall be there.
type merger struct {
	t       *plan.Table
	becomes *bind.Merging  // of a row whose key comes again; nil: it stays
	now     []int          // columns that a change gives the moment
	coming  [][]plan.Value // with a value for each column of the table

	present    map[string]*mergedRow // by key
	out        []*mergedRow          // new or changed, in order
	inserted   int
	changed    int
	met        int      // rows that came with a key that was there
	duplicates []string // the first of their keys
}

// mergedRow is a row of the table, or one that has come.
type mergedRow struct {
	values []plan.Value
	out    bool
}

// mostDuplicates is how many rows left out get a warning each.
const mostDuplicates = 64

// merge gives what becomes of rows of the table, by key, with all rows that come.
func (m *merger) merge(text string, present map[string][]plan.Value) (store.Source, error) {
	m.begin(present)
	for i, row := range m.coming {
		if err := m.add(row); err != nil {
			e := parse.AsError("", err)
			return nil, parse.ErrorAt(text, -1, e.Code, "row %d: %s", i+1, e.Message)
		}
	}
	return m.source(), nil
}

// begin starts again with the rows of a table, by key.
func (m *merger) begin(present map[string][]plan.Value) {
	m.present, m.out, m.duplicates = make(map[string]*mergedRow, len(present)), nil, nil
	m.inserted, m.changed, m.met = 0, 0, 0
	for key, row := range present {
		m.present[key] = &mergedRow{values: row}
	}
}

// key is the key of a row as text; false for a row that has none yet, since the table numbers it.
func (m *merger) key(row []plan.Value) (key string, ok bool) {
	var b strings.Builder
	for _, i := range m.t.PrimaryKey {
		v := row[i]
		if m.t.Columns[i].Own.Has(plan.Numbered) && (v.IsNull() || v.String() == "0") {
			return "", false
		}
		text := v.String()
		b.WriteString(strconv.Itoa(len(text)) + ":" + text)
	}
	return b.String(), len(m.t.PrimaryKey) > 0
}

// keys are the keys of the rows that come.
func (m *merger) keys() map[string]bool {
	out := make(map[string]bool, len(m.coming))
	for _, row := range m.coming {
		if key, ok := m.key(row); ok {
			out[key] = true
		}
	}
	return out
}

// add takes the next row that comes.
func (m *merger) add(row []plan.Value) error {
	key, ok := m.key(row)
	there := m.present[key]
	if !ok || there == nil {
		fresh := &mergedRow{values: row, out: true}
		if m.out, m.inserted = append(m.out, fresh), m.inserted+1; ok {
			m.present[key] = fresh
		}
		return nil
	}
	m.met++
	if m.becomes == nil {
		m.duplicate(there.values)
		return nil
	}
	next := slices.Clone(there.values)
	if err := m.becomes.Into(next, row); err != nil {
		return err
	}
	if m.same(there.values, next) {
		return nil
	}
	m.changed++
	if there.values = next; !there.out {
		there.out = true
		m.out = append(m.out, there)
	}
	return nil
}

// same reports whether a row has the values of another one, but for the moment of its change.
func (m *merger) same(a, b []plan.Value) bool {
	for i := range a {
		if !slices.Contains(m.now, i) && (a[i].IsNull() != b[i].IsNull() || a[i].String() != b[i].String()) {
			return false
		}
	}
	return true
}

// duplicate notes a row that is left out.
func (m *merger) duplicate(row []plan.Value) {
	if len(m.duplicates) == mostDuplicates {
		return
	}
	var key []string
	for _, i := range m.t.PrimaryKey {
		key = append(key, row[i].String())
	}
	m.duplicates = append(m.duplicates, strings.Join(key, "-"))
}

// warn has the session tell of the rows that were left out.
func (m *merger) warn(s command.Session) {
	for _, key := range m.duplicates {
		s.Warn("Warning", parse.CodeDuplicateKey, "Duplicate entry '"+key+"' for key '"+m.t.Name+".PRIMARY'")
	}
}

// source gives the rows to the table.
func (m *merger) source() store.Source {
	all := make([]int, len(m.t.Shown()))
	for i := range all {
		all[i] = i
	}
	next := 0
	return source.FromValues(store.Definition{Columns: m.t.Shown()}, all, func() ([]plan.Value, error, bool) {
		if next == len(m.out) {
			return nil, nil, false
		}
		next++
		return m.out[next-1].values, nil, true
	})
}

// mostListed is how many values of a key a query lists; of more it reads all rows.
const mostListed = 1 << 14

// presentRows is the query for the rows of the table that may have the keys of those that come:
// each column of the key has one of their values.
func (m *merger) presentRows(name *ast.TableName) (*ast.SelectStmt, error) {
	q := &ast.SelectStmt{
		SelectStmtOpts: &ast.SelectStmtOpts{}, Kind: ast.SelectStmtKindSelect,
		Fields: &ast.FieldList{Fields: []*ast.SelectField{{WildCard: &ast.WildCardField{}}}},
		From:   &ast.TableRefsClause{TableRefs: &ast.Join{Left: &ast.TableSource{Source: name}}},
	}
	for _, i := range m.t.PrimaryKey {
		in, err := m.listed(i)
		if err != nil {
			return nil, err
		}
		switch {
		case in == nil:
		case q.Where == nil:
			q.Where = in
		default:
			q.Where = &ast.BinaryOperationExpr{Op: opcode.LogicAnd, L: q.Where, R: in}
		}
	}
	return q, nil
}

// listed is the condition that a column has one of the values of the rows that come; nil where
// these are too many.
func (m *merger) listed(column int) (ast.ExprNode, error) {
	in := &ast.PatternInExpr{Expr: &ast.ColumnNameExpr{Name: &ast.ColumnName{Name: ast.NewCIStr(m.t.Columns[column].Name)}}}
	seen := map[string]bool{}
	for _, row := range m.coming {
		v := row[column]
		if seen[v.String()] {
			continue
		}
		if seen[v.String()] = true; len(seen) > mostListed {
			return nil, nil
		}
		literal := new(test_driver.ValueExpr)
		if err := command.SetLiteral(literal, v); err != nil {
			return nil, err
		}
		in.List = append(in.List, literal)
	}
	if len(in.List) == 0 {
		return nil, nil
	}
	return in, nil
}
