package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"gsdms/ssb/bench"
)

// filesSuite is the suite of files that are asked and loaded. Each statement of it has a process
// of its own, which has read nothing before: what counts is the first answer.
const filesSuite = "files"

// once is the argument that makes the program such a process: it reads an errand and writes what
// came of it.
const once = "once"

// errand is one statement for an engine's process.
type errand struct {
	System  string
	Dir     string // of the engine's tables
	Threads int
	Memory  int64 // bytes that the engine may take; 0: as it thinks best
	Text    string
}

// finished is what came of an errand.
type finished struct {
	Error     string
	Wall, CPU time.Duration
	Answer    answer // none of a statement that makes a table
}

// fileTask is what both engines are asked, with %s for the folder of the files.
type fileTask struct {
	name       string
	ours, duck string
	makes      bool // a table
}

// fileTasks are the statements: answers from files, and tables made of them.
func fileTasks(dir string) []fileTask {
	csv, parquet := filepath.Join(dir, "trips.csv"), filepath.Join(dir, "trips.parquet")
	const grouped = "SELECT vendor, COUNT(*), COUNT(tip), AVG(fare) FROM %s GROUP BY vendor ORDER BY vendor"
	const texts = "SELECT COUNT(*), COUNT(DISTINCT zone), MAX(note) FROM %s WHERE note LIKE '%%umbrella%%'"
	const table = "CREATE TABLE trips AS SELECT * FROM %s"
	of := func(name, text string, file string, read string) fileTask {
		return fileTask{name, fmt.Sprintf(text, "'"+file+"'"), fmt.Sprintf(text, read+"('"+file+"')"), text == table}
	}
	return []fileTask{
		of("CSV: groups", grouped, csv, "read_csv"), of("CSV: texts", texts, csv, "read_csv"), of("CSV: table", table, csv, "read_csv"),
		of("Parquet: groups", grouped, parquet, "read_parquet"), of("Parquet: texts", texts, parquet, "read_parquet"), of("Parquet: table", table, parquet, "read_parquet"),
	}
}

// measureFiles makes the files, unless they are there, asks both engines in turn and prints the
// least times.
func measureFiles(ctx context.Context, o options, w io.Writer) error {
	if err := makeFiles(ctx, o); err != nil {
		return fmt.Errorf("make the files: %w", err)
	}
	fmt.Fprintf(w, "%-16s %28s %28s %8s %8s\n", "", "gsdms", "DuckDB", "clock", "CPU")
	var wrong []error
	for _, task := range fileTasks(o.Dir) {
		best := map[string]finished{}
		for range o.rounds {
			for system, text := range map[string]string{gsdms: task.ours, duckFile: task.duck} {
				f, err := sendErrand(ctx, errand{System: system, Threads: o.Threads, Memory: o.Memory, Text: text}, o.Dir)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", task.name, system, err)
				}
				if b, ok := best[system]; !ok || f.Wall < b.Wall {
					best[system] = f
				}
			}
		}
		a, b := best[gsdms], best[duckFile]
		fmt.Fprintf(w, "%-16s %s %s %8.2f %8.2f\n", task.name, a, b, float64(b.Wall)/float64(a.Wall), float64(b.CPU)/float64(a.CPU))
		if task.makes {
			continue
		}
		if err := compare(bench.Query{Text: task.ours}, a.Answer, b.Answer); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: gsdms answers otherwise than DuckDB: %w", task.name, err))
		}
	}
	return errors.Join(wrong...)
}

// String gives time on the clock and of processors.
func (f finished) String() string {
	return fmt.Sprintf("%12.0f ms %9.0f CPU", f.Wall.Seconds()*1e3, f.CPU.Seconds()*1e3)
}

// sendErrand runs a statement in a process and a folder of its own.
func sendErrand(ctx context.Context, e errand, within string) (f finished, err error) {
	if e.Dir, err = os.MkdirTemp(within, "tables-"); err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(e.Dir)) }()
	program, err := os.Executable()
	if err != nil {
		return f, err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return f, err
	}
	cmd := exec.CommandContext(ctx, program, once)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(text), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return f, fmt.Errorf("run %s: %w", once, err)
	}
	if err := json.Unmarshal(out, &f); err != nil {
		return f, fmt.Errorf("read what came of it: %w", err)
	}
	if f.Error != "" {
		return f, errors.New(f.Error)
	}
	return f, nil
}
