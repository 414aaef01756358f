package parquet

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	writer "github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/plan"
)

// made is rows as Arrow has them, and the texts of their values by columns.
func made(r *rand.Rand, rows int) (arrow.Record, [][]string) {
	fields := []arrow.Field{
		{Name: "i32", Type: arrow.PrimitiveTypes.Int32}, {Name: "i64", Type: arrow.PrimitiveTypes.Int64},
		{Name: "u32", Type: arrow.PrimitiveTypes.Uint32}, {Name: "f32", Type: arrow.PrimitiveTypes.Float32},
		{Name: "f64", Type: arrow.PrimitiveTypes.Float64}, {Name: "truth", Type: arrow.FixedWidthTypes.Boolean},
		{Name: "few", Type: arrow.BinaryTypes.String}, {Name: "many", Type: arrow.BinaryTypes.String},
		{Name: "sure", Type: arrow.PrimitiveTypes.Int64}, {Name: "ones", Type: arrow.PrimitiveTypes.Int64},
	}
	for i := range fields {
		fields[i].Nullable = fields[i].Name != "sure"
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	defer b.Release()
	want := make([][]string, len(fields))
	for row := range rows {
		for i, f := range b.Fields() {
			text := valueOf(r, fields[i].Name, row)
			if fields[i].Nullable && r.IntN(5) == 0 || fields[i].Name == "ones" && row < rows/2 {
				f.AppendNull()
				text = "NULL"
			} else if err := f.AppendValueFromString(text); err != nil {
				panic(err)
			}
			want[i] = append(want[i], text)
		}
	}
	return b.NewRecord(), want
}

func valueOf(r *rand.Rand, name string, row int) string {
	switch name {
	case "i32":
		return fmt.Sprint(int32(r.Uint32()) >> r.IntN(32))
	case "i64":
		return fmt.Sprint(int64(r.Uint64()) >> r.IntN(64))
	case "u32":
		return fmt.Sprint(r.Uint32() >> r.IntN(32))
	case "f32", "f64":
		return fmt.Sprint(float64(r.IntN(1<<20)-1<<19) / 8)
	case "truth":
		return fmt.Sprint(r.IntN(2) == 1)
	case "few":
		return fmt.Sprint("wört ", r.IntN(20))
	case "many":
		return strings.Repeat("ab", r.IntN(4)) + fmt.Sprint(r.IntN(1<<30))
	case "sure":
		return fmt.Sprint(row)
	}
	return "1"
}

// written is a file of rows.
func written(t testing.TB, rec arrow.Record, options ...writer.WriterProperty) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(rec.Schema(), &out, writer.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
	if err == nil {
		err = errors.Join(w.Write(rec), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readAll gives the texts of all values by columns; an error where the file is wrong.
func readAll(content []byte, most int64) ([][]string, error) {
	from := bytes.NewReader(content)
	f, err := Open(from, int64(len(content)), most)
	if err != nil {
		return nil, err
	}
	var room Room
	out := make([][]string, len(f.Fields))
	for i := range f.Fields {
		if f.Fields[i].Unheld != "" || f.Unread(i) != "" {
			continue
		}
		for g := range f.Groups {
			for _, leaf := range f.Fields[i].Leaves() {
				if err := readPart(f.Part(from, &room, g, leaf)); err != nil {
					return nil, err
				}
			}
			if f.Fields[i].Nested != nil {
				continue
			}
			if out[i], err = readColumn(out[i], f.Cursor(from, &room, g, i)); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// readPart reads the entries of a part.
func readPart(c *Cursor) error {
	for range mostTexts / PieceRows {
		if _, err := c.Entries(context.Background()); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	return nil
}

// mostTexts is how many values are read: a file can have more than there is time for.
const mostTexts = 1 << 20

func readColumn(out []string, c *Cursor) ([]string, error) {
	for most := 1; len(out) < mostTexts; most = 3*most%(2*PieceRows) + 1 {
		p, err := c.Next(context.Background(), most)
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		next := 0
		for row := range p.Rows {
			if p.Nulls != nil && p.Nulls[row] {
				out = append(out, "NULL")
				continue
			}
			out = append(out, shown(c, &p, next))
			next++
		}
		if n := max(len(p.Ints), len(p.Floats), len(p.Texts), len(p.Indexes)); n != next {
			return nil, fmt.Errorf("%d values of %d rows that are not NULL", n, next)
		}
	}
	return out, nil
}

func shown(c *Cursor, p *Piece, i int) string {
	switch {
	case c.field.Physical == Boolean:
		return fmt.Sprint(p.Ints[i] == 1)
	case p.Ints != nil:
		return fmt.Sprint(p.Ints[i])
	case p.Floats != nil:
		return fmt.Sprint(p.Floats[i])
	case p.Indexes != nil:
		return string(c.Words().Texts[p.Indexes[i]])
	}
	return string(p.Texts[i])
}

// variants are ways to write a file.
func variants() map[string][]writer.WriterProperty {
	out := map[string][]writer.WriterProperty{"dictionaries": nil, "plain": {writer.WithDictionaryDefault(false)},
		"pages": {writer.WithDataPageSize(300), writer.WithMaxRowGroupLength(700)}, "spilled": {writer.WithDictionaryPageSizeLimit(200), writer.WithDataPageSize(500)},
		"newer":       {writer.WithDataPageVersion(writer.DataPageV2), writer.WithDataPageSize(400)},
		"newer plain": {writer.WithDataPageVersion(writer.DataPageV2), writer.WithDictionaryDefault(false), writer.WithCompression(compress.Codecs.Snappy)},
	}
	for name, codec := range map[string]compress.Compression{"snappy": compress.Codecs.Snappy, "gzip": compress.Codecs.Gzip, "zstd": compress.Codecs.Zstd, "brotli": compress.Codecs.Brotli} {
		out[name] = []writer.WriterProperty{writer.WithCompression(codec)}
	}
	deltas := []writer.WriterProperty{writer.WithDictionaryDefault(false)}
	for _, name := range []string{"i32", "i64", "u32", "sure"} {
		deltas = append(deltas, writer.WithEncodingFor(name, writer.Encodings.DeltaBinaryPacked))
	}
	out["delta lengths"] = append(slices.Clone(deltas), writer.WithEncodingFor("few", writer.Encodings.DeltaLengthByteArray), writer.WithEncodingFor("many", writer.Encodings.DeltaLengthByteArray))
	out["delta texts"] = append(slices.Clone(deltas), writer.WithEncodingFor("few", writer.Encodings.DeltaByteArray), writer.WithEncodingFor("many", writer.Encodings.DeltaByteArray))
	return out
}

// What a file was written of is read, however it is written.
func TestValues(t *testing.T) {
	for name, options := range variants() {
		for _, rows := range []int{0, 1, 9, 3000, 20000} {
			if testing.Short() && rows > 3000 {
				continue // one goroutine reads them
			}
			if strings.HasPrefix(name, "delta") && rows == 1 {
				continue // the writer fails where a page is of NULLs alone
			}
			rec, want := made(rand.New(rand.NewPCG(7, uint64(rows))), rows)
			got, err := readAll(written(t, rec, options...), 64<<20)
			if err != nil {
				t.Errorf("%s, %d rows: %v", name, rows, err)
				continue
			}
			for i := range want {
				if !slices.Equal(got[i], want[i]) {
					t.Errorf("%s, %d rows: column %s: %d values, or others than were written", name, rows, rec.ColumnName(i), len(got[i]))
				}
			}
		}
	}
}

// The bounds that a row group says are those of its numbers.
func TestBounds(t *testing.T) {
	rec, _ := made(rand.New(rand.NewPCG(8, 1)), 1000)
	content := written(t, rec, writer.WithMaxRowGroupLength(250))
	f, err := Open(bytes.NewReader(content), int64(len(content)), 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	sure := 8
	for g := range f.Groups {
		low, high, nulls, ok := f.Bounds(g, sure)
		if low != int64(250*g) || high != int64(250*g+249) || nulls || !ok {
			t.Errorf("row group %d: from %d to %d, NULLs %t, known %t", g, low, high, nulls, ok)
		}
	}
	if _, _, nulls, ok := f.Bounds(0, 9); !nulls || !ok {
		t.Error("a row group of NULLs has none")
	}
	if _, _, _, ok := f.Bounds(0, 6); ok {
		t.Error("texts have bounds that are numbers")
	}
}

// The bounds of doubles are their ranks; what is no number says nothing, either zero stands for both,
// and NULLs alone have none.
func TestBoundsOfDoubles(t *testing.T) {
	nan, minus := math.NaN(), math.Copysign(0, -1)
	for _, test := range []struct {
		low, high float64
		ok        bool
	}{{2.5, 82.25, true}, {minus, 0, true}, {0, minus, true}, {math.Inf(-1), math.Inf(1), true}, {-3.5, -0.25, true}, {nan, 1, false}, {1, nan, false}, {nan, nan, false}, {2, 1, false}} {
		narrow := chunk{values: 9, nulls: -1, low: binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(test.low))), high: binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(test.high)))}
		wide := chunk{values: 9, low: binary.LittleEndian.AppendUint64(nil, math.Float64bits(test.low)), high: binary.LittleEndian.AppendUint64(nil, math.Float64bits(test.high))}
		f := &File{Fields: []Field{{Physical: Float, optional: true, leaf: 0}, {Physical: Double, optional: true, leaf: 1}}, Groups: []Group{{Rows: 9, columns: []chunk{narrow, wide}}}}
		for field, wantNulls := range []bool{true, false} {
			low, high, nulls, ok := f.Bounds(0, field)
			if ok != test.ok || nulls != wantNulls || ok && (low != plan.RankOf(test.low+0) || high != plan.RankOf(test.high+0)) {
				t.Errorf("field %d, from %v to %v: from %v to %v, NULLs %t, known %t", field, test.low, test.high, plan.OfRank(low), plan.OfRank(high), nulls, ok)
			}
		}
	}
	f := &File{Fields: []Field{{Physical: Double, optional: true}}, Groups: []Group{{Rows: 9, columns: []chunk{{values: 9, nulls: 9}}}}}
	if low, high, nulls, ok := f.Bounds(0, 0); low <= high || !nulls || !ok {
		t.Errorf("of NULLs from %v to %v, NULLs %t, known %t", low, high, nulls, ok)
	}
	f.Groups[0].columns[0].nulls = 0
	if _, _, _, ok := f.Bounds(0, 0); ok {
		t.Error("bounds are known that are not there")
	}
}

// The bounds of texts are those of the rows, where all have some, and none are known of numbers and of
// a row group of NULLs.
func TestTextBounds(t *testing.T) {
	const few, sure, ones = 6, 8, 9
	rec, want := made(rand.New(rand.NewPCG(8, 2)), 1000)
	for name, options := range variants() {
		content := written(t, rec, append(options, writer.WithMaxRowGroupLength(250))...)
		f, err := Open(bytes.NewReader(content), int64(len(content)), 64<<20)
		if err != nil {
			t.Fatal(err)
		}
		first := int64(0)
		for g := range f.Groups {
			rows := f.Groups[g].Rows
			texts := slices.DeleteFunc(slices.Clone(want[few][first:first+rows]), func(s string) bool { return s == "NULL" })
			low, high, ok := f.TextBounds(g, few)
			if !ok || low != slices.Min(texts) || high != slices.Max(texts) {
				t.Errorf("%s: row group %d: from %q to %q, known %t; want %q and %q", name, g, low, high, ok, slices.Min(texts), slices.Max(texts))
			}
			first += rows
		}
		for _, field := range []int{sure, ones} {
			if _, _, ok := f.TextBounds(0, field); ok {
				t.Errorf("%s: field %d has bounds that are texts", name, field)
			}
		}
	}
}

// A row group says that all values are words of its dictionary where that is so, however it is
// written, and the words are there before any row is read.
func TestWorded(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads it all, so the race detector, for which -short is, has nothing to see: make test runs it")
	}
	const few, many = 6, 7
	rec, want := made(rand.New(rand.NewPCG(7, 3)), 20000)
	worded := map[string]bool{}
	for name, options := range variants() {
		content := written(t, rec, options...)
		f, err := Open(bytes.NewReader(content), int64(len(content)), 64<<20)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range []int{few, many} {
			for g := range f.Groups {
				if worded[fmt.Sprint(name, " ", rec.ColumnName(field))] = f.Worded(g, field); f.Worded(g, field) {
					checkWords(t, f, content, g, field, want[field])
				}
			}
		}
	}
	for name, is := range map[string]bool{"dictionaries few": true, "pages few": true, "newer few": true, "zstd few": true, "plain few": false, "spilled many": false, "delta texts few": false, "newer plain few": false} {
		if worded[name] != is {
			t.Errorf("%s: all are words: %t", name, worded[name])
		}
	}
}

func checkWords(t *testing.T, f *File, content []byte, group, field int, want []string) {
	t.Helper()
	words, err := f.Words(context.Background(), bytes.NewReader(content), &Room{}, group, field)
	if err != nil {
		t.Fatal(err)
	}
	c := f.Cursor(bytes.NewReader(content), &Room{}, group, field)
	for {
		p, err := c.Next(context.Background(), PieceRows)
		if err == io.EOF {
			return
		}
		if err != nil || p.Texts != nil {
			t.Fatal(len(p.Texts), "values are no words", err)
		}
		for _, at := range p.Indexes {
			if word := string(words.Texts[at]); !slices.Contains(want, word) {
				t.Fatalf("%q is no value", word)
			}
		}
	}
}

// Whatever bytes a file has, it is read or there is an error, in little memory.
func FuzzFile(f *testing.F) {
	for _, options := range variants() {
		rec, _ := made(rand.New(rand.NewPCG(9, 2)), 120)
		f.Add(written(f, rec, options...))
	}
	for _, name := range []string{"newer", "kinds"} {
		content, err := os.ReadFile("../testdata/duckdb/" + name + ".parquet")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		debug.SetMemoryLimit(1 << 30)
		_, err := readAll(content, 8<<20)
		_ = err // any will do: what counts is that nothing panics, hangs or takes more memory
		readWords(content)
	})
}

// readWords reads the dictionaries of which a file says that all values are of them.
func readWords(content []byte) {
	f, err := Open(bytes.NewReader(content), int64(len(content)), 8<<20)
	if err != nil {
		return
	}
	for g := range f.Groups {
		for field := range f.Fields {
			if f.Fields[field].Unheld == "" && f.Worded(g, field) {
				_, _ = f.Words(context.Background(), bytes.NewReader(content), &Room{}, g, field)
			}
		}
	}
}

// Values that are all NULL may be stored as nothing at all, whatever would unpack them.
func TestNothingIsUnpacked(t *testing.T) {
	for _, codec := range []compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Zstd, compress.Codecs.Gzip, compress.Codecs.Brotli} {
		p := &pages{Room: &Room{}, file: &File{most: 1 << 20}, codec: int64(codec)}
		var to []byte
		if got, err := p.unpack(nil, 0, &to); err != nil || len(got) != 0 {
			t.Errorf("%v: %d bytes, %v", codec, len(got), err)
		}
		if got, err := p.unpack(nil, 1, &to); err == nil {
			t.Errorf("%v: %d bytes of none", codec, len(got))
		}
	}
}

// A newer page has levels of repetition before those of definition; of a field that is not
// repeated they may be there, and say nothing.
func TestNewerPageWithLevelsOfRepetition(t *testing.T) {
	stored := []byte{9, 9, 1, 2, 3, 4, 5, 6, 7}
	c := &Cursor{pages: pages{Room: &Room{}, file: &File{most: 1 << 20}}}
	for _, one := range []struct {
		repeated, defined int64
		levels, values    []byte
	}{{0, 2, stored[:2], stored[2:]}, {2, 3, stored[2:5], stored[5:]}, {2, 7, stored[2:], nil}, {3, 7, nil, nil}} {
		c.most = levels{defined: 1}
		err := c.newerPage(pageHeader{repeated: one.repeated, defined: one.defined, plain: int64(len(stored))}, stored)
		if one.levels == nil {
			if err == nil {
				t.Errorf("%d and %d bytes of levels in a page of %d", one.repeated, one.defined, len(stored))
			}
			continue
		}
		if err != nil || !bytes.Equal(c.levels.data, one.levels) || !bytes.Equal(c.values, one.values) {
			t.Errorf("%d and %d: levels %v, values %v, %v", one.repeated, one.defined, c.levels.data, c.values, err)
		}
	}
}
