package sql

import (
	"context"
	"gsdms/sql/parse"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
)

// surroundings is what a session knows besides its tables. A catalog that has it is a
// session's; one that has not has tables only.
type surroundings interface {
	plan.Catalog
	// inSchema gives a table of information_schema; nil for a name of the database, whose
	// tables the catalog has.
	inSchema(schema, name string) (*plan.Table, error)
	// knows reports whether a name is that of a database.
	knows(schema string) bool
	variable(n *ast.VariableExpr) (plan.Value, bool)
	fact(function string) (plan.Value, bool)
}

// sessionView is a view with what a session knows. One goroutine uses it.
type sessionView struct {
	*names
	session  *Session
	personal bool // what was bound holds for this session and this moment only
}

func (s *Session) surround(n *names) *sessionView { return &sessionView{names: n, session: s} }

func (v *sessionView) knows(schema string) bool { return v.session.engine.CheckDatabase(schema) == nil }

func (v *sessionView) inSchema(schema, name string) (*plan.Table, error) {
	if schema == "" {
		schema = v.session.settings.database
	}
	if !strings.EqualFold(schema, informationSchema) {
		return nil, nil
	}
	v.personal = true
	return v.session.describing(context.Background(), v.View, name)
}

// variable is the value of @@name or @name.
func (v *sessionView) variable(n *ast.VariableExpr) (plan.Value, bool) {
	v.personal = true
	if !n.IsSystem {
		return v.session.settings.vars[strings.ToLower(n.Name)], true // NULL until it is set
	}
	if s, ok := findSetting(n.Name); ok {
		return plan.StringValue(s.get(v.session.settings)), true
	}
	x, ok := v.session.findVariable(n.Name)
	return x.typed(), ok
}

// fact is the value of a function of the session without arguments.
func (v *sessionView) fact(function string) (plan.Value, bool) {
	s := v.session
	out, ok := plan.Value{}, true
	switch function {
	case "database", "schema":
		out = plan.StringValue(s.database())
	case "version":
		out = plan.StringValue(ServerVersion)
	case "user", "session_user", "system_user", "current_user":
		out = plan.StringValue(s.who())
	case "connection_id":
		out = plan.IntValue(int64(s.id))
	case "last_insert_id": // there are no columns that number themselves
		out = plan.IntValue(0)
	default:
		ok = false
	}
	v.personal = v.personal || ok
	return out, ok
}

// database is what DATABASE() says.
func (s *Session) database() string {
	if s.settings.database != "" {
		return s.settings.database
	}
	return s.engine.Database()
}

// Use makes a database the one that names without one are of. Error 1049 says that there
// is none of the name.
func (s *Session) Use(name string) error {
	if err := s.engine.CheckDatabase(name); err != nil {
		return err
	}
	if s.settings.database = ""; strings.EqualFold(name, informationSchema) {
		s.settings.database = informationSchema
	}
	return nil
}

// who is what USER() says.
func (s *Session) who() string {
	if s.client == nil {
		return "root@localhost"
	}
	return *s.user.Load() + "@" + s.client.Host
}

// surrounding is what the session knows, nil where constants are bound without one.
func (b *binder) surrounding() surroundings {
	s, _ := b.catalog.(surroundings)
	return s
}

// variable binds @@name and @name as the value that they have.
func (b *binder) variable(n *ast.VariableExpr) (plan.Expr, error) {
	known := b.surrounding()
	if known == nil || n.Value != nil {
		return nil, b.errorf(parse.CodeNotSupported, "%s not supported", describe(n))
	}
	v, ok := known.variable(n)
	if !ok {
		return nil, unknownSetting(b.text, n.Name)
	}
	return valueLiteral(v), nil
}

func valueLiteral(v plan.Value) plan.Expr {
	if v.IsNull() {
		return plan.NullOf(plan.Type{Kind: plan.Null})
	}
	return plan.Literal(v)
}

// fact binds a function of the session.
func (b *binder) fact(n *ast.FuncCallExpr) (plan.Expr, bool) {
	known := b.surrounding()
	if known == nil || len(n.Args) > 0 {
		return nil, false
	}
	v, ok := known.fact(n.FnName.L)
	if !ok {
		return nil, false
	}
	return valueLiteral(v), true
}

// checkSchema refuses a name that is no database's.
func (b *binder) checkSchema(schema string) error {
	known := b.surrounding()
	if schema == "" || known != nil && known.knows(schema) {
		return nil
	}
	return b.errorf(parse.CodeUnknownDatabase, "Unknown database '%s': there is one database only, and names need none", schema)
}

// find gives the table of a name in FROM.
func (b *binder) find(name *ast.TableName) (*plan.Table, error) {
	if known := b.surrounding(); known != nil {
		if t, err := known.inSchema(name.Schema.O, name.Name.O); t != nil || err != nil {
			return t, err
		}
	}
	return b.catalog.Table(name.Name.O)
}

// constant evaluates an expression without columns, as the session sees it.
func (c *call) constant(n ast.ExprNode) (plan.Value, error) {
	b := newBinder(c.text, c.session.surround(c.names))
	e, err := b.expr(n)
	if err == nil {
		e, err = plan.FoldAll(e)
	}
	if err != nil {
		return plan.Value{}, b.at(err)
	}
	k, ok := e.(plan.Const)
	if !ok {
		return plan.Value{}, b.errorf(parse.CodeNotSupported, "a constant is needed here")
	}
	return k.Value, nil
}
