package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestMomentsChosenAsTexts compares moments with texts that are chosen among other moments and constants: the
// rows are those of the comparison with each, and no text is made where all are moments.
func TestMomentsChosenAsTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i INT, t DATETIME(6), d DATE, s DATETIME)")
	mustRun(t, s, `INSERT INTO m VALUES (1, '2024-05-01 10:00:00.123456', '2024-05-01', '2024-05-01 10:00:00'), (2, NULL, NULL, NULL),
		(3, '2024-04-30 23:59:59.999999', '2024-04-30', '2024-05-01'), (4, '2024-05-01', '2024-05-02', NULL), (5, '2024-05-01 00:00:00.1', NULL, NULL), (6, '2024-01-01', NULL, '2023-12-31 23:59:59')`)
	for _, c := range []struct {
		where, want string
		texts       bool
	}{
		{"t < COALESCE(s, '2024-05-01')", "3", false},
		{"t >= COALESCE(s, '2024-05-01')", "1|4|5|6", false},
		{"t > IFNULL(s, '2024-5-1 00:00:00.05')", "1|5|6", false},
		{"t >= COALESCE(d, s, '2024-05-01 00:00:00.2')", "1|3|6", false},
		{"t = CASE WHEN i > 3 THEN '2024-05-01' ELSE CAST(t AS CHAR) END", "1|3|4", false},
		{"t = CASE WHEN i > 3 THEN CAST(t AS CHAR(12)) ELSE NULL END", "4|6", true},
		{"t > COALESCE(s, 'none')", "1|4|5|6", true}, // what is no moment lies before all
	} {
		if got := strings.Join(strings.Fields(flat(mustRun(t, s, "SELECT i FROM m WHERE "+c.where+" ORDER BY i"))), "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.where, got, c.want)
		}
		if plan := flat(mustRun(t, s, "EXPLAIN SELECT i FROM m WHERE "+c.where)); (strings.Contains(plan, "VARCHAR") || strings.Contains(plan, "FORMAT OF")) != c.texts {
			t.Errorf("%s: %s", c.where, plan)
		}
	}
}

// TestMomentsChosenBesideTexts asks of chosen moments what CONCAT makes a text of asks of that: comparisons with
// constants, what INTERVAL moves and functions of moments give the same, and no text is made.
func TestMomentsChosenBesideTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i INT, t DATETIME(6), d DATE, s DATETIME)")
	mustRun(t, s, `INSERT INTO m VALUES (1, '2024-05-01 10:00:00.123456', '2024-05-01', '2024-05-01 10:00:00'), (2, NULL, NULL, NULL), (3, '2024-04-30 23:59:59.999999', '2024-04-30', '2024-05-01'),
		(4, '2024-05-01', '2024-05-02', NULL), (5, '2024-02-29 00:00:00.1', NULL, '9999-12-31 23:59:59'), (6, '0001-01-01', '9999-12-31', '2023-12-31 23:59:59')`)
	asks := []string{"YEAR(%)", "TIMESTAMPDIFF(HOUR, '2024-01-01', %)", "DATEDIFF(%, '2024-03-01')", "DATE(%)", "CAST(% AS DATETIME)", "% - INTERVAL 30 DAY", "% + INTERVAL 1 MONTH", "% + INTERVAL 90 MINUTE"}
	for _, k := range []string{"2024-05-01", "2024-05-01 00:00:00", "2024-05-01 10:00:00.123456", "", "2024", "9999-99", "x", "2024-04-30 23:59:59"} {
		for _, op := range []string{"=", "<>", "<", "<=", ">", ">="} {
			asks = append(asks, "% "+op+" '"+k+"'", "'"+k+"' "+op+" %")
		}
		asks = append(asks, "% BETWEEN '2024-04-30 12' AND '"+k+"'", "% NOT BETWEEN '"+k+"' AND '9'")
	}
	for _, text := range []string{"COALESCE(t, '2024-05-01')", "IFNULL(s, '9999-12-31')", "COALESCE(d, s, '2024-05-01 10:00:00')", "CASE WHEN i > 3 THEN '2024-04-30' ELSE CAST(t AS CHAR) END", "CAST(s AS CHAR)", "CAST(d AS CHAR)", "IF(i > 2, t, NULLIF('2024-05-01', '2024-05-01'))", "LEAST(COALESCE(t, '2024-05-01'), '2024-04-30 23')", "GREATEST('2024-04', IFNULL(s, '9999-12-31'), '2024-05-01 00:00:00')"} {
		for _, ask := range asks {
			chosen := strings.ReplaceAll(ask, "%", text)
			made := strings.NewReplacer("(t,", "(CONCAT(t, ''),", "(s,", "(CONCAT(s, ''),", "(d,", "(CONCAT(d, ''),").Replace(text)
			want := flat(mustRun(t, s, "SELECT i, "+strings.ReplaceAll(ask, "%", "CONCAT("+made+", '')")+" AS x FROM m ORDER BY i"))
			if got := flat(mustRun(t, s, "SELECT i, "+chosen+" AS x FROM m ORDER BY i")); got != want {
				t.Errorf("%s: %s, want %s", chosen, got, want)
			}
		}
	}
	for _, where := range []string{"COALESCE(t, '2024-05-01') > '2024-03'", "COALESCE(s, '9999-12-31') BETWEEN '2024' AND '2025'", "t < COALESCE(s, '2024-05-01') - INTERVAL 3 DAY", "YEAR(COALESCE(t, '2024-05-01')) = 2024", "t < LEAST(COALESCE(s, '2024-05-01'), '2024-04-30')"} {
		if plan := flat(mustRun(t, s, "EXPLAIN SELECT i FROM m WHERE "+where)); strings.Contains(plan, "VARCHAR") {
			t.Errorf("%s: %s", where, plan)
		}
	}
}

