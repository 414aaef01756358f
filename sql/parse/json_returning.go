package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// The parser knows JSON_VALUE with a document and a path. What may stand behind the path, RETURNING
// type and what is given ON EMPTY and ON ERROR, is read as a name in backquotes that is added to
// the path, and asReturning makes the call an expression of what the path finds.

// jsonForms are the JSON_TABLEs of a text, and what JSON_VALUEs return.
type jsonForms struct {
	tables  map[string]jsonTable
	returns jsonReturns
}

// withoutJSON gives a text, of the same length, without what the parser does not know of JSON.
func withoutJSON(text string) (read string, forms jsonForms) {
	read, forms.returns = withoutReturning(text)
	read, forms.tables = withoutJSONTables(read)
	return read, forms
}

// asJSON puts the forms in the places of what was read for them.
func (p *Parsers) asJSON(text string, stmts []ast.StmtNode, forms jsonForms) error {
	if err := p.asJSONTables(text, stmts, forms.tables); err != nil {
		return err
	}
	return p.asReturning(text, stmts, forms.returns)
}

// jsonReturns are what stands behind the paths of JSON_VALUEs, by the names that are read.
type jsonReturns map[string][]span

// withoutReturning gives a text, of the same length, without what stands behind the paths of
// JSON_VALUEs.
func withoutReturning(text string) (read string, returns jsonReturns) {
	var out []byte
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == WordLexeme && strings.EqualFold(text[i:end], "JSON_VALUE") {
			if words := behindPath(text, wordsWithin(text, i)); len(words) > 0 && len(returns) < 1<<12 {
				if out == nil {
					out, returns = []byte(text), jsonReturns{}
				}
				start, end := words[0].start, words[len(words)-1].end
				name := columnList{span: span{start + 1, end}}.standIn(len(returns))
				copy(out[start:end], "+`"+name+"`")
				returns[name] = words
			}
		}
		i = end
	}
	if out == nil {
		return text, nil
	}
	return string(out), returns
}

// behindPath gives what stands between a call's path, which is a literal, and its last parenthesis.
func behindPath(text string, call []span) []span {
	depth := 0
	for i, w := range call {
		switch word := strings.ToUpper(w.of(text)); {
		case word == "(":
			depth++
		case word == ")":
			depth--
		case depth == 1 && slices.Contains([]string{"RETURNING", "NULL", "ERROR", "DEFAULT"}, word) && quotedText(call[i-1].of(text)):
			return call[i : len(call)-1]
		}
	}
	return nil
}

// asReturning makes the JSON_VALUEs of statements expressions of the types that they return.
func (p *Parsers) asReturning(text string, stmts []ast.StmtNode, returns jsonReturns) error {
	if returns == nil {
		return nil
	}
	f := &returning{jsonColumns{jsonTables: &jsonTables{parsers: p, text: text}}, returns}
	for _, s := range stmts {
		s.Accept(f)
	}
	return f.err
}

// returning is the state of one asReturning.
type returning struct {
	jsonColumns
	returns jsonReturns
}

// Enter implements ast.Visitor.
func (f *returning) Enter(n ast.Node) (ast.Node, bool) { return n, f.err != nil }

// Leave implements ast.Visitor.
func (f *returning) Leave(n ast.Node) (ast.Node, bool) {
	call, ok := n.(*ast.FuncCallExpr)
	if !ok || call.FnName.L != "json_value" || len(call.Args) != 2 {
		return n, f.err == nil
	}
	path, ok := call.Args[1].(*ast.BinaryOperationExpr)
	if !ok || path.Op != opcode.Plus {
		return n, true
	}
	name, ok := path.R.(*ast.ColumnNameExpr)
	if !ok || f.returns[name.Name.Name.O] == nil {
		return n, true
	}
	call.Args[1] = path.L
	return f.typed(call, f.returns[name.Name.Name.O]), f.err == nil
}

// typed gives what a call finds as a value of the type that stands behind its path, a text of up to
// 512 characters where none does.
func (f *returning) typed(call *ast.FuncCallExpr, words []span) ast.Node {
	as, behind := "CHAR(512)", words
	if strings.EqualFold(words[0].of(f.text), "RETURNING") {
		n := slices.IndexFunc(words, func(w span) bool {
			return slices.Contains([]string{"NULL", "ERROR", "DEFAULT"}, strings.ToUpper(w.of(f.text)))
		})
		if n < 0 {
			n = len(words)
		}
		if n == 1 {
			f.fail(words, codeSyntax, "syntax error: behind RETURNING stands a type")
			return call
		}
		as, behind = strings.ToUpper(f.text[words[1].start:words[n-1].end]), words[n:]
	}
	v := jsonValue{empty: "NULL", failed: "NULL", alone: true}
	if !f.on(&v, behind) {
		return call
	}
	if v.refuses.None || v.refuses.Wrong {
		f.fail(behind, CodeNotSupported, "ERROR ON EMPTY and ERROR ON ERROR are supported for columns of JSON_TABLE, not for JSON_VALUE")
		return call
	}
	v.declared(returnedType(as))
	if v.value == "" {
		f.fail(words, CodeNotSupported, "JSON_VALUE returns SIGNED, UNSIGNED, DECIMAL, FLOAT, DOUBLE, CHAR, DATE, TIME, DATETIME, or JSON")
		return call
	}
	value := f.expr(words[0], v.expression())
	if f.err != nil {
		return call
	}
	at := &found{call}
	out, _ := value.Accept(at)
	if v.empty == "NULL" {
		return out
	}
	none := &ast.IsNullExpr{Expr: call.Args[0]} // of no document there is no value, not even one for EMPTY
	return at.calling("IF", none, ast.NewValueExpr(nil, "", ""), out.(ast.ExprNode))
}

// returnedType is the type of a column that holds what CAST makes of a type.
func returnedType(as string) string {
	switch word, _, _ := strings.Cut(as, " "); word {
	case "SIGNED":
		return "BIGINT"
	case "UNSIGNED":
		return "BIGINT UNSIGNED"
	}
	return as
}

// found puts what a JSON_VALUE finds in the places of the names that a JSON_TABLE has for it.
type found struct{ call *ast.FuncCallExpr }

// Enter implements ast.Visitor.
func (f *found) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave implements ast.Visitor.
func (f *found) Leave(n ast.Node) (ast.Node, bool) {
	n.SetOriginTextPosition(f.call.OriginTextPosition())
	c, ok := n.(*ast.ColumnNameExpr)
	if !ok {
		return n, true
	}
	part := f.calling("JSON_EXTRACT", f.call.Args...)
	switch c.Name.Name.L {
	case JSONKind:
		return f.calling("IFNULL", f.calling("JSON_TYPE", part), ast.NewValueExpr("", "", "")), true
	case JSONText:
		return f.calling("JSON_UNQUOTE", part), true
	}
	return part, true
}

func (f *found) calling(name string, args ...ast.ExprNode) ast.ExprNode {
	c := &ast.FuncCallExpr{FnName: ast.NewCIStr(name), Args: args}
	c.SetOriginTextPosition(f.call.OriginTextPosition())
	return c
}
