package load

import (
	"bytes"
	"context"
	"iter"
	"math"
	"math/big"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/arrows"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store"
)

// TestManyDigitsInFiles: decimals of 38 digits and unsigned numbers go to files and come back.
func TestManyDigitsInFiles(t *testing.T) {
	many, _ := new(big.Int).SetString("12345678901234567890123456789012345678", 10)
	of := plan.Type{Kind: plan.Decimal, Precision: 38, Scale: 10, Name: "DECIMAL(38,10)"}
	rows := &plan.Rows{Len: 4, Columns: []plan.Vector{
		{Type: of, Wide: []*big.Int{many, new(big.Int).Neg(many), big.NewInt(0), big.NewInt(15)}, Nulls: []bool{false, false, true, false}},
		{Type: value.UnsignedType(), Ints: []int64{math.MaxInt64, math.MinInt64, 0, value.UnsignedNumber(7)}, Nulls: []bool{false, false, true, false}},
	}}
	columns := []plan.Output{{Name: "a", Type: of}, {Name: "u", Type: value.UnsignedType()}}
	once := iter.Seq2[*plan.Rows, error](func(yield func(*plan.Rows, error) bool) { yield(rows, nil) })
	var parquet bytes.Buffer
	var arrow loadtest.Buffer
	if err := arrows.WriteParquet(&parquet, columns, once); err != nil {
		t.Fatal(err)
	}
	if err := arrows.WriteIPC(&arrow, columns, once); err != nil {
		t.Fatal(err)
	}
	const text = "a,u\n1234567890123456789012345678.9012345678,18446744073709551615\n-1234567890123456789012345678.9012345678,0\n\\N,\\N\n0.0000000015,+7\n"
	for name, content := range map[string][]byte{"w.parquet": parquet.Bytes(), "w.arrow": arrow.Bytes(), "w.csv": []byte(text)} {
		def := store.Definition{Name: "w", Columns: []plan.Column{{Name: "a", Type: of, Nullable: true}, {Name: "u", Type: value.UnsignedType(), Nullable: true}}}
		path := loadtest.Write(t, name, content)
		if name != "w.csv" {
			proposed, _, err := Infer(context.Background(), path, Options{})
			if err != nil || proposed.Columns[0].Type != of || proposed.Columns[1].Type != value.UnsignedType() {
				t.Errorf("%s: proposed %v, %v", name, proposed.Columns, err)
			}
		}
		src, err := Open(context.Background(), []string{path}, def, Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := src.Next(context.Background())
		if err != nil || b.Rows != rows.Len {
			t.Fatalf("%s: %v, %v", name, b, err)
		}
		for row := range rows.Len {
			a, u := &b.Columns[0], &b.Columns[1]
			if null := rows.Columns[0].Nulls[row]; null != a.Nulls[row] || null != u.Nulls[row] {
				t.Errorf("%s, row %d: NULL is %v, %v", name, row, a.Nulls[row], u.Nulls[row])
			} else if !null && (value.KeyNumber([]byte(a.Dict[a.Codes[row]])).Cmp(rows.Columns[0].Wide[row]) != 0 || u.Ints[row] != rows.Columns[1].Ints[row]) {
				t.Errorf("%s, row %d: %q, %d", name, row, a.Dict[a.Codes[row]], u.Ints[row])
			}
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"a,u\n12345678901234567890123456789,1\n", "a,u\n0.00000000001,1\n", "a,u\n1,18446744073709551616\n", "a,u\n1,-1\n"} {
		def := store.Definition{Name: "w", Columns: []plan.Column{{Name: "a", Type: of, Nullable: true}, {Name: "u", Type: value.UnsignedType(), Nullable: true}}}
		src, err := Open(context.Background(), []string{loadtest.Write(t, "bad.csv", []byte(bad))}, def, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := src.Next(context.Background()); err == nil {
			t.Errorf("%q is taken", bad)
		}
		_ = src.Close()
	}
}
