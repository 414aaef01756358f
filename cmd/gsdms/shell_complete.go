package main

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	prompt "github.com/c-bata/go-prompt"

	"gsdms/plan"
	"gsdms/sql"
	"gsdms/sql/manual"
	"gsdms/sql/parse"
)

// completer suggests what can stand at the cursor: commands of the shell and what they take,
// keywords, functions with their arguments, settings, tables, files, and columns: those of the
// tables that the statement names, also behind the cursor, or of all where it names none yet.
type completer struct {
	names func() (c plan.Catalog, release func())
}

func newCompleter(names func() (plan.Catalog, func())) *completer { return &completer{names} }

// completeFrom is how many letters a word needs before keywords are suggested for it.
const completeFrom = 2

// separators end words.
const separators = " ,()=<>+-*/%.;\t\n'\"`@"

// wordBefore is the word that ends with a text: of a path, the part behind the last slash.
func wordBefore(before string) string {
	if path, _, ok := openPath(before); ok {
		return path[strings.LastIndexByte(path, '/')+1:]
	}
	if isDot(before) {
		return before[strings.LastIndexAny(before, " .\\")+1:]
	}
	return before[strings.LastIndexAny(before, separators)+1:]
}

// isDot reports whether a text is a command of the shell, or the beginning of one.
func isDot(before string) bool {
	line := strings.TrimLeft(before, " ")
	return line != "" && (line[0] == '.' || line[0] == '\\') && !strings.Contains(line, "\n")
}

// complete is go-prompt's Completer.
func (c *completer) complete(d prompt.Document) []prompt.Suggest {
	before := d.TextBeforeCursor()
	word := wordBefore(before)
	if path, quote, ok := openPath(before); ok {
		return pathSuggestions(path, quote)
	}
	if isDot(before) {
		return c.completeCommand(strings.TrimLeft(before, " "), word)
	}
	if end, kind := lastLexeme(before); kind == parse.CommentLexeme || kind == parse.QuotedLexeme && end {
		return nil
	}
	view, release := c.names()
	defer release()
	rest := strings.TrimSuffix(before, word)
	switch alias, ok := strings.CutSuffix(rest, "."); {
	case ok:
		return append(columnsOf(view, d.Text, lastWord(alias), word), matching(tablesWithin(view, lastWord(alias)), word)...)
	case wantsTable(rest):
		return matching(tableSuggestions(view), word)
	case wantsSetting(rest):
		return matching(settingSuggestions(), word)
	case strings.EqualFold(lastWord(rest), "USE"):
		return matching(databaseSuggestions(view), word)
	case strings.EqualFold(lastWord(rest), "HELP"):
		return matching(functionSuggestions(word), word)
	case word == "":
		return nil
	}
	out := matching(columnSuggestions(view, d.Text), word)
	if len(word) >= completeFrom {
		out = append(out, matching(functionSuggestions(word), word)...)
		out = append(out, matching(keywordSuggestions(word), word)...)
	}
	return out
}

// lastLexeme says of which kind the text's last lexeme is, and whether its quotes are open.
func lastLexeme(text string) (open bool, kind int) {
	for i := 0; i < len(text); {
		var end int
		end, kind = parse.Lexeme(text, i)
		open = kind == parse.QuotedLexeme && (end-i < 2 || text[end-1] != text[i])
		i = end
	}
	return open, kind
}

// completeCommand completes a command of the shell, or what it takes.
func (c *completer) completeCommand(line, word string) []prompt.Suggest {
	var out []prompt.Suggest
	name, _, behind := strings.Cut(line, " ")
	if behind {
		known, _ := findCommand(name)
		for _, w := range known.words {
			out = append(out, prompt.Suggest{Text: w})
		}
		view, release := c.names()
		defer release()
		switch known.name {
		case ".schema":
			out = append(out, tableSuggestions(view)...)
		case ".help":
			out = append(out, functionSuggestions(word)...)
		}
		return matching(out, word)
	}
	for _, k := range commands() {
		for _, name := range []string{k.name, k.alias} {
			if name != "" && strings.HasPrefix(name, line) {
				out = append(out, prompt.Suggest{Text: name[1:], Description: strings.TrimSpace(k.arg + "  " + k.about)})
			}
		}
	}
	return out
}

// wantsTable reports whether a table's name comes next.
func wantsTable(before string) bool {
	words := strings.FieldsFunc(strings.ToUpper(before), notWord)
	if len(words) == 0 {
		return false
	}
	if strings.HasSuffix(strings.TrimRight(before, " \n\t"), ",") {
		return inFrom(words)
	}
	switch words[len(words)-1] {
	case "FROM", "JOIN", "TABLE", "INTO", "DESCRIBE", "DESC", "TRUNCATE", "UPDATE", "REFERENCES":
		return true
	}
	return false
}

// inFrom reports whether the last clause that has begun is FROM.
func inFrom(words []string) bool {
	for i := len(words) - 1; i >= 0; i-- {
		switch words[i] {
		case "FROM":
			return true
		case "SELECT", "WHERE", "GROUP", "ORDER", "HAVING", "ON", "BY", "LIMIT", "VALUES", "SET":
			return false
		}
	}
	return false
}

