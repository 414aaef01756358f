package function

import (
	"strings"

	"gsdms/plan/like"
)

// LikePattern is a pattern of LIKE that is read, for any number of texts and goroutines.
type LikePattern struct {
	begin   string        // what texts begin with, if nothing but a % follows
	pattern *like.Pattern // nil: begin says all
}

// NewLikePattern reads a pattern.
func NewLikePattern(pattern string, escape rune) *LikePattern {
	begin, rest := strings.CutSuffix(pattern, "%")
	if rest && !strings.ContainsAny(begin, "%_"+string(escape)) {
		return &LikePattern{begin: begin}
	}
	return &LikePattern{pattern: like.New(pattern, escape)}
}

// Fits reports whether a text matches.
func (p *LikePattern) Fits(text string) bool {
	if p.pattern == nil {
		return strings.HasPrefix(text, p.begin)
	}
	return p.pattern.Match(text)
}

// FitsSimply is Fits of a pattern that need not be read for it; ok is false for another.
func FitsSimply(text, pattern string, escape rune) (fits, ok bool) {
	return like.Simple(text, pattern, escape)
}

// IsTooWild reports whether a pattern is one that texts are not held against.
func IsTooWild(pattern string, escape rune) bool {
	return len(pattern) > like.MaxWildPart && like.New(pattern, escape).TooWild()
}
