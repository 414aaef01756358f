package function

import (
	"context"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Pattern is a regular expression that has been read. A match takes time by the product of the
// text's length and the pattern's instructions, at each place where one may begin; where that is
// long it looks at a context.
type Pattern struct {
	*regexp.Regexp
	runs         *letterRuns // what it matches, if that is so plain
	instructions int
	prefix       string                      // that each match begins with
	alone        bool                        // whether it matches somewhere does not depend on what is before
	begins       *regexp.Regexp              // the same at the beginning of a text, if it may match nothing
	replaced     atomic.Pointer[replacement] // what took the place of its matches last
	states       *automaton                  // that tells whether it matches somewhere; nil: Regexp does
	anyText      *Pattern                    // of texts for which isPlain is false; nil: this one, too
}

// of gives the pattern that is for a text.
func (p *Pattern) of(s string) *Pattern {
	if p.anyText == nil || isPlain(s) {
		return p
	}
	return p.anyText
}

// longMatch is how many steps are taken without a look at the context, some 10 ms or less.
const longMatch = 1 << 18

// newPattern looks for what makes matches of a pattern of RE2 short.
func newPattern(text string, re *regexp.Regexp) (*Pattern, error) {
	p := &Pattern{Regexp: re, runs: runsOf(text), alone: true}
	p.prefix, _ = re.LiteralPrefix()
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	p.instructions, p.states = len(program.Inst), newAutomaton(program)
	const before = syntax.EmptyBeginLine | syntax.EmptyBeginText | syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
	for _, i := range program.Inst {
		p.alone = p.alone && (i.Op != syntax.InstEmptyWidth || syntax.EmptyOp(i.Arg)&before == 0)
	}
	if p.alone && re.MatchString("") {
		p.begins, err = regexp.Compile(`\A(?:` + text + `)`)
	}
	return p, err
}

// long reports whether matches in a text may take long.
func (p *Pattern) long(s string) bool { return len(s)*p.instructions > longMatch }

// Matches reports whether the pattern matches somewhere in a text. When ctx ends it gives its cause.
func (p *Pattern) Matches(ctx context.Context, s string) (bool, error) {
	p = p.of(s)
	if p.states != nil {
		rest := s
		if p.alone && p.prefix != "" {
			begin := strings.Index(s, p.prefix)
			if begin < 0 {
				return false, nil
			}
			rest = s[begin:]
		}
		if is, ok, err := p.states.in(ctx, rest); ok {
			return is, err
		}
	}
	if !p.long(s) {
		return p.MatchString(s), nil
	}
	return p.matchesRead(ctx, s)
}

// IsFast reports whether a look at each letter of a text tells whether the pattern matches somewhere, unless
// that takes too many states.
func (p *Pattern) IsFast() bool { return p.states != nil }

// matchesRead is Matches by a reader that looks at the context.
func (p *Pattern) matchesRead(ctx context.Context, s string) (bool, error) {
	begin := strings.Index(s, p.prefix)
	if !p.alone {
		begin = 0
	}
	if begin < 0 {
		return false, nil
	}
	r := &runes{ctx: ctx, rest: s[begin:]}
	found := p.MatchReader(r)
	return found, r.err
}

// all gives the first n matches in a text, all if n is below 0, each as the places where it and its
// groups begin and end. When ctx ends it gives its cause.
func (p *Pattern) all(ctx context.Context, s string, n int) ([][]int, error) {
	if !p.long(s) || !p.alone {
		return p.withEmpty(s, p.FindAllStringSubmatchIndex(s, n), n), nil
	}
	return p.allRead(ctx, s, n)
}

// withEmpty puts the empty matches between others that are right behind one that is not empty: MySQL has
// them, and Go has not. What a word's end or beginning makes a match, it leaves out.
func (p *Pattern) withEmpty(s string, matches [][]int, n int) [][]int {
	if p.begins == nil {
		return matches
	}
	var all [][]int
	for _, m := range matches {
		if all = append(all, m); m[1] == m[0] {
			continue
		}
		if empty := p.begins.FindStringSubmatchIndex(s[m[1]:]); empty != nil && empty[1] == 0 {
			all = append(all, moved(empty, m[1]))
		}
	}
	if n >= 0 && len(all) > n {
		all = all[:n]
	}
	return all
}

// moved adds to the places of a match.
func moved(m []int, by int) []int {
	for i := range m {
		if m[i] >= 0 {
			m[i] += by
		}
	}
	return m
}

// allRead is all by a reader that looks at the context.
func (p *Pattern) allRead(ctx context.Context, s string, n int) ([][]int, error) {
	var all [][]int
	for at := 0; at <= len(s) && (n < 0 || len(all) < n); {
		m, err := p.next(ctx, s, at)
		if m == nil || err != nil {
			return all, err
		}
		all = append(all, m)
		if m[1] > m[0] {
			at = m[1]
			continue
		}
		_, width := utf8.DecodeRuneInString(s[m[1]:])
		at = m[1] + max(1, width)
	}
	return all, nil
}

// next gives the first match from a place on, nil if there is none.
func (p *Pattern) next(ctx context.Context, s string, at int) ([]int, error) {
	ahead := strings.Index(s[at:], p.prefix)
	if ahead < 0 {
		return nil, nil
	}
	at += ahead
	r := &runes{ctx: ctx, rest: s[at:]}
	m := p.FindReaderSubmatchIndex(r)
	if r.err != nil {
		return nil, r.err
	}
	return moved(m, at), nil
}

// runes reads a text for a pattern, and ends it where ctx does.
type runes struct {
	ctx  context.Context
	rest string
	read int
	err  error
}

// ReadRune gives the next character.
func (r *runes) ReadRune() (c rune, size int, err error) {
	if r.read++; r.read%256 == 0 && r.ctx.Err() != nil {
		r.err = context.Cause(r.ctx)
	}
	if r.err != nil || r.rest == "" {
		return 0, 0, io.EOF
	}
	c, size = utf8.DecodeRuneInString(r.rest)
	r.rest = r.rest[size:]
	return c, size, nil
}
