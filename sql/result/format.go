package result

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"gsdms/operators"
)

// Format writes results in one of the ways that Formats lists.
type Format struct {
	Name  string
	write func(w *bufio.Writer, r *Set, o Layout) error
}

// Layout says how a format writes. Room is for tables only: the other formats write every
// row and column whole.
type Layout struct {
	Width    int     // columns of the terminal; 0: no limit
	Rows     int     // rows shown before the middle is left out; 0: tableRows
	File     bool    // a file called .tsv is written, and not the shell's tsv
	NoHeader bool    // table, csv, tsv and markdown write no names of columns
	Null     *string // what table, csv, tsv, markdown and vertical write for NULL; nil: what is usual
}

// null is what is written for NULL.
func (o Layout) null(usual string) string {
	if o.Null != nil {
		return *o.Null
	}
	return usual
}

// tableRows is how many rows a table shows at most: a larger one is for no reader, and
// takes 3 KB of memory for each row.
const tableRows = 10000

// Formats lists the formats; a new one is a row here.
func Formats() []Format {
	return []Format{
		{"table", writeTable},
		{"csv", writeCSV},
		{"tsv", writeTSV},
		{"json", writeJSON},
		{"ndjson", writeNDJSON},
		{"markdown", writeMarkdown},
		{"vertical", writeVertical},
	}
}

// FindFormat returns the format of that name.
func FindFormat(name string) (Format, error) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, fmt.Errorf("no format is called %q; there are %s", name, strings.Join(formatNames(), ", "))
	}
	return all[i], nil
}

func formatNames() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Write writes a result that has columns, and closes it; of one that has none it writes
// nothing. Rows go to w as they are made, through a buffer. What ended them early is an
// error as it is.
func (f Format) Write(w io.Writer, r *Set, o Layout) error {
	if len(r.Columns) == 0 {
		return nil
	}
	defer r.Close()
	b := bufio.NewWriterSize(w, 64<<10)
	err := operators.Guarded(func() error { return f.write(b, r, o) })
	if full := b.Flush(); full != nil {
		return fmt.Errorf("write the result as %s: %w", f.Name, full)
	}
	return err
}
