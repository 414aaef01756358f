package bind

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/tail"
	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/plan/network"
	"gsdms/plan/value"
	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
)

// The rows of a JSON_TABLE are those that its paths lead to in the whole document, which Go's decoder has
// read, and its columns what their expressions say of each value, evaluated one by one: of documents of
// all kinds of values, some written twice in an object, with rows within rows, and of few and many
// documents. What is no document is an error.
func TestRowsOfDocumentsAreThoseOfTheWholeDocument(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 4))
	catalog, p := bindtest.Shop(t), new(parse.Parsers)
	made, plain := 0, 0
	for range 100 {
		columns := 0
		text := "SELECT * FROM JSON_TABLE('[]', " + randomRows(r, 2, &columns) + ") t"
		op := plan.Unfold{Rows: unfoldedOf(t, p, text, catalog), Outer: r.IntN(2) == 0}
		rows := randomDocuments(r)
		var want []string
		for i := range rows.Len {
			var of []map[int]plan.Value
			if !rows.Columns[1].Nulls[i] {
				of = unfoldedBy(t, op.Rows, readByGo(t, rows.Columns[1].Texts[i]))
			}
			if op.Outer && len(of) == 0 {
				of = []map[int]plan.Value{{}}
			}
			for _, row := range of {
				line := fmt.Sprint(i)
				for at := range columns {
					line += "|" + shownValue(row[at])
				}
				want = append(want, line)
				made++
			}
		}
		got, err := tail.Run(context.Background(), []plan.Operator{op}, rows, tail.Options{Threads: 1 + r.IntN(3)})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got.Len != len(want) || len(got.Columns) != 1+columns {
			t.Fatalf("%s of %q: %d rows of %d columns, want %d of %d", text, rows.Columns[1].Texts[:min(3, rows.Len)], got.Len, len(got.Columns), len(want), 1+columns)
		}
		for i := range want {
			line := fmt.Sprint(got.Columns[0].Ints[i])
			for at := range columns {
				line += "|" + shownValue(got.Columns[1+at].Value(i))
				plain += len(shownValue(got.Columns[1+at].Value(i))) % 2
			}
			if line != want[i] {
				of := int(got.Columns[0].Value(i).Int)
				t.Fatalf("%s of %q: row %d is %s, want %s", text, rows.Columns[1].Texts[of], i, line, want[i])
			}
		}
		for _, bad := range []string{"", "{", `[{"a": 1}, {"a": 2]`, `{"a": [1, 2]} x`, "nul"} {
			rows := &plan.Rows{Len: 1, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.String}, Texts: []string{bad}}}}
			if _, err := tail.Run(context.Background(), []plan.Operator{op}, rows, tail.Options{}); err == nil || !strings.Contains(err.Error(), "Invalid JSON text") {
				t.Fatalf("%s of %q: %v", text, bad, err)
			}
		}
	}
	if made < 10_000 || plain < 10_000 {
		t.Errorf("only %d rows were made, and %d of their values have an odd number of letters", made, plain)
	}
}

// unfoldedOf gives the rows of the JSON_TABLE in a text.
func unfoldedOf(t *testing.T, p *parse.Parsers, text string, c plan.Catalog) *plan.Unfolded {
	t.Helper()
	stmt, err := p.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	n, err := Select(text, stmt, c)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	node := n.Root
	for {
		if u, ok := node.(*network.Unfold); ok {
			return u.Rows
		}
		node = node.Inputs()[0]
	}
}

// unfoldedBy makes rows of a document that has been read.
func unfoldedBy(t *testing.T, rows *plan.Unfolded, document any) (out []map[int]plan.Value) {
	t.Helper()
	legs, _, _ := json.ReadPath(rows.Path)
	for i, element := range json.Follow(document, legs) {
		own := map[int]plan.Value{}
		for _, c := range rows.Columns {
			own[c.At] = columnBy(t, c, i, element)
		}
		before := len(out)
		for _, n := range rows.Nested {
			for _, row := range unfoldedBy(t, n, element) {
				for at, v := range own {
					row[at] = v
				}
				out = append(out, row)
			}
		}
		if len(out) == before {
			out = append(out, own)
		}
	}
	return out
}

// columnBy evaluates a column of an element.
func columnBy(t *testing.T, c plan.UnfoldedColumn, i int, element any) plan.Value {
	t.Helper()
	if c.Is == plan.NumberAmong {
		return value.OfInt(int64(i + 1))
	}
	legs, many, _ := json.ReadPath(c.Path)
	found := json.Follow(element, legs)
	if c.Is == plan.ExistsAt {
		return value.OfBool(len(found) > 0)
	}
	slots := []plan.Value{{}, value.OfString(""), {}}
	if len(found) > 0 {
		v := found[0]
		if many {
			v = found
		}
		text := string(json.Append(nil, v))
		slots = []plan.Value{value.OfString(text), value.OfString(json.KindOf(v)), value.OfString(text)}
		if s, ok := v.(string); ok {
			slots[2] = value.OfString(s)
		}
	}
	v, err := plan.Eval(c.Value, func(e plan.Expr) (plan.Value, error) { return slots[e.(plan.Slot).Index], nil })
	if err != nil {
		t.Fatalf("%s of %v: %v", c.Text, found, err)
	}
	return v
}

