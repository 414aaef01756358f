package load

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/within"
	"gsdms/pushscan/store"
)

// SampleBytes is how much of a text is looked at to find its delimiter and header, and the
// types that Infer proposes.
const SampleBytes = 256 << 10

// markBytes is how much of a file is looked at to tell its format.
const markBytes = 512

// sniff finds out what a file is. def may be the zero Definition: then nothing is
// known about the fields.
func sniff(path string, def store.Definition, opts Options) (Sniffed, []byte, error) {
	mark, size, err := markOf(path, opts.Roots)
	if err != nil {
		return Sniffed{}, nil, err
	}
	s := Sniffed{Path: path, Format: formatOf(path, mark, opts), Bytes: size}
	if size == 0 && (def.Columns == nil || s.Format.HasSchema()) {
		return Sniffed{}, nil, s.emptyError()
	}
	if s.Format.HasSchema() {
		return s, nil, nil
	}
	s.Compression, _ = compressionOf(path)
	if s.Encoding = opts.Encoding; s.Encoding == AnyEncoding {
		if s.Encoding, err = findEncoding(s, opts, s.mayBeLatin(def, opts)); err != nil {
			return Sniffed{}, nil, err
		}
	}
	if s.Format == JSON {
		return s, nil, s.look(def, opts)
	}
	sample, err := s.readSample(opts)
	if err == nil && s.mayBeLatin(def, opts) && (isLatin(sample) || slices.Contains(opts.latin, path)) {
		s.Encoding, s.Guessed = Latin1, true
		sample, err = s.readSample(opts)
	}
	if err != nil {
		return Sniffed{}, nil, err
	}
	return s, sample, s.text(sample, def, opts)
}

// emptyError says of a file without bytes, or whose text has none, what can be done with it.
func (s *Sniffed) emptyError() error {
	what := "is empty (0 bytes)"
	switch {
	case s.Bytes > 0:
		what = "has no text"
	case s.Format.HasSchema():
		return fmt.Errorf("%s %s, which no %s file is: write it again", s.Path, what, s.Format)
	}
	return fmt.Errorf("%s %s, so nothing tells what columns it has: write it again with a header, or make a table with CREATE TABLE, into which it is loaded as no rows", s.Path, what)
}

// markOf gives the first bytes of a file, and how many there are in all.
func markOf(path string, roots []string) (mark []byte, size int64, err error) {
	f, size, err := within.Open(path, roots)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	mark = make([]byte, markBytes)
	n, err := f.ReadAt(mark, 0)
	if err != nil && err != io.EOF {
		return nil, 0, fmt.Errorf("read %s: %w", path, err)
	}
	return mark[:n], size, nil
}

// IsParquet reports whether the first file that a path or a pattern means is one of Parquet.
func IsParquet(pattern string, roots []string) (bool, error) {
	stamps, err := Match(pattern, roots)
	if err != nil {
		return false, err
	}
	mark, _, err := markOf(stamps[0].Path, roots)
	return err == nil && formatOf(stamps[0].Path, mark, Options{}) == Parquet, err
}

// formatOf tells a file's format by its first bytes, then by its name, and where that has no end,
// as standard input has none, by whether objects begin there, which a field of MySQL's text may be.
func formatOf(path string, mark []byte, opts Options) Format {
	_, rest := compressionOf(path)
	switch {
	case opts.Format != Auto:
		return opts.Format
	case bytes.HasPrefix(mark, []byte("PAR1")), bytes.HasPrefix(mark, []byte("PARE")): // E: encrypted, as its reader says
		return Parquet
	case bytes.HasPrefix(mark, []byte("ARROW1")), bytes.HasPrefix(mark, []byte("\xff\xff\xff\xff")), beginsOldStream(mark):
		return IPC
	}
	switch strings.ToLower(filepath.Ext(rest)) {
	case "":
		if !opts.MySQL && beginsObjects(mark) {
			return JSON
		}
	case ".tbl":
		return Tbl
	case ".json", ".ndjson", ".jsonl":
		return JSON
	case ".parquet": // though it does not begin as one: its reader says so
		return Parquet
	case ".arrow", ".arrows", ".feather", ".ipc":
		return IPC
	}
	return CSV
}

// beginsOldStream reports whether a stream of Arrow IPC begins as those before 0.15 do: with the
// length of its schema, and where in that its root is, which are small numbers of four bytes, the
// lowest first. A text, in UTF-16 too, has no such bytes.
func beginsOldStream(mark []byte) bool {
	return len(mark) >= 8 && mark[0]|mark[1] != 0 && mark[4]|mark[5] != 0 && mark[2]|mark[3]|mark[6]|mark[7] == 0
}

