package sql

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gsdms/sql/parse"
)

// expected is a line's error, in front of its statement.
var expected = regexp.MustCompile(`^!?([0-9]{4}): (.*)$`)

// What programs of others send on connecting and browsing is answered, or is the error
// that is in front of it: MySQL's own, or what gsdms refuses. The lines of a program are one session of a client.
func TestToolsAreAnswered(t *testing.T) {
	text, err := os.ReadFile("testdata/tools/statements.sql")
	if err != nil {
		t.Fatal(err)
	}
	first := clientSession(t)
	mustRun(t, first, "CREATE VIEW dear AS SELECT * FROM sale WHERE price > 2")
	tool, s, asked := "", first, 0
	for _, line := range strings.Split(string(text), "\n") {
		if name, ok := strings.CutPrefix(line, "-- "); ok || line == "" {
			if ok && name != tool {
				tool, s = name, first.engine.Connect(Client{User: "ann", Host: "10.1.2.3"})
				t.Cleanup(s.Close)
			}
			continue
		}
		asked++
		code := 0
		if m := expected.FindStringSubmatch(line); m != nil {
			code, _ = strconv.Atoi(m[1])
			line = m[2]
		}
		got := 0
		for _, st := range parse.Split(line) {
			_, err = s.Query(context.Background(), st.Text)
			var e *parse.Error
			switch {
			case errors.As(err, &e):
				got = e.Code
			case err != nil:
				got = -1
			}
		}
		if got != code {
			t.Errorf("%s: %s\n gives error %d, not %d: %v", tool, line, got, code, err)
		}
	}
	if refused := strings.Count(string(text), "\n!"); asked < 600 || refused > 30 {
		t.Errorf("%d statements are asked and %d of them refused", asked, refused)
	}
}

// What such programs ask beyond the tables of MySQL's manual has the answers of it.
func TestToolsAnswers(t *testing.T) {
	s := clientSession(t)
	mustRun(t, s, "CREATE TABLE word (w VARCHAR(9)); INSERT INTO word VALUES ('b'), ('B'), ('a')")
	answers(t, s, []answer{
		{"SELECT w FROM word ORDER BY BINARY w", "B\na\nb"},
		{"SELECT COUNT(DISTINCT BINARY w), MAX(CAST(w AS BINARY)), MIN(CONVERT(w USING utf8mb4)) FROM word", "3|b|B"},
		{"SELECT w FROM word WHERE w COLLATE utf8mb4_bin = 'b'", "b"},
		{"SELECT variable_value FROM performance_schema.session_variables WHERE variable_name = 'port'", "3306"},
		{"SELECT processlist_user, processlist_command FROM performance_schema.threads WHERE processlist_id = CONNECTION_ID()", "ann|Query"},
		{"SELECT COUNT(*) FROM performance_schema.setup_actors", "0"},
		{"USE performance_schema; SELECT DATABASE(), COUNT(*) FROM global_status WHERE variable_name LIKE 'Threads_%'", "performance_schema|2"},
		{"SHOW TABLES FROM performance_schema LIKE 'session\\_%'", "session_status\nsession_variables"},
		{"SELECT reserved FROM information_schema.keywords WHERE word IN ('SELECT', 'ACTION') ORDER BY word", "0\n1"},
		{"ANALYZE TABLE city, sale", "shop.city|analyze|status|OK\nshop.sale|analyze|status|OK"},
		{"BEGIN; SAVEPOINT a; INSERT INTO sale VALUES (9, 1, 1); ROLLBACK TO SAVEPOINT a; SHOW WARNINGS", "Warning|1196|Some non-transactional changed tables couldn't be rolled back: nothing was, since each statement commits itself"},
		{"ROLLBACK; DELETE FROM sale WHERE id = 9; SHOW WARNINGS", ""},
		{"CREATE VIEW shop.v AS SELECT 1 AS one; SELECT one FROM shop.v; DROP VIEW shop.v", "dropped v"},
		{"CREATE VIEW shop.v AS SELECT 1 AS one; SHOW INDEX FROM shop.v", ""},
		{"SHOW TABLE STATUS FROM shop LIKE 'v'", "v|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|VIEW"},
		{"DROP VIEW v", "dropped v"},
		{"DESCRIBE word '%'", "w|varchar(9)|YES||NULL|"}, {"DESC `shop`.word 'x%'", ""}, {"EXPLAIN word w", "w|varchar(9)|YES||NULL|"},
		{"SET sql_select_limit = 2; SELECT w FROM word ORDER BY w", "B\na"},
		{"SET sql_select_limit = 2; SELECT w FROM word ORDER BY w LIMIT 3", "B\na\nb"},
		{"SET sql_select_limit = 1; SELECT COUNT(*) FROM (SELECT w FROM word) q UNION ALL SELECT 9", "3"},
		{"SET sql_select_limit = 0; SELECT w FROM word", ""},
		{"SET sql_select_limit = 1; SET sql_select_limit = DEFAULT; SELECT w FROM word ORDER BY w", "B\na\nb"},
		{"SELECT w FROM word ORDER BY w", "B\na\nb"},
		{"SET session_track_schema = 1; SELECT @@session_track_schema", "1"},
		{"SHOW MASTER STATUS", ""}, {"SHOW REPLICA STATUS", ""}, {"SHOW PROFILES", ""},
		{"DO 1 + 1, NOW()", "done"},
	})
	for text, code := range map[string]int{
		"SELECT * FROM performance_schema.nope": 1146, "SELECT w COLLATE utf8mb4_general_ci FROM word": 1235, "ANALYZE TABLE nope": 1146, "INSERT INTO word VALUES ('\xff')": 1366, "SELECT '\xff'": 1366, "SELECT w, COUNT(*) FROM word GROUP BY BINARY w > 'a'": 1055,
		"CREATE VIEW other.v AS SELECT 1": 1049, "DROP VIEW other.v": 1049, "FLUSH TABLES WITH READ LOCK": 1235, "DO nope": 1054, "SET sql_select_limit = 'few'": 1231, "INSERT INTO performance_schema.threads VALUES (1)": 1049,
	} {
		s.Reset()
		var e *parse.Error
		if _, err := s.Query(context.Background(), text); !errors.As(err, &e) || e.Code != code {
			t.Errorf("%s: %v, not error %d", text, err, code)
		}
	}
}

