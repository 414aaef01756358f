package sql

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
)

// trickyTexts are what forms of files write in ways of their own.
var trickyTexts = []string{"NULL", `'\\N'`, "'NULL'", "''", `'""'`, `'"abc"'`, `'a\\nb'`, `'\\'`, "'\ufeffx'", "' '", "'-- '"}

// trickyText draws a text, as a literal, or NULL.
func trickyText(r *rand.Rand) string {
	if r.IntN(3) == 0 {
		return trickyTexts[r.IntN(len(trickyTexts))]
	}
	var b strings.Builder
	for range r.IntN(9) {
		b.WriteString([]string{"a", "N", ",", ";", "|", `\n`, `\t`, `\r`, `\b`, `\Z`, `\\`, `"`, `\'`, "{", "]", "é", " "}[r.IntN(17)])
	}
	return "'" + b.String() + "'"
}

// trickyTable makes a table of texts anew, and an empty one like it that is called back.
func trickyTable(t *testing.T, s *Session, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	var rows []string
	for k := range 200 {
		rows = append(rows, fmt.Sprintf("(%d, %s, %s)", k, trickyText(r), trickyText(r)))
	}
	mustRun(t, s, "DROP TABLE IF EXISTS tricky, back; CREATE TABLE tricky (k INT, s TEXT, u TEXT); CREATE TABLE back LIKE tricky; INSERT INTO tricky VALUES "+strings.Join(rows, ", "))
}

// checkBack compares what columns of two tables have, byte by byte.
func checkBack(t *testing.T, s *Session, what, columns, from, back string) {
	t.Helper()
	got, want := shown(t, mustRun(t, s, "SELECT "+columns+" FROM "+back), "ndjson"), shown(t, mustRun(t, s, "SELECT "+columns+" FROM "+from), "ndjson")
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Errorf("%s: of %d rows %d came back, not so from row %d on: %s, was %s", what, len(b)-1, len(a)-1, i+1, a[min(i, len(a)-1)], b[min(i, len(b)-1)])
			return
		}
	}
}

// What INTO OUTFILE writes, LOAD DATA reads, both without a word about its form, whatever its texts
// and whatever the file is called, but for names of other formats.
func TestOutfileOfAnyTextsIsReadBack(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	for i, name := range []string{"o.tsv", "o.txt", "o"} {
		seed, path := uint64(time.Now().UnixNano()), filepath.Join(dir, name)
		what := fmt.Sprintf("%s, seed %d", name, seed)
		trickyTable(t, s, seed)
		mustRun(t, s, "SELECT * FROM tricky INTO OUTFILE '"+path+"'; LOAD DATA INFILE '"+path+"' INTO TABLE back")
		checkBack(t, s, what, "k, HEX(s) s, HEX(u) u", "tricky ORDER BY k", "back ORDER BY k")
		one := fmt.Sprintf("%s.%d", path, i)
		mustRun(t, s, "SELECT s FROM tricky INTO OUTFILE '"+one+"'; TRUNCATE TABLE back; LOAD DATA INFILE '"+one+"' INTO TABLE back (s)")
		checkBack(t, s, what+", one column", "HEX(s) s", "tricky ORDER BY s", "back ORDER BY s")
	}
}

