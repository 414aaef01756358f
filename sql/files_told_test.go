package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/spill"
	"gsdms/pushscan"
	"gsdms/sql/files"
)

// distinct is how many different texts other than NULL there are among rows, of all and by group.
func distinct(texts []string, groups int) (all int, by []int) {
	of, each := map[string]bool{}, make([]map[string]bool, groups)
	for i, text := range texts {
		if each[i%groups] == nil {
			each[i%groups] = map[string]bool{}
		}
		if text != "" {
			of[text], each[i%groups][text] = true, true
		}
	}
	for _, group := range each {
		by = append(by, len(group))
	}
	return len(of), by
}

// Different texts of files are as many as a map of them has, however they repeat, and whatever was
// asked of the file before; what asks for more than which are equal has it, too.
func TestDifferentTextsOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	random := rand.New(rand.NewPCG(5, 6))
	for name, of := range map[string]func(i int) string{
		"differ": func(i int) string { return fmt.Sprint("text ", i*7919%100000) },
		"repeat": func(int) string { return fmt.Sprint("text ", random.IntN(3000)) },
		"few":    func(int) string { return []string{"a", "ä", "A", "a ", ""}[random.IntN(5)] },
		"long":   func(i int) string { return strings.Repeat("x", 1000000*(i%5000/4999)) + fmt.Sprint("n", i%2000) },
		"none":   func(int) string { return "" },
	} {
		s := openEngine(t, name, pushscan.Options{}).NewSession()
		texts := make([]string, 20000)
		var lines [2]strings.Builder
		for i := range texts {
			if texts[i] = of(i); random.IntN(50) == 0 {
				texts[i] = ""
			}
			field := "\\N"
			if texts[i] != "" {
				field = `"` + texts[i] + `"`
			}
			fmt.Fprintf(&lines[i/10000], "%d,%s\n", i%3, field)
		}
		write(t, name+"0.csv", "g,v\n"+lines[0].String())
		write(t, name+"1.csv", "g,v\n"+lines[1].String())
		for half := range 2 {
			mustRun(t, s, fmt.Sprintf("CREATE TABLE t%d (g INT, v LONGTEXT)", half))
			mustRun(t, s, fmt.Sprintf("INSERT INTO t%d SELECT g, v FROM '%s%d.csv'", half, name, half))
			exported(t, s, fmt.Sprintf("SELECT * FROM t%d", half), fmt.Sprintf("%s%d.parquet", name, half))
		}
		all, by := distinct(texts, 3)
		for _, format := range []string{"csv", "parquet"} {
			checkDifferent(t, s, fmt.Sprintf("'%s?.%s'", name, format), all, by)
		}
	}
}

// checkDifferent asks a file for its different texts, before and after it is asked for their order.
func checkDifferent(t *testing.T, s *Session, file string, all int, by []int) {
	t.Helper()
	least := max(0, min(all, 1))
	for _, c := range []struct{ query, want string }{
		{"SELECT COUNT(DISTINCT v) FROM %s", fmt.Sprint(all)},
		{"SELECT COUNT(DISTINCT v), COUNT(*) FROM %s WHERE v LIKE '%%' OR v IS NULL", fmt.Sprint(all, " ", 20000)},
		{"SELECT COUNT(DISTINCT v) FROM %s WHERE g > 5", "0"},
		{"SELECT g, COUNT(DISTINCT v) FROM %s GROUP BY g ORDER BY g", fmt.Sprintf("0 %d 1 %d 2 %d", by[0], by[1], by[2])},
		{"SELECT COUNT(DISTINCT v, 1), COUNT(DISTINCT v) FROM %s", fmt.Sprint(all, " ", all)},
		{"SELECT COUNT(DISTINCT v) + 1 AS n FROM %s HAVING n > 0", fmt.Sprint(all + 1)},
		{"SELECT COUNT(*) FROM (SELECT DISTINCT v FROM %s WHERE v IS NOT NULL) d", fmt.Sprint(all)},
		{"SELECT COUNT(DISTINCT v) FROM %s", fmt.Sprint(all)},
		{"SELECT COUNT(DISTINCT v), MAX(v) IS NOT NULL FROM %s", fmt.Sprint(all, " ", least)},
	} {
		text := fmt.Sprintf(c.query, file)
		_, got, _ := strings.Cut(strings.TrimSpace(shown(t, mustRun(t, s, text), "csv")), "\n")
		if got = strings.NewReplacer(",", " ", "\n", " ").Replace(got); got != c.want {
			t.Errorf("%s: %s, want %s", text, got, c.want)
		}
	}
}

// Texts that are told apart have as much memory as those in order, and rows and texts that have none
// go to files.
func TestDifferentTextsWithinMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	e.files = files.New(200<<10, nil, 1, spill.NewSpace("db"), false)
	s := e.NewSession()
	write(t, "many.csv", numbered(40000))
	var b strings.Builder
	for i := range 90000 {
		fmt.Fprintf(&b, "%d,text %d\n", i, i%1717)
	}
	write(t, "again.csv", "k,name\n"+b.String())
	for _, name := range []string{"many", "again"} {
		mustRun(t, s, "CREATE TABLE "+name+" AS SELECT * FROM '"+name+".csv'")
		exported(t, s, "SELECT * FROM "+name, name+".parquet")
	}
	for _, format := range []string{"csv", "parquet"} {
		if got := flat(mustRun(t, s, "SELECT COUNT(DISTINCT name) FROM 'again."+format+"'")); !strings.Contains(got, "1717") {
			t.Errorf("1717 texts of a %s file: %s", format, got)
		}
		if got := flat(mustRun(t, s, "SELECT COUNT(DISTINCT name) FROM 'many."+format+"'")); !strings.Contains(got, "40000") {
			t.Errorf("40000 texts of a %s file: %s", format, got)
		}
	}
}
