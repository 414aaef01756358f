package sql

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Prepared is a statement whose parameters (?) get values each time that it runs. It is
// parsed once; the values become literals of the parsed statement and never text. One
// goroutine at a time uses it.
type Prepared struct {
	session  *Session
	text     string
	node     ast.StmtNode
	database string // that names without one are of
	params   []*test_driver.ValueExpr
	limits   map[*test_driver.ValueExpr]bool // those that LIMIT has, which takes numbers only
	columns  []plan.Output
}

// maxParams is how many parameters a statement can have (the protocol counts in 16 bits).
const maxParams = 1<<16 - 1

// Prepare reads a statement with parameters. An error is always an *Error.
func (s *Session) Prepare(ctx context.Context, text string) (*Prepared, error) {
	p, err := s.prepareText(ctx, text)
	if err != nil {
		return nil, s.failed(text, err)
	}
	return p, nil
}

func (s *Session) prepareText(ctx context.Context, text string) (p *Prepared, err error) {
	s.began = time.Now()
	defer recoverTo(&err)
	view := s.views()
	defer view.Close()
	node, err := s.names(ctx, view).Parse(text)
	if err != nil {
		return nil, err
	}
	if prepares(node) {
		return nil, unpreparable(text)
	}
	p = &Prepared{session: s, text: text, node: node, database: s.within(), limits: map[*test_driver.ValueExpr]bool{}}
	node.Accept(&markers{Prepared: p})
	if len(p.params) > maxParams {
		return nil, parse.ErrorAt(text, -1, parse.CodeTooManyParams, "Prepared statement contains too many placeholders")
	}
	p.columns, err = p.describe(ctx)
	return p, err
}

// Params is how many parameters there are.
func (p *Prepared) Params() int { return len(p.params) }

// Columns describes the result as far as it is known before the parameters have values:
// empty for a statement other than a query.
func (p *Prepared) Columns() []plan.Output { return p.columns }

// describe binds a query with parameters that are NULL. A query that needs their values to
// be bound is described by its result only.
func (p *Prepared) describe(context.Context) ([]plan.Output, error) {
	if commandOf(p.node) != nil {
		return nil, nil
	}
	for _, v := range p.params {
		if v.SetNull(); p.limits[v] {
			v.SetInt64(1)
		}
	}
	columns, err := p.bound()
	switch {
	case err == nil:
		return columns, nil
	case len(p.params) == 0, parse.IsCode(err, parse.CodeUnknownTable), parse.IsCode(err, parse.CodeUnknownColumn), parse.IsCode(err, parse.CodeNoFunction), parse.IsCode(err, parse.CodeDenied):
		return nil, err
	}
	return nil, nil
}

// Execute runs the statement with values for its parameters. An error is always an *Error.
func (p *Prepared) Execute(ctx context.Context, values []plan.Value) (*result.Set, error) {
	return p.ask(ctx, values, false)
}

// Stream is Execute for who reads the rows one after another, as Session.Stream.
func (p *Prepared) Stream(ctx context.Context, values []plan.Value) (*result.Set, error) {
	return p.ask(ctx, values, true)
}

func (p *Prepared) ask(ctx context.Context, values []plan.Value, flowing bool) (*result.Set, error) {
	r, err := p.execute(ctx, values, flowing)
	if err != nil {
		return nil, p.session.failed(p.text, err)
	}
	return r, nil
}

func (p *Prepared) execute(ctx context.Context, values []plan.Value, flowing bool) (r *result.Set, err error) {
	p.session.began = time.Now()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverTo(&err)
	if err := p.set(values); err != nil {
		return nil, err
	}
	s := p.session
	return s.running(ctx, p.text, flowing, func(ctx context.Context, c *call) (prepared, error) { return p.ready(ctx, values, c) })
}

// ready makes the statement ready, whose parameters have got these values.
func (p *Prepared) ready(ctx context.Context, values []plan.Value, c *call) (prepared, error) {
	c.Names.Database = p.database
	if len(values) == 0 {
		return p.session.prepare(ctx, p.text, c.Names, c.watch)
	}
	return p.session.prepareNode(ctx, p, valuesKey(c.Names.Key(p.text), values), c)
}

// set gives the parameters values.
func (p *Prepared) set(values []plan.Value) error {
	if len(values) != len(p.params) {
		return parse.ErrorAt(p.text, -1, parse.CodeWrongArguments, "the statement has %d parameters and got %d values", len(p.params), len(values))
	}
	for i, v := range values {
		if p.limits[p.params[i]] {
			v = wholeNumber(v)
		}
		if err := command.SetLiteral(p.params[i], v); err != nil {
			return parse.ErrorAt(p.text, -1, parse.CodeWrongArguments, "parameter %d: %s", i+1, err)
		}
	}
	return nil
}

// prepareNode finds the plan of a statement with these values, or makes it.
func (s *Session) prepareNode(ctx context.Context, p *Prepared, key string, c *call) (prepared, error) {
	if command := commandOf(p.node); command != nil {
		return prepared{command: command}, nil
	}
	if s.settings.KeepsPlans() {
		if q := s.engine.plans.FindExact(key, c.Names); q != nil {
			c.watch.cached = true
			c.watch.lap("cache")
			return prepared{query: q}, nil
		}
	}
	around := s.surround(c.Names)
	q, err := s.engine.compile(ctx, p.text, s.limited(p.node), around, c.watch)
	if err != nil {
		return prepared{}, err
	}
	if s.settings.KeepsPlans() && !around.personal && around.UsedOwn == "" {
		s.engine.plans.PutExact(key, q, c.Names)
	}
	return prepared{query: q}, nil
}

// valuesKey is a text that no other statement with other values has: each value with its
// kind and its length. No statement of SQL begins with a zero byte.
func valuesKey(text string, values []plan.Value) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\x00%d %s", len(text), text)
	for _, v := range values {
		s := v.String()
		fmt.Fprintf(&b, "\x00%d %d %s", v.Kind, len(s), s)
	}
	return b.String()
}

// wholeNumber makes a number of rows of what clients send for one: some know doubles or texts only.
// What is none becomes NULL, which LIMIT refuses.
func wholeNumber(v plan.Value) plan.Value {
	if f := v.Float; v.Kind == plan.Double && f == math.Trunc(f) && f < 1<<53 {
		v = value.OfInt(int64(f))
	}
	if n, err := strconv.ParseInt(v.Text, 10, 64); v.Kind == plan.String && err == nil {
		v = value.OfInt(n)
	}
	if v.Kind != plan.Int || v.Int < 0 {
		return plan.Value{}
	}
	return v
}

// markers replaces the parameters of a statement by literals that get their values later.
type markers struct {
	*Prepared
	places []int // in the text, by parameter
}

// Enter implements ast.Visitor.
func (m *markers) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave implements ast.Visitor.
func (m *markers) Leave(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *test_driver.ParamMarkerExpr:
		v := &test_driver.ValueExpr{TexprNode: n.TexprNode}
		at, _ := slices.BinarySearch(m.places, n.Offset)
		m.places = slices.Insert(m.places, at, n.Offset)
		m.params = slices.Insert(m.params, at, v)
		return v, true
	case *ast.Limit:
		for _, e := range []ast.ExprNode{n.Count, n.Offset} {
			if v, ok := e.(*test_driver.ValueExpr); ok {
				m.limits[v] = true
			}
		}
	}
	return n, true
}
