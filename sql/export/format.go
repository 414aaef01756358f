package export

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/load/arrows"
	"gsdms/sql/result"
)

// Format writes results to files.
type Format struct {
	Name  string
	ends  []string // of file names; of a text .gz or .zst may stand behind them
	text  bool
	write func(w io.Writer, r *result.Set) error
}

// Formats lists the formats of files; a new one is a row here.
func Formats() []Format {
	return []Format{
		{"csv", []string{".csv"}, true, textFile("csv")},
		{"tsv", []string{".tsv"}, true, textFile("tsv")},
		{"json", []string{".json"}, true, textFile("json")},
		{"ndjson", []string{".ndjson", ".jsonl"}, true, textFile("ndjson")},
		{"markdown", []string{".md"}, true, textFile("markdown")},
		{"parquet", []string{".parquet"}, false, writeParquet},
		{"arrow", []string{".arrow", ".feather", ".ipc"}, false, writeArrow},
	}
}

// FindFormat returns the format of a file by its name.
func FindFormat(path string) (Format, error) {
	bare := load.Unpacked(path)
	end := strings.ToLower(filepath.Ext(bare))
	var known []string
	for _, f := range Formats() {
		if !slices.Contains(f.ends, end) {
			known = append(known, f.ends...)
			continue
		}
		return f, f.check(path)
	}
	return Format{}, fmt.Errorf("%s: a file is written in the format that its name ends with: %s; texts also with .gz or .zst behind that", path, strings.Join(known, ", "))
}

// check refuses a name by which a file would be packed that has its own way to do that.
func (f Format) check(path string) error {
	if bare := load.Unpacked(path); bare != path && !f.text {
		return fmt.Errorf("%s: a file of the format %s is not packed as a whole: leave %s away", path, f.Name, strings.TrimPrefix(path, bare))
	}
	return nil
}

// NamedFormat returns the format of that name, for a file.
func NamedFormat(name, path string) (Format, error) {
	var known []string
	for _, f := range Formats() {
		if f.Name == strings.ToLower(name) {
			return f, f.check(path)
		}
		known = append(known, f.Name)
	}
	return Format{}, fmt.Errorf("no format of files is called %q; there are %s", name, strings.Join(known, ", "))
}

// Write writes a result that has columns to a file, packed as its path says, which the caller closes,
// and closes the result.
func (f Format) Write(to io.Writer, path string, r *result.Set) error {
	defer r.Close()
	err := operators.Guarded(func() error {
		packed, err := load.Packed(path, to)
		if err != nil {
			return err
		}
		return errors.Join(f.write(packed, r), packed.Close())
	})
	if err != nil {
		return fmt.Errorf("write %s as %s: %w", path, f.Name, err)
	}
	return nil
}

// textFile writes a file as the format of results of that name.
func textFile(name string) func(io.Writer, *result.Set) error {
	return func(w io.Writer, r *result.Set) error {
		format, err := result.FindFormat(name)
		if err != nil {
			return err
		}
		return format.Write(w, r, result.Layout{File: true})
	}
}

func writeParquet(w io.Writer, r *result.Set) error {
	return arrows.WriteParquet(w, namedOnce(r), r.Batches())
}

func writeArrow(w io.Writer, r *result.Set) error {
	return arrows.WriteIPC(&forward{w, 0}, namedOnce(r), r.Batches())
}

// forward says where what is written stands, which is all that who writes Arrow IPC asks of a place.
type forward struct {
	io.Writer
	at int64
}

// Write is of io.Writer.
func (f *forward) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	f.at += int64(n)
	return n, err
}

// Seek is of io.Seeker.
func (f *forward) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return f.at, errors.New("a stream goes to no other place")
	}
	return f.at, nil
}

// namedOnce is the columns with names of their own.
func namedOnce(r *result.Set) []plan.Output {
	columns := slices.Clone(r.Columns)
	for i, name := range result.UniqueNames(r.Columns) {
		columns[i].Name = name
	}
	return columns
}
