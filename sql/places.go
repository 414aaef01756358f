package sql

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
)

// places are where the expressions of a statement stand in its text. Networks do not
// carry them, since equal expressions must be equal wherever they stand: a statement
// whose run has failed is bound once more to find them.
type places struct {
	at map[string]int // offset by the text of the bound expression, of the first one
}

// maxPlaced is how many nodes an expression may have to be kept: a text is made of each
// of its parts.
const maxPlaced = 500

// add keeps the place of an expression and of what it was made of, unless its parts
// have places of their own. A nil places keeps none.
func (p *places) add(e plan.Expr, at int) {
	if p == nil || at < 0 || plan.LargerThan(e, maxPlaced) {
		return
	}
	plan.Visit(e, func(part plan.Expr) bool {
		text := part.String()
		_, known := p.at[text]
		if !known {
			p.at[text] = at
		}
		return !known
	})
}

// find gives the place of an expression by its text: its own, or that of the longest
// part of it that is known, since plans rewrite expressions; -1 if there is none.
func (p *places) find(text string) int {
	if at, ok := p.at[text]; ok {
		return at
	}
	best, found := "", -1
	for part, at := range p.at {
		longer := len(part) > len(best) || len(part) == len(best) && at < found
		if longer && strings.ContainsAny(part, "(.") && strings.Contains(text, part) {
			best, found = part, at
		}
	}
	return found
}

// queryOf gives the query that a statement explains or takes its rows from, or the
// statement itself.
func queryOf(node ast.StmtNode) ast.StmtNode {
	switch n := node.(type) {
	case *ast.ExplainStmt:
		return n.Stmt
	case *ast.InsertStmt:
		if n.Select != nil {
			return withoutParentheses(n.Select)
		}
	case *ast.CreateTableStmt:
		if n.Select != nil {
			return withoutParentheses(n.Select)
		}
	}
	return node
}

// placeOf gives the offset of an expression of a query, or of one that is explained; -1
// if it is not known.
func (s *Session) placeOf(text, expr string) int {
	node, err := s.engine.parsers.Parse(text)
	node = queryOf(node)
	if err != nil || node == nil {
		return -1
	}
	view := s.engine.catalog.View()
	defer view.Close()
	b := newBinder(text, s.surround(s.engine.names(context.Background(), view)))
	b.places = &places{at: map[string]int{}}
	_, _ = b.bind(node) // what could be bound has places
	return b.places.find(expr)
}
