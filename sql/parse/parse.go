package parse

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver" // the parser's literals

	"gsdms/plan/value"
)

// Parsers are an engine's idle parsers: making one takes longer than parsing a short
// statement, and one may not be used by two goroutines at once. The zero value holds
// none. Safe for concurrent use.
type Parsers struct{ idle sync.Pool }

// take gives a parser that nobody else has until give.
func (p *Parsers) take() *parser.Parser {
	if one, ok := p.idle.Get().(*parser.Parser); ok {
		return one
	}
	return parser.New()
}

// give takes a parser back, once its text has been read. Its stack still refers to the
// statement's nodes, and the next text would write to them, so it is reset.
func (p *Parsers) give(one *parser.Parser) {
	one.Reset()
	p.idle.Put(one)
}

// Parse reads one statement. What it cannot read is error 1064 with the place.
func (p *Parsers) Parse(text string) (stmt ast.StmtNode, err error) {
	if len(text) > MaxBytes {
		return nil, ErrorAt(text, -1, CodeTooBig, "the statement has %d bytes; at most %d are allowed", len(text), MaxBytes)
	}
	if at, name := notText(text); at >= 0 {
		return nil, ErrorAt(text, at, CodeNotText, "Invalid utf8mb4 character string: %q; a name is UTF-8", name)
	}
	stmts, err := p.statements(text)
	if err != nil {
		return nil, err
	}
	switch len(stmts) {
	case 0:
		return nil, ErrorAt(text, -1, codeSyntax, "the statement is empty")
	case 1:
		return stmts[0], nil
	}
	return nil, ErrorAt(text, len(stmts[0].OriginalText()), codeSyntax, "one statement at a time: a second one begins here")
}

// statements reads all statements of a text.
func (p *Parsers) statements(text string) ([]ast.StmtNode, error) {
	text = unwrapped(text)
	if f := functionIn(text); f != nil {
		return p.functionStatement(f)
	}
	if query, found := alterViewIn(text); found {
		return p.alterView(text, query)
	}
	if kind, found := absentIn(text); found {
		return p.absentStatement(text, kind)
	}
	if first := upkeepIn(text); first != nil {
		return p.upkeepStatement(text, first)
	}
	return p.parseAll(text, text)
}

// parseAll has a parser read a text, or read what stands for it at the same places; its
// panics become errors. One that has panicked, or that has read a long text and so holds much
// memory, is not used again.
func (p *Parsers) parseAll(text, read string) (stmts []ast.StmtNode, err error) {
	text, read, rows, err := spared(text, read)
	if err != nil {
		return nil, err
	}
	one := p.take()
	defer func() {
		if r := recover(); r != nil {
			stmts, err = nil, panicError(text, r)
			return
		}
		if len(read) < 1<<16 {
			p.give(one)
		}
	}()
	read, ignored := withoutIgnoredRows(outfileLast(withoutCharset(read)))
	read, form := withoutForm(withoutWork(read))
	read, variables := withoutVariables(read)
	read, quoted := withoutPattern(read)
	read, made := withoutJSON(read)
	read, joins := withoutFull(read)
	read, part := withoutShowLimit(withoutCheckOption(read))
	read, sounds := knownWords(read)
	read, alias := withoutRowAlias(read)
	read, lists := withoutColumnLists(read)
	read, defaults := withoutDefaults(read)
	read = fileNames(readable(plainIntervals(read)))
	stmts, _, err = one.ParseSQL(read)
	switch {
	case err != nil && len(read) > len(text): // outfileLast has moved something
		return nil, syntaxError(read, err)
	case err != nil:
		return nil, syntaxError(text, err)
	}
	if err := asFull(text, stmts, joins); err != nil {
		return nil, err
	}
	if err := asComing(text, stmts, alias); err != nil {
		return nil, err
	}
	stmts = append([]ast.StmtNode(nil), stmts...)
	asWritten(text, read, stmts)
	if err := p.asJSON(text, stmts, made); err != nil {
		return nil, err
	}
	asSounding(stmts, sounds)
	asPart(stmts, part)
	asIgnored(stmts, ignored)
	asNamed(stmts, lists)
	asDefaults(stmts, defaults)
	asRows(stmts)
	asTuples(stmts, rows)
	asForm(stmts, form)
	asPattern(one, stmts, quoted)
	if variables != nil {
		return stmts, asInto(text, stmts, variables)
	}
	return stmts, nil
}

// spared gives a text, and what is read of it, without the rows that the parser need not read. An error says that it
// would read too much.
func spared(text, read string) (string, string, *tuples, error) {
	read, rows := withoutTuples(read)
	if rows != nil && len(read) < len(text) {
		text = text[:len(read)]
	}
	return text, read, rows, tooMuch(text, read)
}

