package sql

import (
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestNamesAreUTF8: a name that is no text is refused with MySQL's error, wherever it stands;
// bytes in comments and binary literals are nobody's name.
func TestNamesAreUTF8(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE t (a VARCHAR(10), b BLOB)")
	for _, text := range []string{
		"CREATE TABLE `x\xff` (a INT)", "CREATE TABLE x\xff (a INT)", "CREATE TABLE x (`a\xc3(` INT)", "SELECT a AS x\xff FROM t", "SELECT 1 AS `\xed\xa0\x80`",
		"SELECT 1 AS 'x\xff'", "ALTER TABLE t ADD COLUMN c\xff INT", "CREATE VIEW v\xff AS SELECT 1", "SET @x\xff = 1", "SELECT * FROM t\xff", "/*! CREATE TABLE x\xff (a INT) */",
	} {
		if _, err := s.Query(t.Context(), text); !parse.IsCode(err, parse.CodeNotText) {
			t.Errorf("%q: %v, want error 1300", text, err)
		}
	}
	mustRun(t, s, "INSERT INTO t VALUES ('ä', _binary'\xff') -- \xff")
	r, err := s.Query(t.Context(), "SELECT _binary'\xff' FROM t")
	if err != nil || r.Columns[0].Name != "?" {
		t.Errorf("%v, %+v", err, r)
	}
	checkFact(t, s, [2]string{"HEX(b), COUNT(*) FROM t GROUP BY b", "FF\t1"})
}

// TestNoTextIsStoredThatIsNotUTF8: however a statement comes by bytes that are no text, it is
// refused with MySQL's error, and stores nothing.
func TestNoTextIsStoredThatIsNotUTF8(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE b (k INT NOT NULL, h VARCHAR(10)); INSERT INTO b VALUES (1, 'C3A4'), (2, 'FF')")
	mustRun(t, s, "CREATE TABLE s (a VARCHAR(10))")
	for _, text := range []string{
		"INSERT INTO s VALUES (x'FF41')", "INSERT INTO s VALUES (UNHEX('FF'))", "INSERT INTO s SELECT UNHEX('FF')",
		"INSERT INTO s SELECT UNHEX(h) FROM b", "INSERT INTO s SELECT CONCAT(UNHEX(h), k) FROM b", "INSERT INTO s SELECT FROM_BASE64('/w==')",
		"CREATE TABLE c AS SELECT UNHEX(h) u FROM b", "UPDATE b SET h = UNHEX(h)",
	} {
		if _, err := s.Query(t.Context(), text); !parse.IsCode(err, parse.CodeWrongNumber) {
			t.Errorf("%s: %v, want error 1366", text, err)
		}
	}
	mustRun(t, s, "INSERT INTO s SELECT UNHEX(h) FROM b WHERE k = 1; INSERT INTO s VALUES (x'C3A4')")
	checkFact(t, s, [2]string{"a, COUNT(*) FROM s GROUP BY a", "ä\t2"})
}
