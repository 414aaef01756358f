package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What COALESCE gives of an ENUM that is never NULL is a text, as what it gives of others is: it is ordered
// as one, and its number is the one that it begins with. The answers are MySQL's.
func TestMemberChosenAlone(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE r (id INT PRIMARY KEY, i INT, c ENUM('small','medium','large','a','12') NOT NULL)")
	mustRun(t, s, "INSERT INTO r VALUES (1, 1, 'small'), (2, 2, 'large'), (3, 1, '12'), (4, NULL, 'a'), (5, 3, 'medium'), (6, 7, 'small')")
	for _, f := range [][2]string{
		{"id FROM r ORDER BY COALESCE(c, 'x'), id", "3|4|2|5|1|6"},
		{"id FROM r ORDER BY c, id", "1|6|5|2|4|3"},
		{"id, DENSE_RANK() OVER (ORDER BY IFNULL(c, '')) FROM r ORDER BY id", "1\t5|2\t3|3\t1|4\t2|5\t4|6\t5"},
		{"COALESCE(c) + 1, MAX(COALESCE(c, 'b')) FROM r GROUP BY c ORDER BY 1, 2", "1\ta|1\tlarge|1\tmedium|1\tsmall|13\t12"},
	} {
		checkFact(t, s, f)
	}
}

// A table takes the number of a member that a column gives, of a derived table too, and the text of one that an expression
// gives, even one that is known to choose a column. The answers are MySQL 8.0.46's.
func TestMembersThatTablesTake(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (c VARCHAR(5), en ENUM('x', '7')); INSERT INTO m VALUES ('q', '7'); CREATE TABLE z (id INT PRIMARY KEY, a DECIMAL(5,1))")
	for i, from := range []string{
		"en FROM m", "IF(FALSE, c, en) FROM m", "IF(TRUE, en, NULL) FROM m", "CASE WHEN TRUE THEN en END FROM m", "ANY_VALUE(en) FROM m", "MAX(en) FROM m",
		"q FROM (SELECT en q FROM m) t", "q FROM (SELECT IF(FALSE, c, en) q FROM m) t", "FIRST_VALUE(en) OVER () FROM m", "en FROM m GROUP BY en",
	} {
		mustRun(t, s, fmt.Sprintf("INSERT INTO z SELECT %d, %s; REPLACE INTO z SELECT %d, %s; INSERT IGNORE INTO z SELECT %d, %s", i, from, 10+i, from, 20+i, from))
	}
	checkFact(t, s, [2]string{"GROUP_CONCAT(a ORDER BY id) FROM z GROUP BY id DIV 10 ORDER BY id DIV 10", strings.Repeat("|2.0,7.0,7.0,7.0,7.0,7.0,2.0,7.0,7.0,2.0", 3)[1:]})
	mustRun(t, s, "UPDATE z, m SET a = IF(TRUE, m.en, 1) WHERE id = 0; UPDATE z, m SET a = m.en WHERE id = 1; ALTER TABLE m ADD k INT; UPDATE IGNORE m SET k = IF(FALSE, c, en)")
	checkFact(t, s, [2]string{"GROUP_CONCAT(a ORDER BY id), MAX(k) FROM z, m WHERE id < 2", "7.0,2.0\t7"})
}
