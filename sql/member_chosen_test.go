package sql

import (
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
