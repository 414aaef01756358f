package sql

import (
	"testing"

	"gsdms/pushscan"
)

// INSERT IGNORE leaves rows out that break a CHECK or a foreign key, to which the rows before them in the statement and they
// themselves belong. The answers are MySQL 8.0.46's.
func TestInsertIgnoreLeavesOut(t *testing.T) {
	_, s, ann := granted(t)
	mustRun(t, s, `CREATE TABLE p (id INT PRIMARY KEY, k VARCHAR(5) UNIQUE, a INT, b INT, UNIQUE (a, b)); INSERT INTO p VALUES (1, 'x', 1, 1), (2, 'y', 1, 2), (3, NULL, NULL, 3);
		CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, pid INT, k VARCHAR(5), a INT, b INT, n INT CHECK (n > 3), up INT,
			FOREIGN KEY (pid) REFERENCES p (id), FOREIGN KEY (k) REFERENCES p (k), FOREIGN KEY (a, b) REFERENCES p (a, b), FOREIGN KEY (up) REFERENCES c (id));
		CREATE TABLE nk (pid INT, n INT, g INT AS (n * 2), CONSTRAINT big CHECK (g > 3), FOREIGN KEY (pid) REFERENCES p (id)); GRANT INSERT ON nk TO ann`)
	for _, f := range [][3]string{
		{"INSERT IGNORE INTO c (pid) VALUES (1), (9), (NULL), (2)", "id, pid FROM c ORDER BY id", "1\t1|2\tNULL|3\t2"},
		{"INSERT IGNORE INTO c (id, pid, k, a, b, n) VALUES (11, 1, 'x', 1, 1, 4), (12, 1, 'z', 1, 1, 4), (13, 1, 'y', 1, 3, 4), (14, 1, 'y', NULL, 8, 4), (15, 1, 'y', 1, 2, 3), (16, 3, NULL, 1, 2, NULL)", "id FROM c WHERE id > 10 ORDER BY id", "11|14|16"},
		{"INSERT IGNORE INTO c (id, up) VALUES (21, 21), (22, 21), (23, 99), (24, 11), (25, 23), (26, 27), (27, NULL)", "id FROM c WHERE id > 20 ORDER BY id", "21|22|24|27"},
		{"INSERT IGNORE INTO nk (pid, n) VALUES (1, 1), (1, 2), (9, 2), (NULL, NULL)", "pid, n FROM nk ORDER BY pid", "NULL\tNULL|1\t2"},
		{"INSERT IGNORE INTO nk (pid, n) SELECT id, 2 FROM c", "pid, COUNT(*) FROM nk GROUP BY pid ORDER BY pid", "NULL\t1|1\t2|2\t1|3\t1"},
		{"INSERT IGNORE INTO c (id, pid, n) VALUES (11, 9, 7), (11, 1, 1) ON DUPLICATE KEY UPDATE n = n + 4", "n FROM c WHERE id = 11", "8"},
		{"SET foreign_key_checks = 0; INSERT IGNORE INTO c (id, a, b) VALUES (31, 7, 7)", "id FROM c WHERE id > 30", "31"},
	} {
		mustRun(t, s, f[0])
		checkFact(t, s, [2]string{f[1], f[2]})
	}
	if got := code(t, ann, "INSERT IGNORE INTO nk (pid, n) VALUES (2, 9), (8, 9)"); got != 0 {
		t.Errorf("who may not read the other table gets error %d", got)
	}
	checkFact(t, s, [2]string{"COUNT(*) FROM nk WHERE n = 9", "1"})
}

