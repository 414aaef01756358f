package loadtest

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// Types are short names of types for tests.
var Types = map[string]plan.Type{
	"tiny":   {Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127},
	"int":    {Kind: plan.Int, Name: "INT", Min: math.MinInt32, Max: math.MaxInt32},
	"big":    {Kind: plan.Int, Name: "BIGINT", Min: math.MinInt64, Max: math.MaxInt64},
	"dec":    {Kind: plan.Decimal, Name: "DECIMAL(6,2)", Precision: 6, Scale: 2, Min: -999999, Max: 999999},
	"dec18":  {Kind: plan.Decimal, Name: "DECIMAL(18,4)", Precision: 18, Scale: 4, Min: 1 - 1e18, Max: 1e18 - 1},
	"double": {Kind: plan.Double, Name: "DOUBLE"},
	"date":   {Kind: plan.Date, Name: "DATE"},
	"bool":   {Kind: plan.Bool, Name: "BOOL", Max: 1},
	"str":    {Kind: plan.String, Name: "VARCHAR"},
	"str5":   {Kind: plan.String, Name: "VARCHAR(5)", Precision: 5},
}

// Define makes a table of "name type" columns, NOT NULL if the type ends with an
// exclamation mark.
func Define(columns string) store.Definition {
	d := store.Definition{Name: "t"}
	for _, c := range strings.Split(columns, ",") {
		name, kind, _ := strings.Cut(strings.TrimSpace(c), " ")
		kind, notNull := strings.CutSuffix(kind, "!")
		d.Columns = append(d.Columns, plan.Column{Name: name, Type: Types[kind], Nullable: !notNull})
	}
	return d
}

// Write makes a file of a name in a folder of the test.
func Write(t testing.TB, name string, content []byte) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Row spells the values of a row, "NULL" for none.
func Row(def store.Definition, b *ingest.Batch, row int) []string {
	var out []string
	for i, c := range b.Columns {
		t := def.Columns[i].Type
		switch {
		case c.Nulls != nil && c.Nulls[row]:
			out = append(out, "NULL")
		case t.Kind == plan.String:
			out = append(out, c.Dict[c.Codes[row]])
		case t.Kind == plan.Double:
			out = append(out, strconv.FormatFloat(c.Floats[row], 'g', -1, 64))
		case t.Kind == plan.Decimal:
			out = append(out, apd.New(c.Ints[row], -int32(t.Scale)).Text('f'))
		case t.Kind.Ticking():
			out = append(out, value.OfNumber(t, c.Ints[row]).String())
		case t.Kind == plan.Date:
			out = append(out, time.Unix(86400*c.Ints[row], 0).UTC().Format("2006-01-02"))
		default:
			out = append(out, strconv.FormatInt(c.Ints[row], 10))
		}
	}
	return out
}
