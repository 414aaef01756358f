package dialect

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// form is another way to ask MariaDB, in which it has to do what MySQL does.
type form struct {
	reason  string
	prefix  string // of the statement
	rewrite func(kind func(*expr) string, e *expr) *expr
}

// forms are those that are known.
func forms() []form {
	as := func(_ func(*expr) string, e *expr) *expr { return e }
	return []form{
		{"MariaDB misses rows of a join by a number of a query within FROM, which its other joins find",
			"SET STATEMENT optimizer_switch = 'derived_merge=off,derived_with_keys=off', join_cache_level = 0 FOR ", as},
		// 7.1.8, max_sort_length: of texts with PAD SPACE collations, which utf8mb4_0900_ai_ci is not, the first bytes are sorted by.
		{"MariaDB sorts by the first 1,024 bytes of a text", "SET STATEMENT max_sort_length = 16384 FOR ", as},
		// 14.4.2: if any argument of LEAST is a text, they are compared as texts. Times among numbers have the type of a text.
		// 14.7: ADDTIME of what is no time or moment gives a text.
		{"LEAST and GREATEST of texts, and of times among numbers, are texts, and so is ADDTIME of what is no time", "", asTexts},
		// 14.7, TIMESTAMP: a text that is made has six digits of a second.
		{"a time or a moment of a text has six digits of a second", "", sixDigits},
		// 5.1.11, NO_ZERO_IN_DATE: there are no dates with zeros.
		{"what is no date is NULL here and a date of zeros in MariaDB", "", noZeros},
		// 14.6.2: doubles have all their digits.
		{"MariaDB keeps no double above what so many digits are shown of", "", unclipped},
		// 14.12: operands of bit operations are whole numbers, and doubles become the nearest one, of two the even one.
		{"MySQL rounds doubles to even whole numbers", "", evenBits},
	}
}

// formed is the reason of the form in which MariaDB's answer is ours, "" if there is none. Where
// none is enough all of them are tried together.
func (b *both) formed(ctx context.Context, s statement, ours answer) string {
	if ours.err != nil {
		return ""
	}
	kind := func(e *expr) string { return b.kind(ctx, s, e) }
	agrees := func(prefix string, e *expr) bool {
		again := b.theirs.ask(ctx, prefix+s.with(e).String())
		return again.err == nil && difference(ours, again, s) == ""
	}
	all, prefix := s.e, ""
	for _, f := range forms() {
		if agrees(f.prefix, f.rewrite(kind, s.e)) {
			return f.reason
		}
		all, prefix = f.rewrite(kind, all), prefix+f.prefix
	}
	if agrees(prefix, all) {
		return "several of: texts of LEAST, rows of joins, digits of seconds, dates of zeros, digits and halves of doubles"
	}
	return ""
}

// kind is what MariaDB calls the type of a part of a statement, "" if it has no answer.
func (b *both) kind(ctx context.Context, s statement, e *expr) string {
	query := "SELECT " + e.String()
	if s.before != "SELECT " {
		query += " FROM" + s.table() + " LIMIT 1"
	}
	rows, err := b.theirs.db.QueryContext(ctx, query)
	if err != nil {
		return ""
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil || len(types) != 1 {
		return ""
	}
	return types[0].DatabaseTypeName()
}

var (
	numeric  = regexp.MustCompile(`INT$|^(DECIMAL|DOUBLE|FLOAT|YEAR)$`)
	temporal = regexp.MustCompile(`^(DATE|DATETIME|TIMESTAMP|TIME)$`)
	extremal = regexp.MustCompile(`^(GREATEST|LEAST)\(`)
	moved    = regexp.MustCompile(`^(ADDTIME|SUBTIME)\(`)
	ofText   = regexp.MustCompile(`^(TIME|TIMESTAMP)\(\$.\)$`)
	made     = regexp.MustCompile(`CHAR$|TEXT$`)
	bits     = regexp.MustCompile(`^\(\$. ([&|^]|<<|>>) |^\(~|^BIT_`)
)

// asTexts makes texts of what MySQL has for texts, and MariaDB for times and numbers.
func asTexts(kind func(*expr) string, e *expr) *expr {
	out := *e
	out.args = nil
	for _, a := range e.args {
		out.args = append(out.args, asTexts(kind, a))
	}
	switch {
	case extremal.MatchString(e.template) && textual(kind, out.args):
		name, _, _ := strings.Cut(e.template, "(")
		out.template = fmt.Sprintf("CONCAT(%s(%s))", name, strings.TrimSuffix(strings.Repeat("CAST($A AS CHAR), ", len(e.args)), ", "))
	case moved.MatchString(e.template) && !temporal.MatchString(kind(out.args[0])):
		out.template = "CONCAT(" + e.template + ")"
	}
	return &out
}

// textual reports whether LEAST of arguments compares them as texts: not texts among dates alone.
func textual(kind func(*expr) string, args []*expr) bool {
	var numbers, times, texts bool
	for _, a := range args {
		switch k := kind(a); {
		case numeric.MatchString(k):
			numbers = true
		case temporal.MatchString(k):
			times = true
		default:
			texts = texts || k != "NULL" && k != ""
		}
	}
	return numbers && (times || texts) || texts && !times
}

// sixDigits gives moments and times of texts that are made the digits that MySQL gives them.
func sixDigits(kind func(*expr) string, e *expr) *expr {
	out := e.over(func(a *expr) *expr { return sixDigits(kind, a) })
	if m := ofText.FindStringSubmatch(e.template); m != nil && strings.Contains(e.args[0].template, "(") && made.MatchString(kind(out.args[0])) {
		out.template = "CAST($S AS " + map[string]string{"TIME": "TIME(6))", "TIMESTAMP": "DATETIME(6))"}[m[1]]
	}
	return out
}

// noZeros gives NULL for dates and moments with zeros.
func noZeros(kind func(*expr) string, e *expr) *expr {
	out := e.over(func(a *expr) *expr { return noZeros(kind, a) })
	if k := kind(out); len(e.args) == 0 || k != "DATE" && k != "DATETIME" {
		return out
	}
	return &expr{family: e.family, template: "IF(MONTH($V) = 0 OR DAY($V) = 0, NULL, $V)", args: []*expr{out, out, out}}
}

// unclipped makes doubles that have all their digits.
func unclipped(kind func(*expr) string, e *expr) *expr {
	all := func(e *expr) *expr {
		if strings.IndexByte(families, e.family) < 0 || kind(e) != "DOUBLE" {
			return e
		}
		return &expr{family: e.family, template: "(1e0 * $X)", args: []*expr{e}}
	}
	if e.family != 'a' && e.family != 'w' {
		return all(e)
	}
	return e.over(all)
}

// evenBits rounds the doubles that a bit operation is asked of to whole numbers, of two the even one.
func evenBits(kind func(*expr) string, e *expr) *expr {
	if !bits.MatchString(e.template) {
		return e
	}
	return e.over(func(a *expr) *expr {
		if kind(a) != "DOUBLE" {
			return a
		}
		return &expr{family: a.family, template: "IF(ABS($X) - FLOOR(ABS($X)) = 0.5, 2 * ROUND($X / 2), $X)", args: []*expr{a, a, a, a}}
	})
}

// over is the expression of other arguments.
func (e *expr) over(other func(*expr) *expr) *expr {
	out := *e
	out.args = slices.Clone(e.args)
	for i, a := range out.args {
		out.args[i] = other(a)
	}
	return &out
}
