package sql

import (
	"context"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/manifest"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/rules"
	"gsdms/sql/scope"
)

// holds is the guard of the engine's tables.
func (e *Engine) holds(ctx context.Context, view *store.View, t *plan.Table, asked manifest.Asked) error {
	s := e.NewSession()
	all := e.View()
	defer all.Close()
	s.settings.Database, _ = all.Home(t.Name)
	before, after := &scope.Views{View: all}, &scope.Views{View: all.With(view)}
	defer e.run.Forget(func(known *plan.Table) bool { // those that the change makes, if it is made
		now, _ := after.Table(known.Name)
		was, _ := before.Table(known.Name)
		return known == now && known != was
	})
	h := rules.Held{Before: s.tables(ctx, before), After: s.tables(ctx, after), Database: e.Database(), Unchecked: rules.IsUnchecked(ctx)}
	return h.Hold(t, asked)
}

// tables are tables of which package rules asks.
func (s *Session) tables(ctx context.Context, view *scope.Views) rules.Tables {
	return rules.Tables{View: view, Rows: func(text string) ([][]string, error) { return s.textRows(ctx, view, text) }}
}

// textRows are the rows of a query as texts.
func (s *Session) textRows(ctx context.Context, view *scope.Views, text string) ([][]string, error) {
	c := s.newCall(ctx, text, view)
	found, err := c.readings(ctx, c.Text)
	if err != nil {
		return nil, fmt.Errorf("hold rules of tables: %w", err)
	}
	defer found.Close()
	rows := make([][]string, found.Rows.Len)
	for k := range rows {
		for i := range found.Rows.Columns {
			of := &found.Rows.Columns[i]
			rows[k] = append(rows[k], value.Raw(of.Value(k), of.Type).String())
		}
	}
	return rows, nil
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
