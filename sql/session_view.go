package sql

import (
	"context"
	"strings"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
	"gsdms/sql/inform"
	"gsdms/sql/scope"
	"gsdms/sql/setting"
	"gsdms/sql/show"
)

// sessionView is a view with what a session knows. One goroutine uses it.
type sessionView struct {
	*scope.Names
	session  *Session
	personal bool // what was bound holds for this session and this moment only
	idle     bool // what is bound is not run: functions do nothing
	now      time.Time
}

func (s *Session) surround(n *scope.Names) *sessionView { return &sessionView{Names: n, session: s} }

// around is surround for what is not run.
func (s *Session) around(n *scope.Names) *sessionView {
	return &sessionView{Names: n, session: s, idle: true}
}

// InSchema is of bind.Surroundings.
func (v *sessionView) InSchema(schema, name string) (*plan.Table, error) {
	if schema == "" {
		schema = v.session.settings.Database
	}
	if !inform.IsSchema(schema) {
		return nil, nil
	}
	v.personal = true
	return inform.Table(context.Background(), v.session.facts(v.Views), schema, name)
}

// Variable is of bind.Surroundings.
func (v *sessionView) Variable(text string, n *ast.VariableExpr) (plan.Value, error) {
	v.personal = true
	if !n.IsSystem {
		return v.session.settings.OwnVariable(n.Name), nil
	}
	if s, ok := setting.Find(n.Name); ok {
		return value.OfString(s.Get(v.session.settings)), nil
	}
	if of, ok := v.ofNow(strings.ToLower(n.Name)); ok {
		return of, nil
	}
	x, ok := v.session.settings.Variable(n.Name)
	if !ok {
		return plan.Value{}, setting.Unknown(text, n.Name)
	}
	return x.Typed(), nil
}

// ofNow is a variable that statements before have changed.
func (v *sessionView) ofNow(name string) (plan.Value, bool) {
	s := v.session
	switch name {
	case "last_insert_id", "identity":
		return value.OfUnsigned(s.lastNumber), true
	case "warning_count":
		return value.OfInt(int64(len(s.warnings))), true
	case "error_count":
		return value.OfInt(int64(len(show.Errors(s.warnings)))), true
	case "timestamp":
		return value.OfDecimal(v.session.moment().UnixMicro(), 6), true
	case "pseudo_thread_id":
		return value.OfUnsigned(uint64(s.id)), true
	}
	return plan.Value{}, false
}

// AnyOfGroup is of bind.Loose: what has been bound so is not for sessions of another mode.
func (v *sessionView) AnyOfGroup() bool {
	v.personal = true
	return !v.session.settings.Strictly("ONLY_FULL_GROUP_BY")
}

// Lose is of bind.Hearers.
func (v *sessionView) Lose(lost []fault.Warning) {
	if !v.idle {
		v.session.lose(lost)
	}
}

// Fact is of bind.Surroundings.
func (v *sessionView) Fact(function string) (plan.Value, bool) {
	s := v.session
	out, ok := plan.Value{}, true
	switch function {
	case "database", "schema":
		out = value.OfString(s.database())
	case "version":
		out = value.OfString(setting.ServerVersion)
	case "user", "session_user", "system_user", "current_user":
		out = value.OfString(s.who())
	case "current_role":
		out = value.OfString("NONE") // there are none
	case "connection_id":
		out = value.OfInt(int64(s.id))
	case "last_insert_id":
		out = value.OfUnsigned(s.lastNumber)
	case "row_count":
		out = value.OfInt(s.counts.changed)
	case "found_rows":
		out = value.OfInt(s.counts.found)
	default:
		ok = false
	}
	v.personal = v.personal || ok
	return out, ok
}

// Now is of bind.Surroundings: one moment for all of a statement.
func (v *sessionView) Now() plan.Value {
	v.personal = true
	if v.now.IsZero() {
		v.now = v.session.moment()
	}
	return value.OfDateTime(v.now.UnixMicro(), value.MaxFraction)
}

// database is what DATABASE() says.
func (s *Session) database() string {
	return s.engine.shownDatabase(s.settings.Database)
}

// Database is the name of the database that names without one are of.
func (s *Session) Database() string { return s.database() }

// Use makes a database the one that names without one are of. Error 1049 says that there
// is none of the name.
func (s *Session) Use(name string) error {
	if err := s.engine.CheckDatabase(name); err != nil {
		return err
	}
	database, ok := s.engine.tablesOf(name)
	if !ok {
		database = strings.ToLower(name)
	} else if err := s.rights().NeedDatabase(0, database); err != nil {
		return err
	}
	s.settings.Database = database
	return nil
}

// In has a database be the session's until back is called.
func (s *Session) In(name string) (back func(), err error) {
	before := s.settings.Database
	return func() { s.settings.Database = before }, s.Use(name)
}

// within is the database with tables that names without one are of.
func (s *Session) within() string {
	if inform.IsSchema(s.settings.Database) {
		return ""
	}
	return s.settings.Database
}

// who is what USER() says.
func (s *Session) who() string {
	if s.client == nil {
		return "root@localhost"
	}
	return *s.user.Load() + "@" + s.client.Host
}