// asWritten gives the queries of views the text that was written, not that which was read.
func asWritten(text, read string, stmts []ast.StmtNode) {
	for _, s := range stmts {
		view, ok := s.(*ast.CreateViewStmt)
		if !ok || len(read) != len(text) {
			continue
		}
		query := view.Select.Text()
		if at := strings.LastIndex(read, query); at >= 0 && text[at:at+len(query)] != query {
			view.Select.SetText(nil, text[at:at+len(query)])
		}
	}
}

// panicError says what the parser failed on; numbers too long for it are the known case.
func panicError(text string, r any) error {
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == WordLexeme && digitsOnly(text[i:end]) && end-i > value.MaxPrecision {
			return ErrorAt(text, i, CodeOutOfRange, "this number has more digits than DECIMAL holds (%d)", value.MaxPrecision)
		}
		i = end
	}
	return ErrorAt(text, -1, codeSyntax, "the parser failed on this statement: %v", r)
}

func digitsOnly(s string) bool { return strings.Trim(s, "0123456789") == "" }

// tooDeep gives the place of a parenthesis nested too deep, -1 if there is none.
func tooDeep(text string) int {
	depth := 0
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == SignLexeme && text[i] == '(' {
			depth++
		} else if kind == SignLexeme && text[i] == ')' {
			depth--
		}
		if depth > MaxDepth {
			return i
		}
		i = end
	}
	return -1
}

// notText gives the place of a name that is not UTF-8, and the name; -1 if there is none. What
// is between ' or " may be any bytes: literals say by themselves whether they are.
func notText(text string) (at int, name string) {
	if utf8.ValidString(text) {
		return -1, ""
	}
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		isName := kind == WordLexeme || kind == HintLexeme || kind == QuotedLexeme && text[i] == '`'
		if isName && !utf8.ValidString(text[i:end]) {
			return i, text[i:min(end, i+40)]
		}
		i = end
	}
	return -1, ""
}

// place reads where the parser stopped: it quotes the rest of the text, or the first
// 2,048 bytes of it and says how long it is in all.
var place = regexp.MustCompile(`(?s)^line \d+ column \d+ near "(.*)"(.*?)(?:\(total length (\d+)\))?$`)

// syntaxError gives the parser's error its place in the text.
func syntaxError(text string, err error) *Error {
	message := strings.TrimSpace(err.Error())
	m := place.FindStringSubmatch(message)
	if m == nil {
		if at := openComment(text); at >= 0 {
			return ErrorAt(text, at, codeSyntax, "syntax error: the comment that begins here does not end")
		}
		place := -1
		if q := quoted.FindStringSubmatch(message); q != nil {
			place = FindWord(text, q[1])
		}
		code := codeSyntax
		if c := errorClass.FindStringSubmatch(message); c != nil {
			code = numberOf(c[1])
		}
		return ErrorAt(text, place, code, "%s", oneLine(errorClass.ReplaceAllString(message, "")))
	}
	rest := len(m[1])
	if n, err := strconv.Atoi(m[3]); err == nil {
		rest = n
	}
	offset := max(0, len(text)-rest)
	word := wordAt(text, offset)
	if word != "" && strings.ContainsRune("'\"`", rune(word[0])) {
		begins := offset + strings.IndexByte(text[offset:], word[0])
		if quotedEnd(text+" ", begins) > len(text) {
			return ErrorAt(text, offset, codeSyntax, "syntax error: the quote that begins here does not end")
		}
	}
	e := ErrorAt(text, offset, codeSyntax, "syntax error%s%s", at(word), reason(m[2]))
	e.Hint = hintAt(text, offset, word)
	return e
}

// quoted is a word that a message of the parser quotes.
var quoted = regexp.MustCompile(`'(\w+)'`)

// errorClass is how the parser numbers its errors.
var errorClass = regexp.MustCompile(`^\[\w+:(\d+)\]`)

// numberOf is MySQL's number of an error that the parser numbers: its own begin at 8000.
func numberOf(digits string) int {
	if n, err := strconv.Atoi(digits); err == nil && n < 8000 {
		return n
	}
	return codeSyntax
}

func at(word string) string {
	if word == "" {
		return " at the end of the statement"
	}
	return " near '" + word + "'"
}

func reason(s string) string {
	if s = oneLine(s); s == "" {
		return ""
	}
	return ": " + s
}

// wordBefore gives the word that ends before an offset.
func wordBefore(text string, offset int) string {
	end := len(strings.TrimRight(text[:offset], " \t\r\n"))
	start := end
	for start > 0 && wordByte(text[start-1]) {
		start--
	}
	return text[start:end]
}

// wordAt gives the lexeme at an offset, shortened.
func wordAt(text string, offset int) string {
	for offset < len(text) {
		end, kind := Lexeme(text, offset)
		if kind != SpaceLexeme {
			return printable(strings.ToValidUTF8(text[offset:min(end, offset+40)], "?"))
		}
		offset = end
	}
	return ""
}

// openComment gives the place of a comment that does not end, -1 if there is none.
func openComment(text string) int {
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == HintLexeme && end == len(text) && !strings.HasSuffix(text[i+2:], "*/") {
			return i
		}
		i = end
	}
	return -1
}
