package sql

import (
	"bytes"
	encoded "encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/pushscan"
)

// recordFields are of rows whose structure has members that are leaves, a structure and a list.
var recordFields = []arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "s", Nullable: true, Type: arrow.StructOf(
		arrow.Field{Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		arrow.Field{Name: "a b", Type: arrow.BinaryTypes.String, Nullable: true},
		arrow.Field{Name: "l", Type: arrow.ListOf(arrow.PrimitiveTypes.Int64), Nullable: true},
		arrow.Field{Name: "in", Nullable: true, Type: arrow.StructOf(
			arrow.Field{Name: "yes", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
			arrow.Field{Name: "N", Type: arrow.PrimitiveTypes.Float64, Nullable: true})})},
}

// records makes rows: as lines of JSON, and what each path finds in s, as text and as JSON.
func records(rows int) (lines string, found map[string][][2]string) {
	r, null := rand.New(rand.NewPCG(5, 1)), [2]string{"NULL", "NULL"}
	var b strings.Builder
	found = map[string][][2]string{}
	some := func(v any) any {
		if r.IntN(5) == 0 {
			return nil
		}
		return v
	}
	as := func(path string, v any) {
		shown, _ := encoded.Marshal(v)
		text, isText := v.(string)
		if !isText {
			text = string(shown)
		}
		found[path] = append(found[path], [2]string{text, string(shown)})
	}
	for id := range rows {
		word := []string{"", "ä\"q\"", "a\\b", "null", "7", fmt.Sprint("w", id)}[r.IntN(6)]
		n, word2, list := some(r.IntN(1+id)), some(word), some([]int{})
		yes, half := some(r.IntN(2) == 0), some(float64(r.IntN(1000))+0.5)
		in, s := some(map[string]any{"yes": yes, "N": half}), some(1)
		if s != nil {
			s = map[string]any{"n": n, "a b": word2, "l": list, "in": in}
		}
		line, _ := encoded.Marshal(map[string]any{"id": id, "s": s})
		b.Write(append(line, '\n'))
		for path, v := range map[string]any{"$.n": n, `$."a b"`: word2, "$.l": list, "$.in.yes": yes, `$.in."N"`: half} {
			if s == nil || in == nil && strings.HasPrefix(path, "$.in.") {
				found[path] = append(found[path], null)
			} else {
				as(path, v)
			}
		}
	}
	return b.String(), found
}

// recordFile writes them as Parquet.
func recordFile(t *testing.T, path string, fields []arrow.Field, lines string, rows int, options ...parquet.WriterProperty) {
	t.Helper()
	reader := array.NewJSONReader(strings.NewReader(lines), arrow.NewSchema(fields, nil), array.WithChunk(rows), array.WithAllocator(memory.DefaultAllocator))
	if !reader.Next() {
		t.Fatal(reader.Err())
	}
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(reader.Schema(), &out, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
	if err == nil {
		err = w.Write(reader.Record())
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = os.WriteFile(path, out.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// What a path of members finds in a structure of a Parquet file is what lies there, from the part's own
// column, whatever else the statement asks for, and of the table that is made of the file.
func TestPartsOfParquetStructures(t *testing.T) {
	const rows = 9000
	lines, found := records(rows)
	for name, options := range map[string][]parquet.WriterProperty{
		"words":       {parquet.WithMaxRowGroupLength(4000)},
		"plain":       {parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(500)},
		"some words":  {parquet.WithDictionaryPageSizeLimit(300), parquet.WithDataPageSize(300)},
		"newer pages": {parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithDataPageSize(700)},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "r.parquet")
			recordFile(t, file, recordFields, lines, rows, options...)
			s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
			mustRun(t, s, "CREATE TABLE r AS SELECT * FROM '"+file+"'")
			for path, want := range found {
				for _, query := range []string{"SELECT s->>'%[1]s', s->'%[1]s' FROM '%[2]s' ORDER BY id", "SELECT s->>'%[1]s', s->'%[1]s' FROM r ORDER BY id",
					"SELECT q.s->>'%[1]s', s->'%[1]s' FROM (SELECT * FROM '%[2]s') q ORDER BY id",
					"SELECT s->>'%[1]s', MAX(s->'%[1]s') FROM '%[2]s' GROUP BY id, s->>'%[1]s' ORDER BY id"} {
					query = fmt.Sprintf(query, path, file)
					got := strings.Split(flat(mustRun(t, s, query)), "\n")
					if len(got) != rows {
						t.Fatalf("%s: %d rows", query, len(got))
					}
					for i := range got {
						if want := want[i][0] + "|" + want[i][1]; got[i] != want {
							t.Fatalf("%s, row %d: %s, want %s", query, i, got[i], want)
						}
					}
				}
			}
		})
	}
}

// A member of a structure that is read by its path alone is a column: the structure is not read.
func TestPartsOfParquetAreColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	lines, _ := records(3000)
	recordFile(t, "r.parquet", recordFields, lines, 3000)
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	mustRun(t, s, "SELECT COUNT(DISTINCT s->>'$.n'), MAX(s->'$.in.N') FROM 'r.parquet' WHERE s->>'$. \"n\"' > 5")
	rows := fileRows(t, e, "r.parquet")
	var names []string
	for _, c := range rows.Columns {
		names = append(names, c.Name)
	}
	if got, want := strings.Join(names, " "), "id s s->'$.n' s->'$.in.N' s->'$.n' as number s->'$.n' as no number"; got != want {
		t.Errorf("the columns are %s, want %s", got, want)
	}
	if len(rows.Shown()) != 2 {
		t.Errorf("%d columns can be named", len(rows.Shown()))
	}
	if got := flat(mustRun(t, s, "DESCRIBE 'r.parquet'")); strings.Count(got, "\n") != 1 || strings.Contains(got, "->") {
		t.Errorf("DESCRIBE tells %s", got)
	}
}

