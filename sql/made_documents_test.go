package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Parts of documents that a query makes as texts of columns are those that a loop takes: numbers, strings with
// and without escapes, what is not there, null; a text that is no document is an error of the rows that count.
func TestPartsOfMadeDocuments(t *testing.T) {
	const rows = 20_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, `CREATE TABLE t AS SELECT i, i * 7919 MOD 20011 a, CASE i MOD 4 WHEN 0 THEN 'plain' WHEN 1 THEN 'é' WHEN 2 THEN '\\n' ELSE 'a"' END s FROM n`)
	var values, extracted, unquoted, numbers []string
	for i := range 12 {
		a := i * 7919 % 20011
		text := []string{"plain", "é", "\n", "a"}[i%4]
		quoted := []string{`"plain%d"`, `"é%d"`, `"\n%d"`, `"a%d"`}[i%4]
		values = append(values, fmt.Sprintf("%s%d", strings.ReplaceAll(text, "\n", `\n`), a))
		extracted = append(extracted, strings.ReplaceAll(fmt.Sprintf(quoted, a), `\n`, `\\n`))
		unquoted = append(unquoted, values[i])
		numbers = append(numbers, fmt.Sprintf("%d\t%s\t1.50", a, `\N`))
	}
	doc := `CONCAT('{"x": ', a, ', "y": {"s": "', REPLACE(s, '"', ''), a, '"}, "z": null, "d": 1.50}')`
	bad := `CONCAT('{"x": ', IF(i < 12000, a, 'y'), '}')`
	for _, c := range []struct{ sql, want string }{
		{"SELECT JSON_VALUE(D, '$.y.s') FROM t WHERE i < 12 ORDER BY i", strings.Join(values, "\n")},
		{"SELECT JSON_EXTRACT(D, '$.y.s') FROM t WHERE i < 12 ORDER BY i", strings.Join(extracted, "\n")},
		{"SELECT JSON_UNQUOTE(JSON_EXTRACT(D, '$.y.s')) FROM t WHERE i < 12 ORDER BY i", strings.Join(unquoted, "\n")},
		{"SELECT JSON_VALUE(D, '$.x'), JSON_VALUE(D, '$.q'), JSON_EXTRACT(D, '$.d') FROM t WHERE i < 12 ORDER BY i", strings.ReplaceAll(strings.Join(numbers, "\n"), "1.50", "1.5")},
		{"SELECT COUNT(JSON_VALUE(D, '$.z')), COUNT(JSON_EXTRACT(D, '$.z')), COUNT(DISTINCT JSON_VALUE(D, '$.x')), COUNT(DISTINCT JSON_VALUE(D, '$.y.s')), MAX(JSON_VALUE(D, '$.x')) FROM t", "0\t20000\t20000\t20000\t9999"},
		{"SELECT MAX(JSON_VALUE(BAD, '$.x')) FROM t WHERE i < 12000", "9999"},
		{"SELECT JSON_UNQUOTE(CONCAT('\"', s, '\"')), JSON_UNQUOTE(CONCAT(s, '')) FROM t WHERE i = 0", "plain\tplain"},
	} {
		sql := strings.NewReplacer("BAD", bad, "D,", doc+",").Replace(c.sql)
		_, got, _ := strings.Cut(shown(t, mustRun(t, s, sql), "tsv"), "\n")
		if strings.TrimSuffix(got, "\n") != c.want {
			t.Errorf("%s:\n%s\ninstead of\n%s", c.sql, got, c.want)
		}
	}
	if _, err := s.Query(t.Context(), "SELECT MAX(JSON_EXTRACT("+bad+", '$.x')) FROM t"); err == nil || !strings.Contains(err.Error(), "Invalid JSON text") {
		t.Errorf("of what is no document: %v", err)
	}
}
