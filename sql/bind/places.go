package bind

import (
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

// placeOf gives the offset of an expression of a query by its text; -1 if it is not known.
func Place(text string, query ast.StmtNode, c plan.Catalog, expr string) int {
	b := newBinder(text, c)
	b.places = &places{at: map[string]int{}}
	_, _ = b.bind(query) // what could be bound has places
	return b.places.find(expr)
}
