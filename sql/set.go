package sql

import (
	"context"
	"maps"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// setSettings is SET name = value, …: all of it or nothing.
type setSettings struct{ node *ast.SetStmt }

func (x setSettings) run(_ context.Context, c *call) (*result.Set, error) {
	next := c.session.settings
	next.values, next.vars = maps.Clone(next.values), maps.Clone(next.vars)
	for _, v := range x.node.Variables {
		if err := c.assign(&next, v); err != nil {
			return nil, err
		}
	}
	c.session.settings = next
	return &result.Set{Message: "set"}, nil
}

// assign sets one variable.
func (c *call) assign(to *settings, v *ast.VariableAssignment) error {
	if v.Name == ast.SetNames || v.Name == ast.SetCharset {
		return c.checkCharset(v)
	}
	if !v.IsSystem {
		return c.assignOwn(to, v)
	}
	s, ok := findSetting(v.Name)
	if !ok {
		return c.assignVariable(to, v)
	}
	if v.IsGlobal || v.IsInstance {
		return c.refuseWord("GLOBAL", "settings for all sessions; SET %s is for this one, flags of gsdms are for all", s.name)
	}
	value, err := c.settingValue(v.Value)
	if isDefault(v.Value) {
		value, err = s.get(c.engine.NewSession().settings), nil
	}
	if err != nil {
		return err
	}
	if err := s.set(to, value); err != nil {
		return parse.ErrorAt(c.text, parse.FindWord(c.text, v.Name), parse.CodeWrongVariableValue, "Variable '%s' can't be set: %s", s.name, err)
	}
	return nil
}

// assignOwn sets a variable of the user, @name.
func (c *call) assignOwn(to *settings, v *ast.VariableAssignment) error {
	value, err := c.constant(v.Value)
	if err != nil {
		return err
	}
	if to.vars == nil {
		to.vars = map[string]plan.Value{}
	}
	if len(to.vars) >= maxVariables {
		return parse.ErrorAt(c.text, parse.FindWord(c.text, v.Name), parse.CodeWrongVariableValue, "a session has at most %d variables of its own", maxVariables)
	}
	to.vars[strings.ToLower(v.Name)] = value
	return nil
}

// maxVariables is how many variables of its own a session can have.
const maxVariables = 1000

// assignVariable sets a variable of MySQL, which clients do and which changes nothing here.
func (c *call) assignVariable(to *settings, v *ast.VariableAssignment) error {
	known, ok := c.session.findVariable(v.Name)
	switch {
	case !ok:
		return unknownSetting(c.text, v.Name)
	case v.IsGlobal, v.IsInstance:
		return c.refuseWord("GLOBAL", "variables for all sessions; SET %s is for this one", known.name)
	case known.set == nil:
		return parse.ErrorAt(c.text, parse.FindWord(c.text, v.Name), parse.CodeReadOnlyVariable, "Variable '%s' is a read only variable", known.name)
	case isDefault(v.Value):
		delete(to.values, known.name)
		return nil
	}
	value, err := c.settingValue(v.Value)
	if err != nil {
		return err
	}
	if err := known.set(value); err != nil {
		return parse.ErrorAt(c.text, parse.FindWord(c.text, v.Name), parse.CodeWrongVariableValue, "Variable '%s' can't be set to the value of '%s': %s", known.name, value, err)
	}
	if to.values == nil {
		to.values = map[string]string{}
	}
	to.values[known.name] = switched(known.value, value)
	return nil
}

// switched spells the value of a switch as SHOW VARIABLES does.
func switched(before, value string) string {
	if before == "ON" || before == "OFF" {
		on := false
		if setSwitch(&on, value) == nil {
			return onOff(on)
		}
	}
	return value
}

// checkCharset lets SET NAMES and SET CHARACTER SET through, which clients and dumps send,
// for what texts are anyway.
func (c *call) checkCharset(v *ast.VariableAssignment) error {
	if isDefault(v.Value) {
		return nil
	}
	name, err := c.settingValue(v.Value)
	if err != nil {
		return err
	}
	if text8(name) != nil {
		return parse.ErrorAt(c.text, max(0, parse.FindWord(c.text, name)), parse.CodeUnknownCharset, "Unknown character set '%s': texts are UTF-8", name)
	}
	return nil
}

func isDefault(e ast.ExprNode) bool {
	_, is := e.(*ast.DefaultExpr)
	return is
}

// settingValue is the text of a value; a bare word (ON) stands for itself, NULL for none.
func (c *call) settingValue(e ast.ExprNode) (string, error) {
	if name, ok := e.(*ast.ColumnNameExpr); ok {
		return name.Name.Name.O, nil
	}
	v, err := c.constant(e)
	if err != nil || v.IsNull() {
		return "", err
	}
	return v.String(), nil
}

// transaction is BEGIN, COMMIT and ROLLBACK: each statement commits itself, so that there
// is nothing to do for the first two, and the third can take nothing back.
type transaction struct{ node ast.StmtNode }

func (x transaction) run(_ context.Context, c *call) (*result.Set, error) {
	switch n := x.node.(type) {
	case *ast.BeginStmt:
		c.session.settings.begun = true
	case *ast.CommitStmt:
		c.session.settings.begun = false
	case *ast.RollbackStmt:
		c.session.settings.begun = c.session.settings.begun && n.SavepointName != ""
		c.session.warn("Warning", parse.CodeNotRolledBack, "Nothing was rolled back: each statement commits itself")
	}
	return &result.Set{Message: "each statement commits itself"}, nil
}

// Transaction says what clients are told of one, which some keep count of: whether BEGIN has
// been said, and whether statements outside of it commit themselves. Both change nothing.
func (s *Session) Transaction() (begun, autocommit bool) {
	return s.settings.begun, s.settings.values["autocommit"] != "OFF"
}

// warning is a row of SHOW WARNINGS.
type warning struct {
	level   string
	code    int
	message string
}

func (s *Session) warn(level string, code int, message string) {
	s.warnings = append(s.warnings, warning{level, code, message})
}

// Warnings is how many warnings the last statement left.
func (s *Session) Warnings() int { return len(s.warnings) }
