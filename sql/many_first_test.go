package sql

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// The first rows of a large limit, of which the first key says little, are those of a sort of all.
func TestManyFirstRows(t *testing.T) {
	const rows, skip, count = 60_000, 5000, 15_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	r := rand.New(rand.NewPCG(8, 1))
	type row struct{ id, a, b int }
	all, texts := make([]row, rows), make([]string, rows)
	for i := range all {
		all[i] = row{i, r.IntN(20) / 19, r.IntN(900)}
		b := fmt.Sprint(all[i].b)
		if all[i].b == 7 {
			all[i].b, b = -1, "NULL" // which comes first
		}
		texts[i] = fmt.Sprintf("(%d,%d,%s)", all[i].id, all[i].a, b)
	}
	mustRun(t, s, "CREATE TABLE t (id INT NOT NULL, a INT NOT NULL, b INT)")
	for some := range slices.Chunk(texts, rows/2) {
		mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(some, ","))
	}
	slices.SortFunc(all, func(x, y row) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(y.id, x.id))
	})
	var want []string
	for _, x := range all[skip : skip+count] {
		want = append(want, fmt.Sprint(x.id))
	}
	got := strings.Fields(flat(mustRun(t, s, fmt.Sprintf("SELECT id FROM t ORDER BY a, b, id DESC LIMIT %d, %d", skip, count))))
	if !slices.Equal(got, want) {
		t.Errorf("%d rows, not those of a sort: the first are %v, want %v", len(got), got[:min(9, len(got))], want[:9])
	}
}
