package sql

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/scope"
)

// Rules of tables, CHECK and UNIQUE, are held by queries for a row that breaks one. The store
// asks for them when the new version of a table can be read, and before it is made real: so all
// ways to change a table hold them, and a change that breaks one leaves no trace.

// holds is the guard of the engine's tables.
func (e *Engine) holds(ctx context.Context, view *store.View, t *plan.Table) error {
	s := e.NewSession()
	all := e.View()
	defer all.Close()
	s.settings.Database, _ = all.Home(t.Name)
	defer e.run.Forget(func(known *plan.Table) bool { return known == t })
	for _, r := range t.Rules {
		if err := s.holdsRule(ctx, &scope.Views{View: all.With(view)}, t, r); err != nil {
			return err
		}
	}
	return nil
}

// holdsRule looks for a row that breaks a rule. That values are different is counted first: to count
// them takes a fraction of what it takes to group by them.
func (s *Session) holdsRule(ctx context.Context, view *scope.Views, t *plan.Table, r plan.Rule) error {
	from := " FROM " + parse.QuoteName(cmp.Or(t.Database, define.HomeDatabase)) + "." + parse.QuoteName(t.Own())
	if r.Check != "" {
		found, err := s.firstRow(ctx, view, "SELECT 1"+from+" WHERE NOT ("+r.Check+") LIMIT 1")
		if err == nil && found != nil {
			err = &store.RuleError{Code: parse.CodeCheckViolated, Message: fmt.Sprintf("Check constraint '%s' is violated.", r.Name)}
		}
		return err
	}
	var names, there []string
	for _, i := range r.Columns {
		name := parse.QuoteName(t.Columns[i].Name)
		names, there = append(names, name), append(there, name+" IS NOT NULL")
	}
	list := strings.Join(names, ", ")
	from += " WHERE " + strings.Join(there, " AND ")
	twice, err := s.firstRow(ctx, view, "SELECT COUNT(*) - COUNT(DISTINCT "+list+")"+from)
	if err != nil || twice[0] == "0" {
		return err
	}
	values, err := s.firstRow(ctx, view, "SELECT "+list+from+" GROUP BY "+list+" HAVING COUNT(*) > 1 LIMIT 1")
	if err != nil {
		return err
	}
	return &store.RuleError{Code: parse.CodeDuplicateKey, Message: fmt.Sprintf("Duplicate entry '%s' for key '%s.%s'", strings.Join(values, "-"), t.Own(), r.Name)}
}

// firstRow is the first row of a query as texts, nil where there is none.
func (s *Session) firstRow(ctx context.Context, view *scope.Views, text string) (row []string, err error) {
	c := s.newCall(ctx, text, view)
	found, err := c.readings(ctx, c.Text)
	if err != nil {
		return nil, fmt.Errorf("hold rules of tables: %w", err)
	}
	defer found.Close()
	for i := range found.Rows.Columns {
		if found.Rows.Len > 0 {
			row = append(row, found.Rows.Columns[i].Value(0).String())
		}
	}
	return row, nil
}

// Condition is of ddl.Doors.
func (d definitions) Condition(c *command.Call, r plan.Rule, columns []plan.Column) ([]int, error) {
	refuse := func(err error) error {
		known := parse.AsError("", err)
		return parse.ErrorAt(c.Text, parse.FindWord(c.Text, "CHECK"), known.Code, "condition %s of check constraint '%s': %s", r.Check, r.Name, known.Message)
	}
	text := "SELECT " + r.Check
	node, err := d.Parse(text)
	if err != nil {
		return nil, refuse(err)
	}
	around := d.session.surround(c.Names)
	out, err := bind.Condition(text, node.(*ast.SelectStmt).Fields.Fields[0].Expr, columns, around)
	if err == nil && around.personal {
		err = parse.ErrorAt(text, -1, parse.CodeCheckFunction, "a condition of rows has no subquery, and the same value each time")
	}
	if err != nil {
		return nil, refuse(err)
	}
	return out, nil
}
