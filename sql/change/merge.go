package change

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/bind/strict"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// mergeRows is INSERT … ON DUPLICATE KEY UPDATE, INSERT IGNORE, and REPLACE of a table with UNIQUE
// keys. The rows that come are read first, then those of the table that have one of their keys.
// Both together say what rows there shall be, and which go for them, in one change of the table.
type mergeRows struct{ node *ast.InsertStmt }

func (mergeRows) Nature() command.Nature { return command.ChangesRows }

func (x mergeRows) Permit(r command.Permits) error {
	if len(x.node.OnDuplicate) > 0 {
		if name, ok := insertTarget(x.node); ok {
			if err := command.NeedAll(r, account.Update, []*ast.TableName{name}); err != nil {
				return err
			}
		}
	}
	return permitInsert(r, x.node)
}

func (x mergeRows) Run(ctx context.Context, c *command.Call) (*result.Set, error) {
	t, to, err := insertInto(c, x.node)
	if err != nil {
		return nil, err
	}
	m, err := x.merger(ctx, c, t)
	if err != nil {
		return nil, err
	}
	defer m.release(c.Session)
	if m.coming, err = x.rows(ctx, c, m, to); err != nil {
		return nil, err
	}
	if err := m.leaveOut(ctx, c, x.ignored(c)); err != nil {
		return nil, err
	}
	defer m.computed()
	defer c.Session.Changed()
	var first uint64
	if len(m.keys) == 0 {
		if err := m.merge(c.Text, nil); err != nil {
			return nil, err
		}
		l, err := c.Catalog(t.Name).LoadNumbered(ctx, t.Name, store.Whole(m.source()))
		if err != nil {
			return nil, c.RowError(err)
		}
		first = l.First
	} else {
		r, err := c.Catalog(t.Name).Merge(ctx, t.Name, func(view *store.View) (store.Merged, error) {
			return x.merged(ctx, c.On(ctx, c.View.With(t.Name, view)), m)
		})
		if err != nil {
			return nil, c.RowError(err)
		}
		first = r.First
	}
	if m.kept > 0 {
		first = m.kept
	}
	c.Session.Numbered(first)
	m.warn(c.Session)
	return m.told(first), nil
}

// merger binds what becomes of rows whose key is there.
func (x mergeRows) merger(ctx context.Context, c *command.Call, t *plan.Table) (*merger, error) {
	m := &merger{t: t, keys: keysOf(t), replaces: x.node.IsReplace, keeps: -1}
	if err := m.computing(ctx, c); err != nil || len(x.node.OnDuplicate) == 0 {
		return m, err
	}
	name, _ := insertTarget(x.node) // insertInto has refused what has none
	var to []int
	var list []*ast.Assignment
	for _, a := range x.node.OnDuplicate {
		i := define.Ordinal(t.Shown(), a.Column.Name.O)
		if i < 0 {
			return nil, define.UnknownColumn(c.Written(), a.Column, t)
		}
		if err := givable(c, a.Column, t, &t.Columns[i], a.Expr); err != nil {
			return nil, err
		}
		if t.Columns[i].Generated() {
			continue
		}
		a, err := assigned(c, nil, a, &t.Columns[i])
		if err != nil {
			return nil, err
		}
		a, keeps := remembered(a, &t.Columns[i])
		if keeps {
			m.keeps = i
		}
		to, list = append(to, i), append(list, a)
	}
	m.now = updatedNow(t, to)
	to, list = append(to, m.now...), append(list, nowAssigned(name, t, m.now)...)
	var err error
	m.becomes, err = bind.Merge(c.Text, list, to, t, parse.OwnName(name), c.Queries.Surround(c.Names))
	return m, err
}

