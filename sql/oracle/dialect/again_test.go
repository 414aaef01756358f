package dialect

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// askedAgain is the reason of a difference that is gone where MariaDB is asked another way, "" if there is none.
func (b *both) askedAgain(ctx context.Context, s statement) string {
	ours, theirs := b.ours.ask(ctx, s.String()), b.theirs.ask(ctx, s.String())
	switch {
	case b.ofQuotient(ctx, s, ours, theirs):
		return "a quotient has more digits inside than it shows, and others in MariaDB"
	case b.besideNULL(ctx, s, ours, theirs):
		return "what stands beside NULL need not be computed"
	}
	return b.formed(ctx, s, ours)
}

// ofQuotient reports whether MariaDB answers the same where it computes quotients with more digits.
// 14.6.1: what is shown of a quotient has the digits of the first operand and div_precision_increment, 4.
// MySQL computes it by words of nine digits and goes on with all of them; MariaDB rounds it first.
func (b *both) ofQuotient(ctx context.Context, s statement, ours, theirs answer) bool {
	if ours.err != nil || theirs.err != nil || !strings.Contains(s.String(), " / ") {
		return false
	}
	agrees := func(digits int, query statement) bool {
		again := b.theirs.ask(ctx, fmt.Sprintf("SET STATEMENT div_precision_increment = %d FOR %s", digits, query))
		if again.err != nil || len(again.rows) != len(ours.rows) {
			return false
		}
		again.showAs(ours)
		return difference(ours, again, s) == ""
	}
	for _, digits := range []int{9, 7, 14, 18, 30} {
		if agrees(digits, s) || agrees(digits, s.with(s.e.unsignedZeros())) || s.e.family == 'M' && agrees(digits, s.with(s.e.rounded(ours))) {
			return true
		}
	}
	return false
}

// rounded is the expression with the digits that an answer shows of it, by which rows are ordered, and no
// zero below zero.
func (e *expr) rounded(shown answer) *expr {
	digits := 0
	for c := range shown.floats {
		digits = max(digits, shown.digits(c))
	}
	return &expr{family: e.family, template: fmt.Sprintf("(0 + ROUND($A, %d))", digits), args: []*expr{e}}
}

// unsignedZeros is the expression with 0 added to each quotient: MariaDB's may be a zero below zero.
func (e *expr) unsignedZeros() *expr {
	out := *e
	if strings.Contains(e.template, " / ") {
		out.template = "(0 + " + e.template + ")"
	}
	out.args = nil
	for _, a := range e.args {
		out.args = append(out.args, a.unsignedZeros())
	}
	return &out
}

// fixed is a number with digits behind the point.
var fixed = regexp.MustCompile(`^-?\d+\.\d+$`)

// showAs rounds the decimals of an answer to the digits that another one of as many rows shows.
func (a answer) showAs(other answer) {
	for c, isFloat := range a.floats {
		digits := other.digits(c)
		for _, row := range a.rows {
			if n, ok := new(big.Rat).SetString(row[c].text); ok && !isFloat && fixed.MatchString(row[c].text) {
				row[c].text = n.FloatString(digits)
			}
		}
	}
}

// digits is how many there are behind the point of what a column shows.
func (a answer) digits(c int) (most int) {
	for _, row := range a.rows {
		if _, behind, ok := strings.Cut(row[c].text, "."); ok {
			most = max(most, len(behind))
		}
	}
	return most
}

// lazy are the functions and operators that are not NULL for each argument that is.
var lazy = regexp.MustCompile(`^(IF|IFNULL|COALESCE|CASE|ISNULL|ELT|FIELD|INTERVAL|CONCAT_WS|MAKE_SET|CHAR|QUOTE|EXPORT_SET|JSON_)\b|^JSON|<=>| IS |\b(AND|OR|XOR|IN|BETWEEN|OVER)\b`)

// besideNULL reports whether one of the two raises an error and no longer does where the arguments of
// the outermost function are computed only if the others are not NULL, and then answers as the other did.
// 14.4.1: the result of an operator is NULL where an operand is, whatever the other one is.
func (b *both) besideNULL(ctx context.Context, s statement, ours, theirs answer) bool {
	if (ours.err == nil) == (theirs.err == nil) || len(s.e.args) < 2 || lazy.MatchString(s.e.template) || s.e.family == 'a' || s.e.family == 'w' {
		return false
	}
	ask, right := b.theirs.ask, ours
	if ours.err != nil {
		ask, right = b.ours.ask, theirs
	}
	for only := -1; only < len(s.e.args); only++ {
		if strings.HasPrefix(s.e.template, "NULLIF") && only != 1 {
			continue // its second argument only says whether the first is NULL
		}
		again := ask(ctx, s.with(s.e.guarded(only)).String())
		if again.err == nil && difference(right, again, s) == "" {
			return true
		}
	}
	return b.withNULL(ctx, s)
}

// withNULL reports whether an argument of an expression of constants is NULL to both: MariaDB computes
// some constants wherever they stand.
func (b *both) withNULL(ctx context.Context, s statement) bool {
	return s.before == "SELECT " && slices.ContainsFunc(s.e.args, func(a *expr) bool {
		text := s.with(a).String()
		return strings.IndexByte(families, a.family) >= 0 && b.ours.ask(ctx, text).null() && b.theirs.ask(ctx, text).null()
	})
}

// null reports whether an answer is one NULL.
func (a answer) null() bool { return a.err == nil && len(a.rows) == 1 && a.rows[0][0].null }

// guarded is the expression with arguments that are NULL, and not computed, where another one is: all of
// them, or the one at a place that is not below zero.
func (e *expr) guarded(only int) *expr {
	out := *e
	out.args = slices.Clone(e.args)
	for i, a := range e.args {
		if only >= 0 && i != only {
			continue
		}
		guard := &expr{family: a.family}
		var tests []string
		for j, other := range e.args {
			if i != j && strings.IndexByte(families, other.family) >= 0 {
				tests = append(tests, "$A IS NULL")
				guard.args = append(guard.args, other)
			}
		}
		if len(tests) > 0 && strings.IndexByte(families, a.family) >= 0 {
			guard.template, guard.args = "IF("+strings.Join(tests, " OR ")+", NULL, $A)", append(guard.args, a)
			out.args[i] = guard
		}
	}
	return &out
}
