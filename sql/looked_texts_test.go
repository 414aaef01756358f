package sql

import (
	"crypto/md5"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestMadeTextsLookedInto compares, measures and searches texts that are made for each row, of
// several columns with NULLs, empty texts, duplicates and characters of several bytes: the answers
// are those of a loop. They are computed where the texts are made, which EXPLAIN shows.
func TestMadeTextsLookedInto(t *testing.T) {
	const rows = 30_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, "CREATE TABLE t AS SELECT i, IF(i MOD 11 = 5, NULL, i MOD 700) n, IF(i MOD 10 = 7, NULL, CONCAT('Täxt ', i)) s, IF(i MOD 13 = 1, '', REVERSE(CAST(i * 7 AS CHAR))) b FROM n")
	mustRun(t, s, "CREATE TABLE none AS SELECT * FROM t WHERE i < 0")
	var like, long, cut, greater, number, bytes, isNull int
	for i := range rows {
		b := reversedDigits(i * 7)
		if i%13 == 1 {
			b = ""
		}
		if strings.HasSuffix(fmt.Sprint(i), "77") {
			number++
		}
		if i%10 == 7 {
			isNull++
			continue
		}
		text := fmt.Sprintf("Täxt %d", i)
		if joined := text + "/" + b; strings.Contains(joined, "1") && strings.HasSuffix(joined, "3") {
			like++
		}
		bytes += len(text) + 1 + len(b)
		if len([]rune(text+b)) > 12 {
			long++
		}
		if text+b > "Täxt "+b+text {
			greater++
		}
		if n := i % 700 % 7; i%11 != 5 && n > 0 {
			r := []rune(text)
			if string(r[min(n-1, len(r)):min(n+1, len(r))]) == "xt" {
				cut++
			}
		}
	}
	for _, c := range []struct {
		cond string
		want int
	}{
		{"CONCAT(s, '/', b) LIKE '%1%3'", like},
		{"CHAR_LENGTH(CONCAT(s, b)) > 12", long},
		{"SUBSTRING(s, n MOD 7, 2) = 'xt'", cut},
		{"SUBSTRING(s, n MOD 7, 2) IN ('xt', 'no', NULL)", cut},
		{"CONCAT(s, b) > CONCAT('Täxt ', b, s)", greater},
		{"CONCAT(s, b) IS NULL", isNull},
		{"CAST(i AS CHAR) LIKE '%77'", number},
		{"IF(i > 0, CAST(CONCAT(i, '') AS SIGNED), 0) MOD 100 = 77", number},
	} {
		holdsLooks(t, s, c.cond, c.want)
	}
	sumsLengths(t, s, bytes)
}

// sumsLengths adds up the lengths of texts, which nothing makes for that.
func sumsLengths(t *testing.T, s *Session, bytes int) {
	t.Helper()
	for _, query := range []string{"SELECT SUM(LENGTH(CONCAT(s, '/', b))) FROM t", "SELECT SUM(LENGTH(x)) FROM (SELECT CONCAT(s, y) x FROM (SELECT s, CONCAT('/', b) y FROM t) u) v"} {
		if got := lookedInto(t, s, query); got != fmt.Sprint(bytes) {
			t.Errorf("%s: %s, want %d", query, got, bytes)
		}
		if plan := shown(t, mustRun(t, s, "EXPLAIN "+query), "tsv"); strings.Contains(plan, "CONCAT(") {
			t.Errorf("%s makes texts:\n%s", query, plan)
		}
	}
}

// lookedInto gives the one line of an answer.
func lookedInto(t *testing.T, s *Session, query string) string {
	t.Helper()
	_, line, _ := strings.Cut(strings.TrimSpace(shown(t, mustRun(t, s, query), "tsv")), "\n")
	return line
}

// holdsLooks holds how many rows satisfy a condition, which some do, and that none do of none.
func holdsLooks(t *testing.T, s *Session, cond string, want int) {
	t.Helper()
	if got := lookedInto(t, s, "SELECT COUNT(*) FROM t WHERE "+cond); got != fmt.Sprint(want) || want == 0 {
		t.Errorf("%s: %s rows, want %d", cond, got, want)
	}
	if got := lookedInto(t, s, "SELECT COUNT(*) FROM none WHERE "+cond); got != "0" {
		t.Errorf("%s: %s rows of none", cond, got)
	}
}

// reversedDigits is a number's text, backwards.
func reversedDigits(n int) (out string) {
	for _, c := range fmt.Sprint(n) {
		out = string(c) + out
	}
	return out
}

// Different texts that are made are counted as those of a map are, NULLs left out: few and many, of
// all rows, of some and of none.
func TestMadeTextsThatDiffer(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, "CREATE TABLE n AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299) SELECT i FROM n")
	mustRun(t, s, "CREATE TABLE t AS SELECT k, IF(k MOD 7 = 1, NULL, MD5(k)) s FROM (SELECT a.i * 300 + b.i AS k FROM n a, n b WHERE a.i < 200) x")
	made := map[string]func(k int, s string) string{
		"CONCAT(s, '/', k)":         func(k int, s string) string { return fmt.Sprint(s, "/", k) },
		"LEFT(CONCAT(s, k), k % 3)": func(k int, s string) string { return fmt.Sprint(s, k)[:k%3] },
		"CONV(k * 31, 10, 36)":      func(k int, s string) string { return strconv.FormatInt(int64(k)*31, 36) },
	}
	for text, of := range made {
		for _, from := range []int{0, 59_990, 59_999, 60_000} {
			want := map[string]bool{}
			for k := from; k < 60_000; k++ {
				if k%7 != 1 || strings.HasPrefix(text, "CONV") {
					want[of(k, fmt.Sprintf("%x", md5.Sum([]byte(strconv.Itoa(k)))))] = true
				}
			}
			query := fmt.Sprintf("SELECT COUNT(DISTINCT %s) FROM t WHERE k >= %d", text, from)
			if got := lookedInto(t, s, query); got != strconv.Itoa(len(want)) {
				t.Errorf("%s: %s, want %d", query, got, len(want))
			}
			if got := lookedInto(t, s, fmt.Sprintf("SELECT COUNT(DISTINCT %s), COUNT(*) FROM t WHERE k >= %d", text, from)); got != fmt.Sprintf("%d\t%d", len(want), 60_000-from) {
				t.Errorf("%s, and the rows: %s, want %d", query, got, len(want))
			}
		}
	}
}
