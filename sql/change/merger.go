package change

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/formula"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// merger makes of rows that come, one after another, and of those with their keys the rows that
// shall be there.
type merger struct {
	t        *plan.Table
	keys     []key
	replaces bool               // a row that comes takes the place of all that have one of its keys
	becomes  *bind.Merging      // else: of a row whose key comes again; nil: it stays
	now      []int              // columns that a change gives the moment
	keeps    int                // the column whose new value is the session's last number; -1: none
	computes *formula.Evaluator // nil: no column is computed
	coming   [][]plan.Value     // with a value for each column of the table
	left     int                // rows that came and break a rule
	held     int64              // bytes that are charged for these

	present    map[string]*mergedRow // by each of its keys
	out        []*mergedRow          // new or changed, in order; those that went again are among them
	gone       []int                 // rows of the table that go, or come again as they are changed
	inserted   int
	changed    int
	replaced   int
	met        int        // rows that came with a key that was there
	duplicates []string   // the first of their keys
	last       *mergedRow // that is new or changed
	kept       uint64     // of the column keeps; 0: no row that is there was met
}

// mergedRow is a row of the table, or one that has come.
type mergedRow struct {
	values []plan.Value
	number int  // in the table; newRow: it has come
	out    bool // it is among those that come
	went   bool
}

// newRow is the number of a row that is not in the table yet.
const newRow = -1

// mostDuplicates is how many rows left out get a warning each.
const mostDuplicates = 64

// keyBytes is what a key of a row that comes takes where it is looked for and where it is found.
const keyBytes = 200

// bytesOf is what a row takes that is found by some keys.
func bytesOf(row []plan.Value, keys int) int64 {
	bytes := int64(unsafe.Sizeof(row)) + keyBytes*int64(keys)
	for i := range row {
		bytes += int64(unsafe.Sizeof(row[i])) + int64(len(row[i].Text))
	}
	return bytes
}

// hold charges a row that comes.
func (m *merger) hold(s command.Session, row []plan.Value) error {
	bytes := bytesOf(row, len(m.keys))
	err := s.Charge(bytes)
	if err == nil {
		m.held += bytes
	}
	return err
}

// release gives back what was charged.
func (m *merger) release(s command.Session) { _ = s.Charge(-m.held) } // which succeeds

// merge says what becomes of rows of the table with all rows that come.
func (m *merger) merge(text string, present []*mergedRow) error {
	m.begin(present)
	for i, row := range m.coming {
		if err := m.add(row); err != nil {
			e := parse.AsError("", err)
			return parse.ErrorAt(text, -1, e.Code, "row %d: %s", i+1, e.Message)
		}
	}
	return nil
}

// begin starts again with rows of a table.
func (m *merger) begin(present []*mergedRow) {
	m.present, m.out, m.gone, m.duplicates = make(map[string]*mergedRow, len(present)), nil, nil, nil
	m.inserted, m.changed, m.replaced, m.met, m.last, m.kept = 0, 0, 0, 0, nil, 0
	for _, row := range present {
		m.link(row)
	}
}

// link has a row found by its keys.
func (m *merger) link(row *mergedRow) {
	for text := range m.spelled(row.values) {
		m.present[text] = row
	}
}

// unlink has it found no more.
func (m *merger) unlink(row *mergedRow) {
	for text := range m.spelled(row.values) {
		delete(m.present, text)
	}
}

// find gives a row that has a key of another one, and the key; nil where there is none.
func (m *merger) find(row []plan.Value) (*mergedRow, *key) {
	for text, k := range m.spelled(row) {
		if there := m.present[text]; there != nil {
			return there, k
		}
	}
	return nil, nil
}

// add takes the next row that comes.
func (m *merger) add(row []plan.Value) error {
	there, by := m.find(row)
	if there != nil {
		m.met++
	}
	for m.replaces && there != nil {
		m.drop(there)
		there, by = m.find(row)
	}
	switch {
	case there == nil:
		fresh := &mergedRow{values: row, number: newRow, out: true}
		m.out, m.inserted = append(m.out, fresh), m.inserted+1
		m.last = fresh
		m.link(fresh)
		return nil
	case m.becomes == nil:
		m.duplicate(by, there.values)
		return nil
	}
	return m.change(there, row)
}

// drop has a row go.
func (m *merger) drop(row *mergedRow) {
	m.unlink(row)
	row.went = true
	if m.replaced++; row.number != newRow {
		m.gone = append(m.gone, row.number)
	}
}

// change makes of a row what it becomes by one that comes.
func (m *merger) change(there *mergedRow, coming []plan.Value) error {
	next := slices.Clone(there.values)
	if err := m.becomes.Into(next, coming); err != nil {
		return err
	}
	if err := m.generate(next); err != nil {
		return err
	}
	if m.keeps >= 0 {
		m.kept = source.Counted(next[m.keeps])
	}
	if m.same(there.values, next) {
		return nil
	}
	for _, i := range m.t.PrimaryKey {
		if next[i].String() != there.values[i].String() { // rows that do not come may have the new one
			return parse.ErrorAt("", -1, parse.CodeNotSupported, "ON DUPLICATE KEY UPDATE cannot give a row another primary key, as %s would become %s in column %s: UPDATE can", there.values[i], next[i], m.t.Columns[i].Name)
		}
	}
	m.changed++
	m.unlink(there)
	if other, by := m.find(next); other != nil {
		return parse.ErrorAt("", -1, parse.CodeDuplicateKey, "Duplicate entry '%s' for key '%s.%s'", by.shown(m.raw(next)), m.t.Own(), by.name)
	}
	there.values, m.last = next, there
	m.link(there)
	if there.out {
		return nil
	}
	there.out = true
	m.out, m.gone = append(m.out, there), append(m.gone, there.number)
	return nil
}

