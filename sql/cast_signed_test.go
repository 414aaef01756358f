package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// CAST AS SIGNED keeps the bits of an unsigned number, of a constant as of a column's, and what is
// computed of it goes on with a sign.
func TestUnsignedAsSigned(t *testing.T) {
	numbers := []uint64{0, 1, 5, 1<<63 - 1, 1 << 63, 1<<63 + 7, 1<<64 - 2, 1<<64 - 1}
	var rows, want, constants, low []string
	for _, n := range numbers {
		rows = append(rows, fmt.Sprintf("(%d)", n))
		want = append(want, fmt.Sprint(int64(n)))
		constants = append(constants, fmt.Sprintf("CAST(%d AS SIGNED)", n))
		low = append(low, fmt.Sprint(int64(n)%7))
	}
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1000}).NewSession()
	mustRun(t, s, "CREATE TABLE t (n BIGINT UNSIGNED); INSERT INTO t VALUES "+strings.Join(rows, ", "))
	for query, want := range map[string][]string{
		"SELECT CAST(n AS SIGNED) FROM t ORDER BY n":              want,
		"SELECT CAST(n AS SIGNED) % 7 FROM t ORDER BY n":          low,
		"SELECT " + strings.Join(constants, " UNION ALL SELECT "): want,
	} {
		got := strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, query), "tsv")), "\n")[1:]
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestCastsPastTheirRange: CAST AS SIGNED or UNSIGNED gives the nearest number, as MySQL does with a
// warning; of a text past 64 bits the bits of the largest. The answers are MariaDB's, but that of a
// negative double AS UNSIGNED, whose bits MySQL keeps.
func TestCastsPastTheirRange(t *testing.T) {
	const most, least, all = "9223372036854775807", "-9223372036854775808", "18446744073709551615"
	for as, want := range map[string]string{
		"1e20 AS SIGNED": most, "-1e20 AS SIGNED": least, "99999999999999999999 AS SIGNED": most, "-99999999999999999999 AS SIGNED": least,
		"99999999999999999999.5 AS SIGNED": most, "9223372036854775807.6 AS SIGNED": most, "-9223372036854775808.6 AS SIGNED": least, "9223372036854775807.4 AS SIGNED": most,
		"'99999999999999999999' AS SIGNED": "-1", "'-99999999999999999999' AS SIGNED": least, "'18446744073709551615' AS SIGNED": "-1", "18446744073709551615 AS SIGNED": "-1",
		"1e20 AS UNSIGNED": all, "1.5e19 AS UNSIGNED": "15000000000000000000", "5e0 AS UNSIGNED": "5", "-1.5e0 AS UNSIGNED": "18446744073709551614",
	} {
		facts(t, [][2]string{{"CAST(" + as + ")", want}})
	}
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (id INT, f DOUBLE, d DECIMAL(30,2), s VARCHAR(30)); INSERT INTO w VALUES (1, 1e30, 99999999999999999999.5, '99999999999999999999x'), (2, -1e30, -99999999999999999999.5, '-99999999999999999999'), (3, NULL, NULL, NULL), (4, 1.5e19, 9223372036854775807.5, '12ab'), (5, -2.5, -1.5, '')")
	for _, f := range [][2]string{
		{"CAST(f AS SIGNED) FROM w ORDER BY id", most + "|" + least + "|NULL|" + most + "|-2"},
		{"CAST(d AS SIGNED) FROM w ORDER BY id", most + "|" + least + "|NULL|" + most + "|-2"},
		{"CAST(s AS SIGNED) FROM w ORDER BY id", "-1|" + least + "|NULL|12|0"},
		{"CAST(f AS UNSIGNED) FROM w WHERE id IN (1, 3, 4) ORDER BY id", all + "|NULL|15000000000000000000"},
		{"COUNT(*) FROM w WHERE CAST(f AS SIGNED) = " + most, "2"}, {"SUM(CAST(d AS SIGNED) = " + least + ") FROM w", "1"},
		{"CAST(f AS SIGNED) FROM (SELECT f FROM w ORDER BY id LIMIT 2) q", most + "|" + least},
	} {
		checkFact(t, s, f)
	}
}