func shownValue(v plan.Value) string {
	if v.IsNull() {
		return "NULL"
	}
	return fmt.Sprintf("%v %q", v.Kind, v.String())
}

// readByGo reads a document; of members of one name Go's decoder keeps the last, too.
func readByGo(t *testing.T, text string) (v any) {
	t.Helper()
	d := stdjson.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// randomRows gives a path and columns, and counts them.
func randomRows(r *rand.Rand, deep int, columns *int) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	var list []string
	for range 1 + r.IntN(4) {
		name := fmt.Sprintf("c%d ", *columns)
		*columns++
		path := pick("$", "$.a", "$.b", "$.a", "$.b", "$.a.b", "$[0]", "$.a[0]", "$.b[1].a", `$."é"`, "$.*", "$.a[*]", "$**.b", "$[last]")
		switch r.IntN(8) {
		case 0:
			list = append(list, name+"FOR ORDINALITY")
			continue
		case 1:
			list = append(list, name+"INT EXISTS PATH '"+path+"'")
			continue
		}
		list = append(list, name+pick("INT", "TINYINT", "SMALLINT UNSIGNED", "BIGINT", "BIGINT UNSIGNED", "DOUBLE", "DECIMAL(8,2)", "DECIMAL(30,4)", "DECIMAL(30,12)", "DECIMAL(60,18)", "DECIMAL(3)",
			"VARCHAR(3)", "CHAR(20)", "TEXT", "JSON", "DATE", "DATETIME", "TIME", "BOOLEAN", "FLOAT")+
			" PATH '"+path+"'"+pick("", "", " NULL ON EMPTY", " DEFAULT '7' ON EMPTY", " DEFAULT '1' ON ERROR", " DEFAULT '2' ON EMPTY DEFAULT '3' ON ERROR"))
	}
	for deep > 0 && r.IntN(3) == 0 {
		list = append(list, "NESTED PATH "+randomRows(r, deep-1, columns))
	}
	return "'" + pick("$[*]", "$[*]", "$.a[*]", "$", "$.b", "$[0]", "$.a[*].b[*]", "$[*].a", "$.*", "$**.a", "$[last]", "$[0 to 1]") + "' COLUMNS (" + strings.Join(list, ", ") + ")"
}

// randomDocuments gives rows of a number and a document, which is a text or a JSON value.
func randomDocuments(r *rand.Rand) *plan.Rows {
	rows := &plan.Rows{Len: []int{3, 40, 700}[r.IntN(3)], Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Int}}, {Type: plan.Type{Kind: plan.String}}}}
	numbers, documents := &rows.Columns[0], &rows.Columns[1]
	if r.IntN(3) == 0 {
		documents.Type = plan.JsonType()
	}
	for i := range rows.Len {
		document := randomDocument(r, 4)
		if documents.Type.Name == value.JSONName {
			document, _ = json.Normal(document)
		}
		numbers.Ints, documents.Texts = append(numbers.Ints, int64(i)), append(documents.Texts, document)
		documents.Nulls = append(documents.Nulls, r.IntN(20) == 0)
	}
	return rows
}

// randomDocument gives a JSON text.
func randomDocument(r *rand.Rand, deep int) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	blank, kind := pick("", "", " ", "\n "), r.IntN(5)
	if deep == 4 {
		kind = r.IntN(3)
	}
	var parts []string
	switch {
	case kind < 2 && deep > 0:
		for range r.IntN(5) {
			name := pick(`"a"`, `"b"`, `"a"`, `"b"`, `"c"`, `"é"`, `"\u0061"`, `"long name"`)
			parts = append(parts, name+blank+":"+blank+randomDocument(r, deep-1))
		}
		return blank + "{" + strings.Join(parts, ",") + "}" + blank
	case kind == 2 && deep > 0:
		for range r.IntN(5) {
			parts = append(parts, randomDocument(r, deep-1))
		}
		return "[" + strings.Join(parts, blank+","+blank) + blank + "]"
	}
	return pick("null", "true", "false", `""`, `"x"`, `"ab\ncd"`, `"日本語"`, `"\ud83d\ude00!"`, `"12"`, `" -3.5e2 "`, `"2024-02-29"`, `"2024-01-05 10:11:12"`, `"true"`,
		"0", "-0", "-0.0", "7", "-12", "128", "65536", "2147483648", "-9223372036854775808", "9223372036854775808", "18446744073709551616", "123456789012345",
		"1234567890123456", "1.5", "-2.50", "0.125", "9.995", "123456.78", "1e3", "2E-1", "1e300", "99999999.99", "0.1234567890123456")
}