func notWord(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func lastWord(s string) string {
	words := strings.FieldsFunc(s, notWord)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

func tableSuggestions(c plan.Catalog) []prompt.Suggest {
	var out []prompt.Suggest
	for _, name := range c.Tables() {
		out = append(out, prompt.Suggest{Text: name, Description: "table"})
	}
	for _, name := range viewsOf(c) {
		out = append(out, prompt.Suggest{Text: name, Description: "view"})
	}
	return out
}

func databaseSuggestions(c plan.Catalog) (out []prompt.Suggest) {
	for _, name := range databasesOf(c) {
		out = append(out, prompt.Suggest{Text: name, Description: "database"})
	}
	return out
}

// tablesWithin suggests the tables and views of a database, by their names in it.
func tablesWithin(c plan.Catalog, database string) (out []prompt.Suggest) {
	for _, s := range tableSuggestions(c) {
		if own, within := strings.CutPrefix(s.Text, database+"."); within && database != "" {
			s.Text = own
			out = append(out, s)
		}
	}
	return out
}

// viewsOf lists the views of a catalog that tells them apart from tables: a server's does
// not.
func viewsOf(c plan.Catalog) []string {
	if v, ok := c.(interface{ Queries() []string }); ok {
		return v.Queries()
	}
	return nil
}

// named gives the tables that the text names, by the names and aliases they have in it.
func named(c plan.Catalog, text string) map[string]*plan.Table {
	out := map[string]*plan.Table{}
	words := strings.FieldsFunc(text, notWord)
	for i, w := range words {
		t, err := c.Table(w)
		if err != nil && i > 0 {
			t, err = c.Table(words[i-1] + "." + w)
		}
		if err != nil {
			continue
		}
		out[strings.ToLower(w)] = t
		next := i + 1
		if next < len(words) && strings.EqualFold(words[next], "AS") {
			next++
		}
		if next < len(words) && !isKeyword(words[next]) {
			out[strings.ToLower(words[next])] = t
		}
	}
	return out
}

// columnsOf suggests the columns of one table of the statement.
func columnsOf(c plan.Catalog, text, alias, word string) []prompt.Suggest {
	t := named(c, text)[strings.ToLower(alias)]
	if t == nil {
		return nil
	}
	return matching(suggestColumns(t), word)
}

// columnSuggestions suggests the columns of all tables of the statement, or of all tables
// where it names none.
func columnSuggestions(c plan.Catalog, text string) []prompt.Suggest {
	tables := named(c, text)
	if len(tables) == 0 {
		for _, name := range c.Tables() {
			if t, err := c.Table(name); err == nil {
				tables[name] = t
			}
		}
	}
	var out []prompt.Suggest
	seen := map[*plan.Table]bool{}
	for _, t := range tables {
		if !seen[t] {
			seen[t] = true
			out = append(out, suggestColumns(t)...)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Text < out[j].Text || out[i].Text == out[j].Text && out[i].Description < out[j].Description
	})
	return out
}

func suggestColumns(t *plan.Table) []prompt.Suggest {
	var out []prompt.Suggest
	for _, c := range t.Shown() {
		out = append(out, prompt.Suggest{Text: c.Name, Description: t.Own() + ", " + c.Type.Lower()})
	}
	return out
}

// keywordSuggestions gives the keywords in the case that word is written in.
func keywordSuggestions(word string) []prompt.Suggest {
	var out []prompt.Suggest
	for _, k := range parse.Keywords() {
		if _, both := manual.FindFunction(k); !both {
			out = append(out, prompt.Suggest{Text: inCaseOf(word, k)})
		}
	}
	return out
}

// functionSuggestions gives the functions with their arguments, in the case that word is
// written in.
func functionSuggestions(word string) []prompt.Suggest {
	var out []prompt.Suggest
	for _, s := range manual.Sections() {
		for _, f := range s.Functions {
			out = append(out, prompt.Suggest{Text: inCaseOf(word, f.Name), Description: "(" + f.Args + ") " + f.About})
		}
	}
	slices.SortFunc(out, func(a, b prompt.Suggest) int { return strings.Compare(a.Text, b.Text) })
	return out
}

// inCaseOf is a word in small letters where another is.
func inCaseOf(like, word string) string {
	if strings.ToLower(like) == like {
		return strings.ToLower(word)
	}
	return word
}

// wantsSetting reports whether the name of a setting comes next.
func wantsSetting(before string) bool {
	last := strings.TrimRight(before, " \n\t")
	if strings.HasSuffix(last, "@@") || strings.HasSuffix(before, "@@session.") {
		return true
	}
	words := strings.FieldsFunc(strings.ToUpper(before), notWord)
	n := len(words)
	return n > 0 && strings.HasSuffix(strings.ToUpper(last), words[n-1]) &&
		(words[n-1] == "SET" && n == 1 || n == 2 && words[0] == "SET" && words[1] == "SESSION")
}

func settingSuggestions() []prompt.Suggest {
	var out []prompt.Suggest
	for _, s := range sql.Settings() {
		out = append(out, prompt.Suggest{Text: s.Name, Description: s.About})
	}
	return out
}

// matching keeps the suggestions that begin with a word, in any case, and are more
// than it.
func matching(all []prompt.Suggest, word string) []prompt.Suggest {
	var out []prompt.Suggest
	for _, s := range all {
		if len(s.Text) > len(word) && strings.EqualFold(s.Text[:len(word)], word) {
			out = append(out, s)
		}
	}
	return out
}

func isKeyword(word string) bool {
	for _, k := range parse.Keywords() {
		if strings.EqualFold(k, word) {
			return true
		}
	}
	return false
}
