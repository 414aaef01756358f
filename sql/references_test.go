package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// Errors of foreign keys that are rules have MySQL's words, and CREATE TABLE lists them by their names.
func TestReferencesSayWhatMySQLSays(t *testing.T) {
	folder := t.TempDir()
	e := openEngine(t, folder, pushscan.Options{})
	s := e.NewSession()
	mustRun(t, s, `CREATE DATABASE z; CREATE DATABASE zy; USE z; CREATE TABLE p (id INT PRIMARY KEY, u INT UNIQUE, a INT, b INT, UNIQUE KEY ab (a, b));
		CREATE TABLE c (id INT PRIMARY KEY, a INT, b INT, u INT, CONSTRAINT zz FOREIGN KEY (u) REFERENCES p (id), FOREIGN KEY (a, b) REFERENCES p (a, b), FOREIGN KEY (u) REFERENCES p (u));
		INSERT INTO p VALUES (1, 1, 1, 1), (2, 2, 2, 2); INSERT INTO c VALUES (1, 1, 1, 1);
		CREATE TABLE zy.far (u INT, CONSTRAINT away FOREIGN KEY (u) REFERENCES z.p (u))`)
	const one, two = "CONSTRAINT `c_ibfk_1` FOREIGN KEY (`a`, `b`) REFERENCES `p` (`a`, `b`)", "CONSTRAINT `c_ibfk_2` FOREIGN KEY (`u`) REFERENCES `p` (`u`)"
	const create = "c|CREATE TABLE `c` (\n  `id` int NOT NULL,\n  `a` int,\n  `b` int,\n  `u` int,\n  PRIMARY KEY (`id`),\n  KEY `a` (`a`,`b`),\n  KEY `u` (`u`),\n  " +
		one + ",\n  " + two + ",\n  CONSTRAINT `zz` FOREIGN KEY (`u`) REFERENCES `p` (`id`)\n)"
	const child, parent = "Cannot add or update a child row: a foreign key constraint fails ", "Cannot delete or update a parent row: a foreign key constraint fails "
	for range 2 {
		mustRun(t, s, "USE z")
		if got := flat(mustRun(t, s, "SHOW CREATE TABLE c")); got != create {
			t.Errorf("SHOW CREATE TABLE gives %s\n  not  %s", got, create)
		}
		for text, want := range map[string]string{
			"INSERT INTO c VALUES (2, 1, 2, NULL)":               child + "(`z`.`c`, " + one + ")",
			"UPDATE p SET a = 7 WHERE id = 1":                    parent + "(`z`.`c`, " + one + ")",
			"UPDATE p SET u = 7 WHERE id = 1":                    parent + "(`z`.`c`, " + two + ")",
			"INSERT INTO zy.far VALUES (7)":                      child + "(`zy`.`far`, CONSTRAINT `away` FOREIGN KEY (`u`) REFERENCES `z`.`p` (`u`))",
			"TRUNCATE p":                                         "Cannot truncate a table referenced in a foreign key constraint (`z`.`c`, CONSTRAINT `c_ibfk_1`)",
			"DROP TABLE p, c":                                    "Cannot drop table 'p' referenced by a foreign key constraint 'away' on table 'far'.",
			"ALTER TABLE p DROP COLUMN u":                        "Cannot drop column 'u': needed in a foreign key constraint 'c_ibfk_2' of table 'c'",
			"ALTER TABLE p DROP INDEX ab":                        "Cannot drop index 'ab': needed in a foreign key constraint",
			"ALTER TABLE c DROP COLUMN b":                        "Cannot drop column 'b': needed in a foreign key constraint 'c_ibfk_1'",
			"ALTER TABLE c MODIFY a VARCHAR(9)":                  "Referencing column 'a' and referenced column 'a' in foreign key constraint 'c_ibfk_1' are incompatible.",
			"ALTER TABLE c ADD FOREIGN KEY (u) REFERENCES x (u)": "Failed to open the referenced table 'x'",
		} {
			if _, err := s.Query(t.Context(), text); err == nil || parse.AsError(text, err).Message != want {
				t.Errorf("%s gives %v\n  not  %s", text, err, want)
			}
		}
		mustRun(t, s, "OPTIMIZE TABLE c; DELETE FROM c; INSERT INTO c VALUES (1, 1, 1, 1)")
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		e = openEngine(t, folder, pushscan.Options{})
		s = e.NewSession()
	}
}

// What breaks a foreign key while foreign_key_checks is off may stay, and is no reason to refuse other changes.
func TestReferencesUnchecked(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `SET foreign_key_checks = 0; CREATE TABLE c (id INT PRIMARY KEY, p INT, q INT, FOREIGN KEY (p, q) REFERENCES later (a, b)); INSERT INTO c VALUES (1, 1, 1), (2, 5, 5), (3, 5, 5);
		CREATE TABLE later (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO later VALUES (1, 1), (2, 2); SET foreign_key_checks = 1`)
	for _, step := range []struct {
		text string
		want int
	}{
		{"INSERT INTO c VALUES (4, 2, 2)", 0}, {"INSERT INTO c VALUES (5, 5, 5)", 1452}, {"INSERT INTO c VALUES (5, 6, 6)", 1452}, {"UPDATE c SET p = 6 WHERE id = 2", 1452},
		{"UPDATE c SET id = 9 WHERE id = 2", 0}, {"DELETE FROM later WHERE a = 1", 1451}, {"INSERT INTO later VALUES (5, 5)", 0}, {"DELETE FROM later WHERE a = 5", 1451},
		{"ALTER TABLE c ADD CONSTRAINT second FOREIGN KEY (p, q) REFERENCES later (a, b)", 0}, {"SET foreign_key_checks = 0", 0}, {"DELETE FROM later", 0}, {"SET foreign_key_checks = 1", 0},
		{"ALTER TABLE c ADD CONSTRAINT third FOREIGN KEY (p, q) REFERENCES later (a, b)", 1452}, {"DELETE FROM c WHERE id > 1", 0}, {"UPDATE c SET p = NULL", 0},
		{"ALTER TABLE c ADD CONSTRAINT third FOREIGN KEY (p, q) REFERENCES later (a, b)", 0}, {"DROP TABLE later", 3730}, {"SET foreign_key_checks = 0", 0}, {"DROP TABLE later", 0},
		{"SET foreign_key_checks = 1", 0}, {"INSERT INTO c VALUES (7, 1, 1)", 1452}, {"INSERT INTO c VALUES (7, 1, NULL)", 0}, {"CREATE TABLE later (a INT, b BIGINT, PRIMARY KEY (a, b))", 1215},
	} {
		if got := code(t, s, step.text); got != step.want {
			t.Errorf("%s gives %d, want %d", step.text, got, step.want)
		}
	}
}

