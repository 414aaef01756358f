package sql

import (
	"testing"

	"gsdms/pushscan"
)

// A text that is moved by seconds is a text among others, as one that is moved by days: with six digits of a second or
// none, and among moments it makes texts of them. So 14.7 of MySQL's manual says of DATE_ADD. The answers are MariaDB's.
func TestMovedTextsAreTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE v (k INT, s VARCHAR(40), da DATE, dt DATETIME, tm TIME(3), d DECIMAL(20,2))")
	mustRun(t, s, "INSERT INTO v VALUES (1, '2020-01-31', '2020-02-01', '2020-02-01 10:00:00', '01:00:00.5', 20200131235959.25), (2, '2020-01-31 10:11:12.5', NULL, NULL, NULL, 20200131), (3, 'x', NULL, '2021-01-01 00:00:00', NULL, NULL)")
	for _, f := range [][2]string{
		{"IFNULL(dt, s + INTERVAL 1 SECOND) FROM v ORDER BY k", "2020-02-01 10:00:00|2020-01-31 10:11:13.500000|2021-01-01 00:00:00"},
		{"IFNULL(da, s + INTERVAL 1 SECOND) FROM v ORDER BY k", "2020-02-01|2020-01-31 10:11:13.500000|NULL"}, {"COALESCE(tm, s + INTERVAL 1 MINUTE, 'none') FROM v ORDER BY k", "01:00:00.500|2020-01-31 10:12:12.500000|none"},
		{"HOUR(s + INTERVAL k HOUR), DATE(s + INTERVAL 14 HOUR) FROM v ORDER BY k", "1\t2020-01-31|12\t2020-02-01|NULL\tNULL"},
		{"k FROM v WHERE s + INTERVAL 1 HOUR < dt ORDER BY k", "1"}, {"MAX(s + INTERVAL k SECOND) FROM v", "2020-01-31 10:11:14.500000"}, {"k FROM v WHERE s + INTERVAL 1 DAY = da", "1"},
		{"TIMESTAMPDIFF(SECOND, s, s + INTERVAL 90 SECOND), DATEDIFF(s + INTERVAL 24 HOUR, s), s + INTERVAL 1 SECOND + INTERVAL 1 DAY FROM v WHERE k = 2", "90\t1\t2020-02-01 10:11:13.500000"},
	} {
		checkFact(t, s, f)
	}
}
