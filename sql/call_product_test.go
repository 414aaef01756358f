package sql

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/result"
)

// square reads what CALL matrix_product gives: names, and a sum for each pair of columns.
func square(t *testing.T, r *result.Set) (rows, columns []string, sums [][]float64) {
	t.Helper()
	for _, c := range r.Columns[1:] {
		columns = append(columns, c.Name)
	}
	for i := range r.Rows.Len {
		rows = append(rows, r.Rows.Columns[0].Texts[i])
		sums = append(sums, nil)
		for _, v := range r.Rows.Columns[1:] {
			sums[i] = append(sums[i], v.Floats[i])
		}
	}
	return rows, columns, sums
}

// Products of columns are those of the rows without NULL, of tables, views and files.
func TestMatrixProduct(t *testing.T) {
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	there := inStorage(t, s, spots(t, s, 500))
	of := map[string]func(a spot) float64{"id": func(a spot) float64 { return float64(a.id) }, "x": func(a spot) float64 { return a.x }, "y": func(a spot) float64 { return a.y }, "one": func(spot) float64 { return 1 }}
	file := filepath.Join(t.TempDir(), "points.csv")
	lines := []string{"id,x,y,one"}
	for _, a := range there {
		lines = append(lines, fmt.Sprintf("%d,%v,%v,1", a.id, a.x, a.y))
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, s, "CREATE VIEW v AS SELECT id, x, y, 1 AS one FROM p")
	for _, c := range []struct{ table, x, y, note string }{
		{"p", "x,y", "", "there"}, {"v", " one , x,y ", "", "there"}, {"p", "x", "y,id", "there"}, {"p", "id,y,y", "x", "there"}, {file, "one,x,y", "", ""},
	} {
		call, right := fmt.Sprintf("CALL matrix_product('%s', '%s')", c.table, c.x), c.x
		if c.y != "" {
			call, right = fmt.Sprintf("CALL matrix_product('%s', '%s', '%s')", c.table, c.x, c.y), c.y
		}
		rows, columns, sums := square(t, mustRun(t, s, call))
		if fmt.Sprint(rows) != fmt.Sprint(names(c.x)) || fmt.Sprint(columns) != fmt.Sprint(names(right)) {
			t.Errorf("%s: rows %v, columns %v", call, rows, columns)
		}
		for i, a := range names(c.x) {
			for j, b := range names(right) {
				want := 0.0
				for _, row := range there { // fewer than a tile has
					want = math.FMA(of[a](row), of[b](row), want)
				}
				if sums[i][j] != want {
					t.Errorf("%s: %s and %s: %v, want %v", call, a, b, sums[i][j], want)
				}
			}
		}
		if _, text := noted(t, s); c.note != "" && text != fmt.Sprintf("%d rows with NULL were left out", 500-len(there)) || c.note == "" && text != "" {
			t.Errorf("%s: the note is %q", call, text)
		}
	}
}

// inStorage gives points in the order of the table's rows.
func inStorage(t *testing.T, s *Session, points []spot) (out []spot) {
	t.Helper()
	at := map[int64]spot{}
	for _, p := range points {
		at[p.id] = p
	}
	for _, id := range mustRun(t, s, "SELECT id FROM p").Rows.Columns[0].Ints {
		if p, there := at[id]; there {
			out = append(out, p)
		}
	}
	return out
}

func names(list string) (out []string) {
	for _, name := range strings.Split(list, ",") {
		out = append(out, strings.TrimSpace(name))
	}
	return out
}