// node is a row of the table that refers to itself; 0 is NULL.
type node struct{ id, up, a, b int }

// nodes are its rows.
type nodes []node

// broken says whether a row has no partner.
func (all nodes) broken() bool {
	return slices.ContainsFunc(all, func(n node) bool {
		up := n.up == 0 || slices.ContainsFunc(all, func(o node) bool { return o.id == n.up })
		pair := n.a == 0 || n.b == 0 || slices.ContainsFunc(all, func(o node) bool { return o.id == n.a && o.up == n.b })
		return !up || !pair
	})
}

// Random changes of a table that refers to itself, by its primary key and by two columns, are made or refused as
// a search of all its rows says.
func TestReferencesToItself(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE n (id INT PRIMARY KEY, up INT, a INT, b INT, UNIQUE KEY pair (id, up), FOREIGN KEY (up) REFERENCES n (id), FOREIGN KEY (a, b) REFERENCES n (id, up))`)
	r := rand.New(rand.NewPCG(7, 1))
	var all nodes
	refused := map[int]int{}
	for range 600 {
		text, next, codes := changeOf(r, all)
		got := code(t, s, text)
		refused[got]++
		switch {
		case next == nil && got != 1062, next != nil && next.broken() && !slices.Contains(codes, got), next != nil && !next.broken() && got != 0:
			t.Fatalf("%s gives %d of %v", text, got, all)
		case got == 0:
			all = next
		}
		if want := all.text(); want != flat(mustRun(t, s, "SELECT COALESCE(GROUP_CONCAT(CONCAT_WS(' ', id, COALESCE(up, 0), COALESCE(a, 0), COALESCE(b, 0)) ORDER BY id), '') FROM n")) {
			t.Fatalf("%s leaves other rows than %s", text, want)
		}
	}
	if refused[0] < 100 || refused[1451] < 20 || refused[1452] < 20 {
		t.Errorf("changes by their errors: %v", refused)
	}
}

func (all nodes) text() string {
	var rows []string
	for _, n := range slices.SortedFunc(slices.Values(all), func(a, b node) int { return a.id - b.id }) {
		rows = append(rows, fmt.Sprintf("%d %d %d %d", n.id, n.up, n.a, n.b))
	}
	return strings.Join(rows, ",")
}

// changeOf is a random change of the rows, what it leaves, nil where a key comes twice, and the errors that it may
// be refused with.
func changeOf(r *rand.Rand, all nodes) (text string, next nodes, codes []int) {
	value := func() int { return max(r.IntN(14)-2, 0) }
	next = append(nodes{}, all...)
	k, v := 1+r.IntN(11), value()
	switch r.IntN(9) {
	case 0:
		next = slices.DeleteFunc(next, func(n node) bool { return n.id == k })
		return fmt.Sprintf("DELETE FROM n WHERE id = %d", k), next, []int{1451}
	case 1:
		next = slices.DeleteFunc(next, func(n node) bool { return n.id >= k+4 && n.up != k })
		return fmt.Sprintf("DELETE FROM n WHERE id >= %d AND COALESCE(up, 0) <> %d", k+4, k), next, []int{1451}
	case 2:
		for i := range next {
			if next[i].id%3 == k%3 {
				next[i].up = v
			}
		}
		return fmt.Sprintf("UPDATE n SET up = NULLIF(%d, 0) WHERE id %% 3 = %d", v, k%3), next, []int{1451, 1452}
	case 3:
		for i := range next {
			if next[i].id == k {
				next[i].id = v + 1
			}
		}
		return fmt.Sprintf("UPDATE n SET id = %d WHERE id = %d", v+1, k), next.different(), []int{1451}
	}
	one, two := node{k, v, 0, 0}, node{1 + r.IntN(11), value(), value(), value()}
	next = append(next, one, two).different()
	return fmt.Sprintf("INSERT INTO n VALUES (%d, NULLIF(%d, 0), NULLIF(%d, 0), NULLIF(%d, 0)), (%d, NULLIF(%d, 0), NULLIF(%d, 0), NULLIF(%d, 0))",
		one.id, one.up, one.a, one.b, two.id, two.up, two.a, two.b), next, []int{1452}
}

// different are the rows, nil where two have the same key.
func (all nodes) different() nodes {
	seen := map[int]bool{}
	for _, n := range all {
		if seen[n.id] {
			return nil
		}
		seen[n.id] = true
	}
	return all
}