// same reports whether a row has the values of another one, but for the moment of its change, and what is generated.
func (m *merger) same(a, b []plan.Value) bool {
	for i := range a {
		if !slices.Contains(m.now, i) && !m.t.Columns[i].Generated() && (a[i].IsNull() != b[i].IsNull() || a[i].String() != b[i].String()) {
			return false
		}
	}
	return true
}

// duplicate notes a row that is left out, for one that has its key.
func (m *merger) duplicate(by *key, row []plan.Value) {
	if len(m.duplicates) < mostDuplicates {
		m.duplicates = append(m.duplicates, "Duplicate entry '"+by.shown(m.raw(row))+"' for key '"+m.t.Name+"."+by.name+"'")
	}
}

// warn has the session tell of the rows that were left out.
func (m *merger) warn(s command.Session) {
	for _, message := range m.duplicates {
		s.Warn("Warning", parse.CodeDuplicateKey, message)
	}
}

// told is what the statement answers. What is affected is counted as MySQL does.
func (m *merger) told(first uint64) *result.Set {
	if at := numberOf(m.t); first == 0 && at >= 0 && m.last != nil {
		first = source.Counted(m.last.values[at])
	}
	if m.replaces {
		return &result.Set{
			Affected: int64(m.inserted + m.replaced), First: first,
			Message: fmt.Sprintf("%s inserted, %d replaced", command.CountRows(m.inserted), m.replaced),
		}
	}
	return &result.Set{
		Affected: int64(m.inserted + 2*m.changed), First: first,
		Message: fmt.Sprintf("%s inserted, %d changed, %d left out", command.CountRows(m.inserted), m.changed, m.left+m.met-m.changed),
	}
}

// source gives the rows to the table.
func (m *merger) source() ingest.Source {
	all := make([]int, len(m.t.Shown()))
	for i := range all {
		all[i] = i
	}
	next := 0
	return source.FromValues(store.Definition{Columns: m.t.Shown()}, all, func() ([]plan.Value, error, bool) {
		for next < len(m.out) && m.out[next].went {
			next++
		}
		if next == len(m.out) {
			return nil, nil, false
		}
		next++
		return m.raw(m.out[next-1].values), nil, true
	})
}

// raw is a row as values come to the table: bytes are these.
func (m *merger) raw(row []plan.Value) []plan.Value {
	out := make([]plan.Value, len(row))
	for i, v := range row {
		out[i] = value.Raw(v, m.t.Columns[i].Type)
	}
	return out
}

// mostListed is how many values of a key a query lists; of more it reads all rows.
const mostListed = 1 << 14

// presentRows is the query for the rows of the table that may have a key of those that come: each
// column of one of the keys has one of their values.
func (m *merger) presentRows(name *ast.TableName) (*ast.SelectStmt, error) {
	q := command.Changing(nil, &ast.TableRefsClause{TableRefs: &ast.Join{Left: &ast.TableSource{Source: name}}}, nil, nil, nil, nil)
	q.Fields.Fields = []*ast.SelectField{{WildCard: &ast.WildCardField{}}}
	for i, k := range m.keys {
		var names []string
		for _, column := range k.columns {
			names = append(names, m.t.Columns[column].Name)
		}
		has, err := m.listedKey(&k, names)
		if err != nil {
			return nil, err
		}
		switch {
		case has == nil:
			q.Where = nil
			return q, nil
		case i == 0:
			q.Where = has
		default:
			q.Where = &ast.BinaryOperationExpr{Op: opcode.LogicOr, L: q.Where, R: has}
		}
	}
	return q, nil
}

// listedKey is the condition that each of some columns, which are called so, has one of the values that the rows that come
// have in a column of a key; nil where these are too many.
func (m *merger) listedKey(k *key, names []string) (all ast.ExprNode, err error) {
	for i, column := range k.columns {
		in, err := m.listed(column, names[i])
		switch {
		case err != nil:
			return nil, err
		case in == nil:
		case all == nil:
			all = in
		default:
			all = &ast.BinaryOperationExpr{Op: opcode.LogicAnd, L: all, R: in}
		}
	}
	return all, nil
}

// listed is the condition that a column which is called so has one of the values that the rows that come have in another;
// nil where these are too many.
func (m *merger) listed(column int, name string) (ast.ExprNode, error) {
	in := &ast.PatternInExpr{Expr: &ast.ColumnNameExpr{Name: &ast.ColumnName{Name: ast.NewCIStr(name)}}}
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
		if err := command.SetLiteral(literal, value.Raw(v, m.t.Columns[column].Type)); err != nil {
			return nil, err
		}
		in.List = append(in.List, literal)
	}
	if len(in.List) == 0 {
		return nil, nil
	}
	return in, nil
}
