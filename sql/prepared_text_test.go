package sql

import (
	"context"
	"path/filepath"
	"testing"

	"gsdms/pushscan"
)

// Statements that are prepared as text run as those of the manual's chapter on PREPARE.
func TestPreparedTexts(t *testing.T) {
	s := clientSession(t)
	for _, c := range []struct{ run, want string }{
		{"PREPARE one FROM 'SELECT SQRT(POW(?,2) + POW(?,2)) AS hypotenuse'; SET @a = 3, @b = 4; EXECUTE one USING @a, @b", "5"},
		{"SET @a = 6, @b = 8; EXECUTE ONE USING @a, @b", "10"},
		{"SET @s = 'SELECT name FROM city WHERE id = ?', @id = 2; PREPARE two FROM @s; SET @s = NULL; EXECUTE two USING @id", "Oslo"},
		{"SET @id = 1; EXECUTE two USING @id", "Bern"},
		{"SET @id = NULL; EXECUTE two USING @id", ""},
		{"PREPARE put FROM 'INSERT INTO city VALUES (?, ?)'; SET @i = 3, @n = 'Rom'; EXECUTE put USING @i, @n; EXECUTE two USING @i", "Rom"},
		{"PREPARE two FROM 'SELECT 7'; EXECUTE two", "7"},
		{"PREPARE l FROM 'SELECT id FROM city ORDER BY id LIMIT ?'; SET @n = 1; EXECUTE l USING @n", "1"},
		{"PREPARE make FROM 'CREATE TABLE made AS SELECT ? AS x'; SET @x = 'y'; EXECUTE make USING @x; SELECT x FROM made", "y"},
	} {
		if got := flat(mustRun(t, s, c.run)); got != c.want {
			t.Errorf("%s gives %q, want %q", c.run, got, c.want)
		}
	}
	for _, c := range []struct {
		text string
		want int
	}{
		{"EXECUTE nothing", 1243}, {"DEALLOCATE PREPARE nothing", 1243}, {"EXECUTE one", 1210}, {"EXECUTE one USING @a", 1210}, {"EXECUTE two USING @a", 1210},
		{"PREPARE x FROM 'SELECT 1; SELECT 2'", 1064}, {"PREPARE x FROM @null", 1064}, {"PREPARE x FROM 'PREPARE y FROM ''SELECT 1'''", 1295},
		{"PREPARE x FROM 'EXECUTE one USING @a, @b'", 1295}, {"PREPARE x FROM 'DEALLOCATE PREPARE one'", 1295}, {"PREPARE x FROM 'SELECT * FROM nowhere'", 1146},
		{"DEALLOCATE PREPARE one", 0}, {"EXECUTE one USING @a, @b", 1243}, {"DROP PREPARE TWO", 0}, {"EXECUTE two", 1243},
		{"PREPARE put FROM 'SELECT FROM'", 1064}, {"EXECUTE put USING @i, @n", 1243}, // the one of before has gone
	} {
		if got := code(t, s, c.text); got != c.want {
			t.Errorf("%s: error %d, want %d", c.text, got, c.want)
		}
	}
	mustRun(t, s, "PREPARE one FROM 'SELECT 1'")
	s.Reset()
	if got := code(t, s, "EXECUTE one"); got != 1243 {
		t.Errorf("a statement is there behind a reset: error %d", got)
	}
}

// What a prepared text does needs the privileges that it would need by itself.
func TestPreparedTextsNeedRights(t *testing.T) {
	_, owner, ann := granted(t)
	mustRun(t, owner, "GRANT SELECT ON t TO ann")
	mustRun(t, ann, "PREPARE d FROM 'DELETE FROM t'; PREPARE s FROM 'SELECT COUNT(*) FROM t'; EXECUTE s")
	if got := code(t, ann, "EXECUTE d"); got != 1142 {
		t.Errorf("a DELETE without the privilege: error %d", got)
	}
	mustRun(t, owner, "REVOKE SELECT ON t FROM ann")
	if got := code(t, ann, "EXECUTE s"); got != 1142 {
		t.Errorf("a SELECT whose privilege is gone: error %d", got)
	}
	mustRun(t, ann, "SELECT 1")
	reader := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	mustRun(t, reader, "CREATE TABLE r (a INT); PREPARE d FROM 'DELETE FROM r'; PREPARE s FROM 'SELECT 1'")
	reader.OnlyReads()
	mustRun(t, reader, "EXECUTE s")
	if _, err := reader.Query(context.Background(), "EXECUTE d"); err == nil {
		t.Error("a session that only reads has run a prepared DELETE")
	}
}

// A query into a file goes there each time that its prepared statement runs.
func TestPreparedOutfileRunsAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	p, err := s.Prepare(context.Background(), "SELECT 1 INTO OUTFILE 'x.csv'")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Execute(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Execute(context.Background(), nil); err == nil {
		t.Error("the second run has not met the file of the first")
	}
}
