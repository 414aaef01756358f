package sql

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan/fault"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/setting"
	"gsdms/sql/show"
)

// setSettings is SET name = value, …: all of it or nothing.
type setSettings struct{ node *ast.SetStmt }

func (setSettings) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x setSettings) run(_ context.Context, c *call) (*result.Set, error) {
	next := c.session.settings.Clone()
	for _, v := range x.node.Variables {
		if err := c.assign(&next, v); err != nil {
			return nil, err
		}
	}
	c.session.settings = next
	return &result.Set{Message: "set"}, nil
}

// assign sets one variable.
func (c *call) assign(to *setting.Values, v *ast.VariableAssignment) error {
	if v.Name == ast.SetNames || v.Name == ast.SetCharset {
		return c.checkCharset(v)
	}
	if !v.IsSystem {
		return c.assignOwn(to, v)
	}
	s, ok := setting.Find(v.Name)
	if !ok {
		return c.assignVariable(to, v)
	}
	if v.IsGlobal || v.IsInstance {
		return c.RefuseWord("GLOBAL", "settings for all sessions; SET %s is for this one, flags of gsdms are for all", s.Name)
	}
	value, err := c.settingValue(v.Value)
	if isDefault(v.Value) {
		value, err = s.Get(c.engine.NewSession().settings), nil
	}
	if err != nil {
		return err
	}
	if err := s.Set(to, value); err != nil {
		return parse.ErrorAt(c.Text, parse.FindWord(c.Text, v.Name), parse.CodeWrongVariableValue, "Variable '%s' can't be set: %s", s.Name, err)
	}
	return nil
}

// assignOwn sets a variable of the user, @name.
func (c *call) assignOwn(to *setting.Values, v *ast.VariableAssignment) error {
	value, err := c.Constant(v.Value)
	if err != nil {
		return err
	}
	if err := to.SetOwn(v.Name, value); err != nil {
		return parse.ErrorAt(c.Text, parse.FindWord(c.Text, v.Name), parse.CodeWrongVariableValue, "%s", err)
	}
	return nil
}

// assignVariable sets a variable of MySQL, which clients do and which changes nothing here.
func (c *call) assignVariable(to *setting.Values, v *ast.VariableAssignment) error {
	known, ok := c.session.settings.Variable(v.Name)
	switch {
	case !ok:
		return setting.Unknown(c.Text, v.Name)
	case v.IsGlobal, v.IsInstance:
		return c.RefuseWord("GLOBAL", "variables for all sessions; SET %s is for this one", known.Name)
	case known.Fixed():
		return parse.ErrorAt(c.Text, parse.FindWord(c.Text, v.Name), parse.CodeReadOnlyVariable, "Variable '%s' is a read only variable", known.Name)
	case isDefault(v.Value):
		to.Unset(known)
		return nil
	case known.Name == "tx_read_only" && parse.FindWord(c.Text, "SESSION") < 0 && parse.FindWord(c.Text, "LOCAL") < 0 && parse.FindWord(c.Text, "TRANSACTION") >= 0:
		return nil // of the next transaction alone, of which a session has none: BEGIN READ ONLY opens one
	}
	value, err := c.settingValue(v.Value)
	if err != nil {
		return err
	}
	if err := to.SetVariable(known, value); err != nil {
		return parse.ErrorAt(c.Text, parse.FindWord(c.Text, v.Name), parse.CodeWrongVariableValue, "Variable '%s' can't be set to the value of '%s': %s", known.Name, value, err)
	}
	return nil
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
	if setting.CheckCharset(name) != nil {
		return parse.ErrorAt(c.Text, max(0, parse.FindWord(c.Text, name)), parse.CodeUnknownCharset, "Unknown character set '%s': texts are UTF-8", name)
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
	v, err := c.Constant(e)
	if err != nil || v.IsNull() {
		return "", err
	}
	return v.String(), nil
}

func (s *Session) warn(level string, code int, message string) {
	s.warnings = append(s.warnings, show.Warning{Level: level, Code: code, Message: message})
}

// lose warns of what values have lost, once, if the session's mode wants to know.
func (s *Session) lose(lost []fault.Warning) {
	for _, l := range lost {
		w := show.Warning{Level: "Warning", Code: l.Code, Message: l.Message}
		quiet := l.Code == fault.CodeZeroDivisor && !s.settings.Strictly("ERROR_FOR_DIVISION_BY_ZERO")
		if !quiet && !slices.Contains(s.warnings, w) {
			s.warnings = append(s.warnings, w)
		}
	}
}

// Warnings is how many warnings the last statement left.
func (s *Session) Warnings() int { return len(s.warnings) }
