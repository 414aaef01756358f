package sql

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

const refused = "Invalid JSON text"

// documents makes a table of many documents, of which one in ten thousand is none and one in a hundred has no
// number.
func documents(t *testing.T) *Session {
	t.Helper()
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, ofDocuments)
	mustRun(t, s, `CREATE TABLE t AS SELECT i, i MOD 10 k, i MOD 7 w, CASE WHEN i MOD 10000 = 4 THEN CONCAT('bad ', i)
		WHEN i MOD 100 = 5 THEN CONCAT('{"a": "none", "b": ', i, '}') ELSE CONCAT('{"a": ', i MOD 900, ', "b": ', i, '}') END doc FROM n`)
	return s
}

const ofDocuments = 80_000

// checkRefused holds statements against answers; refused is an error.
func checkRefused(t *testing.T, s *Session, cases []struct{ sql, want string }) {
	t.Helper()
	for _, c := range cases {
		for range 2 { // the second time all that was kept is there
			r, err := s.Query(t.Context(), c.sql)
			got := fmt.Sprint(err)
			if err == nil {
				_, got, _ = strings.Cut(strings.TrimSuffix(shown(t, r, "tsv"), "\n"), "\n")
			}
			if got != c.want && !(c.want == refused && err != nil && strings.Contains(got, refused)) {
				t.Errorf("%s:\n%s\ninstead of\n%s", c.sql, got, c.want)
			}
		}
	}
}

// TestTextsThatConditionsLeaveOut asks for parts of documents: where conditions leave those out that are none
// the answers are those of a loop over the rows, where a row that counts has one it is an error, and what a
// condition guards is none.
func TestTextsThatConditionsLeaveOut(t *testing.T) {
	bad := func(i int) bool { return i%10000 == 4 }
	answer := func(counts func(i int) bool) string {
		count, total := 0, 0
		for i := range ofDocuments {
			if counts(i) {
				count, total = count+1, total+i%900
			}
		}
		return fmt.Sprintf("%d\t%d", count, total)
	}
	good := answer(func(i int) bool { return i%10 == 4 && !bad(i) })
	weighted := 0
	for i := 3; i < ofDocuments; i += 10 {
		weighted += i % 900 * (i % 7)
	}
	const of = "SELECT COUNT(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a'))), SUM(JSON_EXTRACT(doc, '$.a')) FROM t "
	checkRefused(t, documents(t), []struct{ sql, want string }{
		{of + "WHERE k = 3", answer(func(i int) bool { return i%10 == 3 })},
		{of + "WHERE k = 4", refused},
		{of + "WHERE k = 4 AND i MOD 10000 <> 4", good},
		{of + "WHERE k = 4 AND JSON_VALID(doc)", good},
		{of + "WHERE k = 4 AND doc LIKE '{%'", good},
		{of + "WHERE k <> 5 AND k <> 4", answer(func(i int) bool { return i%10 != 5 && i%10 != 4 })},
		{of + "WHERE k <> 5", refused},
		{of, refused},
		{of + "WHERE k = 3 AND JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')) + 0 > 500", answer(func(i int) bool { return i%10 == 3 && i%900 > 500 })},
		{of + "WHERE k IN (3, 4) AND JSON_UNQUOTE(JSON_EXTRACT(doc, '$.b')) + 0 < 0", refused},
		{of + "WHERE k = 4 AND JSON_VALID(doc) AND JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')) + 0 > 500", answer(func(i int) bool { return i%10 == 4 && !bad(i) && i%900 > 500 })},
		{"SELECT COUNT(*), SUM(IF(JSON_VALID(doc), JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')), 0)) FROM t WHERE k = 4", strings.Replace(good, "7992", "8000", 1)},
		{"SELECT COUNT(*), SUM(IF(i MOD 10000 = 4, 0, JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')))) FROM t WHERE k = 4", strings.Replace(good, "7992", "8000", 1)},
		{"SELECT COUNT(*), SUM(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')) * w) FROM t WHERE k = 3", fmt.Sprintf("8000\t%d", weighted)},
		{"SELECT COUNT(*), SUM(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')) * w) FROM t WHERE k = 4", refused},
	})
}

