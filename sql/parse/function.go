package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The parser knows no functions of users. Their statements are read as others that have the
// same names at the same places: DROP VIEW for DROP FUNCTION, a table's columns for parameters,
// SELECT for RETURN, which has as many letters.

// CreateFunction is CREATE [OR REPLACE] FUNCTION [IF NOT EXISTS].
type CreateFunction struct {
	*ast.CreateTableStmt // of the name; its columns are the parameters, and last the result
	Replace              bool
	Body                 ast.ExprNode
	Definition           string // what stands behind the name
}

// Parameters are the declared parameters.
func (f *CreateFunction) Parameters() []*ast.ColumnDef { return f.Cols[:len(f.Cols)-1] }

// Returns declares the result.
func (f *CreateFunction) Returns() *ast.ColumnDef { return f.Cols[len(f.Cols)-1] }

// Accept is of ast.Node: what can be found in the statement is in the body.
func (f *CreateFunction) Accept(v ast.Visitor) (ast.Node, bool) { return f.Body.Accept(v) }

// DropFunction is DROP FUNCTION.
type DropFunction struct{ *ast.DropTableStmt }

// ShowCreateFunction is SHOW CREATE FUNCTION.
type ShowCreateFunction struct{ *ast.ShowStmt }

// functionText is a text of one of the statements.
type functionText struct {
	text     string
	words    []span
	function int // the word FUNCTION
}

// word gives a word in capitals, "" behind the last one.
func (f *functionText) word(i int) string {
	if i >= len(f.words) {
		return ""
	}
	return strings.ToUpper(f.words[i].of(f.text))
}

// functionIn finds a statement about a function, nil where the text is another one.
func functionIn(text string) *functionText {
	f := &functionText{text: text, words: firstWords(text, 4)}
	switch {
	case f.word(0) == "CREATE" && f.word(1) == "OR" && f.word(2) == "REPLACE" && f.word(3) == "FUNCTION":
		f.function = 3
	case (f.word(0) == "CREATE" || f.word(0) == "DROP") && f.word(1) == "FUNCTION":
		f.function = 1
	case f.word(0) == "SHOW" && f.word(1) == "CREATE" && f.word(2) == "FUNCTION":
		f.function = 2
	default:
		return nil
	}
	f.words = firstWords(text, len(text))
	return f
}

// functionStatement reads a statement about a function.
func (p *Parsers) functionStatement(f *functionText) ([]ast.StmtNode, error) {
	if f.word(0) == "CREATE" {
		return p.createFunction(f)
	}
	at := f.words[f.function]
	stmts, err := p.parseAll(f.text, f.text[:at.start]+"VIEW    "+f.text[at.end:])
	if err != nil {
		return nil, err
	}
	switch n := stmts[0].(type) {
	case *ast.DropTableStmt:
		n.SetOriginTextPosition(0)
		stmts[0] = &DropFunction{n}
	case *ast.ShowStmt:
		stmts[0] = &ShowCreateFunction{n}
	}
	return stmts, nil
}

// createFunction reads the header and then the body.
func (p *Parsers) createFunction(f *functionText) ([]ast.StmtNode, error) {
	read, body, err := f.header()
	if err != nil {
		return nil, err
	}
	stmts, err := p.parseAll(f.text, read)
	if err != nil {
		return nil, err
	}
	create, ok := stmts[0].(*ast.CreateTableStmt)
	if !ok || len(create.Cols) == 0 {
		return nil, f.errorAt(f.function, "syntax error: a function has a name, parameters and RETURNS")
	}
	if err := f.plainHeader(create); err != nil {
		return nil, err
	}
	at := f.words[body]
	stmts, err = p.parseAll(f.text, blank(f.text, 0, at.start)[:at.start]+"SELECT"+f.text[at.end:])
	if err != nil {
		return nil, err
	}
	e, err := f.body(body, stmts[0])
	if err != nil {
		return nil, err
	}
	stmts[0] = &CreateFunction{create, f.function == 3, e, f.definition()}
	return stmts, nil
}

// header gives the text in which the parameters and the result are columns of a table, and the
// word with which the body begins.
func (f *functionText) header() (read string, body int, err error) {
	open := f.function + 2
	if f.word(f.function+1) == "IF" && f.word(f.function+2) == "NOT" {
		open += 3
	}
	if f.word(open) == "." { // behind a database
		open += 2
	}
	if f.word(open) != "(" {
		return "", 0, f.errorAt(open, "syntax error%s: the parameters are wanted in parentheses, as in f(x DOUBLE)", at(f.written(open)))
	}
	end := f.closing(open)
	if f.word(end+1) != "RETURNS" {
		return "", 0, f.errorAt(end+1, "syntax error%s: RETURNS and a type are wanted behind the parameters", at(f.written(end+1)))
	}
	rest := end + 2
	for rest < len(f.words) && !slices.Contains(behindType, f.word(rest)) {
		rest++
	}
	if body, err = f.returns(rest); err != nil {
		return "", 0, err
	}
	out := []byte(blank(f.text, f.words[rest].start, len(f.text)))
	put := func(word int, text string) { copy(out[f.words[word].start:f.words[word].end], text+"      ") }
	if f.function == 3 {
		put(1, "")
		put(2, " ")
	}
	put(f.function, "TABLE ")
	put(end, ",")
	if end == open+1 {
		put(end, " ")
	}
	out[f.words[rest].start] = ')'
	return string(out), body, nil
}

