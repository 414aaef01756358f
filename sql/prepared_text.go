package sql

import (
	"context"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// maxTexts is how many statements PREPARE keeps for a session.
const maxTexts = 16382

// prepareText is PREPARE name FROM text: a statement that EXECUTE runs, of this session. One of
// the same name goes, also where the new one cannot be read.
type prepareText struct{ node *ast.PrepareStmt }

func (prepareText) Nature() command.Nature { return command.OnlyReads }

func (x prepareText) run(ctx context.Context, c *call) (*result.Set, error) {
	s, name := c.session, strings.ToLower(x.node.Name)
	delete(s.texts, name)
	text := x.node.SQLText
	if x.node.SQLVar != nil {
		text = s.settings.OwnVariable(x.node.SQLVar.Name).String() // NULL is no statement
	}
	p, err := s.prepareText(ctx, text)
	if err != nil {
		return nil, err
	}
	if len(s.texts) >= maxTexts {
		return nil, parse.ErrorAt(c.Text, -1, parse.CodeManyStatements, "Can't create more than max_prepared_stmt_count statements (current value: %d)", maxTexts)
	}
	if s.texts == nil {
		s.texts = map[string]*Prepared{}
	}
	s.texts[name] = p
	return &result.Set{Message: fmt.Sprintf("statement %s prepared", x.node.Name)}, nil
}

// deallocate is DEALLOCATE PREPARE, or DROP PREPARE.
type deallocate struct{ node *ast.DeallocateStmt }

func (deallocate) Nature() command.Nature { return command.OnlyReads }

func (x deallocate) run(_ context.Context, c *call) (*result.Set, error) {
	name := strings.ToLower(x.node.Name)
	if c.session.texts[name] == nil {
		return nil, c.noStatement(x.node.Name, "DEALLOCATE PREPARE")
	}
	delete(c.session.texts, name)
	return &result.Set{Message: fmt.Sprintf("statement %s is gone", x.node.Name)}, nil
}

func (c *call) noStatement(name, to string) error {
	return c.Written().ErrorAtWord(name, parse.CodeNoStatement, "Unknown prepared statement handler (%s) given to %s", name, to)
}

// executeText is EXECUTE: the session runs the statement in its place, so that it is never run
// itself.
type executeText struct{ node *ast.ExecuteStmt }

func (executeText) Nature() command.Nature { return 0 }

func (x executeText) run(_ context.Context, c *call) (*result.Set, error) {
	return nil, unpreparable(c.Text)
}

// unpreparable is the error for a statement that cannot be prepared.
func unpreparable(text string) error {
	return parse.ErrorAt(text, 0, parse.CodeUnpreparable, "This command is not supported in the prepared statement protocol yet")
}

// prepares reports whether a statement makes, runs or drops a prepared one, and so cannot be
// one itself.
func prepares(node ast.StmtNode) bool {
	switch node.(type) {
	case *ast.PrepareStmt, *ast.ExecuteStmt, *ast.DeallocateStmt:
		return true
	}
	return false
}

// executed makes the statement that EXECUTE names ready, with the values of its variables. The
// call is about that statement from then on.
func (s *Session) executed(ctx context.Context, n *ast.ExecuteStmt, c *call) (prepared, error) {
	p := s.texts[strings.ToLower(n.Name)]
	if p == nil {
		return prepared{}, c.noStatement(n.Name, "EXECUTE")
	}
	if len(n.UsingVars) != p.Params() {
		return prepared{}, c.ErrorAt(n, parse.CodeWrongArguments, "Incorrect arguments to EXECUTE: %d parameters, %d values", p.Params(), len(n.UsingVars))
	}
	var values []plan.Value
	for _, e := range n.UsingVars {
		v, err := c.Constant(e)
		if err != nil {
			return prepared{}, err
		}
		values = append(values, v)
	}
	c.Text = p.text
	if err := p.set(values); err != nil {
		return prepared{}, err
	}
	return p.ready(ctx, values, c)
}