// TestTextsThatJoinsLeaveOut is the same where another table, a group or the step of a recursion says which
// documents count.
func TestTextsThatJoinsLeaveOut(t *testing.T) {
	s := documents(t)
	mustRun(t, s, "CREATE TABLE few AS SELECT i MOD 5 + 2 k, i f FROM n WHERE i < 5")
	checkRefused(t, s, []struct{ sql, want string }{
		{"SELECT f, COUNT(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a'))) FROM t JOIN few ON few.k = t.k WHERE few.k < 4 GROUP BY f ORDER BY f", "0\t8000\n1\t8000"},
		{"SELECT f, COUNT(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a'))) FROM t JOIN few ON few.k = t.k WHERE few.k < 5 GROUP BY f ORDER BY f", refused},
		{"SELECT COUNT(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a'))) FROM t JOIN (SELECT MOD(i, 10) m, COUNT(*) c FROM t GROUP BY m HAVING m = 3) g ON g.m = t.k", "8000"},
		{"SELECT COUNT(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a'))) FROM t JOIN (SELECT MOD(i, 10) m, COUNT(*) c FROM t GROUP BY m HAVING m = 4) g ON g.m = t.k", refused},
		{"SELECT COUNT(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a'))) FROM t JOIN (SELECT MOD(i, 10) m, COUNT(*) c FROM t GROUP BY m HAVING m = 4) g ON g.m = t.k AND JSON_VALID(doc)", "7992"},
		{"SELECT COUNT(*) FROM t WHERE k = 2 AND EXISTS (SELECT 1 FROM few WHERE few.k = t.k AND JSON_UNQUOTE(JSON_EXTRACT(doc, '$.b')) >= f)", "8000"},
		{"WITH RECURSIVE r AS (SELECT 3 a, 0 l UNION ALL SELECT JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')) + 0, l + 1 FROM r JOIN t ON t.i = r.a + 10 WHERE l < 3 AND k = 3) SELECT MAX(l), MAX(a) FROM r", "3\t33"},
		{"WITH RECURSIVE r AS (SELECT 4 a, 0 l UNION ALL SELECT JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')) + 0, l + 1 FROM r JOIN t ON t.i = r.a WHERE l < 3 AND k = 4) SELECT MAX(l), MAX(a) FROM r", refused},
	})
}

// TestNumbersOfManyTexts adds up what many texts are as unsigned numbers, some of which are none, below 0,
// past 64 bits with a sign or past 64 bits: sums and warnings are those of a loop over the rows that count.
func TestNumbersOfManyTexts(t *testing.T) {
	const rows = 80_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, `CREATE TABLE t AS SELECT i, i MOD 10 k, CONCAT(i, '/', CASE i MOD 10000 WHEN 4 THEN CONCAT(i, 'x') WHEN 5 THEN '-1' WHEN 6 THEN '18446744073709551615' WHEN 7 THEN CONCAT('9999999999999999999999999', i) ELSE i END) p FROM n`)
	most := new(big.Int).SetUint64(math.MaxUint64)
	for _, c := range []struct{ where, of string }{{"k = 3", "3"}, {"k = 4", "4"}, {"k = 5", "5"}, {"k = 6", "6"}, {"k = 7", "7"}, {"k > 7", "89"}, {"k <> 5", "012346789"}, {"k >= 0", "0123456789"}} {
		sum, lost, turned := new(big.Int), 0, 0
		for i := range rows {
			if !strings.Contains(c.of, strconv.Itoa(i%10)) {
				continue
			}
			n := big.NewInt(int64(i))
			switch i % 10000 {
			case 4:
				lost++
			case 5:
				n, turned = most, 1 // one text, of which one warning tells
			case 6:
				n = most
			case 7:
				n, lost = most, lost+1
			}
			sum.Add(sum, n)
		}
		for range 2 { // the second time all that was kept is there
			r := mustRun(t, s, "SELECT SUM(CAST(SUBSTRING_INDEX(p, '/', -1) AS UNSIGNED)) FROM t WHERE "+c.where)
			_, got, _ := strings.Cut(strings.TrimSuffix(shown(t, r, "tsv"), "\n"), "\n")
			if got != sum.String() || r.Warnings != lost+turned {
				t.Errorf("where %s: %s with %d warnings, want %s with %d", c.where, got, r.Warnings, sum, lost+turned)
			}
		}
	}
}
