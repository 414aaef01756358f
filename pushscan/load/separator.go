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
	s.separator = 0
	if s.Format != CSV || opts.Escape != 0 || opts.MySQL && !strings.EqualFold(filepath.Ext(s.Path), ".csv") {
		return sample
	}
	m := separator.FindSubmatch(sample)
	if m == nil {
		return sample
	}
	s.separator = m[1][0]
	return sample[len(m[0]):]
}

// ignored is how many lines come before the header.
func (s *Sniffed) ignored(opts Options) int {
	if s.separator != 0 {
		return opts.IgnoreLines + 1
	}
	return opts.IgnoreLines
}
