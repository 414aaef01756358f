package sql

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// factRows are the tables of the facts below.
const factRows = `
CREATE TABLE f (i INT, b BIGINT, d DECIMAL(10,2), x DOUBLE, s VARCHAR(40), day DATE);
INSERT INTO f VALUES
 (1, 1, 1.25, 2.5, '10', '1998-07-04'),
 (2, -7, 3.50, -2.5, 'abc', '2000-02-29'),
 (4, 100, 10.00, 0.5, '1998-07-04 10:11:12', '1999-12-31'),
 (NULL, NULL, NULL, NULL, NULL, NULL);`

// facts runs expressions, each with what MySQL gives for it: values of several rows
// joined by |, or "error" and its number.
func facts(t *testing.T, list [][2]string) {
	t.Helper()
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, factRows)
	for _, f := range list {
		if got := fact(t, s, f[0]); got != f[1] {
			t.Errorf("%s gives %s, want %s", f[0], got, f[1])
		}
	}
}

func fact(t *testing.T, s *Session, text string) string {
	t.Helper()
	r, err := s.Query(context.Background(), "SELECT "+text)
	var known *Error
	switch {
	case errors.As(err, &known):
		return "error " + strconv.Itoa(known.Code)
	case err != nil:
		return err.Error()
	}
	lines := strings.Split(strings.TrimSuffix(shown(t, r, "tsv"), "\n"), "\n")
	return strings.ReplaceAll(strings.Join(lines[1:], "|"), `\N`, "NULL")
}

// TestQuotientsKeepDigits: an operation on a quotient computes with the nine digits or
// more that MySQL has of it.
func TestQuotientsKeepDigits(t *testing.T) {
	facts(t, [][2]string{
		{"(14620 / 9432456) / (24250 / 9432456)", "0.60288653"}, // MySQL's manual, 14.6.1
		{"1/3", "0.3333"}, {"1/3*3", "1.0000"}, {"2/3*3", "2.0000"}, {"100*(15/31)", "48.3871"},
		{"1/3 = 0.3333", "0"}, {"CAST(1/3 AS DECIMAL(10,8))", "0.33333333"}, {"CONCAT(1/3)", "0.3333"},
		{"ROUND(2/3, 2)", "0.67"}, {"ROUND(1/3, 8)", "0.33333333"}, {"IF(1/100000, 'yes', 'no')", "yes"},
		{"100*AVG(i>1) FROM f", "66.6667"}, {"AVG(i>1) FROM f", "0.6667"}, {"AVG(i)/AVG(b) FROM f", "0.07446809"},
		{"AVG(d)*1.5 FROM f", "7.3750000"}, {"SUM(i)/AVG(i) FROM f", "3.0000"}, {"7 DIV AVG(i) FROM f", "3"},
		{"SUM(i/3) FROM f", "2.3333"}, {"SUM(1/3) FROM f WHERE i > 0", "1.0000"}, {"AVG(i/3) FROM f", "0.77777778"},
		{"i/3*3 FROM f", "1.0000|2.0000|4.0000|NULL"}, {"i/3 FROM f", "0.3333|0.6667|1.3333|NULL"},
		{"i FROM f WHERE i/3 > 0.3333", "1|2|4"}, {"CASE WHEN i = 1 THEN i/3 ELSE 0 END*3 FROM f WHERE i = 1", "1.0000"},
		{"i FROM f GROUP BY i HAVING AVG(i)/3 > 0.33333", "1|2|4"}, {"MAX(i/3) FROM f", "1.3333"},
		{"COUNT(*) FROM f GROUP BY i/3 ORDER BY i/3", "1|1|1|1"}, {"-(1/3)*3", "-1.0000"},
	})
}
