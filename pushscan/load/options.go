package load

import (
	"fmt"
	"strings"
	"time"
)

// Format is the form of a file.
type Format uint8

// The formats. Auto looks at the first bytes (Parquet and Arrow IPC begin with
// their marks) and then at the name: .tbl is Tbl, everything else CSV.
const (
	Auto    Format = iota
	Tbl            // text, fields parted by |, no quotes, a | after the last field allowed
	CSV            // text, RFC 4180
	Parquet        // Apache Parquet, flat columns
	IPC            // Arrow IPC, file or stream
)

// String is the name that ParseFormat reads.
func (f Format) String() string {
	return [...]string{"auto", "tbl", "csv", "parquet", "ipc"}[f]
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
	}
	return Auto, fmt.Errorf("unknown file format %q: use auto, tbl, csv, parquet or ipc", name)
}

// Header says whether a text file's first line names its fields.
type Header uint8

// The cases. HeaderAuto takes the first line for a header if each of its fields names a
// column of the table; also if most of them do, or some of a line that is no row of the
// table, and then the names that the table does not have are an error. A header maps
// fields to columns by name unless Options.Columns says otherwise.
const (
	HeaderAuto Header = iota
	HeaderYes
	HeaderNo
)

// None stands for no quote or no escape character.
const None byte = 0xff

// Options say how to read files. The zero value finds out everything from the files.
// LOAD DATA with MySQL's defaults is Format CSV, Delimiter tab, HeaderNo, Quote None
// and Escape '\\'.
type Options struct {
	Format Format

	// Text files only. A line ends with LF or CRLF.
	Delimiter   byte   // 0: | for Tbl, sniffed among comma, tab, semicolon and | for CSV
	Header      Header // of every file
	Quote       byte   // 0: " for CSV, none for Tbl; None: none
	Escape      byte   // 0, None or the quote: none; '\\': MySQL's escapes (\n, \t, \N, ...)
	IgnoreLines int    // lines to pass over at the start of each file, before a header; any line end counts
	NullText    string // an unquoted field with this text is NULL; "": \N

	// Columns names the table column that each field of the file goes to, in the
	// file's order, as LOAD DATA's column list; "" or a name with a leading @ passes
	// over the field. Nil: by the header's (or the Parquet or IPC file's) names, else
	// the table's columns in order. Columns of the table that no field goes to get
	// their default, or NULL.
	Columns []string

	Roots    []string                // folders that files must lie in, by their paths and by their links; nil: any
	Threads  int                     // parsers of text; 0: GOMAXPROCS
	Memory   int64                   // bytes that the child for Parquet and IPC may take, 128 MiB at least; 0: 1 GiB
	Progress func(read, total int64) // bytes of all files, as stored; called now and then by Next; may be nil

	block    int           // bytes of a text block; 0: blockBytes; tests take few
	patience time.Duration // with the child for one answer; 0: childPatience; tests take little
}

// Sniffed is what was found out about one file.
type Sniffed struct {
	Path        string
	Format      Format
	Compression string   // "", "gzip" or "zstd"
	Delimiter   byte     // text only
	Quote       byte     // text only; None: none
	Header      bool     // text only
	Fields      []string // the header's or the schema's names; nil without
	Bytes       int64    // as stored
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
	if s.Header {
		return text + ", header"
	}
	return text + ", no header"
}