// beginsObjects reports whether a text begins with a JSON object, or with an array of them.
func beginsObjects(mark []byte) bool {
	sign := func() (c byte) {
		if mark = bytes.TrimLeft(mark, " \t\r\n"); len(mark) > 0 {
			c, mark = mark[0], mark[1:]
		}
		return c
	}
	mark = bytes.TrimPrefix(mark, []byte("\xef\xbb\xbf"))
	c := sign()
	if c == '[' {
		if c = sign(); c == ']' {
			return sign() == 0
		}
	}
	if c != '{' {
		return false
	}
	c = sign()
	return c == '"' || c == '}'
}

// readSample reads the start of a text, after the lines to ignore, and finds out how lines end: by
// those that are ignored, too, for a text without LF has none to ignore before that is known.
func (s *Sniffed) readSample(opts Options) ([]byte, error) {
	if opts.IgnoreLines > 0 {
		if _, err := s.start(0, SampleBytes, opts); err != nil {
			return nil, err
		}
	}
	size := SampleBytes
	sample, err := s.start(opts.IgnoreLines, size, opts)
	for err == nil && len(sample) == size && size < delimited.MaxRecord && !hasRecords(sample) {
		size *= 4
		sample, err = s.start(opts.IgnoreLines, size, opts)
	}
	if err != nil {
		return nil, err
	}
	if end := bytes.LastIndexByte(sample, '\n'); end >= 0 && len(sample) == size {
		sample = sample[:end+1] // whole lines
	}
	if n := len(sample); n > 0 && sample[n-1] != '\n' {
		sample = append(sample, '\n')
	}
	return s.cutComments(s.cutSeparator(sample, opts), opts), nil
}

// hasRecords reports whether a sample has whole records behind a header, two at least: where texts are long,
// the first 256 KiB may have none.
func hasRecords(sample []byte) bool {
	const enough = 3
	ends, inside := 0, false
	for _, c := range sample {
		switch {
		case c == '"':
			inside = !inside
		case c == '\n' && !inside:
			if ends++; ends == enough {
				return true
			}
		}
	}
	return false
}

// start reads so much of the start of a text, after some lines. Where its lines end with CR, it says so and
// reads it with LF.
func (s *Sniffed) start(ignore, size int, opts Options) ([]byte, error) {
	in, err := openInput(*s, opts.Roots)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	sample := make([]byte, size)
	n, err := delimited.Start(in, sample, ignore)
	if err != nil {
		return nil, readError(*s, err)
	}
	sample = sample[:n]
	if !s.Returns && endsWithCR(sample, s.Format == CSV && (opts.Quote == 0 || opts.Quote == '"'), n < size) {
		s.Returns = true
		return s.start(ignore, size, opts)
	}
	return sample, nil
}

// endsWithCR says whether the lines of a sample end with CR alone: outside of quotes it has a CR and
// no LF. Where there are no quotes, or the whole text does not close one, no LF is inside of them.
func endsWithCR(sample []byte, quotes, whole bool) bool {
	if bytes.IndexByte(sample, '\r') < 0 {
		return false
	}
	inside, returns, feeds := false, false, false
	for _, c := range sample {
		switch {
		case c == '"':
			inside, feeds = !inside, false
		case c == '\n' && !(inside && quotes):
			return false
		case c == '\n':
			feeds = true
		case c == '\r' && !inside:
			returns = true
		}
	}
	return returns && !(feeds && whole)
}

// text fills in what concerns a text.
func (s *Sniffed) text(sample []byte, def store.Definition, opts Options) error {
	if s.asMySQL(sample, def, opts) {
		s.Delimiter, s.Quote, s.Escape = '\t', None, '\\'
		return nil
	}
	s.Quote, s.Escape = opts.Quote, opts.Escape
	if s.Quote == 0 && s.Format == CSV {
		s.Quote = '"'
	} else if s.Quote == 0 {
		s.Quote = None
	}
	if s.Delimiter = opts.Delimiter; s.Delimiter == 0 {
		s.Delimiter = s.separator
	}
	if s.Delimiter == 0 && s.Format == Tbl {
		s.Delimiter = '|'
	} else if s.Delimiter == 0 {
		s.Delimiter = findDelimiter(*s, sample, def, opts)
	}
	if err := checkDialect(*s, opts); err != nil {
		return err
	}
	s.findEscape(sample, opts)
	s.loose = slices.Contains(opts.loose, s.Path) || delimited.HasStrayQuote(newDialect(*s, opts), sample)
	s.findWritten(sample, opts)
	return s.header(sample, def, opts)
}

