package sql

import (
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestListed: ENUM and SET are ordered by number, compared and searched as texts, and numbers
// where numbers are asked for. The answers are those of MariaDB, and of MySQL's manual.
func TestListed(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE shirts (id INT, size ENUM('small', 'medium', 'large', 'it''s\\', '2') DEFAULT 'medium', tags SET('red', 'blue', 'x') NOT NULL DEFAULT '');
		INSERT INTO shirts VALUES (1, 'large', 'blue,red'), (2, 'small  ', 'x,x'), (3, 3, 5), (4, NULL, ''), (5, '5', 'red'), (6, 'it''s\\', '3');
		INSERT INTO shirts (id) VALUES (7);
		CREATE TABLE q AS SELECT size, tags FROM shirts WHERE id < 4;
		CREATE TABLE r (size ENUM('2', 'large')); INSERT INTO r SELECT size FROM shirts WHERE id IN (1, 5); INSERT INTO r SELECT id FROM shirts WHERE id < 3`)
	for _, f := range [][2]string{
		{"size, size + 0, tags, tags + 0 FROM shirts ORDER BY id", "large\t3\tred,blue\t3|small\t1\tx\t4|large\t3\tred,x\t5|NULL\tNULL\t\t0|2\t5\tred\t1|it's\\\\\t4\tred,blue\t3|medium\t2\t\t0"},
		{"id FROM shirts ORDER BY size, id", "4|2|7|1|3|6|5"}, {"id FROM shirts ORDER BY size DESC, id LIMIT 2", "5|6"},
		{"id FROM shirts ORDER BY tags, id", "4|7|5|1|6|2|3"}, {"id FROM shirts WHERE size IS NOT NULL ORDER BY CAST(size AS CHAR), id", "5|6|1|3|7|2"},
		{"MIN(size), MAX(size), MIN(tags), MAX(tags) FROM shirts", "2\tsmall\t\tx"}, {"SUM(size), AVG(tags) FROM shirts", "18\t2.2857142857142856"},
		{"size, COUNT(*) FROM shirts GROUP BY size ORDER BY size", "NULL\t1|small\t1|medium\t1|large\t2|it's\\\\\t1|2\t1"},
		{"DISTINCT size FROM shirts ORDER BY size", "NULL|small|medium|large|it's\\\\|2"},
		{"GROUP_CONCAT(size ORDER BY size DESC) FROM shirts", "2,it's\\\\,large,large,medium,small"},
		{"id, ROW_NUMBER() OVER (ORDER BY size DESC, id) FROM shirts ORDER BY 2 LIMIT 2", "5\t1|6\t2"},
		{"id FROM shirts WHERE size = 'large' ORDER BY id", "1|3"}, {"id FROM shirts WHERE size = 3 ORDER BY id", "1|3"}, {"id FROM shirts WHERE size > 3 ORDER BY id", "5|6"},
		{"id FROM shirts WHERE size > 'm' ORDER BY id", "2|7"}, {"id FROM shirts WHERE size IN (1, 2) ORDER BY id", "2|7"}, {"id FROM shirts WHERE size IN ('small', 'none') ORDER BY id", "2"},
		{"id FROM shirts WHERE FIND_IN_SET('blue', tags) ORDER BY id", "1|6"}, {"id FROM shirts WHERE tags & 4 ORDER BY id", "2|3"}, {"id FROM shirts WHERE size LIKE '%l%' ORDER BY id", "1|2|3"},
		{"CONCAT(size, '!'), LENGTH(tags), UPPER(size) FROM shirts WHERE id = 1", "large!\t8\tLARGE"}, {"CAST(size AS SIGNED), CAST(size AS DOUBLE), -size, size DIV 2 FROM shirts WHERE id = 1", "3\t3\t-3\t1"},
		{"IF(id > 1, size, 'none') FROM shirts WHERE id < 3 ORDER BY 1", "none|small"}, {"COUNT(*) FROM shirts WHERE size", "6"}, {"COALESCE(size, 'x') FROM shirts WHERE id = 4", "x"},
		{"a.id FROM shirts a JOIN shirts b ON a.size = b.size AND b.id = 3 ORDER BY a.id", "1|3"}, {"a.id FROM shirts a JOIN r b ON a.size = b.size ORDER BY a.id, b.size", "1|1|3|3|5|5"},
		{"size FROM (SELECT size FROM shirts UNION ALL SELECT size FROM q) x WHERE size IS NOT NULL ORDER BY size LIMIT 3", "2|it's\\\\|large"}, {"x.size FROM (SELECT size FROM shirts WHERE id > 1) x ORDER BY x.size DESC LIMIT 1", "2"},
		{"size, tags FROM q ORDER BY size DESC, tags", "large\tred,blue|large\tred,x|small\tx"},
		{"data_type, column_type, character_maximum_length FROM information_schema.columns WHERE table_name = 'shirts' AND column_name <> 'id' ORDER BY column_name", `enum	enum('small','medium','large','it''s\\\\','2')	6|set	set('red','blue','x')	10`},
		{"data_type, column_type FROM information_schema.columns WHERE table_name = 'q' AND column_name = 'tags'", "set\tset('red','blue','x')"},
	} {
		checkFact(t, s, f)
	}
	for text, code := range map[string]int{
		"INSERT INTO shirts VALUES (8, 'huge', '')": 1265, "INSERT INTO shirts VALUES (8, '', '')": 1265, "INSERT INTO shirts VALUES (8, 0, '')": 1265, "INSERT INTO shirts VALUES (8, 6, '')": 1265, "INSERT INTO shirts VALUES (8, -1, '')": 1265,
		"INSERT INTO shirts VALUES (8, 1, 'red,green')": 1265, "INSERT INTO shirts VALUES (8, 1, 8)": 1265, "UPDATE shirts SET size = 'huge'": 1265, "INSERT INTO shirts SELECT 1, 'huge', ''": 1265,
		"CREATE TABLE b (x ENUM('a', 'a '))": 1291, "CREATE TABLE b (x SET('a,b'))": 1367, "ALTER TABLE shirts MODIFY size ENUM('small')": 1265,
	} {
		if _, err := s.Query(t.Context(), text); !parse.IsCode(err, code) {
			t.Errorf("%s: %v, want code %d", text, err, code)
		}
	}
	mustRun(t, s, `UPDATE shirts SET size = 1 WHERE id = 1; ALTER TABLE shirts MODIFY size ENUM('2', 'it''s\\', 'large', 'medium', 'small', 'new'), MODIFY tags SET('red', 'blue', 'x', 'y'); INSERT INTO shirts VALUES (9, 'new', 'y,red')`)
	checkFact(t, s, [2]string{"id, size + 0, tags FROM shirts WHERE id IN (1, 9) ORDER BY size", "1\t5\tred,blue|9\t6\tred,y"})
	mustRun(t, s, "ALTER TABLE shirts MODIFY size VARCHAR(10), MODIFY tags TEXT")
	checkFact(t, s, [2]string{"size, tags FROM shirts ORDER BY size DESC LIMIT 2", "small\tred,blue|small\tx"})
}
