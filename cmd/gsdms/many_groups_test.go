package main

import (
	"fmt"
	"strings"
	"testing"
)

// Groups by position that are too many to be copied after each launch come packed, in the order of
// their keys, without those that no row came to.
func TestManyGroupsByPosition(t *testing.T) {
	const rows = 30000
	values := make([]string, rows)
	for i := range values {
		n := (i*7919 + 13) % rows // each once, in another order
		values[i] = fmt.Sprintf("(%d,%d)", 3*n, n)
	}
	s, closeAll := opened(t, likeCard(t), []string{"create table t (k int not null, v int not null)", "insert into t values " + strings.Join(values, ",")})
	defer closeAll()
	for _, how := range granularities {
		set(t, s, how)
		got := textOf(ask(t, s, "select k, count(*), sum(v), max(v + 1), min(v), sum(v * 2) from t where v % 5 < 4 group by k"))
		at := 0
		for n := range rows {
			if n%5 == 4 {
				continue
			}
			if want := fmt.Sprintf("%d|1|%d|%d|%d|%d|", 3*n, n, n+1, n, 2*n); at >= len(got) || got[at] != want {
				t.Fatalf("%s: row %d of %d is not %s", how, at, len(got), want)
			}
			at++
		}
		if at != len(got) {
			t.Errorf("%s: %d groups, not %d", how, len(got), at)
		}
	}
}