// TestShownMomentsInOrder sorts, groups and compares texts that are chosen among those of moments, dates and constants, and
// looks for the least and the greatest, beside the same of a text that CONCAT makes of them, which shows nothing.
func TestShownMomentsInOrder(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i INT, g INT, t DATETIME(6), d DATE, s DATETIME, u DATETIME(3))")
	mustRun(t, s, `INSERT INTO m VALUES (1, 1, '2024-05-01 10:00:00.123456', '2024-05-01', '2024-05-01 10:00:00', '2024-05-01 10:00:00'), (2, 1, NULL, NULL, NULL, NULL), (3, 1, '2024-04-30 23:59:59.999999', '2024-04-30', '2024-05-01', NULL),
		(4, 2, '2024-05-01', '2024-05-02', NULL, '2024-05-01'), (5, 2, '2024-02-29 00:00:00.1', NULL, '9999-12-31 23:59:59', '9999-12-31 23:59:59.999'), (6, 2, '0001-01-01', '9999-12-31', '2023-12-31 23:59:59', '0000-01-01'), (7, 3, NULL, NULL, NULL, NULL), (8, 3, NULL, '2024-05-01', NULL, NULL), (9, 4, NULL, NULL, '2024-05-01', NULL)`)
	asks := []string{
		"SELECT i FROM m ORDER BY %, i", "SELECT i, % AS x FROM m ORDER BY x DESC, i LIMIT 5", "SELECT MIN(%), MAX(%) FROM m", "SELECT MIN(%), COUNT(*), MAX(%), g FROM m GROUP BY g ORDER BY g", "SELECT MAX(%) FROM m WHERE i > 10",
		"SELECT COUNT(DISTINCT %) FROM m", "SELECT % AS x, COUNT(*), SUM(i) FROM m GROUP BY x ORDER BY x", "SELECT % AS x FROM m GROUP BY x ORDER BY COUNT(*) DESC, x", "SELECT DISTINCT % AS x FROM m ORDER BY x",
		"SELECT i, ROW_NUMBER() OVER (PARTITION BY g ORDER BY % DESC, i), RANK() OVER (ORDER BY %) FROM m ORDER BY i", "SELECT x FROM (SELECT g, MIN(%) AS x FROM m GROUP BY g) q ORDER BY x", "SELECT MAX(x) FROM (SELECT % AS x FROM m ORDER BY x LIMIT 4) q",
	}
	texts := []string{"COALESCE(t, '2024-05-01')", "IFNULL(s, 'never')", "IFNULL(s, '')", "COALESCE(d, s, '2024-05-01 10')", "COALESCE(u, s, d, '-')", "IF(i % 2, CAST(t AS CHAR), CAST(s AS CHAR))", "CASE g WHEN 1 THEN '2024-05-01' WHEN 2 THEN CAST(d AS CHAR) ELSE CAST(s AS CHAR) END", "CASE i WHEN 1 THEN 'b' WHEN 2 THEN 'a' WHEN 3 THEN '2024-05-01 00:00:00' WHEN 4 THEN '2024-05-01 00:00' ELSE CAST(s AS CHAR) END",
		"IF(i > 3, CAST(t AS CHAR), NULL)", "CAST(u AS CHAR)", "LEAST(COALESCE(t, '2024-05-01'), s)", "GREATEST(IFNULL(s, '2024'), CAST(d AS CHAR))", "LEAST(COALESCE(CAST(d AS CHAR), 'x'), COALESCE(CAST(t AS CHAR), '2024-05'))"}
	for _, op := range []string{"=", "<>", "<", "<=", ">", ">="} {
		asks = append(asks, "SELECT i, % "+op+" IF(i % 3 = 0, CAST(t AS CHAR), CAST(d AS CHAR)), CAST(s AS CHAR) "+op+" %, COALESCE(u, '2024-05-01 10:00') "+op+" % FROM m ORDER BY i")
	}
	for _, text := range texts {
		for _, ask := range asks {
			ask = strings.ReplaceAll(ask, "i % 3", "MOD(i, 3)")
			text = strings.ReplaceAll(text, "i % 2", "MOD(i, 2)")
			want := flat(mustRun(t, s, strings.ReplaceAll(ask, "%", "CONCAT("+text+", '')")))
			if got := flat(mustRun(t, s, strings.ReplaceAll(ask, "%", text))); got != want {
				t.Errorf("%s of %s: %s, want %s", ask, text, got, want)
			}
		}
	}
	for _, ask := range []string{"SELECT MIN(COALESCE(t, '2024-05-01')) FROM m", "SELECT g, MAX(IFNULL(s, 'never')) FROM m GROUP BY g", "SELECT COUNT(DISTINCT COALESCE(t, '2024-05-01')) FROM m", "SELECT i FROM m ORDER BY COALESCE(t, d, 'never') LIMIT 3", "SELECT COALESCE(t, '2024-05-01') AS x FROM m ORDER BY x LIMIT 3"} {
		for line := range strings.Lines(flat(mustRun(t, s, "EXPLAIN "+ask))) {
			if (strings.Contains(line, "group ") || strings.Contains(line, "sort ")) && strings.Contains(line, "VARCHAR") {
				t.Errorf("%s: %s", ask, line)
			}
		}
	}
}

