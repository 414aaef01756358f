package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// Of few groups each lane of a warp has copies, which are folded at the end: sums past 64 bits, of
// both signs, counts, extremes and doubles are those of brute force, and a group without rows is none.
func TestFewGroupsInCopies(t *testing.T) {
	const rows, groups = 20000, 3
	random := rand.New(rand.NewPCG(1, 2))
	values := make([]string, rows)
	var sums, halves [groups]big.Int
	var counts, least, most [groups]int64
	for i := range values {
		g := random.IntN(groups)
		n := random.Int64N(1<<62) - random.Int64N(1<<62)
		values[i] = fmt.Sprintf("(%d,%d,%d.5)", 2*g, n, i)
		sums[g].Add(&sums[g], big.NewInt(n))
		halves[g].Add(&halves[g], big.NewInt(int64(10*i+5)))
		if counts[g] == 0 || n < least[g] {
			least[g] = n
		}
		if counts[g] == 0 || n > most[g] {
			most[g] = n
		}
		counts[g]++
	}
	s, closeAll := opened(t, likeCard(t), []string{
		"create table t (k tinyint not null, v bigint not null, f double not null)", "insert into t values " + strings.Join(values, ","),
	})
	defer closeAll()
	for _, how := range granularities {
		set(t, s, how)
		got := textOf(ask(t, s, "select k, count(*), sum(v), min(v), max(v), cast(10 * sum(f) as signed) from t group by k order by k"))
		for g := range groups {
			want := fmt.Sprintf("%d|%d|%s|%d|%d|%s|", 2*g, counts[g], &sums[g], least[g], most[g], &halves[g])
			if g >= len(got) || got[g] != want {
				t.Errorf("%s: group %d of %d is %q, not %s", how, g, len(got), got, want)
			}
		}
		whole := new(big.Int)
		for g := range sums {
			whole.Add(whole, &sums[g])
		}
		if got := textOf(ask(t, s, "select sum(v) from t")); len(got) != 1 || got[0] != whole.String()+"|" {
			t.Errorf("%s: the sum is %q, not %s", how, got, whole)
		}
	}
}
