package load

import (
	"gsdms/pushscan/load/delimited"
)

// newDialect puts the options of a sniffed file together.
func newDialect(s Sniffed, opts Options) delimited.Dialect {
	if s.Format == JSON { // as package objects writes it
		return delimited.Dialect{Delimiter: '\t', Quote: -1, Escape: '\\', Nulls: []string{`\N`}, Dates: opts.DateFormat, Lenient: opts.Rejected != nil}
	}
	d := delimited.Dialect{Delimiter: s.Delimiter, Quote: -1, Escape: -1, Nulls: opts.Nulls, Comma: s.Comma, Thousands: s.Thousands, Dates: opts.DateFormat, Lenient: opts.Rejected != nil, Comments: s.comments > 0}
	if s.Quote != None {
		d.Quote, d.Loose = int(s.Quote), s.loose || d.Lenient
	}
	if s.Escape != 0 && s.Escape != None && s.Escape != s.Quote {
		d.Escape, d.Bare = int(s.Escape), s.bare
	}
	if opts.NullText != "" {
		d.Nulls = append(d.Nulls[:len(d.Nulls):len(d.Nulls)], opts.NullText)
	}
	if len(d.Nulls) == 0 {
		d.Nulls = []string{`\N`}
	}
	if opts.DateFormat == "" {
		d.Days = s.Days
	}
	d.Trailing = s.Format == Tbl || s.Delimiter == '|'
	return d
}
