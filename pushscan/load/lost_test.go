package load

import (
	"io"
	"strings"
	"testing"

	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store"
)

// Whole numbers that 64 bits do not hold have types that do, without a sign or with more digits.
func TestInferLargeNumbers(t *testing.T) {
	for values, want := range map[string]string{
		"9223372036854775807 -9223372036854775808": "BIGINT", "18446744073709551615 9223372036854775808 0": "BIGINT UNSIGNED",
		"-1 9223372036854775808": "DECIMAL(38,0)", "18446744073709551616": "DECIMAL(38,0)", "-9223372036854775809 2": "DECIMAL(38,0)",
		strings.Repeat("9", 39): "DECIMAL(65,0)", strings.Repeat("9", 66): "DOUBLE", "18446744073709551616 1.5": "DOUBLE", "18446744073709551616 1e5": "DOUBLE",
	} {
		path := loadtest.Write(t, "t.csv", []byte("a\n"+strings.ReplaceAll(values, " ", "\n")+"\n"))
		def, s, err := Infer(t.Context(), path, Options{})
		if err != nil || typesOf(def) != want {
			t.Errorf("%s: %s, %v; want %s", values, typesOf(def), err, want)
			continue
		}
		if err := readAll(t, path, def, s.Under(Options{}), 0); err != nil {
			t.Errorf("%s as %s: %v", values, want, err)
		}
	}
	for late, want := range map[string]string{"9223372036854775808": "BIGINT UNSIGNED", "18446744073709551616": "DECIMAL(38,0)", "-9223372036854775809": "DECIMAL(38,0)", "1.5": "DOUBLE", "1e5": "DOUBLE"} {
		path := loadtest.Write(t, "t.csv", []byte("a\n"+strings.Repeat("7\n", SampleBytes)+late+"\n"))
		def, s, err := Infer(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = readAll(t, path, def, s.Under(Options{}), 0)
		if def, ok := Wider(t.Context(), []string{path}, def, Options{}, err, false); !ok || typesOf(def) != want {
			t.Errorf("%s behind the sample: %s, %t; want %s", late, typesOf(def), ok, want)
		}
	}
}

// Numbers that begin with a zero behind the sample are counted, where their type was found out, however
// they are written.
func TestZerosAreCounted(t *testing.T) {
	path := loadtest.Write(t, "t.csv", []byte("a,b\n"+strings.Repeat("12345,5\n", SampleBytes/8+9)+"01234,0\n\"00012\",0.5\n 007 ,00\n-012,1\n0,1\n"))
	def, s, err := Infer(t.Context(), path, Options{})
	if err != nil || typesOf(def) != "BIGINT BIGINT" {
		t.Fatal(typesOf(def), err)
	}
	def.Columns[1].Type.Name = "BIGINT"
	wider, ok := Wider(t.Context(), []string{path}, def, Options{Written: &s.Written}, readAll(t, path, def, Options{Written: &s.Written}, -1), false)
	if !ok || typesOf(wider) != "BIGINT DOUBLE" {
		t.Fatal(typesOf(wider), ok)
	}
	if err := readAll(t, path, wider, Options{Written: &s.Written}, 3); err != nil {
		t.Error(err)
	}
	if err := readAll(t, path, wider, Options{}, 0); err != nil {
		t.Error(err)
	}
}

// readAll reads a file, whose first column has lost so many zeros; -1: nobody counts.
func readAll(t *testing.T, path string, def store.Definition, o Options, zeros int) error {
	t.Helper()
	r, err := Open(t.Context(), []string{path}, def, o)
	if err != nil {
		return err
	}
	defer r.Close()
	for err == nil {
		_, err = r.Next(t.Context())
	}
	got := 0
	for _, l := range r.Files()[0].Lost {
		if got += l.Zeros; l.Column != "a" || l.Endless+l.Rounded > 0 {
			t.Errorf("lost: %+v", l)
		}
	}
	if zeros >= 0 && got != zeros {
		t.Errorf("%d zeros are lost, want %d", got, zeros)
	}
	if err == io.EOF {
		return nil
	}
	return err
}
