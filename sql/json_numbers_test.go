package sql

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/pushscan"
)

// jsonNumbers says what MySQL 8.0.46 makes of JSON values as numbers: a line for each value, whose fields are what the
// expressions of the first line give, and behind a blank the code of a warning about the value. What is - it refuses,
// or gives a wrong number.
//
//go:embed testdata/json_numbers.tsv
var jsonNumbers string

// numberCases gives each expression of v, the value, and what it gives and warns of.
func numberCases() (cases [][4]string) {
	lines := strings.Split(strings.TrimSpace(jsonNumbers), "\n")
	exprs := strings.Split(lines[0], "\t")
	for _, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		for i, of := range fields[1:] {
			if gives, code, _ := strings.Cut(of, " "); gives != "-" {
				cases = append(cases, [4]string{exprs[i+1], fields[0], gives, code})
			}
		}
	}
	return cases
}

// unwarned are values of expressions of which MySQL warns, and only it: DIV is of decimals there.
var unwarned = map[[2]string]bool{{"v DIV 2", `""`}: true, {"CAST(v AS DECIMAL(20,2))", "1e300"}: true, {"CAST(v AS DECIMAL(20,2))", "-1e19"}: true}

// JSON values are numbers as MySQL takes them for such, as constants, where they are stored, and as parts of others.
func TestNumbersOfJSON(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE j (v JSON, o JSON)")
	stored := ""
	for _, c := range numberCases() {
		expr, of := c[0], c[1]
		if of != stored {
			stored = of
			mustRun(t, s, "DELETE FROM j")
			mustRun(t, s, "INSERT INTO j VALUES ('"+of+`', '{"x": `+of+"}')")
		}
		got := mustRun(t, s, "SELECT "+strings.ReplaceAll(expr, "v", "CAST('"+of+"' AS JSON)"))
		checkNumber(t, expr+" of "+of, flat(got), c[2])
		code := ""
		for line := range strings.SplitSeq(flat(mustRun(t, s, "SHOW WARNINGS")), "\n") {
			if fields := strings.Split(line, "|"); len(fields) > 2 {
				code = fields[1]
			}
		}
		if code != c[3] && !unwarned[[2]string{c[0], c[1]}] {
			t.Errorf("%s of %s warns with %q, want %q", expr, of, code, c[3])
		}
		checkNumber(t, expr+" of stored "+of, flat(mustRun(t, s, "SELECT "+expr+" FROM j")), c[2])
		expr = strings.ReplaceAll(expr, "v", "o->'$.x'")
		checkNumber(t, expr+" of stored "+of, flat(mustRun(t, s, "SELECT "+expr+" FROM j")), c[2])
	}
}

// Parts of Parquet's columns are the numbers that such JSON values are.
func TestNumbersOfParquetParts(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	files := map[string]string{}
	for _, c := range numberCases() {
		of := arrow.DataType(arrow.BinaryTypes.String)
		switch {
		case c[1] == "null" || c[1][0] == '[' || c[1][0] == '{':
			continue
		case c[1] == "true" || c[1] == "false":
			of = arrow.FixedWidthTypes.Boolean
		case strings.ContainsAny(c[1], ".e") && c[1][0] != '"':
			of = arrow.PrimitiveTypes.Float64
		case c[1][0] != '"':
			of = arrow.PrimitiveTypes.Int64
		}
		fields := []arrow.Field{{Name: "s", Nullable: true, Type: arrow.StructOf(arrow.Field{Name: "n", Type: of, Nullable: true})}}
		if files[c[1]] == "" {
			files[c[1]] = filepath.Join(dir, fmt.Sprint(len(files), ".parquet"))
			recordFile(t, files[c[1]], fields, `{"s": {"n": `+c[1]+`}}`, 1)
		}
		expr := strings.ReplaceAll(c[0], "v", "s->'$.n'")
		checkNumber(t, expr+" of a file's "+c[1], flat(mustRun(t, s, "SELECT "+expr+" FROM '"+files[c[1]]+"'")), c[2])
	}
}

// checkNumber holds a number against the text of another one, whose spelling may be another one.
func checkNumber(t *testing.T, what, got, want string) {
	t.Helper()
	x, err := strconv.ParseFloat(got, 64)
	y, errWant := strconv.ParseFloat(want, 64)
	if got != want && (err != nil || errWant != nil || x != y) {
		t.Errorf("%s gives %s, want %s", what, got, want)
	}
}
