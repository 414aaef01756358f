package like

import (
	"maps"
	"strings"
	"sync/atomic"
)

// Kept reads patterns with an escape character, and keeps the first ones for whoever asks again.
// It is for any number of goroutines.
type Kept struct {
	escape rune
	all    atomic.Pointer[map[string]*Pattern]
}

// mostKept is how many patterns are kept.
const mostKept = 128

// NewKept has no pattern yet.
func NewKept(escape rune) *Kept { return &Kept{escape: escape} }

// Pattern is New of a pattern.
func (k *Kept) Pattern(text string) *Pattern {
	all := k.all.Load()
	if all == nil {
		all = &map[string]*Pattern{}
	}
	p, ok := (*all)[text]
	if ok {
		return p
	}
	p = New(text, k.escape)
	if len(*all) < mostKept {
		more := maps.Clone(*all)
		more[strings.Clone(text)] = p
		k.all.Store(&more)
	}
	return p
}
