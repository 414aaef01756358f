package sql

import (
	"context"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// steps runs statements one after another and compares what each shows, as tab-separated rows
// without their heads; "" where it does not matter.
func steps(t *testing.T, s *Session, list [][2]string) {
	t.Helper()
	for _, step := range list {
		r, err := s.Query(context.Background(), step[0])
		if err != nil {
			t.Fatalf("%s: %v", step[0], err)
		}
		if step[1] == "" {
			continue
		}
		_, got, _ := strings.Cut(strings.TrimSuffix(shown(t, r, "tsv"), "\n"), "\n")
		if got = strings.ReplaceAll(got, "\n", "|"); got != step[1] {
			t.Errorf("%s: %s, want %s", step[0], got, step[1])
		}
	}
}

// Rows are numbered as in MySQL 8: NULL, 0, DEFAULT and no value ask for a number; one that is
// given is passed over; those of rows that are gone do not come again, but after TRUNCATE.
func TestNumberedRows(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	steps(t, s, [][2]string{
		{"CREATE TABLE n (id INT AUTO_INCREMENT, a VARCHAR(5), PRIMARY KEY (id))", ""},
		{"SELECT LAST_INSERT_ID()", "0"},
		{"INSERT INTO n (a) VALUES ('x'), ('y')", ""}, {"SELECT LAST_INSERT_ID(), @@last_insert_id", "1\t1"},
		{"INSERT INTO n VALUES (NULL, 'z'), (0, 'z'), (DEFAULT, 'z')", ""}, {"SELECT LAST_INSERT_ID()", "3"},
		{"INSERT INTO n VALUES (20, 'g')", ""}, {"SELECT LAST_INSERT_ID()", "3"},
		{"INSERT INTO n VALUES (-4, 'm'), (NULL, 'h')", ""}, {"SELECT LAST_INSERT_ID()", "21"},
		{"INSERT INTO n (a) SELECT a FROM n WHERE id IN (1, 2)", ""}, {"SELECT LAST_INSERT_ID()", "22"},
		{"SELECT id, a FROM n ORDER BY id", "-4\tm|1\tx|2\ty|3\tz|4\tz|5\tz|20\tg|21\th|22\tx|23\ty"},
		{"DELETE FROM n WHERE id > 5", ""}, {"INSERT INTO n () VALUES ()", ""}, {"SELECT MAX(id) FROM n", "24"},
		{"DELETE FROM n", ""}, {"INSERT INTO n VALUES ()", ""}, {"SELECT id, a FROM n", "25\t\\N"},
		{"REPLACE INTO n (a) VALUES ('r')", ""}, {"REPLACE INTO n VALUES (25, 's')", ""}, {"SELECT id, a FROM n ORDER BY 1", "25\ts|26\tr"}, {"SELECT LAST_INSERT_ID()", "26"},
		{"UPDATE n SET id = 90 WHERE id = 26", ""}, {"INSERT INTO n (a) VALUES ('u')", ""}, {"SELECT MAX(id) FROM n", "91"},
		{"OPTIMIZE TABLE n", ""}, {"INSERT INTO n (a) VALUES ('o')", ""}, {"SELECT MAX(id) FROM n", "92"},
		{"ALTER TABLE n AUTO_INCREMENT = 200", ""}, {"INSERT INTO n (a) VALUES ('u')", ""}, {"ALTER TABLE n ADD b INT", ""}, {"ALTER TABLE n AUTO_INCREMENT = 5", ""}, {"INSERT INTO n (a) VALUES ('u')", ""}, {"SELECT MAX(id) FROM n", "201"},
		{"SELECT auto_increment FROM information_schema.tables WHERE table_name = 'n'", "202"},
		{"SELECT extra, is_nullable, COALESCE(column_default, 'none') FROM information_schema.columns WHERE table_name = 'n' AND column_name = 'id'", "auto_increment\tNO\tnone"},
		{"TRUNCATE TABLE n", ""}, {"INSERT INTO n (a) VALUES ('t')", ""}, {"SELECT id FROM n", "1"},
		{"CREATE TABLE big (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, a INT) AUTO_INCREMENT = 18446744073709551614", ""},
		{"INSERT INTO big (a) VALUES (1)", ""}, {"SELECT id, LAST_INSERT_ID() FROM big", "18446744073709551614\t18446744073709551614"},
		{"CREATE TABLE tiny (id TINYINT AUTO_INCREMENT PRIMARY KEY)", ""}, {"INSERT INTO tiny VALUES (126)", ""}, {"INSERT INTO tiny VALUES (NULL)", ""},
	})
	for text, code := range map[string]int{
		"INSERT INTO tiny VALUES (NULL)": 1467, "INSERT INTO big (a) VALUES (1)": 1467, "INSERT INTO n VALUES (1, 'x', 1)": 1062,
		"CREATE TABLE e (a INT AUTO_INCREMENT)": 1075, "CREATE TABLE e (a INT AUTO_INCREMENT PRIMARY KEY, b INT AUTO_INCREMENT)": 1075,
		"CREATE TABLE e (a TEXT AUTO_INCREMENT PRIMARY KEY)": 1063, "CREATE TABLE e (a INT DEFAULT 3 AUTO_INCREMENT PRIMARY KEY)": 1067, "ALTER TABLE n DROP PRIMARY KEY": 1075,
	} {
		if _, err := s.Query(context.Background(), text); !parse.IsCode(err, code) {
			t.Errorf("%s: %v, want code %d", text, err, code)
		}
	}
	steps(t, s, [][2]string{{"INSERT INTO n (a) VALUES ('v')", ""}, {"SELECT MAX(id) FROM n", "2"}})
}

// What SHOW CREATE TABLE says of columns that make values themselves makes the same table.
func TestOwnColumnsAreShown(t *testing.T) {
	dir := t.TempDir()
	e := openEngine(t, dir, pushscan.Options{})
	s := e.NewSession()
	const create = "CREATE TABLE `o` (\n  `id` bigint NOT NULL AUTO_INCREMENT,\n  `made` datetime NOT NULL DEFAULT CURRENT_TIMESTAMP,\n" +
		"  `touched` timestamp(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),\n  `late` datetime(3) DEFAULT NULL ON UPDATE CURRENT_TIMESTAMP(3),\n  PRIMARY KEY (`id`)\n) AUTO_INCREMENT=41"
	mustRun(t, s, create)
	shows := func(s *Session) string {
		r := mustRun(t, s, "SHOW CREATE TABLE o")
		text, _ := r.Text(0, 1)
		return text
	}
	if got := shows(s); got != create {
		t.Errorf("%s", got)
	}
	steps(t, s, [][2]string{
		{"SELECT column_name, COALESCE(column_default, 'none'), extra FROM information_schema.columns WHERE table_name = 'o' ORDER BY ordinal_position",
			"id\tnone\tauto_increment|made\tCURRENT_TIMESTAMP\tDEFAULT_GENERATED|touched\tCURRENT_TIMESTAMP(6)\tDEFAULT_GENERATED on update CURRENT_TIMESTAMP(6)|late\tnone\ton update CURRENT_TIMESTAMP(3)"},
		{"ALTER TABLE o ALTER COLUMN made DROP DEFAULT, ALTER COLUMN touched SET DEFAULT '2020-01-01'", ""},
	})
	if got := shows(s); !strings.Contains(got, "`made` datetime NOT NULL,") || !strings.Contains(got, "DEFAULT '2020-01-01 00:00:00.000000' ON UPDATE") {
		t.Errorf("%s", got)
	}
	mustRun(t, s, "ALTER TABLE o ALTER COLUMN made SET DEFAULT '2020-01-01', ALTER COLUMN made SET DEFAULT (CURRENT_TIMESTAMP), MODIFY touched TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)")
	if got := shows(s); got != create {
		t.Errorf("%s", got)
	}
}

// A moment is that of the statement, the same in all rows, and what NOW() says; an UPDATE gives it
// to rows that change, and leaves others, and those that it gives another value.
func TestMoments(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	begun := time.Now().UTC().Truncate(time.Second).Format("2006-01-02 15:04:05")
	steps(t, s, [][2]string{
		{"CREATE TABLE m (a INT, made DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6), touched DATETIME DEFAULT '2001-01-01' ON UPDATE NOW(), b INT)", ""},
		{"INSERT INTO m (a, b) VALUES (1, 1), (2, 1), (3, NULL)", ""}, {"INSERT INTO m VALUES (4, '2000-01-01', '1999-01-01', 4), (5, NULL, NULL, 5), (6, NOW(6), DEFAULT, 6)", ""},
		{"INSERT INTO m (a) SELECT 7", ""},
		{"SELECT COUNT(*), COUNT(DISTINCT made) FROM m WHERE made BETWEEN '" + begun + "' AND NOW(6) AND a < 4", "3\t1"}, {"SELECT COUNT(*) FROM m WHERE made >= '" + begun + "' AND a > 5", "2"},
		{"SELECT a FROM m WHERE touched = '2001-01-01' ORDER BY a", "1|2|3|6|7"}, {"SELECT a FROM m WHERE made IS NULL", "5"},
		{"UPDATE m SET b = 1 WHERE a <= 4", ""},
		{"SELECT a, touched >= '" + begun + "' FROM m ORDER BY a", "1\t0|2\t0|3\t1|4\t1|5\t\\N|6\t0|7\t0"},
		{"UPDATE m SET b = b + 1, touched = '2005-05-05' WHERE a = 3", ""}, {"UPDATE m AS x JOIN (SELECT 6 k) y ON x.a = y.k SET x.b = 60", ""},
		{"SELECT a, touched >= '" + begun + "', touched = '2005-05-05', b FROM m WHERE a IN (3, 6) ORDER BY a", "3\t0\t1\t2|6\t1\t0\t60"},
		{"UPDATE m SET touched = DEFAULT, made = DEFAULT WHERE a = 4", ""}, {"SELECT touched, made >= '" + begun + "' FROM m WHERE a = 4", "2001-01-01 00:00:00\t1"},
		{"ALTER TABLE m ADD later DATETIME DEFAULT CURRENT_TIMESTAMP", ""}, {"SELECT COUNT(*), COUNT(DISTINCT later) FROM m WHERE later >= '" + begun + "'", "7\t1"},
	})
}