// behindType are the words that end the type of the result, and those that say what a function
// does, which makes no difference: all functions here are expressions.
var (
	behindType = []string{"RETURN", "DETERMINISTIC", "NOT", "NO", "CONTAINS", "LANGUAGE", "COMMENT", "BEGIN", "READS", "MODIFIES", "SQL"}
	natures    = [][]string{{"DETERMINISTIC"}, {"NOT", "DETERMINISTIC"}, {"NO", "SQL"}, {"CONTAINS", "SQL"}, {"LANGUAGE", "SQL"}}
)

// returns finds the word RETURN behind what a function says of itself.
func (f *functionText) returns(i int) (int, error) {
	for f.word(i) != "RETURN" {
		n := f.nature(i)
		if n == 0 {
			return 0, f.errorAt(i, "syntax error%s: RETURN and an expression are wanted; a function is one expression", at(f.written(i)))
		}
		i += n
	}
	return i, nil
}

// nature gives how many words from i on say what a function does, 0 if none.
func (f *functionText) nature(i int) int {
	if f.word(i) == "COMMENT" && i+1 < len(f.words) && strings.ContainsAny(f.word(i + 1)[:1], `'"`) {
		return 2
	}
	for _, words := range natures {
		for k, w := range words {
			if f.word(i+k) != w {
				break
			}
			if k == len(words)-1 {
				return len(words)
			}
		}
	}
	return 0
}

// closing finds the parenthesis that closes one, the end of the words where none does.
func (f *functionText) closing(open int) int {
	depth := 0
	for i := open; i < len(f.words); i++ {
		switch f.word(i) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(f.words) - 1
}

// plainHeader refuses what a table can have and a function cannot.
func (f *functionText) plainHeader(n *ast.CreateTableStmt) error {
	for _, c := range n.Cols {
		if len(c.Options) > 0 {
			return ErrorOn(f.text, c.Name, codeSyntax, "syntax error: a parameter has a name and a type, and %s has more", c.Name.Name.O)
		}
	}
	if len(n.Constraints) > 0 {
		return f.errorAt(f.function, "syntax error: parameters have names and types, and nothing else stands among them")
	}
	for i, c := range n.Cols[:len(n.Cols)-1] {
		same := func(o *ast.ColumnDef) bool { return o.Name.Name.L == c.Name.Name.L }
		if slices.ContainsFunc(n.Cols[:i], same) {
			return ErrorOn(f.text, c.Name, CodeDuplicateParameter, "Duplicate parameter: %s", c.Name.Name.O)
		}
	}
	return nil
}

// body takes the expression out of the SELECT that was read in the place of RETURN.
func (f *functionText) body(at int, stmt ast.StmtNode) (ast.ExprNode, error) {
	n, ok := stmt.(*ast.SelectStmt)
	if !ok || !onlyFields(n) || len(n.Fields.Fields) != 1 {
		return nil, f.errorAt(at, "syntax error: one expression is wanted behind RETURN, and nothing else")
	}
	field := n.Fields.Fields[0]
	if field.Expr == nil || field.AsName.O != "" {
		return nil, f.errorAt(at, "syntax error: one expression without a name is wanted behind RETURN")
	}
	finder := &refusedInBody{}
	field.Expr.Accept(finder)
	if finder.what != "" {
		return nil, ErrorOn(f.text, finder.node, CodeNotSupported, "%s in functions are not supported: a function is an expression of its parameters", finder.what)
	}
	return field.Expr, nil
}

// definition is what stands behind the name, without what ends the statement.
func (f *functionText) definition() string {
	open := slices.IndexFunc(f.words, func(w span) bool { return w.of(f.text) == "(" })
	last := len(f.words) - 1
	for f.word(last) == ";" {
		last--
	}
	return f.text[f.words[open].start:f.words[last].end]
}

// written is a word as it stands there.
func (f *functionText) written(i int) string {
	if i >= len(f.words) {
		return ""
	}
	return printable(f.words[i].of(f.text))
}

// errorAt is a syntax error at a word.
func (f *functionText) errorAt(i int, format string, args ...any) error {
	offset := len(f.text)
	if i < len(f.words) {
		offset = f.words[i].start
	}
	return ErrorAt(f.text, offset, codeSyntax, format, args...)
}
