package load

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/objects"
	"gsdms/pushscan/load/rowgroups"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
)

// Format is the form of a file.
type Format uint8

// The formats. Auto looks at the first bytes (Parquet and Arrow IPC begin with
// their marks) and then at the name: .tbl is Tbl, .json, .ndjson and .jsonl are JSON, everything
// else CSV, but that a file whose name has no end is JSON where an object begins it.
const (
	Auto    Format = iota
	Tbl            // text, fields parted by |, no quotes, a | after the last field allowed
	CSV            // text, RFC 4180
	Parquet        // Apache Parquet, flat columns
	IPC            // Arrow IPC, file or stream
	JSON           // text, JSON objects one after another or in an array
)

// HasSchema reports whether files of a format say themselves what columns they have.
func (f Format) HasSchema() bool { return f == Parquet || f == IPC }

// String is the name that ParseFormat reads.
func (f Format) String() string {
	return [...]string{"auto", "tbl", "csv", "parquet", "ipc", "json"}[f]
}

// ParseFormat reads the name of a format in any case; "" is Auto and arrow is IPC.
func ParseFormat(name string) (Format, error) {
	switch strings.ToLower(name) {
	case "", "auto":
		return Auto, nil
	case "tbl":
		return Tbl, nil
	case "csv":
		return CSV, nil
	case "parquet":
		return Parquet, nil
	case "ipc", "arrow":
		return IPC, nil
	case "json", "ndjson", "jsonl":
		return JSON, nil
	}
	return Auto, fmt.Errorf("unknown file format %q: use auto, tbl, csv, json, parquet or ipc", name)
}

// Header says whether a text file's first line names its fields.
type Header uint8

// The cases. HeaderAuto takes the first line for a header if each of its fields names a
// column of the table; also if most of them do, or some of a line that is no row of the
// table, and then the names that the table does not have are an error. A header maps
// fields to columns by name unless Options.Columns says otherwise. HeaderLikely is HeaderAuto, but
// that with Options.Columns a first line with names that nobody knows is a header, too, if it could
// be one: none of its fields is a number or a day, all are different, and none comes again as a
// value of its column in the sample.
const (
	HeaderAuto Header = iota
	HeaderYes
	HeaderNo
	HeaderLikely
)

// Encoding is how a text file writes characters.
type Encoding uint8

// The encodings. AnyEncoding is what a byte order mark says; without one it is UTF-8, or of CSV
// whose sample has bytes that are not, Latin1, which is what MySQL calls latin1: Windows-1252.
const (
	AnyEncoding Encoding = iota
	UTF8
	UTF16
	Latin1
)

// String is the name that ParseEncoding reads.
func (e Encoding) String() string { return [...]string{"auto", "utf8", "utf16", "latin1"}[e] }

// ParseEncoding reads the name of an encoding in any case; "" is AnyEncoding.
func ParseEncoding(name string) (Encoding, error) {
	switch strings.ToLower(strings.ReplaceAll(name, "-", "")) {
	case "", "auto":
		return AnyEncoding, nil
	case "utf8", "utf8mb4":
		return UTF8, nil
	case "utf16":
		return UTF16, nil
	case "latin1", "iso88591", "windows1252":
		return Latin1, nil
	}
	return AnyEncoding, fmt.Errorf("unknown encoding %q: use auto, utf8, utf16 or latin1", name)
}

// None stands for no quote or no escape character.
const None byte = 0xff

// Options say how to read files. The zero value finds out everything from the files.
// LOAD DATA with MySQL's defaults is Format CSV, Delimiter tab, HeaderNo, Quote None
// and Escape '\\'.
type Options struct {
	Format Format

	Endless bool // Parquet and Arrow IPC: doubles that are NaN or infinite are NULL

	// Text files only, but that NaN and inf among NullText and Nulls hold for doubles of Parquet and
	// Arrow IPC files, too. A line ends with LF or CRLF.
	Delimiter   byte     // 0: | for Tbl, sniffed among comma, tab, semicolon and | for CSV
	Header      Header   // of every file
	Quote       byte     // 0: " for CSV, none for Tbl; None: none
	Escape      byte     // 0, None or the quote: none; '\\': MySQL's escapes (\n, \t, \N, ...)
	IgnoreLines int      // lines to pass over at the start of each file, before a header; any line end counts
	NullText    string   // an unquoted field with this text is NULL; "": \N, where Nulls has none
	MySQL       bool     // what is found out of a text is as LOAD DATA says: see asMySQL
	Nulls       []string // more such texts; "" among them: unquoted empty fields are NULL in columns of texts, too
	DateFormat  string   // how dates and moments are written, as in STR_TO_DATE; "": as MySQL writes them
	Encoding    Encoding
	Written     *Written // what Infer or Describe has found out of the first file; nil: each tells by itself

	// Rejected, if not nil, takes the records of text files that are wrong, in the order of
	// the file; then they do not end the reading. Called by Next.
	Rejected func(delimited.Reject)
	Again    func() // where files are read once more: what Rejected has taken is none; may be nil

	// Columns names the table column that each field of the file goes to, in the
	// file's order, as LOAD DATA's column list; "" or a name with a leading @ passes
	// over the field. Nil: by the header's (or the Parquet or IPC file's) names, else
	// the table's columns in order. Columns of the table that no field goes to get
	// their default, or NULL.
	Columns []string
	Others  []string // names, as Columns and headers have them, whose fields are passed over
	Folders []string // names of columns that WithFolders has proposed, to which no field goes by its place

	First int64 // how many rows will do, of all files: then it is the end, more or less; 0: all are asked for

	Roots    []string                // folders that files must lie in, by their paths and by their links; nil: any
	Threads  int                     // parsers of text; 0: GOMAXPROCS
	Memory   int64                   // bytes that the child for IPC may take, 128 MiB at least, and four times what a page of Parquet may; 0: 1 GiB
	Progress func(read, total int64) // bytes of all files, as stored; called now and then by Next; may be nil

	latin []string // files that are found to be Latin-1 behind their samples
	loose []string // files that have quotes within fields behind their samples
	block int      // bytes of a text block; 0: blockBytes; tests take few
}

