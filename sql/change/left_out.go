package change

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/rules"
)

// INSERT IGNORE leaves rows out that break a CHECK or a foreign key, with a warning of each.

// leaveOut has those of the rows that come go that break a rule of the table other than a key.
func (m *merger) leaveOut(ctx context.Context, c *command.Call, ignore *ignored) error {
	if ignore == nil {
		return nil
	}
	if err := m.leaveUnchecked(ctx, c, ignore); err != nil || m.becomes != nil || rules.IsUnchecked(ctx) {
		return err // a row whose key is there becomes another one, whatever it refers to
	}
	for _, k := range define.Keys(m.t) {
		if k.Foreign == nil {
			continue
		}
		if err := m.leaveOrphans(ctx, c, ignore, k); err != nil {
			return err
		}
	}
	return nil
}

// leaveUnchecked has rows go that break a CHECK: each is computed as a column is that is NOT of it.
func (m *merger) leaveUnchecked(ctx context.Context, c *command.Call, ignore *ignored) error {
	columns, first := slices.Clone(m.t.Shown()), len(m.t.Shown())
	var broken []int
	for _, r := range m.t.Rules {
		if r.Check != "" && !r.Idle {
			broken = append(broken, len(columns))
			columns = append(columns, plan.Column{Name: r.Name, Type: plan.Type{Kind: plan.Bool}, Nullable: true, Formula: &plan.Formula{Text: "NOT (" + r.Check + ")", Kind: plan.Virtual}})
		}
	}
	if len(broken) == 0 || len(m.coming) == 0 {
		return nil
	}
	f, err := c.Queries.Formulas(c.Names, columns)
	if err != nil {
		return err
	}
	e := f.Only(broken).Evaluator(ctx)
	row := make([]plan.Value, len(columns))
	return m.keep(func(coming []plan.Value) (bool, error) {
		copy(row, coming)
		if err := e.Row(row, func(int) bool { return false }); err != nil {
			return false, err
		}
		at := slices.IndexFunc(row[first:], func(v plan.Value) bool { return v.Int != 0 })
		if at >= 0 {
			ignore.warn(parse.CodeCheckViolated, "Check constraint '"+columns[first+at].Name+"' is violated.")
		}
		return at < 0, nil
	})
}

// leaveOrphans has rows go that have no partner by a foreign key, which may be one of those that come before them.
func (m *merger) leaveOrphans(ctx context.Context, c *command.Call, ignore *ignored, k define.Key) error {
	partners, err := m.partners(ctx, c, k)
	if err != nil {
		return err
	}
	own, others := key{columns: k.Columns}, key{}
	if k.Foreign.Table == m.t.Name {
		for _, name := range k.Foreign.Others {
			others.columns = append(others.columns, define.Ordinal(m.t.Shown(), name))
		}
	}
	return m.keep(func(row []plan.Value) (bool, error) {
		text, ok := spelledKey(0, own.of(row))
		itself, _ := spelledKey(0, others.of(row))
		if ok && !partners[text] && itself != text {
			ignore.warn(parse.CodeChildRow, "Cannot add or update a child row: a foreign key constraint fails ("+define.ForeignText(m.t, k.Name, k.Foreign)+")")
			return false, nil
		}
		if len(others.columns) > 0 {
			partners[itself] = true
		}
		return true, nil
	})
}

// partners are the keys that the rows which come refer to by a foreign key, of those that the other table has. Who inserts
// need not be one who may read that.
func (m *merger) partners(ctx context.Context, c *command.Call, k define.Key) (map[string]bool, error) {
	var names []string
	for _, name := range k.Foreign.Others {
		names = append(names, parse.QuoteName(name))
	}
	read, err := c.Queries.Parse("SELECT " + strings.Join(names, ", ") + " FROM " + parse.QuoteName(cmp.Or(k.Foreign.Database, define.HomeDatabase)) + "." + parse.QuoteName(k.Foreign.Own()))
	if err != nil {
		return nil, err
	}
	q := read.(*ast.SelectStmt)
	if q.Where, err = m.listedKey(&key{columns: k.Columns}, k.Foreign.Others); err != nil {
		return nil, err
	}
	asking := c.On(ctx, c.View)
	asking.Names.Rights = account.Rights{}
	r, err := asking.RowsOf(ctx, q)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	out := map[string]bool{}
	row := make([]plan.Value, len(names))
	for rows, err := range r.Batches() {
		if err != nil {
			return nil, err
		}
		for i := range rows.Len {
			for k := range row {
				row[k] = rows.Columns[k].Value(i)
			}
			if text, ok := spelledKey(0, row); ok {
				out[text] = true
			}
		}
	}
	return out, nil
}

// keep has the rows that come go for which it is not so.
func (m *merger) keep(is func(row []plan.Value) (bool, error)) error {
	kept := m.coming[:0]
	for _, row := range m.coming {
		ok, err := is(row)
		if err != nil {
			return err
		}
		if ok {
			kept = append(kept, row)
		} else {
			m.left++
		}
	}
	m.coming = kept
	return nil
}
