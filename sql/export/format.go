package export

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan/load/arrows"
	"gsdms/sql/result"
)

// Format writes results to files.
type Format struct {
	Name  string
	ends  []string // of file names
	write func(f *os.File, r *result.Set) error
}

// Formats lists the formats of files; a new one is a row here.
func Formats() []Format {
	return []Format{
		{"csv", []string{".csv"}, textFile("csv")},
		{"tsv", []string{".tsv"}, textFile("tsv")},
		{"json", []string{".json"}, textFile("json")},
		{"ndjson", []string{".ndjson", ".jsonl"}, textFile("ndjson")},
		{"markdown", []string{".md"}, textFile("markdown")},
		{"parquet", []string{".parquet"}, writeParquet},
		{"arrow", []string{".arrow", ".feather", ".ipc"}, writeArrow},
	}
}

// FindFormat returns the format of a file by its name.
func FindFormat(path string) (Format, error) {
	end := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range Formats() {
		if slices.Contains(f.ends, end) {
			return f, nil
		}
		known = append(known, f.ends...)
	}
	return Format{}, fmt.Errorf("%s: a file is written in the format that its name ends with: %s", path, strings.Join(known, ", "))
}

// Write writes a result that has columns to a file, which the caller closes, and closes the
// result.
func (f Format) Write(to *os.File, r *result.Set) error {
	defer r.Close()
	if err := operators.Guarded(func() error { return f.write(to, r) }); err != nil {
		return fmt.Errorf("write %s as %s: %w", to.Name(), f.Name, err)
	}
	return nil
}

// textFile writes a file as the format of results of that name.
func textFile(name string) func(*os.File, *result.Set) error {
	return func(f *os.File, r *result.Set) error {
		format, err := result.FindFormat(name)
		if err != nil {
			return err
		}
		return format.Write(f, r, result.Layout{File: true})
	}
}

func writeParquet(f *os.File, r *result.Set) error {
	return arrows.WriteParquet(f, namedOnce(r), r.Batches())
}

func writeArrow(f *os.File, r *result.Set) error {
	return arrows.WriteIPC(f, namedOnce(r), r.Batches())
}

// namedOnce is the columns with names of their own.
func namedOnce(r *result.Set) []plan.Output {
	columns := slices.Clone(r.Columns)
	for i, name := range result.UniqueNames(r.Columns) {
		columns[i].Name = name
	}
	return columns
}
