package parse

import (
	"errors"
	"strings"
	"testing"
)

// TestOtherDialects: what is written for other engines is told by its name, and not taken for a
// misspelling of another word.
func TestOtherDialects(t *testing.T) {
	for _, c := range [][2]string{
		{"SELECT CAST(x AS INT) FROM t", "SIGNED"}, {"SELECT CAST(x AS VARCHAR) FROM t", "CHAR"}, {"SELECT x FROM t QUALIFY ROW_NUMBER() OVER () = 1", "QUALIFY"},
		{"SELECT COUNT(*) FILTER (WHERE x > 1) FROM t", "CASE"}, {"SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x) FROM t", "PERCENTILE_CONT(x, 0.5)"}, {"SELECT x FROM t GROUP BY ALL", "GROUP BY 1, 2"}, {"SELECT * EXCLUDE (x) FROM t", "name those"}, {"SELECT x FROM t LIMIT 10 PERCENT", "COUNT(*) OVER ()"}, {"SELECT x FROM t ORDER BY x NULLS LAST", "IS NULL"}, {"SELECT TOP 5 x FROM t", "LIMIT"}, {"SELECT x::text FROM t", "CAST("},
		{"SELECT x FROM t WHERE x == 1", "one ="}, {"SELECT x, FROM t", "comma"}, {"DELETE t WHERE x = 1", "DELETE FROM t"}, {"SELECT COUNT (*) FROM t", "No space"},
		{"SELECT * FROM read_csv('x.csv')", "FROM 'x.csv'"}, {"SELECT d + INTERVAL 1 MONTHS FROM t", "The unit is MONTH"}, {"SELECT d - INTERVAL '1 month' FROM t", "INTERVAL 1 MONTH"},
		{"SELECT a, COUNT(*) FROM t GROUP a", "GROUP BY"}, {"SELECT a FROM t ORDER a", "ORDER BY"}, {"FROM t LIMIT 1", "SELECT * FROM"}, {"SELECT [a] FROM t", "`name`"},
		{"CREATE PROCEDURE p() BEGIN SELECT 1", "no procedures"}, {"DELIMITER //", "MySQL's shell"}, {"COPY t FROM 'x.csv'", "LOAD DATA"}, {"SUMMARIZE t", "DESCRIBE"}, {"SELECT EXTRACT(DOW FROM d) FROM t", "DAYOFWEEK"},
		{"SELECT * FROM 'x.csv.bz2'", "unpack"}, {"SELECT * FROM 'x.xlsx'", "spreadsheet"}, {"SELECT * FROM 'sales/'", "**/*.parquet"},
		{"CREATE TABLE t (a INT INVISIBLE)", "INVISIBLE"}, {"CREATE TABLE t (a INTT)", "Did you mean INT"}, {"SELECT * FORM t", "Did you mean FROM"},
		{"CREATE TABLE keys (a INT)", "written `keys`"}, {"SELECT 1 AS rank", "RANK is a reserved word"}, {"SELECT * FROM groups", "written `groups`"},
	} {
		_, err := new(Parsers).Parse(c[0])
		e := &Error{}
		if !errors.As(err, &e) || !strings.Contains(e.Hint, c[1]) {
			t.Errorf("%s: %v, hint %q, want one with %q", c[0], err, e.Hint, c[1])
		}
	}
}
