package sql

import (
	encoded "encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/parquet"

	"gsdms/pushscan"
)

// listFields are of rows with lists and maps, by themselves and in a structure.
var listFields = []arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "l", Type: arrow.ListOf(arrow.PrimitiveTypes.Int64), Nullable: true},
	{Name: "x", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64), Nullable: true},
	{Name: "t", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true},
	{Name: "m", Type: arrow.MapOf(arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64), Nullable: true},
	{Name: "s", Nullable: true, Type: arrow.StructOf(arrow.Field{Name: "l", Type: arrow.ListOf(arrow.PrimitiveTypes.Int64), Nullable: true},
		arrow.Field{Name: "f", Type: arrow.PrimitiveTypes.Float32, Nullable: true})},
	{Name: "r", Nullable: true, Type: arrow.ListOf(arrow.StructOf(arrow.Field{Name: "p", Type: arrow.PrimitiveTypes.Int64, Nullable: true}))},
}

// listed is a value of JSON that a path finds; found is false where there is none.
type listed struct {
	v     any
	found bool
}

// text is what JSON_UNQUOTE gives of it.
func (l listed) text() string {
	switch v := l.v.(type) {
	case nil:
		if l.found {
			return "null"
		}
		return "NULL"
	case string:
		return v
	}
	return l.json()
}

// json is the value.
func (l listed) json() string {
	if !l.found {
		return "NULL"
	}
	out, _ := encoded.Marshal(l.v)
	return string(out)
}

// number is what arithmetic has of it.
func (l listed) number() float64 {
	switch v := l.v.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	case string:
		n, _ := strconv.ParseFloat(v, 64)
		return n
	}
	return 0
}

// above says whether it is more than a number, as JSON has it: null is less, and a text more.
func (l listed) above(than float64) string {
	_, text := l.v.(string)
	switch {
	case !l.found:
		return "NULL"
	case l.v != nil && l.number() > than || text:
		return "1"
	}
	return "0"
}

// listRows makes rows, and notes what paths find in their columns, and how long these are.
type listRows struct {
	*rand.Rand
	found   map[string][]listed // by column and path
	lengths map[string][]string // by expression
}

// some is a value or nothing.
func (r *listRows) some(v any) any {
	if r.IntN(5) == 0 {
		return nil
	}
	return v
}

// list is one of some elements, or nothing.
func (r *listRows) list(one func() any) any {
	out := []any{}
	for range r.IntN(4) {
		out = append(out, r.some(one()))
	}
	return r.some(out)
}

func (r *listRows) note(name string, v any, found bool) {
	r.found[name] = append(r.found[name], listed{v, found})
}

// at notes an element.
func (r *listRows) at(name string, of any, i int) {
	l, _ := of.([]any)
	if i >= len(l) {
		r.note(name, nil, false)
		return
	}
	r.note(name, l[i], true)
}

// long notes how long a list is, 1 of null.
func (r *listRows) long(name string, of any, there bool) {
	text := "NULL"
	if l, is := of.([]any); is {
		text = strconv.Itoa(len(l))
	} else if there {
		text = "1"
	}
	r.lengths[name] = append(r.lengths[name], text)
}

// row makes one.
func (r *listRows) row(id int) map[string]any {
	row := map[string]any{"id": id, "l": r.list(func() any { return r.IntN(100) }), "x": r.list(func() any { return float64(r.IntN(2000))/4 + 0.125 }),
		"t": r.list(func() any { return []string{"", "null", "a\"ä", fmt.Sprint("w", id), "7"}[r.IntN(5)] }),
		"r": r.list(func() any { return map[string]any{"p": r.some(r.IntN(100))} })}
	r.long("JSON_LENGTH(l)", row["l"], false)
	for i := range 3 {
		for _, name := range []string{"l", "x", "t"} {
			r.at(fmt.Sprintf("%s $[%d]", name, i), row[name], i)
		}
	}
	if l, _ := row["r"].([]any); len(l) > 1 && l[1] != nil {
		r.note("r $[1].p", l[1].(map[string]any)["p"], true)
	} else {
		r.note("r $[1].p", nil, false)
	}
	row["m"], row["s"] = r.entries(), r.within()
	return row
}

// entries makes a map.
func (r *listRows) entries() any {
	var entries []any
	values := map[string]any{}
	for _, k := range []string{"k", "a b", "z"} {
		if v := r.some(r.IntN(100)); r.IntN(3) > 0 {
			entries, values[k] = append(entries, map[string]any{"key": k, "value": v}), v
		}
	}
	if entries == nil || r.IntN(5) == 0 {
		entries, values = nil, nil
	}
	for path, k := range map[string]string{"m $.k": "k", `m $."a b"`: "a b"} {
		v, ok := values[k]
		r.note(path, v, ok)
	}
	if entries == nil {
		return nil
	}
	return entries
}

