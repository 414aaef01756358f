package delimited

import (
	"io"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
)

// Start reads the start of a text into p, which it fills unless the text ends before: without a byte
// order mark and some lines.
func Start(in io.Reader, p []byte, ignore int) (int, error) {
	s := &splitter{in: in, first: true, ignore: ignore}
	return s.read(p)
}

// Records cuts at most n first records of a text into their fields; it stops at the first that
// is wrong.
func Records(d Dialect, text []byte, n int) [][]string { return records(d, text, n, false) }

// Values is Records, but that fields which are NULL are empty.
func Values(d Dialect, text []byte, n int) [][]string { return records(d, text, n, true) }

func records(d Dialect, text []byte, n int, values bool) [][]string {
	p := &parser{Dialect: d, find: newFinder(d)}
	p.begin(text)
	var records [][]string
	for pos := 0; pos < len(text) && len(records) < n; {
		record, next, ok := p.texts(pos, values)
		if !ok {
			break
		}
		if len(record) > 0 {
			records = append(records, record)
		}
		pos = next
	}
	return records
}

// HasStrayQuote reports whether a text has a quote within a field that does not begin with one, before
// anything else that is wrong.
func HasStrayQuote(d Dialect, text []byte) bool {
	p := &parser{Dialect: d, find: newFinder(d)}
	p.begin(text)
	for pos := 0; d.Quote >= 0 && pos < len(text); pos++ {
		t, want := p.token(pos)
		if want != "" {
			return want == malformed.StrayQuote
		}
		pos = t.next
	}
	return false
}

// BeginsWithRow reports whether the first record of a text, which is no empty line, is a row of the
// table.
func BeginsWithRow(l *layout.Layout, d Dialect, text []byte) bool {
	first := &parser{Dialect: d, find: newFinder(d)}
	first.begin(text)
	for pos := 0; pos < len(text); {
		record, next, ok := first.texts(pos, false)
		if !ok {
			return false
		}
		if len(record) > 0 {
			_, _, bad := newParser(l, d).parse(text[pos:next:next], int64(next-pos), false)
			return bad == nil
		}
		pos = next
	}
	return false
}

// texts reads one record as texts, none for an empty line. Of values NULL is an empty one.
func (p *parser) texts(pos int, values bool) (record []string, next int, ok bool) {
	empty := false // the last field, as it is written
	for start := pos; ; pos++ {
		t, want := p.token(pos)
		if want != "" {
			return nil, 0, false
		}
		pos = t.next
		ends := p.data[pos] != p.Delimiter
		if !ends || t.next > start || len(record) > 0 {
			text := string(t.text)
			if empty = text == ""; values && !t.quoted && p.isNull(t.raw) {
				text = ""
			}
			record = append(record, text)
		}
		if ends {
			break
		}
	}
	if p.data[pos] == '\r' {
		pos++
	}
	if n := len(record); p.Trailing && n > 1 && empty {
		record = record[:n-1]
	}
	return record, pos + 1, true
}
