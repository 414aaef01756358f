package sql

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/pushscan"
	"gsdms/sql/export"
	"gsdms/sql/parse"
)

// odd are rows with what writers get wrong.
const odd = `CREATE TABLE odd (k INT PRIMARY KEY, s VARCHAR(40), d DECIMAL(8,2), f DOUBLE, day DATE);
INSERT INTO odd VALUES (1, 'plain', 1.50, 0.1, '2020-02-29'), (2, 'a,b;c|d', -0.01, 1e300, '1969-12-31'), (3, 'line
two	tab "quoted" \\ back', 0, -2.5, NULL), (4, '', NULL, NULL, '0001-01-01'), (5, NULL, 123456.78, 3, '9999-12-31'), (6, 'é☃', 1, 1, '2000-01-01')`

// oddTexts are the texts of the rows in order, NULL as N.
func oddTexts() []string {
	return []string{"plain", "a,b;c|d", "line\ntwo\ttab \"quoted\" \\ back", "", "N", "é☃"}
}

// A text file that an independent reader reads has the values that the table has, and one
// that LOAD DATA reads gives the table again.
func TestOutfileIsReadBack(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	mustRun(t, s, odd)
	want := shown(t, mustRun(t, s, "SELECT * FROM odd ORDER BY k"), "tsv")
	for i, form := range []string{
		"", "FIELDS TERMINATED BY ','", "FIELDS TERMINATED BY '|' ENCLOSED BY '\"'",
		"FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '\"' LINES TERMINATED BY '\\r\\n'",
	} {
		name := fmt.Sprintf("f%d.txt", i)
		mustRun(t, s, "SELECT * FROM odd INTO OUTFILE '"+name+"' "+form)
		mustRun(t, s, fmt.Sprintf("CREATE TABLE r%d (k INT PRIMARY KEY, s VARCHAR(40), d DECIMAL(8,2), f DOUBLE, day DATE); LOAD DATA INFILE '%s' INTO TABLE r%d %s", i, name, i, form))
		if got := shown(t, mustRun(t, s, fmt.Sprintf("SELECT * FROM r%d ORDER BY k", i)), "tsv"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", form, got, want)
		}
	}
	mustRun(t, s, "SELECT s FROM odd ORDER BY k INTO OUTFILE 'plain.csv' FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '\"' ESCAPED BY ''")
	text, err := os.ReadFile("plain.csv")
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	for i, want := range oddTexts() {
		if want == "N" {
			want = "NULL"
		}
		if err != nil || records[i][0] != want {
			t.Errorf("row %d: %q (%v), want %q", i+1, records[i], err, want)
		}
	}
	_, err = s.Query(context.Background(), "SELECT s FROM odd INTO OUTFILE 'bad.csv' FIELDS TERMINATED BY ',' ESCAPED BY ''")
	if _, gone := os.Stat("bad.csv"); err == nil || !strings.Contains(err.Error(), "row 2, column s") || !errors.Is(gone, os.ErrNotExist) {
		t.Errorf("a file that could not be read back: %v, %v", err, gone)
	}
	mustRun(t, s, "SELECT 1 UNION SELECT 2 ORDER BY 1 DESC INTO OUTFILE 'two.txt'")
	if two, err := os.ReadFile("two.txt"); string(two) != "2\n1\n" {
		t.Errorf("of a union: %q (%v)", two, err)
	}
	_, err = s.Query(context.Background(), "SELECT 1 INTO OUTFILE 'plain.csv'")
	if !parse.IsCode(err, parse.CodeFileExists) {
		t.Errorf("a file that is there: %v", err)
	}
}