// within makes a structure with a list.
func (r *listRows) within() any {
	within, half := r.list(func() any { return r.IntN(100) }), r.some(float64(r.IntN(100))+0.5)
	if r.IntN(5) == 0 {
		for _, path := range []string{"$.l[0]", "$.l[1]", "$.f"} {
			r.note("s "+path, nil, false)
		}
		r.long("JSON_LENGTH(s->'$.l')", nil, false)
		return nil
	}
	if r.note("s $.f", half, true); within == nil {
		r.note("s $.l[0]", nil, true) // the first element of what is no list is that
	} else {
		r.at("s $.l[0]", within, 0)
	}
	r.at("s $.l[1]", within, 1)
	r.long("JSON_LENGTH(s->'$.l')", within, true)
	return map[string]any{"l": within, "f": half}
}

// elementsAre checks what a path finds, and what of it is computed.
func elementsAre(t *testing.T, s *Session, column, path, file string, want []listed) {
	t.Helper()
	of := func(query string) string { return fmt.Sprintf(query, column, path, file) }
	eachIs(t, s, of("SELECT %[1]s->>'%[2]s', %[1]s->'%[2]s' FROM '%[3]s' ORDER BY id"), func(i int) string { return want[i].text() + "|" + want[i].json() })
	eachIs(t, s, of("SELECT %[1]s->>'%[2]s' + 1, %[1]s->'%[2]s' > 49.5, 50 > %[1]s->'%[2]s', %[1]s->'%[2]s' IS NULL FROM '%[3]s' ORDER BY id"), func(i int) string {
		if !want[i].found {
			return "NULL|NULL|NULL|1"
		}
		below := map[string]string{"0": "1", "1": "0"}[want[i].above(49.9999)]
		return fmt.Sprintf("%s|%s|%s|0", strconv.FormatFloat(want[i].number()+1, 'f', -1, 64), want[i].above(49.5), below)
	})
	eachIs(t, s, of("SELECT JSON_VALUE(%s, '%s') FROM '%s' ORDER BY id"), func(i int) string {
		if want[i].v == nil {
			return "NULL"
		}
		return want[i].text()
	})
	total, count := 0.0, 0
	for _, v := range want {
		if total += v.number(); v.found {
			count++
		}
	}
	query := of("SELECT SUM(%[1]s->>'%[2]s'), COUNT(%[1]s->'%[2]s') FROM '%[3]s'")
	if got, want := flat(mustRun(t, s, query)), fmt.Sprintf("%s|%d", strconv.FormatFloat(total, 'f', -1, 64), count); got != want {
		t.Errorf("%s: %s, want %s", query, got, want)
	}
}

// eachIs checks the rows of a query.
func eachIs(t *testing.T, s *Session, query string, want func(row int) string) {
	t.Helper()
	for i, got := range strings.Split(flat(mustRun(t, s, query)), "\n") {
		if want := want(i); got != want {
			t.Fatalf("%s, row %d: %s, want %s", query, i, got, want)
		}
	}
}

// What a path of elements and members finds in lists and maps of a Parquet file, as a text, a value, a number
// and in a comparison, and how long lists are, is what lies there.
func TestElementsOfParquetLists(t *testing.T) {
	const rows = 6000
	r := &listRows{rand.New(rand.NewPCG(8, 3)), map[string][]listed{}, map[string][]string{}}
	var lines strings.Builder
	for id := range rows {
		line, _ := encoded.Marshal(r.row(id))
		lines.Write(append(line, '\n'))
	}
	for name, options := range map[string][]parquet.WriterProperty{
		"words":       {parquet.WithMaxRowGroupLength(2500)},
		"plain":       {parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(500)},
		"some words":  {parquet.WithDictionaryPageSizeLimit(300), parquet.WithDataPageSize(300)},
		"newer pages": {parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithDataPageSize(700)},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "r.parquet")
			recordFile(t, file, listFields, lines.String(), rows, options...)
			s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
			for name, want := range r.found {
				column, path, _ := strings.Cut(name, " ")
				elementsAre(t, s, column, path, file, want)
			}
			for expr, want := range r.lengths {
				eachIs(t, s, fmt.Sprintf("SELECT %s FROM '%s' ORDER BY id", expr, file), func(i int) string { return want[i] })
			}
		})
	}
}
