package load

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
	"gsdms/pushscan/load/loadtest"
)

// Texts that are moments or times give columns of these, with the digits that there are.
func TestInferTimes(t *testing.T) {
	path := loadtest.Write(t, "t.csv", []byte("a,b,c,d,e,f\n2013-07-15 10:11:12,2013-07-15T10:11:12.5Z,2013-07-15,10:11:12,2013-07-15,10:11\n2013-07-16 00:00:00,2013-07-15T10:11:12.25+02:00,2013-07-16 10:00:00,100:00:00.125,2013-07-16,x\n,,,,,\n"))
	def, _, err := Infer(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, c := range def.Columns {
		types = append(types, c.Type.String())
	}
	if got := fmt.Sprint(types); got != "[DATETIME DATETIME(2) DATETIME TIME(3) DATE VARCHAR]" {
		t.Error(got)
	}
	got, err := rowsOf([]string{path}, def, Options{})
	want := `[["2013-07-15 10:11:12" "2013-07-15 10:11:12.50" "2013-07-15 00:00:00" "10:11:12.000" "2013-07-15" "10:11"] ` +
		`["2013-07-16 00:00:00" "2013-07-15 08:11:12.25" "2013-07-16 10:00:00" "100:00:00.125" "2013-07-16" "x"] ["NULL" "NULL" "NULL" "NULL" "NULL" ""]]`
	if err != nil || fmt.Sprintf("%q", got) != want {
		t.Errorf("%q, %v", got, err)
	}
}

// Timestamps and times of all units, of IPC files and of Parquet.
func TestArrowTimes(t *testing.T) {
	fields := []arrow.Field{
		{Name: "s", Type: arrow.FixedWidthTypes.Timestamp_s}, {Name: "ms", Type: arrow.FixedWidthTypes.Timestamp_ms}, {Name: "us", Type: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "Europe/Berlin"}},
		{Name: "ns", Type: arrow.FixedWidthTypes.Timestamp_ns}, {Name: "t", Type: arrow.FixedWidthTypes.Time32ms}, {Name: "u", Type: arrow.FixedWidthTypes.Time64us},
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	b.Field(0).(*array.TimestampBuilder).Append(-1)
	b.Field(1).(*array.TimestampBuilder).Append(1373883072345)
	b.Field(2).(*array.TimestampBuilder).Append(1373883072345678)
	b.Field(3).(*array.TimestampBuilder).Append(1373883072345678000)
	b.Field(4).(*array.Time32Builder).Append(36672345)
	b.Field(5).(*array.Time64Builder).Append(36672345678)
	path := loadtest.Write(t, "t.arrow", loadtest.IPCStream(t, b.NewRecord()))
	def, _, err := Infer(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := rowsOf([]string{path}, def, Options{})
	want := `[["1969-12-31 23:59:59" "2013-07-15 10:11:12.345" "2013-07-15 10:11:12.345678" "2013-07-15 10:11:12.345678" "10:11:12.345" "10:11:12.345678"]]`
	if err != nil || fmt.Sprintf("%q", got) != want {
		t.Errorf("%q, %v", got, err)
	}
	b.Field(0).(*array.TimestampBuilder).Append(0)
	b.Field(1).(*array.TimestampBuilder).Append(0)
	b.Field(2).(*array.TimestampBuilder).Append(0)
	b.Field(3).(*array.TimestampBuilder).Append(1)
	b.Field(4).(*array.Time32Builder).Append(0)
	b.Field(5).(*array.Time64Builder).Append(0)
	path = loadtest.Write(t, "u.arrow", loadtest.IPCStream(t, b.NewRecord()))
	if got, err := rowsOf([]string{path}, def, Options{}); err != nil || got[0][3] != "1970-01-01 00:00:00.000000" {
		t.Errorf("a nanosecond is %q, %v", got, err)
	}
	def.Columns[3].Type = plan.Type{Kind: plan.DateTime, Scale: 5, Name: "DATETIME(5)"}
	if _, err := rowsOf([]string{path}, def, Options{}); err == nil || !strings.Contains(err.Error(), "row 1, field 4 (ns)") {
		t.Errorf("a microsecond is taken for fewer digits: %v", err)
	}
	def.Columns[0].Type = plan.Type{Kind: plan.DateTime, Scale: 2, Name: "DATETIME(2)"}
	path = loadtest.Write(t, "t.arrow", loadtest.IPCStream(t, arrowSeconds()))
	def.Columns = def.Columns[:1]
	if got, err := rowsOf([]string{path}, def, Options{}); err != nil || got[0][0] != "1970-01-01 00:00:07.00" {
		t.Error(got, err)
	}
}

func arrowSeconds() arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "s", Type: arrow.FixedWidthTypes.Timestamp_s}}, nil))
	b.Field(0).(*array.TimestampBuilder).Append(7)
	return b.NewRecord()
}
