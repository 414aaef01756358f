package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/files"
)

// extremeRow is a row whose text "" is NULL.
type extremeRow struct {
	group, k int
	text     string
}

// extremeLines is what SELECT g, COUNT(*), SUM(k), MIN(v), MAX(v) gives of rows, sorted.
func extremeLines(rows []extremeRow) string {
	groups := map[int][]extremeRow{}
	for _, r := range rows {
		groups[r.group] = append(groups[r.group], r)
	}
	var out []string
	for g, rows := range groups {
		sum, texts := 0, []string(nil)
		for _, r := range rows {
			if sum += r.k; r.text != "" {
				texts = append(texts, r.text)
			}
		}
		least, greatest := "NULL", "NULL"
		if texts != nil {
			least, greatest = slices.Min(texts), slices.Max(texts)
		}
		out = append(out, fmt.Sprintf("%d | %d | %d | %s | %s", g, len(rows), sum, least, greatest))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// The least and the greatest text beside other aggregates, of all rows, of few groups and of many, are
// what Go finds of the rows, in memory and in files; no text is put in order for them.
func TestExtremeTextsOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	random := rand.New(rand.NewPCG(7, 8))
	for name, of := range map[string]func(i int) string{
		"differ": func(i int) string { return fmt.Sprint("the text ", i*7919%100003) },
		"few":    func(int) string { return []string{"a", "ä", "A", "ab", ""}[random.IntN(5)] },
		"late":   func(i int) string { return strings.Repeat("x", max(0, i-19000)) },
	} {
		rows := make([]extremeRow, 20000)
		var b strings.Builder
		for i := range rows {
			if rows[i] = (extremeRow{random.IntN(9000), i, of(i)}); random.IntN(20) == 0 {
				rows[i].text = ""
			}
			field := "\\N"
			if rows[i].text != "" {
				field = `"` + rows[i].text + `"`
			}
			fmt.Fprintf(&b, "%d,%d,%s\n", rows[i].group, i, field)
		}
		write(t, name+".csv", "g,k,v\n"+b.String())
		s := openEngine(t, name, pushscan.Options{}).NewSession()
		mustRun(t, s, "CREATE TABLE t (g INT, k INT, v LONGTEXT)")
		mustRun(t, s, "INSERT INTO t SELECT * FROM '"+name+".csv'")
		exported(t, s, "SELECT * FROM t", name+".parquet")
		for _, file := range []string{name + ".csv", name + ".parquet"} {
			for _, where := range []string{"in memory", "groups in files", "texts in files"} {
				checkExtremeTexts(t, file, where, rows)
			}
		}
	}
}

// checkExtremeTexts asks a file for its extreme texts, in memory that has room for all or not.
func checkExtremeTexts(t *testing.T, file, lie string, rows []extremeRow) {
	t.Helper()
	o := cpu.Options{Threads: 2}
	if lie == "groups in files" {
		o.Groups, o.Spill = 4, true
	}
	backend, err := cpu.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	e, err := Open(t.Context(), Config{Dir: t.TempDir(), Backend: backend})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if lie == "texts in files" {
		e.files = files.New(100<<10, nil, 1, spill.NewSpace(t.TempDir()), false)
	}
	for key, group := range map[string]func(int) int{
		"0":     func(int) int { return 0 },
		"g % 5": func(g int) int { return g % 5 },
		"g":     func(g int) int { return g },
	} {
		for where, passes := range map[string]func(extremeRow) bool{
			"TRUE":            func(extremeRow) bool { return true },
			"v LIKE '%9%'":    func(r extremeRow) bool { return strings.Contains(r.text, "9") },
			"k > 19995":       func(r extremeRow) bool { return r.k > 19995 },
			"v IS NULL":       func(r extremeRow) bool { return r.text == "" },
			"k < 0 AND g = 1": func(extremeRow) bool { return false },
		} {
			var some []extremeRow
			for _, r := range rows {
				if passes(r) {
					r.group = group(r.group)
					some = append(some, r)
				}
			}
			query, want := fmt.Sprintf("SELECT %s AS o, COUNT(*), SUM(k), MIN(v), MAX(v) FROM '%s' WHERE %s", key, file, where), extremeLines(some)
			if key != "0" {
				query += " GROUP BY o"
			} else if some == nil {
				want = "0 | 0 | NULL | NULL | NULL"
			}
			if got := strings.Join(shownRows(t, e.NewSession(), query), "\n"); got != want {
				t.Errorf("%s, %s:\n%.300s\nwant\n%.300s", query, lie, got, want)
			}
		}
	}
	if lie == "texts in files" || strings.HasSuffix(file, ".parquet") { // which has a dictionary of its own
		return
	}
	if v := fileRowsFor(t, e, file, files.Unused).Columns; v[slices.IndexFunc(v, func(c plan.Column) bool { return c.Name == "v" })].Unsorted == nil {
		t.Errorf("%s has its texts in order", file)
	}
}
