package change

import (
	"context"
	"iter"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/bind/strict"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// ignoring gives the rows of an UPDATE IGNORE, one after another: a value that a column does not hold is the nearest that it
// does, and a row that would have the key of another one is left as it is.
type ignoring struct {
	*ignored
	of    *newValues
	keys  []key // of which a column is assigned
	taken map[string]int
	rows  map[int][]plan.Value // the values of keys by the number of the row, by column of the table
	met   map[int]bool         // rows that the query has found, which may find one by each of its partners: the first counts
	bytes int64                // bytes that are charged for these
	left  int
}

// ignoring reads the keys that rows have, where the UPDATE assigns to columns of some. The caller releases it.
func (x updateRows) ignoring(ctx context.Context, c *command.Call, u updated, f *newValues) (*ignoring, error) {
	out := &ignoring{ignored: &ignored{Call: c}, of: f}
	for _, k := range keysOf(f.of) {
		if slices.ContainsFunc(k.columns, func(i int) bool { return slices.Contains(f.computed, i) }) {
			return nil, c.Refuse(u.list[0].Column, "UPDATE IGNORE of columns that a key is computed of")
		}
		if slices.ContainsFunc(k.columns, func(i int) bool { return slices.Contains(f.changed(), i) }) {
			out.keys = append(out.keys, k)
		}
	}
	if len(out.keys) == 0 {
		return out, nil
	}
	err := out.read(ctx, c, u.name)
	if err != nil {
		out.release()
	}
	return out, err
}

// release gives back the memory that was charged.
func (g *ignoring) release() { _ = g.Session.Charge(-g.bytes) } // which succeeds

// changed are the columns that rows are given values for, by their ordinals.
func (f *newValues) changed() []int { return slices.Concat(f.assigned, f.follow) }

// read reads the keys of all rows of the table.
func (g *ignoring) read(ctx context.Context, c *command.Call, table *ast.TableName) error {
	var columns []int
	for _, k := range g.keys {
		columns = append(columns, k.columns...)
	}
	slices.Sort(columns)
	columns = slices.Compact(columns)
	names, set := make([]*ast.ColumnName, len(columns)), make([]*ast.Assignment, len(columns))
	for i, column := range columns {
		names[i] = &ast.ColumnName{Name: ast.NewCIStr(g.of.of.Columns[column].Name)}
		set[i] = &ast.Assignment{Column: names[i], Expr: &ast.ColumnNameExpr{Name: names[i]}}
	}
	own := &ast.TableName{Schema: table.Schema, Name: table.Name}
	from := &ast.TableRefsClause{TableRefs: &ast.Join{Left: &ast.TableSource{Source: own}}}
	r, _, err := c.RowsToChange(ctx, command.Changing(nil, from, nil, nil, nil, set), []*ast.TableName{own}, names)
	if err != nil {
		return err
	}
	defer r.Close()
	g.taken, g.rows, g.met = map[string]int{}, map[int][]plan.Value{}, map[int]bool{}
	for rows, err := range r.Batches() {
		if err != nil {
			return err
		}
		for i, number := range numbersIn(&rows.Columns[0], rows.Len) {
			row := make([]plan.Value, len(g.of.of.Shown()))
			for k, column := range columns {
				row[column] = rows.Columns[k+1].Value(i)
			}
			bytes := bytesOf(row, len(g.keys))
			if err := c.Session.Charge(bytes); err != nil {
				return err
			}
			g.bytes += bytes
			g.rows[number] = row
			for text := range g.spelled(row) {
				g.taken[text] = number
			}
		}
	}
	return nil
}

// spelled are the keys that a row has, as texts, each with its key.
func (g *ignoring) spelled(row []plan.Value) iter.Seq2[string, *key] {
	return func(yield func(string, *key) bool) {
		for i := range g.keys {
			if text, ok := spelledKey(i, g.keys[i].of(row)); ok && !yield(text, &g.keys[i]) {
				return
			}
		}
	}
}

// leaves reports whether a row was found before, or would have the key of another one, of which a warning tells; else it has
// its new keys from here on.
func (g *ignoring) leaves(number int, values []plan.Value) bool {
	if len(g.keys) == 0 {
		return false
	}
	if g.met[number] {
		return true
	}
	g.met[number] = true
	row := g.rows[number]
	next := slices.Clone(row)
	for k, column := range g.of.changed() {
		next[column] = values[k+1]
	}
	for text, by := range g.spelled(next) {
		if other, taken := g.taken[text]; taken && other != number {
			g.left++
			g.warn(parse.CodeDuplicateKey, "Duplicate entry '"+by.shown(g.raw(next))+"' for key '"+g.of.of.Own()+"."+by.name+"'")
			return true
		}
	}
	for text := range g.spelled(row) {
		delete(g.taken, text)
	}
	for text := range g.spelled(next) {
		g.taken[text] = number
	}
	g.rows[number] = next
	return false
}

// raw is a row as errors show it.
func (g *ignoring) raw(row []plan.Value) []plan.Value {
	out := make([]plan.Value, len(row))
	for i, v := range row {
		out[i] = value.Raw(v, g.of.of.Columns[i].Type)
	}
	return out
}

// source gives the rows that a query has found. It must be stopped.
func (g *ignoring) source(r *result.Set) (src ingest.Source, stop func()) {
	next, stop := iter.Pull2(g.found(r))
	return source.FromValues(store.Definition{Columns: g.of.values}, g.of.to, func() ([]plan.Value, error, bool) {
		row, err, ok := next()
		return row, err, ok
	}), stop
}

// found are the rows of a result that change, with the values that columns hold.
func (g *ignoring) found(r *result.Set) iter.Seq2[[]plan.Value, error] {
	return func(yield func([]plan.Value, error) bool) {
		number := 0
		for rows, err := range r.Batches() {
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range rows.Len {
				row, err := g.held(r, rows, i, number)
				if err == nil && g.leaves(int(rows.Columns[0].Ints[i]), row) {
					continue
				}
				if number++; !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// held gives a row of a batch of a result as the columns hold its values.
func (g *ignoring) held(r *result.Set, rows *plan.Rows, i, number int) ([]plan.Value, error) {
	out := make([]plan.Value, len(g.of.to))
	for k, to := range g.of.to {
		of, from := &g.of.values[to], &rows.Columns[k]
		v := strict.Taken(from.Value(i), source.Given(r.Columns[k], from), of.Type)
		held, err := source.Stored(v, of)
		if err != nil {
			held, err = g.value(v, of, number, err)
		}
		if err != nil {
			return nil, err
		}
		out[k] = held
	}
	return out, nil
}
