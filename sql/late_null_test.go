package sql

import (
	"testing"

	"gsdms/pushscan"
)

// Texts that came behind a dictionary are read after the first NULL among them, which stores all of them
// as other numbers, also where they have been read before.
func TestFirstNullBehindReadTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE q (k INT NOT NULL, f VARCHAR(9))")
	for _, row := range []string{"(0, 'bb')", "(1, 'aa')", "(2, 'cc')", "(3, 'ä')"} {
		mustRun(t, s, "INSERT INTO q VALUES "+row)
	}
	if got := flat(mustRun(t, s, "SELECT k FROM q WHERE f > 'aa' ORDER BY k")); got != "0\n2\n3" {
		t.Fatal(got)
	}
	mustRun(t, s, "INSERT INTO q VALUES (4, NULL)")
	if got, want := flat(mustRun(t, s, "SELECT f, k FROM q ORDER BY f, k")), "NULL|4\naa|1\nbb|0\ncc|2\nä|3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := flat(mustRun(t, s, "INSERT INTO q VALUES (6, NULL); SELECT GROUP_CONCAT(k ORDER BY k) FROM q WHERE f IS NULL")); got != "4,6" {
		t.Error(got)
	}
}