// INSERT IGNORE keeps the end of the range of times that one is beyond, and 0 of what is none. The answers are MySQL 8.0.46's.
func TestInsertIgnoreOfTimes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, t TIME NOT NULL, f TIME(1)); INSERT IGNORE INTO t (t) VALUES ('99:99:99'), ('abc'), ('900:00:00'), ('-900:00:00'), "+
		"('10:11:12abc'), (109999), (1e30), (-109999), ('12:70'), (9990000), ('2020-01-01 25:00:00'), (NULL), ('x10:11'); UPDATE IGNORE t SET f = 'abc', t = -9990000 WHERE id = 5")
	checkFact(t, s, [2]string{"t, f FROM t ORDER BY id", "00:00:00\tNULL|00:00:00\tNULL|838:59:59\tNULL|-838:59:59\tNULL|-838:59:59\t00:00:00.0|00:00:00\tNULL|838:59:59\tNULL|" +
		"00:00:00\tNULL|00:00:00\tNULL|838:59:59\tNULL|00:00:00\tNULL|00:00:00\tNULL|00:00:00\tNULL"})
}

// INSERT … SELECT that gives the numbers of rows itself answers the last of them, as INSERT … VALUES does; one that has rows
// numbered answers the first. The answers are MySQL 8.0.46's.
func TestInsertSelectAnswersNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, n INT); INSERT INTO t VALUES (3, 1), (7, 2)")
	for _, c := range []struct {
		text  string
		first uint64
	}{
		{"INSERT INTO t SELECT id + 10, n FROM t ORDER BY id", 17}, {"INSERT INTO t (n) SELECT n FROM t WHERE id < 10", 18},
		{"INSERT INTO t (id, n) SELECT id + 30, n FROM t WHERE id = 99", 0}, {"REPLACE INTO t SELECT id, n + 1 FROM t WHERE id < 10 ORDER BY id", 7},
	} {
		if got := mustRun(t, s, c.text); got.First != c.first {
			t.Errorf("%s answers %d, want %d", c.text, got.First, c.first)
		}
	}
}

// UPDATE IGNORE of several tables leaves a row of one as it is and changes those of others; of several partners the first
// counts, also where it leaves the row. The answers are MySQL 8.0.46's.
func TestUpdateIgnoreOfSeveralTables(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE e (id INT PRIMARY KEY, n TINYINT, v VARCHAR(3), u INT UNIQUE); INSERT INTO e VALUES (1, 1, 'x', 1), (2, 2, 'y', 2), (3, NULL, NULL, NULL);
		CREATE TABLE f (id INT PRIMARY KEY, b INT, k INT); INSERT INTO f VALUES (1, 3, 2), (2, 9, 2), (3, 4, 3)`)
	const two = "(SELECT 2 k, 1 v UNION ALL SELECT 2, 9) p ON e.id = p.k"
	for _, c := range []struct {
		text     string
		affected int64
		e, f     string
	}{
		{"UPDATE IGNORE e JOIN f ON e.id = f.id SET e.u = 5, f.b = 7", 4, "5|2|NULL", "7\t2|7\t2|7\t3"},
		{"UPDATE IGNORE e JOIN f ON e.id = f.id SET e.n = 1000, e.v = 'toolong', f.k = f.id", 4, "5|2|NULL", "7\t1|7\t2|7\t3"},
		{"UPDATE e SET u = id", 2, "1|2|3", "7\t1|7\t2|7\t3"},
		{"UPDATE IGNORE e JOIN " + two + " SET e.u = p.v", 0, "1|2|3", "7\t1|7\t2|7\t3"},
		{"UPDATE IGNORE e JOIN " + two + " JOIN f ON f.id = e.id SET e.u = p.v + 7, f.b = 1", 2, "1|8|3", "7\t1|1\t2|7\t3"},
		{"UPDATE IGNORE e JOIN " + two + " JOIN f ON f.id = e.id SET e.u = p.v, f.b = 2", 1, "1|8|3", "7\t1|2\t2|7\t3"},
	} {
		if got := mustRun(t, s, c.text); got.Affected != c.affected {
			t.Errorf("%s changes %d rows, want %d", c.text, got.Affected, c.affected)
		}
		checkFact(t, s, [2]string{"u FROM e ORDER BY id", c.e})
		checkFact(t, s, [2]string{"b, k FROM f ORDER BY id", c.f})
	}
	checkFact(t, s, [2]string{"DISTINCT n, v FROM e", "127\ttoo"})
}