// rows are the rows that come, with a value for each column of the table.
func (x mergeRows) rows(ctx context.Context, c *command.Call, m *merger, to []int) (out [][]plan.Value, err error) {
	if x.node.Select == nil {
		return x.listed(c, m, to)
	}
	t := m.t
	if err := allGivable(c, x.node.Table, t, to); err != nil {
		return nil, err
	}
	r, err := c.RowsToStore(ctx, x.node.Select)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if len(r.Columns) != len(to) {
		return nil, c.ErrorAt(x.node.Table, parse.CodeValueCount, "Column count doesn't match value count at row 1: %d columns, and the query has %d", len(to), len(r.Columns))
	}
	ignore := x.ignored(c)
	for rows, err := range r.Batches() {
		if err != nil {
			return nil, err
		}
		for i := range rows.Len {
			row := make([]plan.Value, len(t.Shown()))
			for k, column := range to {
				of, from := &t.Columns[column], &rows.Columns[k]
				v := strict.Taken(from.Value(i), source.Given(r.Columns[k], from), of.Type)
				if row[column], err = source.Stored(v, of); err != nil && ignore != nil {
					row[column], err = ignore.value(v, of, len(out), err)
				}
				if err != nil {
					e := parse.AsError("", err)
					return nil, parse.ErrorAt(c.Text, -1, e.Code, "row %d: column %s: %s", len(out)+1, of.Name, e.Message)
				}
			}
			if err := m.fill(c, row, len(out), to, ignore); err != nil {
				return nil, err
			}
			if err := m.hold(c.Session, row); err != nil {
				return nil, err
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// listed are the rows of VALUES.
func (x mergeRows) listed(c *command.Call, m *merger, to []int) (out [][]plan.Value, err error) {
	t := m.t
	constants, ignore := bind.NewConstants(c.Text, c.Queries.Surround(c.Names)), x.ignored(c)
	written := parse.RowsOf(x.node)
	for n := range written.Len() {
		values := written.Next()
		if len(values) != len(to) {
			return nil, c.ErrorAt(firstNode(values, x.node), parse.CodeValueCount, "Column count doesn't match value count at row %d: %d columns, %d values", n+1, len(to), len(values))
		}
		row := make([]plan.Value, len(t.Shown()))
		var given []int
		for i, e := range values {
			of := &t.Columns[to[i]]
			if e, err = givenValue(c, t, of, e); err != nil {
				return nil, err
			}
			if _, ok := e.(*ast.DefaultExpr); ok {
				continue
			}
			if row[to[i]], err = insertedValue(c, constants, of, e, n); err != nil && ignore != nil {
				row[to[i]], err = ignore.written(e, of, n, err)
			}
			if err != nil {
				return nil, err
			}
			given = append(given, to[i])
		}
		if err := m.fill(c, row, n, given, ignore); err != nil {
			return nil, err
		}
		if err := m.hold(c.Session, row); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// ignored is what takes values that columns do not hold; nil where they are an error.
func (x mergeRows) ignored(c *command.Call) *ignored {
	if !x.node.IgnoreErr {
		return nil
	}
	return &ignored{Call: c}
}

// fill gives the columns of a row that have got no value their default, and those that are computed what they are.
func (m *merger) fill(c *command.Call, row []plan.Value, number int, given []int, ignore *ignored) error {
	for i, column := range m.t.Shown() {
		if slices.Contains(given, i) {
			continue
		}
		var ok bool
		if row[i], ok = column.Absent(); !ok && ignore != nil {
			row[i], ok = ignore.absent(&column)
		}
		if !ok {
			return parse.ErrorAt(c.Text, -1, parse.CodeNoDefault, "Field '%s' doesn't have a default value", column.Name)
		}
	}
	return m.compute(row, number, given, ignore)
}

// merged gives the rows that shall be there, of the rows that come and those of a snapshot, and
// which of these go.
func (x mergeRows) merged(ctx context.Context, c *command.Call, m *merger) (store.Merged, error) {
	name, _ := insertTarget(x.node)
	var present []*mergedRow
	q, err := m.presentRows(name)
	if err != nil {
		return store.Merged{}, err
	}
	r, tables, err := c.RowsToChange(ctx, q, []*ast.TableName{{Schema: name.Schema, Name: name.Name}}, nil)
	if err != nil {
		return store.Merged{}, err
	}
	defer r.Close()
	wanted := m.wanted()
	for rows, err := range r.Batches() {
		if err != nil {
			return store.Merged{}, err
		}
		for i, number := range numbersIn(&rows.Columns[0], rows.Len) {
			row := make([]plan.Value, len(rows.Columns)-1)
			for k := range row {
				row[k] = rows.Columns[k+1].Value(i)
			}
			if m.wants(wanted, row) {
				present = append(present, &mergedRow{values: row, number: number})
			}
		}
	}
	if err := m.merge(c.Text, present); err != nil {
		return store.Merged{}, err
	}
	gone := snapshot.NewRowSet(tables[0].Rows)
	for _, row := range m.gone {
		gone.Add(row)
	}
	return store.Merged{Rows: m.source(), Gone: gone}, nil
}