// Where another file of the name has the column as text, or a structure without the member, the path is
// followed in the values of all.
func TestPartsThatNotAllFilesHave(t *testing.T) {
	t.Chdir(t.TempDir())
	lines, found := records(3000)
	recordFile(t, "a.parquet", recordFields, lines, 3000)
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	texts := []arrow.Field{recordFields[0], {Name: "s", Type: arrow.BinaryTypes.String}}
	recordFile(t, "b.parquet", texts, `{"id": -1, "s": "{\"n\": 77, \"in\": {\"N\": \"x\"}}"}`+"\n"+`{"id": -2, "s": "[1]"}`, 2)
	numbers := 1
	for _, of := range found["$.n"] {
		if of[0] != "NULL" {
			numbers++
		}
	}
	if got, want := flat(mustRun(t, s, "SELECT COUNT(s->'$.n'), MIN(id) FROM '*.parquet'")), fmt.Sprint(numbers, "|-2"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := flat(mustRun(t, s, "SELECT s->>'$.n', s->>'$.in.N' FROM '*.parquet' WHERE id < 0 ORDER BY id DESC")); got != "77|x\nNULL|NULL" {
		t.Error(got)
	}
}

// Where another file of the name has a number of another type, a number is what it is in its own file.
func TestPartsOfOtherTypes(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, of := range map[string]arrow.DataType{"a.parquet": arrow.PrimitiveTypes.Int64, "b.parquet": arrow.PrimitiveTypes.Float64, "c.parquet": arrow.BinaryTypes.String} {
		value := "5"
		if of == arrow.BinaryTypes.String {
			value = `"5"`
		}
		fields := []arrow.Field{{Name: "s", Nullable: true, Type: arrow.StructOf(arrow.Field{Name: "n", Type: of, Nullable: true})}}
		recordFile(t, name, fields, `{"s": {"n": `+value+`}}`, 1)
	}
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	for query, want := range map[string]string{
		"SELECT s->'$.n' FROM '%s' ORDER BY 1":                        "5\n5.0\n\"5\"",
		"SELECT s->>'$.n' + 1 FROM '%s'":                              "6\n6\n6",
		"SELECT SUM(s->>'$.n'), COUNT(s->>'$.n') FROM '%s'":           "15|3",
		"SELECT COUNT(*) FROM '%s' WHERE s->'$.n' < 6":                "2",
		"SELECT GROUP_CONCAT(s->>'$.n' ORDER BY s->>'$.n') FROM '%s'": "5,5,5.0",
	} {
		if got := flat(mustRun(t, s, fmt.Sprintf(query, "*.parquet"))); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
