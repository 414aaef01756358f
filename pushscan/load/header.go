package load

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/store"
)

// header finds out whether the first record names the fields.
func (s *Sniffed) header(sample []byte, def store.Definition, opts Options) error {
	if opts.Header == HeaderNo {
		return nil
	}
	records := sampleRecords(*s, sample, opts, 1)
	if len(records) == 0 {
		switch {
		case len(sample) == 0 && def.Columns == nil && opts.IgnoreLines == 0:
			return s.emptyError()
		case len(sample) == 0 && opts.Written != nil: // another file has told the names
		case opts.Header == HeaderYes && len(bytes.Trim(sample, "\r\n")) == 0:
			return fmt.Errorf("%s has no line in its first %d KiB that is not empty, so nothing names its columns: write it again with a header", s.Path, SampleBytes>>10)
		case opts.Header == HeaderYes:
			return fmt.Errorf("read the header of %s: the first record has no end in its first %d KiB, or something stands behind a closing quote; is a quote left open?", s.Path, SampleBytes>>10)
		}
		return nil
	}
	names := make([]string, len(records[0]))
	for i, name := range records[0] {
		names[i] = strings.TrimSpace(name)
	}
	if opts.Header == HeaderYes || s.isHeader(names, sample, def, opts) {
		s.Header, s.Fields = true, names
	}
	return nil
}

// isHeader reports whether a first record is a header: each of its fields names a
// column. One with a few names that the table does not have is one, too, and then an
// error of the layout, if most fields name columns, or if some do and the record is no
// row of the table; a name may be missing, as that of an index that was written, too. With
// a list of columns the fields that go somewhere must be called what the list calls them.
func (s *Sniffed) isHeader(names []string, sample []byte, def store.Definition, opts Options) bool {
	if opts.Columns != nil && namesListed(names, opts.Columns) {
		return true
	}
	if opts.Columns != nil && opts.Header == HeaderLikely {
		return s.isLikely(names, sample, opts)
	}
	known := 0
	for _, name := range names {
		if layout.Find(def, name) >= 0 {
			known++
		} else if name != "" && !looksLikeName(name) {
			return false
		}
	}
	switch {
	case known == len(names):
		return true
	case known == 0 || opts.Columns != nil:
		return false
	}
	return 2*known > len(names) || !s.isRow(sample, def, opts)
}

// isLikely is HeaderLikely's rule. A name may be missing where another one is that of no text. A
// line that is alone is a row.
func (s *Sniffed) isLikely(names []string, sample []byte, opts Options) bool {
	as := *s
	as.Header, as.Fields = true, names
	if likeHeader(as) != nil || isBlank(names) && !hasTyped(as, sample, opts) || repeated(names) {
		return false
	}
	records := sampleRecords(*s, sample, opts, len(sample))
	for _, r := range records[1:] {
		for i, field := range r {
			if field != "" && i < len(names) && strings.TrimSpace(field) == names[i] {
				return false
			}
		}
	}
	return len(records) > 1
}

// repeated reports whether two names are equal, in any case.
func repeated(names []string) bool {
	seen := map[string]bool{}
	for _, name := range names {
		lower := strings.ToLower(name)
		if name != "" && seen[lower] {
			return true
		}
		seen[lower] = true
	}
	return false
}

// namesListed reports whether each field that a list of columns has a name for, one at
// least, has that name.
func namesListed(names, columns []string) bool {
	same := 0
	for i, column := range columns {
		if layout.Skips(column) {
			continue
		}
		if i >= len(names) || !strings.EqualFold(names[i], column) {
			return false
		}
		same++
	}
	return same > 0
}

// looksLikeName reports whether a text could be the name of a column.
func looksLikeName(text string) bool {
	for i, r := range text {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune(" -.", r)) {
			return false
		}
	}
	return text != ""
}

// isRow reports whether the first record of a sample is a row of the table.
func (s *Sniffed) isRow(sample []byte, def store.Definition, opts Options) bool {
	l, err := layout.New(def, expected(def, opts))
	if err != nil {
		return false
	}
	d := newDialect(*s, opts)
	d.Lenient = false // a record that would be passed over is no row either
	return delimited.BeginsWithRow(l, d, sample)
}
