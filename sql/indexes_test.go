package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// What is declared and not made is there when a folder is opened again: indexes, names of foreign keys and
// comments, of a table with rows that other statements have changed.
func TestDeclarationsSurvive(t *testing.T) {
	folder := t.TempDir()
	e := openEngine(t, folder, pushscan.Options{})
	s := e.NewSession()
	mustRun(t, s, "CREATE TABLE p (id INT PRIMARY KEY)")
	mustRun(t, s, "CREATE TABLE c (id INT PRIMARY KEY, a INT COMMENT 'of p', s VARCHAR(20), l LONGTEXT, KEY k (s(5), a DESC) COMMENT 'x', CONSTRAINT up FOREIGN KEY (a) REFERENCES p (id)) COMMENT = 'two'")
	mustRun(t, s, "INSERT INTO p VALUES (1), (2)")
	mustRun(t, s, "INSERT INTO c VALUES (1, 1, 'x', 'l'), (2, NULL, 'y', NULL)")
	mustRun(t, s, "UPDATE c SET a = 2 WHERE id = 1")
	mustRun(t, s, "DELETE FROM c WHERE id = 2")
	mustRun(t, s, "OPTIMIZE TABLE c")
	mustRun(t, s, "RENAME TABLE c TO d")
	const want = "CREATE TABLE `d` (\n  `id` int NOT NULL,\n  `a` int COMMENT 'of p',\n  `s` varchar(20),\n  `l` longtext,\n  PRIMARY KEY (`id`),\n" +
		"  KEY `k` (`s`(5),`a` DESC) COMMENT 'x',\n  KEY `up` (`a`),\n  CONSTRAINT `up` FOREIGN KEY (`a`) REFERENCES `p` (`id`)\n) COMMENT='two'"
	answers(t, s, []answer{{"SHOW CREATE TABLE d", "d|" + want}})
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	s = openEngine(t, folder, pushscan.Options{}).NewSession()
	answers(t, s, []answer{{"SHOW CREATE TABLE d", "d|" + want}})
	mustRun(t, s, "TRUNCATE d")
	answers(t, s, []answer{{"SHOW CREATE TABLE d", "d|" + want}})
}

// A comment has the length that MySQL's has at most.
func TestCommentsHaveRoom(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	for text, code := range map[string]int{
		"CREATE TABLE t (a INT COMMENT '1025')":          parse.CodeLongColumnComment,
		"CREATE TABLE t (a INT) COMMENT '2049'":          parse.CodeLongTableComment,
		"CREATE TABLE t (a INT, KEY (a) COMMENT '1025')": parse.CodeLongIndexComment,
	} {
		long := strings.NewReplacer("1025", strings.Repeat("é", 1025), "2049", strings.Repeat("é", 2049)).Replace(text)
		if _, err := s.Query(t.Context(), long); !parse.IsCode(err, code) {
			t.Errorf("%s: %v, not error %d", text, err, code)
		}
	}
	mustRun(t, s, "CREATE TABLE t (a INT COMMENT '"+strings.Repeat("é", 1024)+"')")
}