// Text without a word about its form is MySQL's, but that of names of other formats and that whose
// first line names all columns.
func TestFormOfLoadedText(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	for _, c := range []struct{ name, text, want string }{
		{"a.tsv", "\"x\"\ta\\tb\n", `"x"|a	b`},
		{"a.tsv", "a\t1\n", "a|1"},
		{"a.txt", "\ufeff{\"a\":1}\t[]\n", `{"a":1}|[]`},
		{"a", "{\"a\":1}\t[]\n", `{"a":1}|[]`},
		{"a.tsv", "b\ta\n\"x\"\tc:\\new\n", `c:\new|x`},
		{"a.txt", "a,b\n\"x\",c:\\new\n", `x|c:\new`},
		{"a.csv", "\"x\",c:\\new\n", `x|c:\new`},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		mustRun(t, s, "DROP TABLE IF EXISTS t; CREATE TABLE t (a TEXT, b TEXT); LOAD DATA INFILE '"+path+"' INTO TABLE t")
		got := shown(t, mustRun(t, s, "SELECT CONCAT(a, '|', b) FROM t"), "ndjson")
		if want := shown(t, mustRun(t, s, "SELECT '"+strings.ReplaceAll(c.want, `\`, `\\`)+"' AS `CONCAT(a, '|', b)`"), "ndjson"); got != want {
			t.Errorf("%s, %q: %s, want %s", c.name, c.text, got, want)
		}
	}
}

// What is exported as CSV or TSV is read back as it was: into a table, into one that is made of the
// file, and as a table itself; of one column, too.
func TestExportedTextIsReadBack(t *testing.T) {
	dir := t.TempDir()
	e := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{})
	s := e.NewSession()
	for _, name := range []string{"o.tsv", "o.csv"} {
		seed := uint64(time.Now().UnixNano())
		what := fmt.Sprintf("%s, seed %d", name, seed)
		trickyTable(t, s, seed)
		path, one := filepath.Join(dir, name), filepath.Join(dir, "one"+name)
		exported(t, s, "SELECT * FROM tricky ORDER BY k", path)
		exported(t, s, "SELECT s FROM tricky WHERE s IS NOT NULL ORDER BY s", one)
		loadFile(t, e, "back", path)
		mustRun(t, s, "DROP TABLE IF EXISTS made, lone; CREATE TABLE lone (s TEXT)")
		if _, _, _, err := e.LoadNew(t.Context(), "made", []string{path}, load.Options{}); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		loadFile(t, e, "lone", one)
		for _, back := range []string{"back", "made", "'" + path + "'"} {
			checkBack(t, s, what+", "+back, "k, HEX(s) s, HEX(u) u", "tricky ORDER BY k", back+" ORDER BY k")
		}
		for _, back := range []string{"lone", "'" + one + "'"} {
			checkBack(t, s, what+", "+back, "HEX(s) s", "tricky WHERE s IS NOT NULL ORDER BY s", back+" ORDER BY s")
		}
		mustRun(t, s, "DELETE FROM back; LOAD DATA INFILE '"+path+"' INTO TABLE back")
		checkBack(t, s, what+", LOAD DATA", "k, HEX(s) s, HEX(u) u", "tricky ORDER BY k", "back ORDER BY k")
	}
}

// loadFile loads a file into a table as gsdms load does.
func loadFile(t *testing.T, e *Engine, table, path string) {
	t.Helper()
	if _, _, err := e.Load(t.Context(), table, []string{path}, load.Options{}); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// trickyJSON draws a JSON value, as a text.
func trickyJSON(r *rand.Rand, depth int) string {
	if r.IntN(4) > 0 && depth > 0 {
		parts := make([]string, r.IntN(4))
		for i := range parts {
			parts[i] = trickyJSON(r, depth-1)
		}
		if r.IntN(2) == 0 {
			return "[" + strings.Join(parts, ",") + "]"
		}
		for i := range parts {
			parts[i] = fmt.Sprintf(`"%s%d": %s`, []string{"", " ", `\"`, `\n`}[r.IntN(4)], i, parts[i])
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	texts := []string{`""`, `"a"`, `"null"`, `"{\"a\": 1}"`, `"\\"`, `"\n\t\r\b\u0001"`, `"é\u2028"`, "true", "0", "-1.5", "1e300", "18446744073709551615", "12"}
	return texts[r.IntN(len(texts))]
}

// JSON that is exported is the values, and is read back as they were.
func TestExportedJSONIsReadBack(t *testing.T) {
	dir := t.TempDir()
	e := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{})
	s := e.NewSession()
	for _, name := range []string{"o.json", "o.ndjson", "o.csv", "o.tsv"} {
		seed, path := uint64(time.Now().UnixNano()), filepath.Join(dir, name)
		trickyTable(t, s, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		rows := []string{"(0, NULL)", `(1, '{"a": 1}')`}
		for k := range 200 {
			rows = append(rows, fmt.Sprintf("(%d, '%s')", k+2, strings.ReplaceAll(trickyJSON(r, 3), `\`, `\\`)))
		}
		mustRun(t, s, "DROP TABLE IF EXISTS docs, again; CREATE TABLE docs (k INT, j JSON); CREATE TABLE again (k INT, j JSON, s TEXT); INSERT INTO docs VALUES "+strings.Join(rows, ", "))
		exported(t, s, "SELECT k, j, s FROM docs JOIN tricky USING (k) ORDER BY k", path)
		loadFile(t, e, "again", path)
		for _, back := range []string{"again", "'" + path + "'"} {
			checkBack(t, s, fmt.Sprintf("%s, seed %d, %s", name, seed, back), "k, HEX(j) j, HEX(s) s", "docs JOIN tricky USING (k) ORDER BY k", back+" ORDER BY k")
		}
	}
	exported(t, s, `SELECT CAST('{"a": [1, "x"]}' AS JSON) j, JSON_EXTRACT('["s"]', '$[0]') x, '{"a": 1}' t, CAST(NULL AS JSON) n`, filepath.Join(dir, "one.ndjson"))
	got, err := os.ReadFile(filepath.Join(dir, "one.ndjson"))
	if want := `{"j":{"a": [1, "x"]},"x":"s","t":"{\"a\": 1}","n":null}` + "\n"; err != nil || string(got) != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
}
