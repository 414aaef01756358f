package load

import (
	"bytes"
)

// cutComments takes lines off a sample that begin with # before all others and are no records, since the line
// behind them has fields, and they have not as many: a header may begin with #, and so may rows.
func (s *Sniffed) cutComments(sample []byte, opts Options) []byte {
	if s.comments = 0; !s.isOfOthers(opts) {
		return sample
	}
	rest, lines := sample, 0
	for bytes.HasPrefix(rest, []byte("#")) {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
		lines++
	}
	first, _, _ := bytes.Cut(rest, []byte("\n"))
	delimiter, most := byte(0), 0
	for _, c := range []byte(",\t;|") {
		if n := bytes.Count(first, []byte{c}); n > most {
			delimiter, most = c, n
		}
	}
	if most == 0 {
		return sample
	}
	for ; s.comments < lines; s.comments++ {
		line, behind, _ := bytes.Cut(sample, []byte("\n"))
		if bytes.Count(line, []byte{delimiter}) == most {
			break
		}
		sample = behind
	}
	return sample
}

// findEscape finds out whether a backslash stands before quotes within quoted fields, and before itself there: where
// more records can be read so than by doubled quotes alone, and all of them have as many fields.
func (s *Sniffed) findEscape(sample []byte, opts Options) {
	if s.bare = false; s.Quote != '"' || !s.isOfOthers(opts) || !bytes.Contains(sample, []byte(`\"`)) {
		return
	}
	doubled := sampleRecords(*s, sample, opts, len(sample))
	as := *s
	as.Escape, as.bare = '\\', true
	escaped := sampleRecords(as, sample, opts, len(sample))
	if len(escaped) <= len(doubled) {
		return
	}
	for _, r := range escaped {
		if len(r) != len(escaped[0]) {
			return
		}
	}
	s.Escape, s.bare = as.Escape, true
}