// Few rows, many columns, and what is no product.
func TestMatrixProductOfOddTables(t *testing.T) {
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	var columns, values []string
	for c := range 40 {
		columns, values = append(columns, fmt.Sprintf("c%d", c)), append(values, fmt.Sprint(c-20))
	}
	mustRun(t, s, "CREATE TABLE w ("+strings.Join(columns, " INT, ")+" INT); CREATE TABLE e (x DOUBLE, y INT, s VARCHAR(3)); CREATE TABLE h (x DOUBLE); INSERT INTO h VALUES (1e200), (2)")
	_, _, sums := square(t, mustRun(t, s, "CALL matrix_product('w', '"+strings.Join(columns, ",")+"')"))
	if len(sums) != 40 || len(sums[39]) != 40 || sums[39][39] != 0 {
		t.Errorf("of no rows: %v", sums)
	}
	mustRun(t, s, "INSERT INTO w VALUES ("+strings.Join(values, ", ")+")")
	_, _, sums = square(t, mustRun(t, s, "CALL matrix_product('w', '"+strings.Join(columns, ",")+"')"))
	for i := range 40 {
		for j := range 40 {
			if want := float64((i - 20) * (j - 20)); sums[i][j] != want {
				t.Errorf("of one row: columns %d and %d: %v, want %v", i, j, sums[i][j], want)
			}
		}
	}
	for text, want := range map[string]int{
		"CALL matrix_product('e', 'x, y', 'y')": 0, "CALL matrix_product('e', 's')": 1210, "CALL matrix_product('e', 'x', 's')": 1210, "CALL matrix_product('e', 'z')": 1054,
		"CALL matrix_product('e', 'x', 'z')": 1054, "CALL matrix_product('none', 'x')": 1146, "CALL matrix_product('e')": 1318, "CALL matrix_product('e', 'x', 'y', 'x')": 1318,
		"CALL matrix_product('e', '')": 1210, "CALL matrix_product('e', 'x,,y')": 1210, "CALL matrix_product('e', 7)": 1210, "CALL matrix_product('e', 'x', NULL)": 1210,
		"CALL matrix_product(NULL, 'x')": 1210, "CALL matrix_product('h', 'x')": 1690, "CALL matrix_product('e', '" + strings.Repeat("x,", 1024) + "x')": 1210,
	} {
		if got := code(t, s, text); got != want {
			t.Errorf("%s: error %d, want %d", text, got, want)
		}
	}
	if _, _, sums := square(t, mustRun(t, s, "INSERT INTO e VALUES (2, 3, ''); CALL matrix_product('e', '"+strings.Repeat("x,", 1023)+"x')")); len(sums) != 1024 || sums[1023][1] != 4 {
		t.Errorf("of 1024 columns: %d", len(sums))
	}
}

// withMemory opens an engine whose queries may hold so many bytes.
func withMemory(t *testing.T, bytes int64) *Session {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(context.Background(), Config{Dir: filepath.Join(t.TempDir(), "db"), Backend: backend, QueryMemory: bytes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	})
	return e.NewSession()
}

// The rows of a large table come part by part, and a product of them needs less memory than they do.
func TestMatrixProductOfManyRows(t *testing.T) {
	s := withMemory(t, 16<<20)
	mustRun(t, s, "CREATE TABLE k (n INT PRIMARY KEY); INSERT INTO k VALUES (0)")
	for n := 1; n < 1024; n *= 2 {
		mustRun(t, s, fmt.Sprintf("INSERT INTO k SELECT n + %d FROM k", n))
	}
	mustRun(t, s, "CREATE TABLE many AS SELECT a.n * 1024 + b.n AS i, IF(b.n = 7, NULL, a.n) AS a, SIN(a.n + b.n) AS f FROM k a JOIN k b WHERE a.n < 700")
	_, _, sums := square(t, mustRun(t, s, "CALL matrix_product('many', 'a, f, i', 'f, a')"))
	if _, text := noted(t, s); text != "700 rows with NULL were left out" {
		t.Error(text)
	}
	if got := code(t, s, "CALL kmeans('many', 'a, f, i, f, a', 1)"); got == 0 {
		t.Error("all rows fit the memory of a query")
	}
	r := &plan.Rows{Columns: make([]plan.Vector, 3)}
	for n := range 7 {
		part := mustRun(t, s, fmt.Sprintf("SELECT a, f, i FROM many WHERE a IS NOT NULL AND i >= %d AND i < %d", n*100*1024, (n+1)*100*1024)).Rows
		r.Len += part.Len
		for i := range r.Columns {
			r.Columns[i].Ints = append(r.Columns[i].Ints, part.Columns[i].Ints...)
			r.Columns[i].Floats = append(r.Columns[i].Floats, part.Columns[i].Floats...)
		}
	}
	column := func(c, row int) float64 {
		if c == 1 {
			return r.Columns[c].Floats[row]
		}
		return float64(r.Columns[c].Ints[row])
	}
	for x := range 3 {
		for i, y := range []int{1, 0} {
			want := 0.0
			for lo := 0; lo < r.Len; lo += 2048 {
				sum := 0.0
				for row := lo; row < min(r.Len, lo+2048); row++ {
					sum = math.FMA(column(x, row), column(y, row), sum)
				}
				want += sum
			}
			if sums[x][i] != want {
				t.Errorf("columns %d and %d: %v, want %v", x, y, sums[x][i], want)
			}
		}
	}
}
