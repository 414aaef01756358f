package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What is read of JSON values that a query makes is what is read of the same values where a table
// has them as texts: parts, their texts, numbers and truths, in conditions and groups, of rows of an outer
// join that have none, too.
func TestMembersOfMadeJSON(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE t (id INT PRIMARY KEY, i INT, n INT NOT NULL, f DOUBLE, d DECIMAL(8,2) NOT NULL, b BIGINT UNSIGNED, s VARCHAR(20), m DATETIME, y YEAR, z VARBINARY(4), j JSON)")
	rows := []string{"(0, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL)"}
	for i, text := range []string{"", "null", `a"b`, `x\\y`, "ä€", "12", "true"} {
		rows = append(rows, fmt.Sprintf("(%d, %d, %d, %d.25e%d, %d.5, %d, '%s', '2020-02-0%d 10:00:00', %d, 'z%d', '[%d, null]')",
			i+1, i%3-1, i-3, i, 9*i, i, 1<<63+uint64(i), text, i+1, 2000+i, i, i))
	}
	mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(rows, ","))
	made := "JSON_OBJECT('i', i, 'n', n + 1, 'f', f, 'd', d, 'b', b, 's', s, 'm', m, 'y', y, 'z', z, 'j', j, 'truth', i = 0, 'o', JSON_OBJECT('s', s, 'a', JSON_ARRAY(n, s, j, 7)), 's2', 'a', 's2', CONCAT(s, '-'))"
	mustRun(t, s, "CREATE TABLE u AS SELECT id, "+made+" j FROM t")
	same := func(format, from string) {
		t.Helper()
		ofMade, ofStored := mustRun(t, s, fmt.Sprintf(format, "(SELECT id, "+made+" j FROM t) v")), mustRun(t, s, fmt.Sprintf(format, "u v"))
		if got, want := shown(t, ofMade, "csv"), shown(t, ofStored, "csv"); got != want {
			t.Errorf("%s %s:\n%s\nwant\n%s", format, from, got, want)
		}
	}
	for _, path := range []string{"$.i", "$.n", "$.f", "$.b", "$.s", "$.m", "$.y", "$.z", "$.j", "$.j[0]", "$.truth", "$.o", "$.o.s", "$.o.a", "$.o.a[1]", "$.o.a[last]", "$.o.a[9]", "$.s2", "$.none", "$.s.none", "$.s[0]", "$**.s", "$.o.*"} {
		same("SELECT id, JSON_EXTRACT(j, '"+path+"') x FROM %s ORDER BY id", path)
		same("SELECT id, JSON_UNQUOTE(JSON_EXTRACT(j, '"+path+"')) x FROM %s WHERE j IS NOT NULL ORDER BY id", path)
		same("SELECT id, JSON_TYPE(JSON_EXTRACT(j, '"+path+"')) x, JSON_LENGTH(JSON_EXTRACT(j, '"+path+"')) y FROM %s ORDER BY id", path)
		same("SELECT JSON_UNQUOTE(JSON_EXTRACT(j, '"+path+"')) x, COUNT(*), MIN(id) FROM %s GROUP BY x ORDER BY 3", path)
		same("SELECT id FROM %s WHERE JSON_EXTRACT(j, '"+path+"') = 0 OR JSON_EXTRACT(j, '"+path+"') = 'null' ORDER BY id", path)
		same("SELECT t.id, JSON_EXTRACT(v.j, '"+path+"') x FROM t LEFT JOIN %s ON v.id = t.id AND v.id > 4 ORDER BY 1", path)
		same("SELECT DISTINCT x FROM (SELECT DISTINCT JSON_EXTRACT(j, '"+path+"') x, j FROM %s) w ORDER BY x", path)
		if !strings.ContainsAny(path, "*") {
			same("SELECT id, JSON_VALUE(j, '"+path+"') x FROM %s ORDER BY id", path)
		}
	}
	for _, name := range []string{"i", "n", "f", "d", "b"} {
		same("SELECT COUNT(*), SUM(JSON_EXTRACT(j, '$."+name+"')), SUM(CAST(JSON_EXTRACT(j, '$."+name+"') AS DOUBLE)), AVG(JSON_EXTRACT(j, '$."+name+"') + 1) FROM %s", name)
		same("SELECT id, CAST(JSON_EXTRACT(j, '$."+name+"') AS SIGNED) x FROM %s WHERE id BETWEEN 1 AND 3 ORDER BY id", name)
	}
	r := mustRun(t, s, "EXPLAIN SELECT JSON_UNQUOTE(JSON_EXTRACT(j, '$.s')) x, SUM(JSON_EXTRACT(j, '$.n')) FROM (SELECT id, "+made[:strings.Index(made, ", 'j'")]+") j FROM t) v GROUP BY x")
	if text := shown(t, r, "csv"); strings.Contains(text, "JSON") {
		t.Errorf("JSON is made of which two members are read:\n%s", text)
	}
}
