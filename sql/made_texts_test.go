package sql

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// madeRow is a row of a table of which texts are made.
type madeRow struct {
	a, b, n, ts string // as SQL; NULL where there is none
	moment      time.Time
}

func (r madeRow) values() string {
	return fmt.Sprintf("(%s, %s, %s, %s)", r.a, r.b, r.n, r.ts)
}

// joined is the text of its parts, "NULL" where one is.
func joined(parts ...string) string {
	if slices.Contains(parts, "NULL") {
		return "NULL"
	}
	return strings.ReplaceAll(strings.Join(parts, ""), "'", "")
}

// formatted is a moment as the layout says.
func (r madeRow) formatted(layout string) string {
	if r.ts == "NULL" {
		return "NULL"
	}
	return r.moment.Format(layout)
}

// Groups by texts that are made of columns are those that a map of the texts gives: also where
// two combinations make the same text, and where a part is NULL.
func TestGroupsByMadeTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	rows := make([]madeRow, 700)
	values := make([]string, len(rows))
	for i := range rows {
		at := time.Date(2023, 12, 31, 23, 0, r.IntN(200)*30, 0, time.UTC)
		rows[i] = madeRow{pick("'x'", "'xy'", "'x-'", "''", "'-'", "NULL"), pick("'yz'", "'z'", "'-1'", "''", "NULL"), pick("1", "-1", "11", "0", "NULL"), at.Format("'2006-01-02 15:04:05'"), at}
		if r.IntN(20) == 0 {
			rows[i].ts = "NULL"
		}
		values[i] = rows[i].values()
	}
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE m (a VARCHAR(9), b VARCHAR(9), n INT, ts DATETIME); INSERT INTO m VALUES "+strings.Join(values, ", "))
	mustRun(t, s, "CREATE TABLE w (a VARCHAR(9) NOT NULL, b VARCHAR(9) NOT NULL, n INT NOT NULL, ts DATETIME); INSERT INTO w SELECT * FROM m WHERE a IS NOT NULL AND b IS NOT NULL AND n IS NOT NULL")
	for _, c := range []struct {
		sql string
		of  func(madeRow) string
	}{
		{"CONCAT(a, b)", func(r madeRow) string { return joined(r.a, r.b) }},
		{"CONCAT(a, '-', n)", func(r madeRow) string { return joined(r.a, "-", r.n) }},
		{"CONCAT(a, '/', b)", func(r madeRow) string { return joined(r.a, "/", r.b) }},
		{"CONCAT(n, b)", func(r madeRow) string { return joined(r.n, r.b) }},
		{"CONCAT(n, '1', n)", func(r madeRow) string { return joined(r.n, "1", r.n) }},
		{"CONCAT(n, ':', a, '+', n)", func(r madeRow) string { return joined(r.n, ":", r.a, "+", r.n) }},
		{"CONCAT(a, b, '/', n)", func(r madeRow) string { return joined(r.a, r.b, "/", r.n) }},
		{"CONCAT(a, '-', b, n)", func(r madeRow) string { return joined(r.a, "-", r.b, r.n) }},
		{"CONCAT('<', b, '>')", func(r madeRow) string { return joined("<", r.b, ">") }},
		{"DATE_FORMAT(ts, '%Y-%m-%d %H:%i')", func(r madeRow) string { return r.formatted("2006-01-02 15:04") }},
		{"DATE_FORMAT(ts, '%d %H:%i:%s')", func(r madeRow) string { return r.formatted("02 15:04:05") }},
		{"DATE_FORMAT(ts, '%H:%i')", func(r madeRow) string { return r.formatted("15:04") }},
		{"DATE_FORMAT(ts, '%h:%i')", func(r madeRow) string { return r.formatted("03:04") }},
		{"CONCAT(DATE_FORMAT(ts, '%Y%m%d%H%i'), n)", func(r madeRow) string { return joined(r.formatted("200601021504"), r.n) }},
		{"CONCAT(a, '+', DATE_FORMAT(ts, '%Y %j %T'))", func(r madeRow) string {
			return joined(r.a, "+", strings.Replace(r.formatted("2006 002 15:04:05"), "_", " ", 1))
		}},
	} {
		for _, table := range []string{"m", "w"} {
			checkMade(t, s, table, c.sql, c.of, rows)
		}
	}
}

