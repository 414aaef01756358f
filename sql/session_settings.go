package sql

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan"
)

// settings is what SET changes, for one session.
type settings struct {
	timeout time.Duration // of a statement; 0: none
	cache   bool          // keep and use plans

	granularity pushscan.Granularity // of the kernels that run queries

	memory, queryMemory int64 // of the engine; not to be set
}

// setting is one variable.
type setting struct {
	name, about string
	get         func(settings) string
	set         func(*settings, string) error
}

// sessionSettings lists the variables; a new one is a row here.
func sessionSettings() []setting {
	return []setting{
		{"gsdms_timeout", "how long a statement may run: a duration ('30s', '5m') or milliseconds; 0 for ever",
			func(s settings) string { return s.timeout.String() }, setTimeout},
		{"max_execution_time", "gsdms_timeout in milliseconds",
			func(s settings) string { return strconv.FormatInt(s.timeout.Milliseconds(), 10) }, setTimeout},
		{"gsdms_plan_cache", "whether plans are kept for statements that come again: ON or OFF",
			func(s settings) string { return onOff(s.cache) },
			func(s *settings, v string) error { return setSwitch(&s.cache, v) }},
		{"gsdms_granularity", "how much one kernel does: 'shared' (all queries), 'pipeline' (one query), 'operator' (one operator of a query; cuda only), or 'auto', shared or pipeline, the cheaper by estimate",
			func(s settings) string { return s.granularity.String() },
			func(s *settings, v string) error { return s.granularity.UnmarshalText([]byte(v)) }},
		{"gsdms_memory", "bytes that all queries together may hold: --memory; not to be set",
			func(s settings) string { return strconv.FormatInt(s.memory, 10) }, fixedBy("--memory")},
		{"gsdms_query_memory", "bytes that one query may hold: --query-memory; not to be set",
			func(s settings) string { return strconv.FormatInt(s.queryMemory, 10) }, fixedBy("--query-memory")},
	}
}

// fixedBy refuses to set what a flag has set for all sessions.
func fixedBy(flag string) func(*settings, string) error {
	return func(*settings, string) error { return fmt.Errorf("%s says it, for all sessions", flag) }
}

func onOff(on bool) string {
	if on {
		return "ON"
	}
	return "OFF"
}

func setSwitch(to *bool, value string) error {
	switch strings.ToUpper(value) {
	case "ON", "1", "TRUE":
		*to = true
	case "OFF", "0", "FALSE":
		*to = false
	default:
		return fmt.Errorf("it is ON or OFF, not %q", value)
	}
	return nil
}

func setTimeout(s *settings, value string) error {
	d, err := time.ParseDuration(value)
	if ms, bad := strconv.ParseInt(value, 10, 64); bad == nil && ms <= int64(math.MaxInt64/time.Millisecond) {
		d, err = time.Duration(ms)*time.Millisecond, nil
	}
	if err != nil || d < 0 {
		return fmt.Errorf("it is a duration such as '30s', or milliseconds, not %q", value)
	}
	s.timeout = d
	return nil
}

func findSetting(name string) (setting, bool) {
	for _, v := range sessionSettings() {
		if strings.EqualFold(v.name, name) {
			return v, true
		}
	}
	return setting{}, false
}

// unknownSetting is the error for a variable that is not there.
func (c *call) unknownSetting(name string) error {
	var names []string
	for _, v := range sessionSettings() {
		names = append(names, v.name)
	}
	err := errorAt(c.text, findWord(c.text, name), codeUnknownVariable, "Unknown system variable '%s'", name)
	err.Hint = "The settings are " + strings.Join(names, ", ")
	return err
}

// setSettings is SET name = value, …: all of it or nothing.
type setSettings struct{ node *ast.SetStmt }

func (x setSettings) run(_ context.Context, c *call) (*Result, error) {
	next := c.session.settings
	for _, v := range x.node.Variables {
		if v.Name == ast.SetNames || v.Name == ast.SetCharset {
			if err := c.checkCharset(v); err != nil {
				return nil, err
			}
			continue
		}
		s, ok := findSetting(v.Name)
		switch {
		case !ok:
			return nil, c.unknownSetting(v.Name)
		case v.IsGlobal, v.IsInstance:
			return nil, c.refuseWord("GLOBAL", "settings for all sessions; SET %s is for this one, flags of gsdms are for all", s.name)
		}
		value, err := c.settingValue(v.Value)
		if isDefault(v.Value) {
			value, err = s.get(c.engine.NewSession().settings), nil
		}
		if err != nil {
			return nil, err
		}
		if err := s.set(&next, value); err != nil {
			return nil, errorAt(c.text, findWord(c.text, v.Name), codeWrongVariableValue, "Variable '%s' can't be set: %s", s.name, err)
		}
	}
	c.session.settings = next
	return &Result{Message: "set"}, nil
}

// checkCharset lets SET NAMES and SET CHARACTER SET through, which clients and dumps send,
// for what texts are anyway.
func (c *call) checkCharset(v *ast.VariableAssignment) error {
	name, err := c.settingValue(v.Value)
	switch {
	case isDefault(v.Value):
		return nil
	case err != nil:
		return err
	}
	switch strings.ToLower(name) {
	case "utf8", "utf8mb3", "utf8mb4", "binary", "ascii":
		return nil
	}
	return errorAt(c.text, max(0, findWord(c.text, name)), codeUnknownCharset, "Unknown character set '%s': texts are UTF-8", name)
}

func isDefault(e ast.ExprNode) bool {
	_, is := e.(*ast.DefaultExpr)
	return is
}

// settingValue is the text of a value; a bare word (ON) stands for itself.
func (c *call) settingValue(e ast.ExprNode) (string, error) {
	if name, ok := e.(*ast.ColumnNameExpr); ok {
		return name.Name.Name.O, nil
	}
	v, err := bindConst(c.text, e, plan.Type{Kind: plan.String})
	return v.Text, err
}

// settingsQuery is SELECT @@a, @@b without a table, or nil for any other SELECT.
func settingsQuery(n *ast.SelectStmt) command {
	if n.From != nil || n.Fields == nil {
		return nil
	}
	var asked []*ast.VariableExpr
	for _, f := range n.Fields.Fields {
		v, ok := f.Expr.(*ast.VariableExpr)
		if !ok || !v.IsSystem {
			return nil
		}
		asked = append(asked, v)
	}
	return selectSettings{asked}
}

type selectSettings struct{ asked []*ast.VariableExpr }

func (x selectSettings) run(_ context.Context, c *call) (*Result, error) {
	var names []string
	var values [][]string
	for _, v := range x.asked {
		s, ok := findSetting(v.Name)
		if !ok {
			return nil, c.unknownSetting(v.Name)
		}
		names = append(names, "@@"+s.name)
		values = append(values, []string{s.get(c.session.settings)})
	}
	return textResult(names, values), nil
}

// showVariables lists the settings.
type showVariables struct{}

func (showVariables) run(_ context.Context, c *call) (*Result, error) {
	columns := make([][]string, 3)
	for _, v := range sessionSettings() {
		columns[0] = append(columns[0], v.name)
		columns[1] = append(columns[1], v.get(c.session.settings))
		columns[2] = append(columns[2], v.about)
	}
	return textResult([]string{"Variable_name", "Value", "About"}, columns), nil
}
