package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The parser knows OPTIMIZE and ANALYZE TABLE, and none of their kin. These are read as DROP
// TABLE, which has the names at the same places.

// Upkeep is CHECK, CHECKSUM or REPAIR TABLE.
type Upkeep struct {
	*ast.DropTableStmt        // of the names
	What               string // the first word, in small letters
}

// upkeepWords begin the statements; upkeepOptions may end them, and change nothing here.
var (
	upkeepWords   = []string{"CHECK", "CHECKSUM", "REPAIR"}
	upkeepOptions = []string{"FOR", "UPGRADE", "QUICK", "FAST", "MEDIUM", "EXTENDED", "CHANGED", "USE_FRM"}
)

// upkeepIn gives the first words of CHECK TABLE and the like, none where the text is another
// statement.
func upkeepIn(text string) []span {
	words := firstWords(text, 4)
	word := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return strings.ToUpper(words[i].of(text))
	}
	local := slices.Contains([]string{"LOCAL", "NO_WRITE_TO_BINLOG"}, word(1))
	switch {
	case !slices.Contains(upkeepWords, word(0)):
		return nil
	case slices.Contains([]string{"TABLE", "TABLES"}, word(1)):
		return words[:2]
	case local && slices.Contains([]string{"TABLE", "TABLES"}, word(2)):
		return words[:3]
	}
	return nil
}

// upkeepStatement reads CHECK TABLE and the like.
func (p *Parsers) upkeepStatement(text string, first []span) ([]ast.StmtNode, error) {
	table := first[len(first)-1]
	read := blank(text, 0, table.start)
	read = "DROP" + read[len("DROP"):]
	words := firstWords(text, len(text))
	for at := len(words) - 1; at >= len(first)+1; at-- {
		if words[at].of(text) == ";" {
			continue
		}
		if !slices.Contains(upkeepOptions, strings.ToUpper(words[at].of(text))) || words[at-1].of(text) == "," {
			break
		}
		read = blank(read, words[at].start, words[at].end)
	}
	stmts, err := p.parseAll(text, read)
	if err != nil {
		return nil, err
	}
	n, ok := stmts[0].(*ast.DropTableStmt)
	if !ok || n.IfExists {
		return nil, ErrorAt(text, table.end, codeSyntax, "syntax error: names of tables are due here")
	}
	stmts[0] = &Upkeep{n, strings.ToLower(first[0].of(text))}
	return stmts, nil
}
