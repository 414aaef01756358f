package rowgroups

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/compress"

	"gsdms/plan/value"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/store/ingest"
)

// Whole is bigEndian where 64 bits hold the number.
func TestWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	wide := 0
	for range 20_000 {
		b := make([]byte, r.IntN(18))
		fill := byte(-r.IntN(2))
		for i := range b {
			if b[i] = fill; r.IntN(len(b)) < i {
				b[i] = byte(r.Uint32())
			}
		}
		want := bigEndian(b)
		n, ok := parquet.Whole(b)
		if ok != want.IsInt64() || ok && n != want.Int64() {
			t.Fatalf("% x: %d, %v, want %s", b, n, ok, want)
		}
		if !ok {
			wide++
		}
	}
	if wide == 0 || wide == 20_000 {
		t.Errorf("%d numbers have more than 64 bits", wide)
	}
}

// Decimals of 38 digits are numbers of 64 bits where all of them are said to be, and keys where one is not.
func TestNarrowDecimals(t *testing.T) {
	for _, more := range []string{"", "9999999999999999999999999999.5"} {
		wide := &arrow.Decimal128Type{Precision: 38, Scale: 1}
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "d", Type: wide, Nullable: true}}, nil))
		d := b.Field(0).(*array.Decimal128Builder)
		var want []string
		for i := range 500 {
			d.Append(decimal128.FromI64(int64(i-250) * 1e15))
			want = append(want, fmt.Sprintf("%d.0", (i-250)*1e14))
		}
		d.AppendNull()
		want = append(want, "NULL")
		if more != "" {
			if err := d.AppendValueFromString(more); err != nil {
				t.Fatal(err)
			}
			want = append(want, more)
		}
		p, _ := openParts(t, loadtest.Write(t, "d.parquet", loadtest.ParquetFile(t, b.NewRecord(), compress.Codecs.Snappy)))
		if p.isNarrow(0) != (more == "") {
			t.Errorf("with %q: narrow is %v", more, p.isNarrow(0))
		}
		row := 0
		for part := range p.Rows() {
			low, high, nulls, known := p.Bounds(part, 0)
			if known != (more == "") || known && (low > high || low < -250e15 || high > 249e15) {
				t.Errorf("with %q: from %d to %d, %v, %v", more, low, high, nulls, known)
			}
			err := p.Read(context.Background(), part, 0, func(_ int, values *ingest.Column, rows int) error {
				for i := range rows {
					got := "NULL"
					switch {
					case values.Nulls != nil && values.Nulls[i]:
					case more == "":
						got = fmt.Sprintf("%d.%d", values.Ints[i]/10, max(values.Ints[i]%10, -values.Ints[i]%10))
					default:
						got = value.OfWide(value.KeyNumber([]byte(values.Text(values.Codes[i]))), 1).String()
					}
					if got != want[row] {
						return fmt.Errorf("row %d is %s, want %s", row, got, want[row])
					}
					row++
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
		if row != len(want) {
			t.Errorf("with %q: %d rows, want %d", more, row, len(want))
		}
	}
}
