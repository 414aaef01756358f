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

// summed is a group of the table below: how many values it has, and what they make.
type summed struct {
	key              string
	wide             int // rows times its second key
	rows, values     int
	sum, least, most int
}

// summedRows makes rows of a sparse key and a value that may be NULL, as text, and the groups of
// them, the keys ascending. Keys of texts are long, so that groups are found by their hash.
func summedRows(seed uint64) (rows []string, all []summed) {
	r := rand.New(rand.NewPCG(seed, 1))
	for k := range 20000 {
		g := summed{key: fmt.Sprint(3 * k), least: 1 << 40, most: -1 << 40}
		for range 1 + r.IntN(2) {
			g.rows++
			if r.IntN(4) == 0 {
				rows = append(rows, fmt.Sprintf("(%s,%d,null)", g.key, 7*k-999999999))
				continue
			}
			v := r.IntN(2_000_000) - 1_000_000
			g.values, g.sum, g.least, g.most = g.values+1, g.sum+v, min(g.least, v), max(g.most, v)
			rows = append(rows, fmt.Sprintf("(%s,%d,%d)", g.key, 7*k-999999999, v))
		}
		g.wide = g.rows * (7*k - 999999999)
		all = append(all, g)
	}
	r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return rows, all
}

// shownSums is groups as the query of the test shows them.
func shownSums(gs []summed) (out []string) {
	for _, g := range gs {
		sum := fmt.Sprint(g.sum)
		if g.values == 0 {
			sum = "NULL"
		}
		out = append(out, fmt.Sprintf("%s|%d|%s|", g.key, g.rows, sum))
	}
	return out
}

// Groups that HAVING drops, or that are not among the first, are left out on the device; the
// answers are those of all groups.
func TestWantedGroups(t *testing.T) { wantedGroups(t, likeCard(t)) }

// wantedGroups asks a backend for few of many groups.
func wantedGroups(t *testing.T, b operators.Backend) {
	t.Helper()
	rows, all := summedRows(5)
	s, closeAll := opened(t, b, []string{"create table t (k int not null, wide bigint not null, v int)", "insert into t values " + strings.Join(rows, ",")})
	defer closeAll()
	having := func(keep func(g summed) bool) (out []summed) {
		for _, g := range all {
			if keep(g) {
				out = append(out, g)
			}
		}
		return out
	}
	firstBy := func(n int, key func(g summed) int, desc bool) []summed {
		of := slices.Clone(all)
		slices.SortStableFunc(of, func(a, b summed) int {
			if desc {
				return cmp.Compare(key(b), key(a))
			}
			return cmp.Compare(key(a), key(b))
		})
		return of[:n]
	}
	for _, by := range []string{"k", "k, wide"} {
		for text, want := range map[string][]summed{
			"having sum(v) > 1500000":                     having(func(g summed) bool { return g.values > 0 && g.sum > 1500000 }),
			"having sum(v) between -5 and 300":            having(func(g summed) bool { return g.values > 0 && g.sum >= -5 && g.sum <= 300 }),
			"having count(v) = 0 and count(*) = 2":        having(func(g summed) bool { return g.values == 0 && g.rows == 2 }),
			"having min(v) > 950000 and max(v) < 990000":  having(func(g summed) bool { return g.values > 0 && g.least > 950000 && g.most < 990000 }),
			"having max(v) <= -999000 or max(v) > 999500": having(func(g summed) bool { return g.values > 0 && (g.most <= -999000 || g.most > 999500) }),
			"having sum(v) is null and k < 300": having(func(g summed) bool {
				return g.values == 0 && len(g.key) < 4 && g.key < "300" || g.values == 0 && len(g.key) < 3
			}),
			"having sum(v) > 99999999":            nil,
			"order by sum(v) desc limit 20":       firstBy(20, func(g summed) int { return g.sum }, true),
			"order by sum(wide) desc, k limit 20": firstBy(20, func(g summed) int { return g.wide }, true),
			"order by sum(wide), k limit 20":      firstBy(20, func(g summed) int { return g.wide }, false),
			"order by min(wide) + 0, k limit 2":   firstBy(2, func(g summed) int { return 0 }, true),
			"order by min(wide) desc, k limit 3":  {all[19999], all[19998], all[19997]},
			"order by max(v) desc, k limit 5":     firstBy(5, func(g summed) int { return g.most }, true),
			"order by count(*) desc, k limit 7 offset 3": func() []summed {
				of := having(func(g summed) bool { return g.rows == 2 })
				return of[3:10]
			}(),
		} {
			if got := textOf(ask(t, s, "select k, count(*), sum(v) from t group by "+by+" "+text)); !slices.Equal(got, shownSums(want)) {
				t.Errorf("group by %s %s: %d groups, want %d: %.5v and %.5v", by, text, len(got), len(want), got, shownSums(want))
			}
		}
	}
}