// exported writes a query's rows to a file.
func exported(t *testing.T, s *Session, query, path string) {
	t.Helper()
	format, err := export.FindFormat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(format.Write(f, path, mustRun(t, s, query)), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// checkOdd checks what a reader has found: types and values.
func checkOdd(t *testing.T, path string, table arrow.Table) {
	t.Helper()
	if got := table.Schema().Field(2).Type.String(); got != "decimal(8, 2)" {
		t.Errorf("%s: d is %s", path, got)
	}
	r := array.NewTableReader(table, -1)
	defer r.Release()
	var cells [][]string
	for r.Next() {
		rec := r.Record()
		for row := range int(rec.NumRows()) {
			var line []string
			for _, column := range rec.Columns() {
				line = append(line, column.ValueStr(row))
			}
			cells = append(cells, line)
		}
	}
	texts := oddTexts()
	if len(cells) != len(texts) {
		t.Fatalf("%s: %d rows", path, len(cells))
	}
	for i, want := range texts {
		if got := cells[i][1]; got != want && !(want == "N" && got == array.NullValueStr) {
			t.Errorf("%s, row %d: %q, want %q", path, i+1, got, want)
		}
	}
	for at, want := range map[[2]int]string{{0, 4}: "2020-02-29", {1, 4}: "1969-12-31", {2, 4}: array.NullValueStr, {4, 4}: "9999-12-31", {1, 3}: "1e+300", {3, 2}: array.NullValueStr} {
		if got := cells[at[0]][at[1]]; got != want {
			t.Errorf("%s, row %d, column %d: %s, want %s", path, at[0]+1, at[1]+1, got, want)
		}
	}
	if got := table.Column(2).Data().Chunk(0).(*array.Decimal128); got.Value(0).ToString(2) != "1.50" || got.Value(1).ToString(2) != "-0.01" || got.Value(4).ToString(2) != "123456.78" {
		t.Errorf("%s: decimals %v", path, got)
	}
}

func TestExportedFilesAreReadByOthers(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, odd)
	parquet, feather := filepath.Join(dir, "o.parquet"), filepath.Join(dir, "o.arrow")
	for _, path := range []string{parquet, feather} {
		exported(t, s, "SELECT * FROM odd ORDER BY k", path)
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var table arrow.Table
		if path == parquet {
			table, err = pqarrow.ReadTable(context.Background(), f, nil, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
		} else {
			table, err = readIPC(f)
		}
		if err != nil {
			t.Fatal(err)
		}
		checkOdd(t, path, table)
	}
}

func readIPC(f *os.File) (arrow.Table, error) {
	r, err := ipc.NewFileReader(f)
	if err != nil {
		return nil, err
	}
	var records []arrow.Record
	for i := range r.NumRecords() {
		record, err := r.Record(i)
		if err != nil {
			return nil, err
		}
		record.Retain()
		records = append(records, record)
	}
	return array.NewTableFromRecords(r.Schema(), records), nil
}

func TestExportedLines(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, odd)
	path := filepath.Join(dir, "o.ndjson")
	exported(t, s, "SELECT s, k, d FROM odd ORDER BY k", path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, want := range oddTexts() {
		var got struct {
			S *string
			K int
		}
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil || got.K != i+1 || got.S == nil != (want == "N") || got.S != nil && *got.S != want {
			t.Errorf("line %d: %s (%v), want %q", i+1, lines[i], err, want)
		}
	}
	r := mustRun(t, s, "SELECT 'a|b*' AS `x|y`, 1.5 AS n, NULL AS z UNION ALL SELECT 'two\nlines', -1, NULL")
	if got, want := shown(t, r, "markdown"), "| x\\|y | n | z |\n|---|---:|---|\n| a\\|b\\* | 1.5 | NULL |\n| two<br>lines | -1.0 | NULL |\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if _, err := export.FindFormat("x.xls"); err == nil {
		t.Error("a format that is not there")
	}
}

// An ENUM is a dictionary of its members in their order in a file of Arrow, of several records too.
func TestExportedEnums(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE sizes (k INT, size ENUM('small', 'it''s', 'large'), more ENUM('a', 'b'))")
	mustRun(t, s, "INSERT INTO sizes WITH RECURSIVE n AS (SELECT 0 AS k UNION ALL SELECT k + 1 FROM n WHERE k < 999) SELECT a.k * 100 + b.k, IF(b.k % 7 = 0, NULL, ELT(a.k % 3 + 1, 'large', 'small', 'it''s')), NULL FROM n a, n b WHERE b.k < 100")
	path := filepath.Join(dir, "sizes.arrow")
	exported(t, s, "SELECT size, more, k FROM sizes ORDER BY k", path)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := readIPC(f)
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Schema().Field(0).Type.String(); got != "dictionary<values=utf8, indices=int8, ordered=true>" {
		t.Errorf("an ENUM is %s", got)
	}
	chunks := table.Column(0).Data().Chunks()
	for _, c := range chunks {
		if got := fmt.Sprint(c.(*array.Dictionary).Dictionary()); got != `["small" "it's" "large"]` {
			t.Errorf("the dictionary is %s", got)
		}
	}
	if len(chunks) < 2 {
		t.Errorf("the file has %d records", len(chunks))
	}
	row := 0
	for _, c := range chunks {
		for i := range c.Len() {
			want := []string{"large", "small", "it's"}[row/100%3]
			if row%100%7 == 0 {
				want = array.NullValueStr
			}
			if got := c.(*array.Dictionary).ValueStr(i); got != want {
				t.Fatalf("row %d: %s, want %s", row, got, want)
			}
			row++
		}
	}
	if row != 100000 || table.Column(1).Data().NullN() != row {
		t.Errorf("%d rows, %d of them NULL in the other ENUM", row, table.Column(1).Data().NullN())
	}
	exported(t, s, "SELECT COALESCE(size, 'none') AS size FROM sizes", filepath.Join(dir, "none.arrow"))
}
