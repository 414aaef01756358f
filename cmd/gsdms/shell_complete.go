package main

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	prompt "github.com/c-bata/go-prompt"

	"gsdms/plan"
)

// completer suggests what can stand at the cursor: commands of the shell, keywords,
// functions, tables, and the columns of the tables that the statement names.
type completer struct {
	names  func() (c plan.Catalog, release func())
	before func() string // the statement's earlier lines
}

func newCompleter(names func() (plan.Catalog, func()), before func() string) *completer {
	return &completer{names: names, before: before}
}

// completeFrom is how many letters a word needs before keywords are suggested for it.
const completeFrom = 2

// complete is go-prompt's Completer.
func (c *completer) complete(d prompt.Document) []prompt.Suggest {
	word := d.GetWordBeforeCursorUntilSeparator(" ,()=<>+-*/%.;\t")
	line := d.TextBeforeCursor()
	if trimmed := strings.TrimLeft(line, " "); c.before() == "" && (strings.HasPrefix(trimmed, ".") || strings.HasPrefix(trimmed, `\`)) {
		return completeCommand(trimmed)
	}
	view, release := c.names()
	defer release()
	text := c.before() + d.Text
	rest := strings.TrimSuffix(line, word)
	if alias, ok := strings.CutSuffix(rest, "."); ok {
		return columnsOf(view, text, lastWord(alias), word)
	}
	if wantsTable(c.before() + rest) {
		return matching(tableSuggestions(view), word)
	}
	if len(word) == 0 {
		return nil
	}
	out := matching(columnSuggestions(view, text), word)
	if len(word) >= completeFrom {
		out = append(out, matching(keywordSuggestions(word), word)...)
	}
	return out
}

func completeCommand(line string) []prompt.Suggest {
	if strings.Contains(line, " ") {
		return nil
	}
	var out []prompt.Suggest
	for _, c := range commands() {
		if strings.HasPrefix(c.name, line) {
			// What is before the last separator, the dot, is in the line already.
			out = append(out, prompt.Suggest{Text: strings.TrimPrefix(c.name, "."), Description: c.about})
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

// columnSuggestions suggests the columns of all tables of the statement.
func columnSuggestions(c plan.Catalog, text string) []prompt.Suggest {
	var out []prompt.Suggest
	seen := map[*plan.Table]bool{}
	for _, t := range named(c, text) {
		if !seen[t] {
			seen[t] = true
			out = append(out, suggestColumns(t)...)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Text < out[j].Text })
	return out
}

func suggestColumns(t *plan.Table) []prompt.Suggest {
	var out []prompt.Suggest
	for _, c := range t.Shown() {
		out = append(out, prompt.Suggest{Text: c.Name, Description: t.Name + ", " + strings.ToLower(c.Type.String())})
	}
	return out
}

// keywordSuggestions gives the keywords and functions in the case that word is written in.
func keywordSuggestions(word string) []prompt.Suggest {
	var out []prompt.Suggest
	all := append(keywords(), plan.Functions()...)
	slices.Sort(all)
	for _, k := range slices.Compact(all) {
		if strings.ToLower(word) == word {
			k = strings.ToLower(k)
		}
		out = append(out, prompt.Suggest{Text: k})
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
	for _, k := range keywords() {
		if strings.EqualFold(k, word) {
			return true
		}
	}
	return false
}

// keywords are the words of the dialect, with the aggregates and the functions that are
// no calls like others.
func keywords() []string {
	return strings.Fields(`
		ADD ALL ALTER ANALYZE AND AS ASC AVG BETWEEN BIGINT BY CASE CAST CHANGE CHAR COLUMN COUNT CREATE CROSS CUDA DATA DATE
		DATE_ADD DATE_SUB DECIMAL DEFAULT DELETE DESC DESCRIBE DISTINCT DIV DOUBLE DROP ELSE ENCLOSED END ESCAPED
		EXISTS EXPLAIN FALSE FIELDS FOREIGN FROM GROUP HAVING IF IGNORE IN INFILE INNER INSERT INT INTERVAL
		INTO IS JOIN KEY LEFT LIKE LIMIT LINES LOAD LOCAL MAX MIN MOD MODIFY NOT NULL OFFSET ON OPTIMIZE OR ORDER
		OUTER OUTFILE PRIMARY REFERENCES RENAME RIGHT SELECT SET SHOW SMALLINT SUM TABLE TABLES TERMINATED THEN TINYINT
		TRUE TRUNCATE UNSIGNED UPDATE USING VALUES VARCHAR VARIABLES VIEW WHEN WHERE XOR`)
}
