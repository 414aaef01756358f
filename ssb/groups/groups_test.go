package groups

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/sql"
	"gsdms/ssb/bench"
)

// rowsOf gives all rows of a table as texts and numbers.
func rowsOf(t *testing.T, s *bench.Suite, table int) (columns [][]any) {
	t.Helper()
	source, err := s.Tables[table].Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for {
		b, err := source.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return columns
		} else if err != nil {
			t.Fatal(err)
		}
		columns = slices.Grow(columns, len(b.Columns))[:len(b.Columns)]
		for i, c := range b.Columns {
			for row := range b.Rows {
				switch {
				case c.Ints != nil:
					columns[i] = append(columns[i], c.Ints[row])
				case c.Floats != nil:
					columns[i] = append(columns[i], c.Floats[row])
				default:
					columns[i] = append(columns[i], c.Dict[c.Codes[row]])
				}
			}
		}
	}
}

func distinct(values []any) map[any]int {
	out := map[any]int{}
	for _, v := range values {
		out[v]++
	}
	return out
}

// TestRecipe holds the published recipe against the rows: distinct values, ranges, forms.
func TestRecipe(t *testing.T) {
	const n, k = 200_000, 100
	s, err := New(Options{Rows: n, Keys: k, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	g := rowsOf(t, s, 0)
	for column, want := range []int{k, k, n / k, k, k, n / k, 5, 15} {
		if got := distinct(g[column]); len(got) != want {
			t.Errorf("column %d of g has %d values, want %d", column, len(got), want)
		}
	}
	form := map[int]string{0: `^id(00[1-9]|0[1-9]\d|100)$`, 2: `^id000000\d{4}$`}
	for column, want := range form {
		for v := range distinct(g[column]) {
			if !regexp.MustCompile(want).MatchString(v.(string)) {
				t.Errorf("column %d of g has %v, want %s", column, v, want)
			}
		}
	}
	sum := 0.0
	for _, v := range g[8] {
		f := v.(float64)
		sum += f
		if f < 0 || f > 100 || f != roundTo6(f) {
			t.Fatalf("v3 has %v", v)
		}
	}
	if mean := sum / n; mean < 49.5 || mean > 50.5 {
		t.Errorf("the mean of v3 is %v", mean)
	}
}

func roundTo6(f float64) (out float64) {
	fmt.Sscanf(fmt.Sprintf("%.6f", f), "%g", &out)
	return out
}

// TestNineTenthsMatch counts the keys that the tables of the joins have in common.
func TestNineTenthsMatch(t *testing.T) {
	const n = 100_000
	s, err := New(Options{Rows: n, Keys: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	medium, big, x := rowsOf(t, s, 2), rowsOf(t, s, 3), rowsOf(t, s, 4)
	for _, c := range []struct {
		name        string
		left, right []any
		keys        int
	}{{"medium", x[1], medium[1], n / 1000}, {"big", x[2], big[2], n}} {
		ours, theirs := distinct(c.left), distinct(c.right)
		common := 0
		for key := range ours {
			if theirs[key] > 0 {
				common++
			}
		}
		if len(ours) != c.keys || len(theirs) != c.keys || common != c.keys*9/10 {
			t.Errorf("%s: %d and %d keys, %d in common", c.name, len(ours), len(theirs), common)
		}
	}
	if len(distinct(big[1])) != n/1000 || x[5][7] != fmt.Sprintf("id%d", x[2][7]) {
		t.Errorf("id2 of big has %d values, id6 of x is %v where id3 is %v", len(distinct(big[1])), x[5][7], x[2][7])
	}
}

// TestFilesHoldTheSameRows loads from files and from the generator, and compares.
func TestFilesHoldTheSameRows(t *testing.T) {
	s, err := New(Options{Rows: 3000, Keys: 10, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := s.Write(t.Context(), dir, 2, nil); err != nil {
		t.Fatal(err)
	}
	var answers [2]bytes.Buffer
	for i, from := range []string{"", dir} {
		ask(t, s, from, &answers[i])
	}
	if answers[0].Len() < 3000 || !bytes.Equal(answers[0].Bytes(), answers[1].Bytes()) {
		t.Errorf("%d bytes from the generator, %d from files", answers[0].Len(), answers[1].Len())
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.partial")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// ask loads a suite and writes all rows of its tables.
func ask(t *testing.T, s *bench.Suite, from string, out io.Writer) {
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	e, err := sql.Open(t.Context(), sql.Config{Dir: t.TempDir(), Backend: backend})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := bench.Load(t.Context(), e, s, bench.LoadOptions{From: from}); err != nil {
		t.Fatal(err)
	}
	for _, table := range s.Tables {
		r, err := e.NewSession().Query(t.Context(), "SELECT * FROM "+table.Name)
		if err != nil {
			t.Fatal(err)
		}
		for row := range r.Rows.Len {
			for c := range r.Columns {
				text, _ := r.Text(row, c)
				fmt.Fprint(out, text, "|")
			}
			fmt.Fprintln(out)
		}
	}
}

func TestBadSizes(t *testing.T) {
	for _, o := range []Options{{Rows: 0, Keys: 1}, {Rows: 1000, Keys: 0}, {Rows: 1000, Keys: 1001}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}
