package function

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gsdms/plan/value"
)

// A pattern that is read character by character matches what it does in a whole text.
func TestPatternsThatAreRead(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	letters := []string{"a", "b", "ab", "c", "0", " ", "\n", "é", "日", "\xff"}
	read := 0
	for _, pattern := range []string{"a", "ab", "a*", "a*?", "a+?b", "(a|ab)(c|bcd)?", "a(.*b)?", "[^a]*", "", "ab|", "é+", "(?i)AB", "b$", "(?m)b$", "x", "^a", `\ba`, "(a)|(b)|(c)", "(?:a*)*", "日?"} {
		p, err := ReadRegexp(pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			var b strings.Builder
			for range r.IntN(10) {
				b.WriteString(letters[r.IntN(len(letters))])
			}
			s, n := b.String(), r.IntN(5)-1
			if is, err := p.matchesRead(t.Context(), s); is != p.MatchString(s) || err != nil {
				t.Fatalf("%q matches in %q: %t, %v", pattern, s, is, err)
			}
			if !p.alone {
				continue
			}
			read++
			got, err := p.allRead(t.Context(), s, n)
			want := p.withEmpty(s, p.FindAllStringSubmatchIndex(s, n), n)
			if err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%q, %d matches in %q: %v, want %v (%v)", pattern, n, s, got, want, err)
			}
		}
	}
	if read != 18*2000 {
		t.Errorf("%d of the texts were read", read)
	}
}

// counted is a context that ends when it has been looked at so often.
type counted struct {
	context.Context
	left int
}

func (c *counted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A match that takes long ends with the context, within a text and between matches.
func TestPatternsEndWithTheContext(t *testing.T) {
	s := strings.Repeat("a", 1<<16)
	cause := errors.New("it has taken too long")
	for pattern, op := range map[string]string{strings.Repeat("a?", 100) + "b": "REGEXP_LIKE", "a(.*b)?": "REGEXP_REPLACE", "(a|aa)+b": "REGEXP_INSTR"} {
		p, err := ReadRegexp(pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		ended, end := context.WithCancelCause(t.Context())
		end(cause)
		ctx := &counted{ended, 3}
		if op == "REGEXP_REPLACE" {
			_, err = replaceMatches(ctx, p, s, "x", 0)
		} else {
			_, err = p.Matches(ctx, s)
		}
		if !errors.Is(err, cause) || ctx.left < -2 {
			t.Errorf("%s of %q: %v, and %d looks", op, pattern, err, 3-ctx.left)
		}
	}
}

// What matches nothing is a match right behind another one, and not in a text without characters, as in MySQL 8.0.46.
func TestEmptyMatchesAreReplaced(t *testing.T) {
	for _, f := range []struct {
		text, pattern string
		n             int64
		want          string
	}{
		{"abc", "x?", 0, "#a#b#c#"}, {"axbxxc", "x*", 0, "#a##b##c#"}, {"abc", ".*", 0, "##"}, {"", ".*", 0, ""}, {"", "^$", 0, ""}, {"abc", "b*", 0, "#a##c#"},
		{"abc", "^", 0, "#abc"}, {"abc", "$", 0, "abc#"}, {"日本", "x?", 0, "#日#本#"}, {"a\nb", ".*", 0, "##\n##"}, {"aab", "a|", 0, "###b#"}, {" x ", "x?", 0, "# ## #"},
		{"abc", "^.*", 0, "#"}, {"ab\nc", ".*$", 0, "ab\n##"}, {"abcabc", "b*", 2, "a#cabc"}, {"abcabc", "b*", 3, "ab#cabc"}, {"xaxa", "x?", 2, "x#axa"},
	} {
		p, err := ReadRegexp(f.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		args := []value.Value{value.OfString(f.text), value.OfString(f.pattern), value.OfString("#"), value.OfInt(1), value.OfInt(f.n)}
		fixed, err := Regexp(t.Context(), "REGEXP_REPLACE", p, args)
		if err != nil || fixed.Text != f.want {
			t.Errorf("match %d of %q in %q: %q (%v), want %q", f.n, f.pattern, f.text, fixed.Text, err, f.want)
		}
		if each, err := RegexpOf("REGEXP_REPLACE", 5)(value.Type{}, args); err != nil || each.Text != f.want {
			t.Errorf("match %d of the pattern %q of a row in %q: %q (%v), want %q", f.n, f.pattern, f.text, each.Text, err, f.want)
		}
	}
}