// checkMade compares groups, different texts and their number with those of a map.
func checkMade(t *testing.T, s *Session, table, e string, of func(madeRow) string, rows []madeRow) {
	t.Helper()
	counts := map[string]int{}
	for _, r := range rows {
		if table == "m" || r.a != "NULL" && r.b != "NULL" && r.n != "NULL" {
			counts[of(r)]++
		}
	}
	var groups, texts []string
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		groups = append(groups, fmt.Sprint(text, "\t", counts[text]))
		texts = append(texts, text)
	}
	distinct := len(counts)
	if counts["NULL"] > 0 {
		distinct--
	}
	order := " ORDER BY IFNULL(" + e + ", 'NULL')"
	checkFact(t, s, [2]string{e + ", COUNT(*) FROM " + table + " GROUP BY " + e + order, strings.Join(groups, "|")})
	checkFact(t, s, [2]string{"k FROM (SELECT DISTINCT " + e + " k FROM " + table + ") t ORDER BY IFNULL(k, 'NULL')", strings.Join(texts, "|")})
	checkFact(t, s, [2]string{"COUNT(DISTINCT " + e + "), COUNT(*) > 0 FROM " + table, fmt.Sprint(distinct, "\t1")})
	checkFact(t, s, [2]string{"COUNT(*) FROM (SELECT " + e + " k, SUM(n) FROM " + table + " GROUP BY k) t", fmt.Sprint(len(counts))})
}

// Groups by texts of numbers and of days are those of a map of the texts, also where many tie with
// the last of the first groups.
func TestGroupsByTextsOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	counts, texts := [3]map[string]int{{}, {}, {}}, [3]string{"NULL", "NULL", "NULL"}
	values := make([]string, 4000)
	for i := range values {
		row := texts
		if r.IntN(9) > 0 {
			row = [3]string{fmt.Sprint((r.Int64N(3000) - 1500) * 1_000_003), fmt.Sprintf("%d.%02d", r.IntN(2000), r.IntN(2)*50), fmt.Sprintf("%d-01-%02d", 1000+r.IntN(2000), 1+r.IntN(3))}
		}
		for k, text := range row {
			counts[k][text]++
		}
		values[i] = fmt.Sprintf("(%s, %s, %s)", row[0], row[1], strings.Replace("'"+row[2]+"'", "'NULL'", "NULL", 1))
	}
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i BIGINT, d DECIMAL(12,2), o DATE); INSERT INTO m VALUES "+strings.Join(values, ", "))
	for k, column := range []string{"i", "d", "o"} {
		text := "CAST(" + column + " AS CHAR)"
		all := slices.SortedFunc(maps.Keys(counts[k]), func(a, b string) int {
			return cmp.Or(counts[k][b]-counts[k][a], strings.Compare(a, b))
		})
		var first []string
		for _, text := range all[:20] {
			first = append(first, fmt.Sprint(text, "\t", counts[k][text]))
		}
		checkFact(t, s, [2]string{"IFNULL(" + text + ", 'NULL') AS k, COUNT(*) AS c FROM m GROUP BY k ORDER BY c DESC, k LIMIT 20", strings.Join(first, "|")})
		checkFact(t, s, [2]string{"COUNT(DISTINCT " + text + ") FROM m", fmt.Sprint(len(all) - 1)})
		checkFact(t, s, [2]string{"COUNT(*), SUM(c), COUNT(k) FROM (SELECT " + text + " AS k, COUNT(*) AS c FROM m GROUP BY k) t", fmt.Sprint(len(all), "\t4000\t", len(all)-1)})
		checkFact(t, s, [2]string{"k FROM (SELECT " + text + " AS k, COUNT(*) AS c FROM m WHERE " + column + " IS NOT NULL GROUP BY k ORDER BY c DESC, k LIMIT 1) t", slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "NULL" })[0]})
	}
	shown := map[int64]bool{} // quotients that are shown alike are one group
	for text := range counts[0] {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
			shown[(n+50_000_000)/100_000_000] = true
		}
	}
	checkFact(t, s, [2]string{"COUNT(DISTINCT CAST(i / 1000000000000 AS CHAR)) FROM m WHERE i > 0", fmt.Sprint(len(shown))})
}