// Sniffed is what was found out about one file.
type Sniffed struct {
	Path        string
	Format      Format
	Compression string            // "", "gzip" or "zstd"
	Delimiter   byte              // text only
	Quote       byte              // text only; None: none
	Escape      byte              // text only; 0 or None: none
	Header      bool              // text only
	Encoding    Encoding          // text only; AnyEncoding: UTF8
	Guessed     bool              // text only: the encoding is Latin-1 by the bytes of the sample, which are not UTF-8
	Returns     bool              // text only: lines end with CR alone
	Fields      []string          // the header's, the schema's or the members' names; nil without
	Written                       // text only
	Unclear     []Unclear         // text only: of Infer
	Unheld      []Unheld          // fields of the schema that no column of a table holds
	Bytes       int64             // as stored
	Lost        []Lost            // of the rows that were read, by columns that have lost some
	Inside      *rowgroups.Inside // Parquet only, and of Infer: what lies in its fields

	members   []objects.Field // of a JSON text, by Fields
	loose     bool            // text only: quotes within fields that do not begin with one are text
	comments  int             // text only: lines before the header that are none of the rows
	bare      bool            // text only: Escape stands before quotes and itself alone
	separator byte            // text only: what a line before the header says that the delimiter is; 0: there is none
	days      []dayColumn     // of a text, as Infer has found them
}

// Unheld is a field of a type that no column of a table holds, such as a list. Where nobody
// names a column for it, it is passed over.
type Unheld struct {
	Field      int // from 0
	Name, Type string
}

// String says what becomes of the field.
func (u Unheld) String() string {
	return fmt.Sprintf("column %s is left out: its type is %s, which no column of a table holds", malformed.Name(u.Name), u.Type)
}

// take takes the fields of a schema in.
func (s *Sniffed) take(fields schema.Schema) {
	for i, f := range fields.Fields {
		s.Fields = append(s.Fields, f.Name)
		if f.Type.Kind == plan.Null {
			s.Unheld = append(s.Unheld, Unheld{i, f.Name, f.Arrow})
		}
	}
}

// names gives the names of the fields of a schema, none for those that are passed over by a
// table.
func (s *Sniffed) names(def store.Definition, opts Options) []string {
	names := slices.Clone(opts.without(s.Fields))
	for _, u := range s.Unheld {
		if layout.Find(def, u.Name) < 0 {
			names[u.Field] = ""
		}
	}
	return names
}

// String says in one line what was found: `csv, delimiter ",", header`.
func (s Sniffed) String() string {
	text := s.Format.String()
	if s.Compression != "" {
		text += " in " + s.Compression
	}
	if s.Format != Tbl && s.Format != CSV {
		return text
	}
	text += fmt.Sprintf(", delimiter %q", string(rune(s.Delimiter)))
	if s.Encoding.decoded() {
		text += ", " + s.Encoding.String()
	}
	if s.loose {
		text += ", quotes within fields"
	}
	if s.Comma {
		text += ", decimal commas"
	}
	if s.Thousands {
		text += ", points between thousands"
	}
	if forms := s.formsOfDays(); forms != nil {
		text += ", days like " + strings.Join(forms, " and ")
	}
	if s.Header {
		return text + ", header"
	}
	return text + ", no header"
}

// void says which doubles are NULL: those whose texts are, if not all that are not finite.
func (o Options) void() (void columns.Void) {
	if o.Endless {
		return columns.NaN | columns.Infinite
	}
	for _, text := range append([]string{o.NullText}, o.Nulls...) {
		switch strings.ToLower(text) {
		case "nan":
			void |= columns.NaN
		case "inf", "infinity":
			void |= columns.Infinite
		}
	}
	return void
}

// without gives names of fields with none in place of those that are passed over.
func (o Options) without(names []string) []string {
	if o.Others == nil {
		return names
	}
	out := slices.Clone(names)
	for i, name := range names {
		if slices.ContainsFunc(o.Others, func(other string) bool { return strings.EqualFold(other, name) }) {
			out[i] = ""
		}
	}
	return out
}
