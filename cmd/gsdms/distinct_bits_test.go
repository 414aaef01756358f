package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
)

// Distinct values of a known range have a bit each on a device: their counts are those of brute
// force, of one group, of few in shared memory, and of many, with NULLs and negative numbers.
func TestDistinctValuesByBits(t *testing.T) { distinctValues(t, likeCard(t)) }

func distinctValues(t *testing.T, b operators.Backend) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	const rows = 20000
	type row struct {
		few, many, v int
		null         bool
	}
	all, values := make([]row, rows), make([]string, rows)
	for i := range all {
		r := row{random.IntN(3), random.IntN(2000), random.IntN(600) - 300, random.IntN(7) == 0}
		v := fmt.Sprint(r.v)
		if r.null {
			v = "null"
		}
		all[i], values[i] = r, fmt.Sprintf("(%d,%d,%s)", r.few, r.many, v)
	}
	s, closeAll := opened(t, b, []string{"create table t (few tinyint not null, many int not null, v int)", "insert into t values " + strings.Join(values, ",")})
	defer closeAll()
	count := func(key func(r row) int) (out [][2]int) { // key and distinct values, by key
		sets := map[int]map[int]bool{}
		for _, r := range all {
			k := key(r)
			if sets[k] == nil {
				sets[k] = map[int]bool{}
			}
			if !r.null {
				sets[k][r.v] = true
			}
		}
		for k, set := range sets {
			out = append(out, [2]int{k, len(set)})
		}
		slices.SortFunc(out, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
		return out
	}
	check := func(how, text string, want [][2]int) {
		got := textOf(ask(t, s, text))
		if !slices.EqualFunc(got, want, func(a string, b [2]int) bool { return a == fmt.Sprintf("%d|%d|", b[0], b[1]) }) {
			t.Errorf("%s: %s: %d rows %v, not %v", how, text, len(got), got[:min(5, len(got))], want[:min(5, len(want))])
		}
	}
	for _, how := range granularities {
		set(t, s, how)
		one := count(func(row) int { return rows })
		check(how, "select count(*), count(distinct v) from t", one)
		check(how, "select few, count(distinct v) from t group by few order by few", count(func(r row) int { return r.few }))
		many := count(func(r row) int { return r.many })
		check(how, "select many, count(distinct v) from t group by many order by many", many)
		slices.SortStableFunc(many, func(a, b [2]int) int { return cmp.Compare(b[1], a[1]) })
		check(how, "select many, count(distinct v) from t group by many order by 2 desc, 1 limit 7", many[:7])
		least := slices.DeleteFunc(slices.Clone(many), func(g [2]int) bool { return g[1] < 15 })
		check(how, "select many, count(distinct v) from t group by many having count(distinct v) >= 15 order by 2 desc, 1", least)
	}
}
