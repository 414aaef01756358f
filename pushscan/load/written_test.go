package load

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"gsdms/plan"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/loadtest"
)

// german writes hundredths with a comma for the point and points between thousands.
func german(n int64) string {
	whole, out := fmt.Sprint(n/100), fmt.Sprintf(",%02d", n%100)
	for ; len(whole) > 3; whole = whole[:len(whole)-3] {
		out = "." + whole[len(whole)-3:] + out
	}
	return whole + out
}

// Rows are the same however their days, moments, amounts and letters are written: what package time and
// numbers of hundredths say.
func TestWrittenOtherwise(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, form := range []string{"02.01.2006", "02/01/2006", "01/02/2006", "2-1-2006", "1/2/2006", "2006/01/02", "2.1.2006"} {
		for _, latin := range []bool{false, true} {
			var text strings.Builder
			text.WriteString("Tag;Zeit;Betrag;Größe;Stück\n")
			var want [][]string
			for range 3000 {
				at := time.Unix(random.Int64N(4e9)-1e9, 0).UTC()
				amount, size, pieces := random.Int64N(1e9), random.Int64N(100), random.Int64N(1e7)
				whole, _, _ := strings.Cut(german(pieces*100), ",")
				fmt.Fprintf(&text, "%s;%s;%s;%s;%s\n", at.Format(form), at.Format(form+" 15:04:05"), german(amount), strings.Repeat("ä", int(size%3)), whole)
				want = append(want, []string{at.Format("2006-01-02"), at.Format("2006-01-02 15:04:05"), fmt.Sprintf("%d.%02d", amount/100, amount%100),
					strings.Repeat("ä", int(size%3)), fmt.Sprint(pieces)})
			}
			content := text.String()
			if latin {
				var err error
				if content, err = charmap.Windows1252.NewEncoder().String(content); err != nil {
					t.Fatal(err)
				}
			}
			path := loadtest.Write(t, "f.csv", []byte(content))
			def, s, err := Infer(t.Context(), path, Options{})
			if err != nil || typesOf(def) != "DATE DATETIME DECIMAL(18,2) VARCHAR BIGINT" || s.Guessed != latin || def.Columns[3].Name != "Größe" {
				t.Fatalf("%s: %s, %+v, %v", form, typesOf(def), s, err)
			}
			rows, err := rowsOf([]string{path}, def, Options{Written: &s.Written})
			if err != nil || !sameRows(rows, want) {
				t.Fatalf("%s: %v, %.300q, want %.300q", form, err, rows, want)
			}
			if rows, err = rowsOf([]string{path}, def, Options{}); err != nil || !sameRows(rows, want) {
				t.Fatalf("%s into a table that is there: %v, %.300q, want %.300q", form, err, rows, want)
			}
		}
	}
}

// Moments of a day that has twice twelve hours, and days of years of two digits, are what package
// time reads.
func TestHalvesOfDays(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for _, form := range []string{"01/02/2006 03:04:05 PM", "1/2/06 3:04PM", "02.01.06 03:04 pm", "2006-01-02 03:04:05 PM", "01/02/06"} {
		var text strings.Builder
		text.WriteString("at,n\n")
		var want [][]string
		for i := range 3000 {
			said := time.Unix(random.Int64N(3e9), 0).UTC().Format(form)
			at, err := time.Parse(form, said)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&text, "%s,%d\n", said, i)
			shown, _ := strings.CutSuffix(at.Format("2006-01-02 15:04:05"), map[bool]string{true: " 00:00:00"}[!strings.Contains(form, ":")])
			want = append(want, []string{shown, fmt.Sprint(i)})
		}
		path := loadtest.Write(t, "f.csv", []byte(text.String()))
		def, s, err := Infer(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := rowsOf([]string{path}, def, Options{Written: &s.Written})
		if err != nil || !sameRows(rows, want) {
			t.Fatalf("%s: %s, %v, %.300q, want %.300q", form, typesOf(def), err, rows, want)
		}
	}
}

// Where the sample has days of less than twelve days, those behind it tell which number is the month.
func TestLaterDaysTell(t *testing.T) {
	for _, form := range []string{"01/02/2006 03:04:05 PM", "02/01/2006", "1/2/06"} {
		var text strings.Builder
		text.WriteString("at,n\n")
		var want []string
		for i := range 60_000 {
			at := time.Date(2023, 5, 1, 0, 20*i/10, 0, 0, time.UTC)
			fmt.Fprintf(&text, "%s,%d\n", at.Format(form), i)
			want = []string{at.Format("2006-01-02 15:04:05"), fmt.Sprint(i)}
		}
		path := loadtest.Write(t, "f.csv", []byte(text.String()))
		def, s, err := Infer(t.Context(), path, Options{})
		if err != nil || s.Unclear != nil {
			t.Fatalf("%s: %s, %v, %v", form, typesOf(def), s.Unclear, err)
		}
		rows, err := rowsOf([]string{path}, def, Options{Written: &s.Written})
		if err != nil || len(rows) != 60_000 || !strings.HasPrefix(want[0], rows[59_999][0]) || rows[59_999][1] != want[1] {
			t.Fatalf("%s: %s, %v, the last of %d rows is not %s", form, typesOf(def), err, len(rows), want)
		}
	}
}

