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
		if plan := flat(mustRun(t, s, "EXPLAIN SELECT i FROM m WHERE "+c.where)); strings.Contains(plan, "VARCHAR") != c.texts {
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
