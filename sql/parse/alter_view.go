package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// AlterView is ALTER VIEW, which the parser does not know: CREATE OR REPLACE VIEW of one that is there.
type AlterView struct{ *ast.CreateViewStmt }

// alterViewIn gives where the query of an ALTER VIEW begins, behind AS; found says whether the text is one.
func alterViewIn(text string) (query int, found bool) {
	first := firstWords(text, 2)
	if len(first) < 2 || !strings.EqualFold(first[0].of(text), "ALTER") ||
		!slices.Contains([]string{"VIEW", "ALGORITHM", "DEFINER", "SQL"}, strings.ToUpper(first[1].of(text))) {
		return 0, false
	}
	for _, w := range firstWords(text, len(text)) {
		switch word := w.of(text); {
		case strings.EqualFold(word, "VIEW"):
			found = true
		case found && strings.EqualFold(word, "AS"):
			return w.end, true
		}
	}
	return len(text), found
}

// alterView reads what stands before the query as that of a CREATE VIEW, and the query where it stands.
func (p *Parsers) alterView(text string, query int) ([]ast.StmtNode, error) {
	begins := firstWords(text, 1)[0]
	head, err := p.parseAll(text, "CREATE"+text[begins.end:query]+" SELECT 1")
	var view *ast.CreateViewStmt
	if err == nil {
		view, _ = head[0].(*ast.CreateViewStmt)
	}
	if view == nil || query == len(text) {
		return nil, ErrorAt(text, begins.end, codeSyntax, "syntax error: ALTER VIEW has a name, AS and a query")
	}
	end := len(text)
	if at := checkOption(text); at >= 0 {
		end = at
	}
	stmts, err := p.parseAll(text, blank(blank(text, end, len(text)), 0, query))
	if err != nil {
		return nil, err
	}
	if len(stmts) != 1 {
		return nil, ErrorAt(text, query, codeSyntax, "syntax error: one query is due here")
	}
	view.OrReplace, view.Select = true, stmts[0]
	view.Select.SetText(nil, strings.TrimRight(strings.TrimSpace(text[query:end]), "; \t\r\n"))
	stmts[0] = &AlterView{view}
	return stmts, nil
}
