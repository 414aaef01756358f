package sql

import (
	"testing"

	"gsdms/pushscan"
)

// Among a date and a text BETWEEN has numbers be dates, too, and those that are none lie before all. The answers are
// MySQL 8.0.46's.
func TestBetweenDatesTextsAndNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, da DATE, dt DATETIME, i INT, x DOUBLE); "+
		"INSERT INTO n VALUES (1, '2024-03-10', '1999-07-04 01:02:03', 0, 7.5), (2, '2020-01-01', '2020-02-29 12:30:45', 70205, -1), (3, NULL, NULL, 5, 1)")
	for _, f := range [][2]string{
		{"dt BETWEEN i AND '2021-01-01', dt BETWEEN x AND '2021-01-01', dt BETWEEN '2019-01-31' AND 20250101 FROM n ORDER BY id", "1\t1\t0|1\t1\t1|NULL\tNULL\tNULL"},
		{"da BETWEEN '2020-01-31' AND 20250101, da BETWEEN '2020-01-31' AND 2025, da BETWEEN 2020 AND '2025-01-01', da BETWEEN 'a' AND 20260101, da BETWEEN 20200101.5 AND '2025-01-01', da BETWEEN '2020-01-31' AND 99999999e0 FROM n WHERE id = 1", "1\t0\t1\t1\t1\t0"},
		{"20240310 BETWEEN '2020-01-31' AND da, 20240310 BETWEEN da AND '2020-01-31', '2024-03-10' BETWEEN 20200101 AND da, id + 20240000 BETWEEN '2020-01-31' AND da FROM n WHERE id = 1", "1\t0\t0\t1"},
	} {
		checkFact(t, s, f)
	}
}
