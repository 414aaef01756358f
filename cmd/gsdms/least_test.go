package main

import (
	"strings"
	"testing"
)

// The least BIGINT is a number like any other, in a column and as a key of a join.
func TestLeastNumber(t *testing.T) {
	s, closeAll := opened(t, hostBackend(t), []string{
		"create table t (a bigint not null, b bigint not null)",
		"insert into t values (-9223372036854775808, 9223372036854775807), (9223372036854775807, -9223372036854775808), (-1, 5), (0, -1)",
	})
	defer closeAll()
	queries := []string{"select min(a), max(a), max(b), sum(a) from t where b > 0 or b < 0", "select x.a, y.a from t x join t y on x.a = y.b where x.a < 1"}
	want := []string{"-9223372036854775808|9223372036854775807|9223372036854775807|-2|", "-9223372036854775808|9223372036854775807|\n-1|0|"}
	for _, how := range granularities {
		set(t, s, how)
		for i, got := range textsOf(t, s, queries) {
			if strings.TrimSpace(got) != want[i] {
				t.Errorf("%s: %s:\n%s\nnot\n%s", how, queries[i], got, want[i])
			}
		}
	}
}
