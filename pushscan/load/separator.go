package load

import (
	"path/filepath"
	"regexp"
	"strings"
)

// separator is a first line that names the delimiter, as Excel has it.
var separator = regexp.MustCompile(`(?i)^"?sep=([ -~\t])"?\r?\n`)

// cutSeparator takes such a line off a sample, and the delimiter that it names. LOAD DATA reads it as a
// row where MySQL would.
func (s *Sniffed) cutSeparator(sample []byte, opts Options) []byte {
	if s.separator = 0; !s.isOfOthers(opts) {
		return sample
	}
	m := separator.FindSubmatch(sample)
	if m == nil {
		return sample
	}
	s.separator = m[1][0]
	return sample[len(m[0]):]
}

// isOfOthers reports whether a text is a CSV file as programs write it, and not one that LOAD DATA reads as MySQL does.
func (s *Sniffed) isOfOthers(opts Options) bool {
	return s.Format == CSV && opts.Escape == 0 && !(opts.MySQL && !strings.EqualFold(filepath.Ext(s.Path), ".csv"))
}

// ignored is how many lines come before the header.
func (s *Sniffed) ignored(opts Options) int {
	lines := opts.IgnoreLines + s.comments
	if s.separator != 0 {
		lines++
	}
	return lines
}
