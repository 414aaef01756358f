package sql

import (
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

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
