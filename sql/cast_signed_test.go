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