// answer is what statements give of which the last one has rows.
type answer struct{ ask, want string }

// answers asks in a session that is as new.
func answers(t *testing.T, s *Session, all []answer) {
	t.Helper()
	for _, c := range all {
		s.Reset()
		if got := flat(mustRun(t, s, c.ask)); got != c.want {
			t.Errorf("%s\n gives %s\n  not  %s", c.ask, got, c.want)
		}
	}
}

// Texts that describe tables have no regard to case, sql_mode says whether columns must be grouped
// by, and what dumps say is read.
func TestToolsDescriptionsAndDumps(t *testing.T) {
	s := clientSession(t)
	mustRun(t, s, "CREATE TABLE word (w VARCHAR(9)); INSERT INTO word VALUES ('b'), ('B'), ('a')")
	answers(t, s, []answer{
		{"/*!50001 CREATE VIEW v AS SELECT 7 AS seven */; SELECT seven FROM v", "7"},
		{"DROP VIEW v; CREATE VIEW v AS SELECT 7 /*!50000 + 1 */; SELECT * FROM v", "8"},
		{"DROP VIEW v; /*!40000 ALTER TABLE word DISABLE KEYS */; /*!40000 ALTER TABLE `word` ENABLE KEYS */", "table word altered"},
		{"CREATE TABLE raw (b VARBINARY(4), l BLOB); INSERT INTO raw VALUES ('\\0\xff', '\xde\xad\xbe\xef'); SELECT HEX(b), HEX(l) FROM raw", "00FF|DEADBEEF"},
		{"DROP TABLE raw", "dropped raw"},
		{"SET sql_mode = ''; SELECT w, COUNT(*) FROM word WHERE w = 'b' GROUP BY BINARY w", "b|1"},
		{"SET sql_mode = 'STRICT_TRANS_TABLES'; SELECT SUBSTRING(w, 1, 1) = UPPER(w), COUNT(*) FROM word WHERE w < 'a' HAVING w = 'B'", "1|1"},
		{"SET sql_mode = ''; SELECT w FROM word GROUP BY w > 'a' HAVING COUNT(*) = 1 ORDER BY w", "b"},
		{"SET sql_mode = ''; SELECT w, SUM(1) FROM word WHERE w = 'a' GROUP BY LENGTH(w) WITH ROLLUP", "a|1\na|1"},
		{"SELECT column_name FROM information_schema.columns WHERE column_key = 'pri' AND table_name = 'city'", "id"},
		{"SELECT column_name FROM information_schema.columns WHERE column_key = BINARY 'pri' OR column_key COLLATE utf8mb4_bin = 'pri' OR BINARY column_key = 'pri'", ""},
		{"SELECT table_name FROM information_schema.columns WHERE table_name = 'CITY' OR table_name LIKE 'CI%'", ""},
		{"SELECT column_name FROM information_schema.columns WHERE column_name LIKE 'I_' AND column_name IN ('ID', 'x') AND column_name BETWEEN 'A' AND 'Zz' AND table_name = 'city'", "id"},
		{"SELECT CASE column_key WHEN 'pri' THEN 'yes' END, FIELD(column_key, 'mul', 'pri'), NULLIF(column_key, 'Pri') FROM information_schema.columns WHERE table_name = 'city' AND column_name = 'ID'", "yes|2|NULL"},
		{"SELECT b.column_name FROM information_schema.key_column_usage a JOIN (SELECT UPPER(table_name) up, column_name, table_name FROM information_schema.columns) b ON a.column_name = b.column_name AND a.table_name = b.table_name WHERE a.constraint_name = 'primary' AND up = 'CITY'", "id"},
		{"CREATE TABLE copy AS SELECT column_key k FROM information_schema.columns WHERE table_name = 'city' AND column_name = 'id'; SELECT k FROM copy WHERE k = 'pri'; DROP TABLE copy", "dropped copy"},
	})
}
