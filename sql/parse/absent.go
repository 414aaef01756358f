package parse

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// DropAbsent is DROP PROCEDURE, DROP TRIGGER or DROP EVENT, of which there are none: dumps and migrations drop
// what may be there.
type DropAbsent struct {
	*ast.DropTableStmt        // of the name
	Kind               string // PROCEDURE, TRIGGER or EVENT
}

// absentIn gives the word that says what a DROP is about, if it is one of these.
func absentIn(text string) (kind span, found bool) {
	words := firstWords(text, 2)
	if len(words) < 2 || !strings.EqualFold(words[0].of(text), "DROP") {
		return kind, false
	}
	switch strings.ToUpper(words[1].of(text)) {
	case "PROCEDURE", "TRIGGER", "EVENT":
		return words[1], true
	}
	return kind, false
}

// absentStatement reads such a DROP as one of a view, which has the name at the same place.
func (p *Parsers) absentStatement(text string, kind span) ([]ast.StmtNode, error) {
	read := text[:kind.start] + "VIEW" + blank(text, kind.start, kind.end)[kind.start+len("VIEW"):]
	stmts, err := p.parseAll(text, read)
	if err != nil {
		return nil, err
	}
	n, ok := stmts[0].(*ast.DropTableStmt)
	if !ok || len(n.Tables) != 1 {
		return nil, ErrorAt(text, kind.end, codeSyntax, "syntax error: one name is due here")
	}
	n.SetOriginTextPosition(0)
	stmts[0] = &DropAbsent{n, strings.ToUpper(kind.of(text))}
	return stmts, nil
}