// What is found shows in a line; what no value tells stays text, and is said.
func TestWhatIsFound(t *testing.T) {
	for _, c := range []struct{ text, types, found, unclear string }{
		{"d;n\n31.12.2024;3,5\n1.2.2024;12\n", "DATE DECIMAL(18,1)", `csv, delimiter ";", decimal commas, days like %d.%m.%Y, header`, ""},
		{"d\tn\n1.2.2024\t\"1.234,5\"\n", "VARCHAR DECIMAL(18,1)", `csv, delimiter "\t", decimal commas, points between thousands, header`, "d %d.%m.%Y %m.%d.%Y"},
		{"a,b\n01/02/2024,13/02/2024\n", "DATE DATE", `csv, delimiter ",", days like %d/%m/%Y, header`, ""},
		{"a,b\n01/02/2024,13.02.2024\n", "VARCHAR DATE", `csv, delimiter ",", days like %d.%m.%Y, header`, "a %d/%m/%Y %m/%d/%Y"},
		{"a,b,c\n01/02/2024,13/02/2024,02/13/2024\n", "VARCHAR DATE DATE", `csv, delimiter ",", days like %d/%m/%Y and %m/%d/%Y, header`, "a %d/%m/%Y %m/%d/%Y"},
		{"a,b\n13/02/2024,1\n02/13/2024,2\n", "VARCHAR BIGINT", `csv, delimiter ",", header`, ""},
		{"a,b\n31.12.24,1.2\n30/02/2024,2\n", "VARCHAR DECIMAL(18,1)", `csv, delimiter ",", header`, ""},
		{"a,b\n31.12.2024 25:00,31.02.2024\n", "VARCHAR VARCHAR", `csv, delimiter ",", header`, ""},
		{"a;b\n2024-1-5;2024/12/31 10:20:30.5\n", "DATE DATETIME(6)", `csv, delimiter ";", days like %Y-%m-%d and %Y/%m/%d, header`, ""},
		{"a,b\n01/02/2024,01/13/2024 02:15 PM\n", "DATE DATETIME", `csv, delimiter ",", days like %m/%d/%Y and %m/%d/%Y %h:%i %p, header`, ""},
		{"a,b\n12/31/24,1/13/24 12:15:00am\n", "DATE DATETIME", `csv, delimiter ",", days like %m/%d/%y and %m/%d/%y %h:%i:%s %p, header`, ""},
		{"a;b\n31.12.24;13-01-99\n01.02.68;02-01-70\n", "DATE DATE", `csv, delimiter ";", days like %d-%m-%y and %d.%m.%y, header`, ""},
		{"a,b\n1/2/24,1.10.12\n", "VARCHAR VARCHAR", `csv, delimiter ",", header`, "a %d/%m/%y %m/%d/%y"},
		{"a,b\n12/31/2024 13:15 PM,1/31/2024 10:00 AM\n12/31/2024 1:15 PM,1/31/2024 10:00\n", "VARCHAR VARCHAR", `csv, delimiter ",", header`, ""},
		{"a;b\n3,5;1.5\n", "VARCHAR DECIMAL(18,1)", `csv, delimiter ";", header`, ""},
		{"a;b\n3,5;1.500\n", "VARCHAR DECIMAL(18,3)", `csv, delimiter ";", header`, ""},
		{"a;b\n1.000,5;1.500\n999;7\n", "DECIMAL(18,1) BIGINT", `csv, delimiter ";", decimal commas, points between thousands, header`, ""},
		{"a;b\n1.000,5;1.5\n", "VARCHAR DECIMAL(18,1)", `csv, delimiter ";", header`, ""},
		{"a;b\n1.000,5;x\n1.5.2;y\n", "VARCHAR VARCHAR", `csv, delimiter ";", header`, ""},
		{"a;b\nZo\xeb;\x80 5\n", "VARCHAR VARCHAR", `csv, delimiter ";", latin1, header`, ""},
	} {
		def, s, err := Infer(t.Context(), loadtest.Write(t, "f.csv", []byte(c.text)), Options{})
		var unclear []string
		for _, u := range s.Unclear {
			unclear = append(unclear, u.Column+" "+strings.Join(u.Forms[:], " "))
		}
		if err != nil || typesOf(def) != c.types || s.String() != c.found || strings.Join(unclear, ", ") != c.unclear {
			t.Errorf("%q: %s, %s, %s (%v); want %s, %s, %s", c.text, typesOf(def), s, unclear, err, c.types, c.found, c.unclear)
		}
	}
}

