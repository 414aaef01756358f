package parse

import (
	"path/filepath"
	"strings"

	"gsdms/pushscan/load"
)

// fileNames gives a text in which the name of a file that stands in quotes where a table is
// named is in backquotes, as the parser wants a name. The text keeps its length.
func fileNames(text string) string {
	if !strings.ContainsAny(text, `'"`) {
		return text
	}
	var out []byte
	at := tablePlaces{levels: []tablePlace{{selects: true}}}
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == QuotedLexeme && text[i] != '`' && at.here() && isPlainFile(text[i:end]) {
			if out == nil {
				out = []byte(text)
			}
			out[i], out[end-1] = '`', '`'
		}
		if kind != SpaceLexeme && kind != CommentLexeme {
			at.pass(text[i:end], kind)
		}
		i = end
	}
	if out == nil {
		return text
	}
	return string(out)
}

// isPlainFile reports whether a text in quotes is the name of a file, and the same in
// backquotes.
func isPlainFile(quoted string) bool {
	if len(quoted) < 3 || quoted[len(quoted)-1] != quoted[0] {
		return false
	}
	name := quoted[1 : len(quoted)-1]
	return !strings.ContainsAny(name, "\\\n`"+quoted[:1]) && load.IsFileName(name)
}

// tablePlaces follows the lexemes of a text to tell where a table can be named: behind
// FROM, JOIN and DESCRIBE, and behind a comma of FROM.
type tablePlaces struct {
	levels []tablePlace // of the parentheses that are open
	last   string       // lexeme, words in capitals
}

// tablePlace is what is known within a pair of parentheses.
type tablePlace struct {
	selects bool // FROM there begins a list of tables: it is no part of a call as TRIM(x FROM y) is
	from    bool // the list goes on
}

// here reports whether a table can be named next.
func (p *tablePlaces) here() bool {
	now := p.levels[len(p.levels)-1]
	switch p.last {
	case "FROM":
		return now.selects
	case "JOIN", "STRAIGHT_JOIN", "DESCRIBE", "DESC":
		return true
	case ",", "(":
		return now.from
	}
	return false
}

// pass goes on behind a lexeme.
func (p *tablePlaces) pass(lexeme string, kind int) {
	before, now := p.last, &p.levels[len(p.levels)-1]
	p.last = lexeme
	if kind == WordLexeme {
		p.last = strings.ToUpper(lexeme)
	}
	switch p.last {
	case "(":
		joins := before == "FROM" || before == "JOIN" || before == "STRAIGHT_JOIN" || before == "," || before == "("
		p.levels = append(p.levels, tablePlace{from: now.from && joins})
	case ")":
		if len(p.levels) > 1 {
			p.levels = p.levels[:len(p.levels)-1]
		}
	case "SELECT":
		now.selects, now.from = true, false
	case "FROM":
		now.from = now.selects
	case "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "SET", "VALUES":
		now.from = false
	case "JOIN", "STRAIGHT_JOIN":
		now.from = true
	}
}

// fileHint says what may be wrong with a text in quotes behind a word where a table is named.
func fileHint(before, word string) string {
	if word == "" || word[0] != '\'' && word[0] != '"' {
		return ""
	}
	switch before {
	case "FROM", "JOIN":
		return unreadHint(strings.ToLower(filepath.Ext(strings.Trim(word, `'"`)))) +
			"A file is read as a table by a name in quotes that ends in .csv, .tsv, .tbl, .txt, .json, .ndjson, .parquet or .arrow, and those below a folder by a pattern, 'folder/**/*.parquet'."
	case "INTO", "UPDATE", "TABLE", "LIKE", "TRUNCATE", "REPLACE", "INSERT", "EXISTS":
		return OnlyRead(strings.Trim(word, `'"`))
	}
	return ""
}

// NoTable is the error of DESCRIBE of a text in quotes that is the name of no file.
func NoTable(text string) *Error {
	place := max(0, strings.IndexAny(text, `'"`))
	word := wordAt(text, place)
	e := ErrorAt(text, place, codeSyntax, "syntax error%s", at(word))
	e.Hint = fileHint("FROM", word)
	return e
}

// unreadHint says what to do with a file whose name ends so.
func unreadHint(end string) string {
	switch end {
	case ".bz2", ".xz", ".zip", ".7z", ".lz4":
		return "Of packed files .gz and .zst are read: unpack it first. "
	case ".xlsx", ".xls", ".ods":
		return "A spreadsheet is saved as CSV first. "
	}
	return ""
}

// OnlyRead says what to do with a file that a statement other than a query names as a table; "" for what is
// the name of no file.
func OnlyRead(name string) string {
	if !load.IsFileName(name) {
		return ""
	}
	return "A file is only read, by FROM, JOIN and DESCRIBE: CREATE TABLE t AS SELECT * FROM '" + name + "' makes a table of it, and INTO OUTFILE and gsdms export write files."
}