// asMySQL reports whether a text is as LOAD DATA expects it where nothing says otherwise: fields
// with tabs between them, MySQL's escapes, no quotes, no header and no decimal commas. So is each
// that is not called .csv or .tbl, but one whose first line, in any form, names all columns of several.
func (s *Sniffed) asMySQL(sample []byte, def store.Definition, opts Options) bool {
	_, rest := compressionOf(s.Path)
	if !opts.MySQL || s.Format != CSV || strings.EqualFold(filepath.Ext(rest), ".csv") {
		return false
	}
	names := slices.Sorted(slices.Values(expected(def, opts)))
	if opts.Header == HeaderNo || len(names) < 2 {
		return true
	}
	opts.MySQL = false
	found := *s
	if err := found.text(sample, def, opts); err != nil {
		return true
	}
	return !found.Header || !slices.Equal(slices.Sorted(slices.Values(found.Fields)), names)
}

// expected gives the columns that the fields go to if there is no header.
func expected(def store.Definition, opts Options) []string {
	if opts.Columns != nil {
		return opts.Columns
	}
	return slices.DeleteFunc(layout.Names(def), func(name string) bool { return slices.Contains(opts.Folders, name) })
}

// checkDialect refuses characters that cannot do what they are given for.
func checkDialect(s Sniffed, opts Options) error {
	if opts.Escape == s.Quote {
		opts.Escape = None // doubled quotes do that already
	}
	special := map[byte]string{'\n': "line end", '\r': "line end", 0: "NUL"}
	for _, c := range []struct {
		name string
		char byte
	}{{"delimiter", s.Delimiter}, {"quote", s.Quote}, {"escape", opts.Escape}} {
		if c.char == None && c.name != "delimiter" || c.char == 0 && c.name == "escape" {
			continue
		}
		if c.char >= 0x80 {
			return fmt.Errorf("%s character %#x is no ASCII character", c.name, c.char)
		}
		if other, taken := special[c.char]; taken {
			return fmt.Errorf("%s character %q is the %s too", c.name, c.char, other)
		}
		special[c.char] = c.name
	}
	return nil
}

// findDelimiter takes the delimiter that cuts the first record into the most names of
// columns, two at least; of equal ones that which cuts the most first records into the
// wanted number of fields: as many as the names are among, else those of the table, else
// as many as the first record has, two at least. Of equal ones again that which makes more
// fields; comma if none cuts. In a file called .tsv it is the tab where that cuts, or no other cuts
// all first records, two at least, in one way: it may have one column.
func findDelimiter(s Sniffed, sample []byte, def store.Definition, opts Options) byte {
	best, bestScore, tabs := byte(','), 0, isTSV(s.Path)
	if tabs {
		best = '\t'
	}
	for _, c := range []byte(",\t;|") {
		s.Delimiter = c
		records := sampleRecords(s, sample, opts, 100)
		switch {
		case len(records) == 0, tabs && c != '\t' && !cutsAll(records):
			continue
		case tabs && c == '\t' && len(records[0]) > 1:
			return c
		}
		names, fields := namesIn(records[0], def, opts), len(expected(def, opts))
		if fields == 0 || names > 0 {
			fields = len(records[0])
		}
		if score := names<<24 + scoreOf(records, fields); score > bestScore {
			best, bestScore = c, score
		}
	}
	return best
}

// cutsAll reports whether records, two at least, have one number of fields, two at least.
func cutsAll(records [][]string) bool {
	fields := len(records[0])
	return fields > 1 && len(records) > 1 && !slices.ContainsFunc(records, func(r []string) bool { return len(r) != fields })
}

// isTSV reports whether a file's name says that there are tabs between its fields.
func isTSV(path string) bool {
	_, rest := compressionOf(path)
	return strings.EqualFold(filepath.Ext(rest), ".tsv")
}

// namesIn counts the fields of what may be a header that name columns; one alone is none.
func namesIn(record []string, def store.Definition, opts Options) int {
	names := 0
	for _, field := range record {
		if layout.Find(def, strings.TrimSpace(field)) >= 0 {
			names++
		}
	}
	if opts.Header == HeaderNo || names < 2 {
		return 0
	}
	return names
}

func scoreOf(records [][]string, fields int) int {
	if fields < 2 {
		return 0
	}
	equal := 0
	for _, r := range records {
		if len(r) == fields {
			equal++
		}
	}
	return equal<<16 + fields
}

// sampleRecords cuts at most n first records of a sample into their fields; it stops
// at the first that is wrong.
func sampleRecords(s Sniffed, sample []byte, opts Options, n int) [][]string {
	return delimited.Records(newDialect(s, opts), sample, n)
}

// sampleValues is sampleRecords, but that fields which are NULL are empty.
func sampleValues(s Sniffed, sample []byte, opts Options, n int) [][]string {
	return delimited.Values(newDialect(s, opts), sample, n)
}