// A value behind the sample that is not written so has its column widened as any other.
func TestLaterFormsAreWider(t *testing.T) {
	dir := t.TempDir()
	for late, want := range map[string]string{
		"31.12.2024 10:30;1;1": "DATETIME DECIMAL(18,1) BIGINT", "31.12.2024 10:30:00.25;1;1": "DATETIME(6) DECIMAL(18,1) BIGINT", "2024-12-31;1;1": "VARCHAR DECIMAL(18,1) BIGINT",
		"1.2.2024;1,25;1": "DATE DOUBLE BIGINT", "1.2.2024;x;1.234,5": "DATE VARCHAR DOUBLE", "1.2.2024;1.234,5;1.234": "DATE DECIMAL(18,1) BIGINT",
	} {
		path := lines(t, filepath.Base(dir)+".csv", []byte("d;n;i\n"+strings.Repeat("31.12.2024;1.234,5;7\n", 20_000)+late+"\n"))
		def, s, err := Infer(t.Context(), path, Options{})
		opts := Options{Written: &s.Written}
		for n := 0; err == nil; n++ {
			var rows [][]string
			if rows, err = rowsOf([]string{path}, def, opts); err == nil {
				if typesOf(def) != want || len(rows) != 20_001 {
					t.Errorf("%s: %s of %d rows, want %s", late, typesOf(def), len(rows), want)
				}
				break
			}
			var ok bool
			if def, ok = Wider(t.Context(), []string{path}, def, opts, err, true); ok && n < 5 {
				err = nil
			}
		}
		if err != nil {
			t.Errorf("%s: %v", late, err)
		}
	}
}

// A text is taken for Latin-1 where that explains most of its bytes, and for none where it is damaged
// or no text; behind the sample, too, where all of the file is looked at.
func TestLatinIsFoundOut(t *testing.T) {
	for text, want := range map[string]bool{
		"M\xfcller": true, "Müller": false, "plain": false, "": false, "Müller, caf\xe9": false, "\xabCAF\xc9\xbb \xe0 \xe8": true, "M\x81ller": false, "\xfc\x00": false,
		"Grö\xc3": false, "\xe4\xf6\xfc\xdf\x80": true, "\xff\x1b[": false,
	} {
		if got := isLatin([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	def := loadtest.Define("a str,b int")
	head := "a,b\n" + strings.Repeat("plain,1\n", 50_000)
	for late, want := range map[string]string{"M\xfcller,2\n": "Müller", "M\xfcller,2\nMüller Zoë,3\n": ""} {
		path := lines(t, "f.csv", []byte(head+late))
		_, err := rowsOf([]string{path}, def, Options{})
		opts, ok := Recoded(Options{}, err)
		if ok != (want != "") {
			t.Errorf("%q: %v after %v", late, ok, err)
		}
		if !ok {
			continue
		}
		if rows, err := rowsOf([]string{path}, def, opts); err != nil || rows[50_000][0] != want {
			t.Errorf("%q: %v", late, err)
		}
		if _, again := Recoded(opts, err); again {
			t.Errorf("%q is looked at twice", late)
		}
	}
	def.Columns[0].Type = plan.Type{Kind: plan.String, Name: "BLOB"}
	path := lines(t, "f.csv", []byte("a,b\nM\xfcller,2\n"))
	if s, _, err := sniff(path, def, Options{}); err != nil || s.Encoding != AnyEncoding {
		t.Errorf("of a column of bytes: %v, %v", s.Encoding, err)
	}
}

// A day in another form is told from one in that of SQL, though that may be none of the calendar.
func TestIsOtherDay(t *testing.T) {
	for text, want := range map[string]bool{"31.12.2024": true, "1/2/2024 10:00": true, "2024/1/2": true, "2024-04-31": false, "x": false, "": false, "1.2.24": false} {
		if got := IsOtherDay(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Of a record that is passed over Late tells whether it is wrong for a proposed type only.
func TestLate(t *testing.T) {
	def := loadtest.Define("a big,b str")
	path := lines(t, "f.csv", []byte("a,b\n1,x\nx,y\n2,\"q\"q\n3\n"))
	var late []bool
	opts := Options{}
	opts.Rejected = func(r delimited.Reject) { late = append(late, Late(def, r, opts) != nil) }
	if _, err := rowsOf([]string{path}, def, opts); err != nil || fmt.Sprint(late) != "[true false false]" {
		t.Error(late, err)
	}
}