// A constant among moments that are moved by a column is a moved text, as the others are. The answers are MySQL 8.0.46's.
func TestConstantMovedByAColumn(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i INT, da DATE, dt DATETIME); INSERT INTO m VALUES (1, NULL, NULL), (2, '2019-12-31', '2019-12-31 10:00:00')")
	for _, f := range [][2]string{
		{"DATE_SUB(COALESCE(da, DATE'2020-02-29', 1999), INTERVAL i MONTH) FROM m ORDER BY i", "2020-01-29|2019-10-31"},
		{"COALESCE(dt, '2020-01-01 00:00:00') + INTERVAL i DAY, COALESCE(da, '2020-02-29', 'x') + INTERVAL i HOUR FROM m ORDER BY i", "2020-01-02 00:00:00\t2020-02-29 01:00:00|2020-01-02 10:00:00\t2019-12-31 02:00:00"},
	} {
		checkFact(t, s, f)
	}
}

// TestFirstDaysAsTexts asks for the first day of a month or a year by its text, as a cohort does: where a date is
// asked for, it is the day, which no text is made of.
func TestFirstDaysAsTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE d (i INT, a DATE, m DATETIME)")
	mustRun(t, s, `INSERT INTO d VALUES (1, '2024-02-29', '2024-12-31 23:59:59'), (2, '2023-12-31', '2024-01-01'), (3, NULL, NULL),
		(4, '1000-01-01', '9999-12-31 10:00:00'), (5, '2024-03-01', '2020-02-29 12:00:00'), (6, '0001-01-01', '0999-05-05 01:01:01')`)
	for _, f := range [][2]string{
		{"CAST(DATE_FORMAT(a, '%Y-%m-01') AS DATE)", "2024-02-01 2023-12-01 NULL 1000-01-01 2024-03-01 0001-01-01"},
		{"CAST(DATE_FORMAT(m, '%Y-01-01') AS DATE)", "2024-01-01 2024-01-01 NULL 9999-01-01 2020-01-01 0999-01-01"},
		{"TO_DAYS(DATE_FORMAT(m, '%Y-%m-%d')) - TO_DAYS(a)", "306 1 NULL 3287181 -1462 364636"},
		{"TIMESTAMPDIFF(MONTH, DATE_FORMAT(a, '%Y-%m-01'), DATE_FORMAT(m, '%Y-%m-01'))", "10 1 NULL 107999 -49 11980"},
		{"DATEDIFF(m, DATE_FORMAT(m, '%Y-01-01'))", "365 0 NULL 364 59 124"},
		{"DATE_ADD(DATE_FORMAT(a, '%Y-%m-01'), INTERVAL 1 MONTH)", "2024-03-01 2024-01-01 NULL 1000-02-01 2024-04-01 0001-02-01"},
	} {
		if got := strings.Join(strings.Fields(flat(mustRun(t, s, "SELECT "+f[0]+" FROM d ORDER BY i"))), " "); got != f[1] {
			t.Errorf("%s: %s, want %s", f[0], got, f[1])
		}
	}
	if plan := flat(mustRun(t, s, "EXPLAIN SELECT d.i FROM d JOIN d e ON d.i = e.i WHERE TIMESTAMPDIFF(MONTH, DATE_FORMAT(d.a, '%Y-%m-01'), DATE_FORMAT(e.m, '%Y-%m-01')) = 1")); strings.Contains(plan, "DATE_FORMAT") {
		t.Errorf("a text is made:\n%s", plan)
	}
}
