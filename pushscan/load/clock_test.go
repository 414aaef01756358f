package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
)

// Moments of all years in several spellings, against package time.
func TestDateTimeAgainstTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		at := time.Unix(r.Int64N(253402300799+62135596800)-62135596800, r.Int64N(1e6)*1000).UTC()
		for _, form := range []string{"2006-01-02 15:04:05.000000", "2006-01-02T15:04:05.000000Z", "2006-01-02 15:04:05.000000+00:00"} {
			if got, ok := parseDateTime([]byte(at.Format(form)), 6); !ok || got != at.UnixMicro() {
				t.Fatalf("%s: %d %v, want %d", at.Format(form), got, ok, at.UnixMicro())
			}
		}
		zone := time.FixedZone("", (r.IntN(27)-13)*3600+r.IntN(4)*900)
		if text := at.In(zone).Format("2006-01-02T15:04:05-07:00"); at.Year() > 1 && at.Year() < 9999 {
			if got, ok := parseDateTime([]byte(text), 0); !ok || got != at.Unix() {
				t.Fatalf("%s: %d %v, want %d", text, got, ok, at.Unix())
			}
		}
	}
	for text, want := range map[string]int64{"1970-01-02": 86400, "1970-01-01 00:01": 60, "1970-01-01 00:00:01.000": 1, "1969-12-31 23:59:59": -1} {
		if got, ok := parseDateTime([]byte(text), 0); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "1970-01-01 24:00:00", "1970-01-01 00:60:00", "1970-01-01 00:00:60", "1970-01-01 00:00:00.5", "1970-02-30 00:00:00", "1970-01-01 0:00:00", "1970-01-01x00:00:00",
		"1970-01-01 00:00:00 x", "1970-01-01 00:00:00+15:00", "1970-01-01 00:00:00.", "1970-01-01 00:00:0", "1970-01-01 "} {
		if got, ok := parseDateTime([]byte(text), 0); ok {
			t.Errorf("%q taken as %d", text, got)
		}
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]int64{"00:00:00": 0, "-10:11:12": -366720, "838:59:59": 30203990, "100:00:00.5": 3600005, "23:59": 863400} {
		if got, ok := parseTime([]byte(text), 1); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"839:00:00", "1:00:00", "10:60:00", "10", "10:00:00.25", "--10:00:00"} {
		if got, ok := parseTime([]byte(text), 1); ok {
			t.Errorf("%q taken as %d", text, got)
		}
	}
}

// Texts that are moments or times give columns of these, with the digits that there are.
func TestInferTimes(t *testing.T) {
	path := write(t, "t.csv", []byte("a,b,c,d,e,f\n2013-07-15 10:11:12,2013-07-15T10:11:12.5Z,2013-07-15,10:11:12,2013-07-15,10:11\n2013-07-16 00:00:00,2013-07-15T10:11:12.25+02:00,2013-07-16 10:00:00,100:00:00.125,2013-07-16,x\n,,,,,\n"))
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
	path := write(t, "t.arrow", ipcStreamBytes(t, b.NewRecord()))
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
	path = write(t, "u.arrow", ipcStreamBytes(t, b.NewRecord()))
	if _, err := rowsOf([]string{path}, def, Options{}); err == nil {
		t.Error("a nanosecond is taken")
	}
	def.Columns[0].Type = plan.Type{Kind: plan.DateTime, Scale: 2, Name: "DATETIME(2)"}
	path = write(t, "t.arrow", ipcStreamBytes(t, arrowSeconds()))
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
