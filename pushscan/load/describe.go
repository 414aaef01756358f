package load

import (
	"context"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// Describe proposes a table for a file that is read as it is, and gives the options to
// Open it with. It is Infer, but that the first line of a text is its header only if no
// field of it is a number or a date, and none but the first is empty, or one that is not names
// what is no text: else the columns are column1, column2 and so on. Names of a header that are
// there already have _2 behind them.
func Describe(ctx context.Context, path string, opts Options) (store.Definition, Sniffed, Options, error) {
	sniffing := opts
	sniffing.Header = HeaderYes
	s, sample, err := sniff(path, store.Definition{}, sniffing)
	if err != nil {
		return store.Definition{}, s, opts, err
	}
	if s.Format == JSON {
		opts.Columns = nil // each object says where its members go
	} else if !s.Format.HasSchema() {
		opts.Delimiter, opts.Header = s.Delimiter, HeaderNo
		names := numbered(len(s.Fields))
		if likeHeader(s) == nil && (!isBlank(s.Fields) || hasTyped(s, sample, opts)) {
			opts.Header = HeaderYes
			names = distinct(s.Fields)
		}
		opts.Columns = names
	}
	def, inferred, err := Infer(ctx, path, opts)
	opts.Written = &inferred.Written
	if opts.Header == HeaderYes && sameNames(opts.Columns, s.Fields) {
		opts.Columns = nil // each file's own header says where its fields go
	}
	return def, inferred, opts, err
}

// numbered gives the names of fields that have none.
func numbered(fields int) []string {
	names := make([]string, fields)
	for i := range names {
		names[i] = fmt.Sprintf("column%d", i+1)
	}
	return names
}

// isBlank reports whether more than the first of several names, which an index that was
// written lacks, is missing.
func isBlank(names []string) bool {
	for i, name := range names {
		if name == "" && (i > 0 || len(names) == 1) {
			return true
		}
	}
	return false
}

// hasTyped reports whether a header names a field whose values are no texts, as it is one itself.
func hasTyped(s Sniffed, sample []byte, opts Options) bool {
	types, err := textTypes(&s, sample, opts)
	for i, t := range types {
		if err == nil && s.Fields[i] != "" && t.Kind != plan.String {
			return true
		}
	}
	return false
}

func sameNames(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// cutName gives the first characters of a name.
func cutName(name string, most int) string {
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most])
	}
	return name
}

// distinct makes names of a header such as a table can have.
func distinct(names []string) []string {
	const most, room = 64, 4 // characters, and those for a number
	out, seen := make([]string, len(names)), map[string]bool{}
	for i, name := range names {
		name = cutName(strings.TrimLeft(strings.ToValidUTF8(name, "?"), "@"), most)
		if name == "" {
			name = fmt.Sprintf("column%d", i+1)
		}
		out[i] = name
		for n := 2; seen[strings.ToLower(out[i])]; n++ {
			out[i] = fmt.Sprintf("%s_%d", cutName(name, most-room), n)
		}
		seen[strings.ToLower(out[i])] = true
	}
	return out
}
