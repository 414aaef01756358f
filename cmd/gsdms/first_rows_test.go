package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/sql"
)

// Of rows of which only the first are wanted a device drops the others where it finds them: what
// is left is brute force's.
func TestFirstRows(t *testing.T) {
	if testing.Short() {
		t.Skip("other tests run the stand-in under the race detector, which does not see its kernels; make test runs this long one")
	}
	firstRows(t, likeCard(t))
}

// ranked is a row of the test: n and f may be NULL.
type ranked struct {
	id, n, small, wide int64
	f                  float64
	noN, noF           bool
}

func rankedRows(rows int) []ranked {
	random := rand.New(rand.NewPCG(3, 4))
	out := make([]ranked, rows)
	for i := range out {
		out[i] = ranked{
			id: int64(i), n: random.Int64N(2000) - 1000, small: random.Int64N(3), wide: random.Int64N(1<<62) - random.Int64N(1<<62),
			f: float64(random.IntN(1000)) - 500, noN: random.IntN(9) == 0, noF: random.IntN(9) == 0,
		}
	}
	out[7].wide, out[8].wide = -1<<63, 1<<63-1
	return out
}

func (r ranked) insert() string {
	n, f := fmt.Sprint(r.n), fmt.Sprintf("%.1f", r.f)
	if r.noN {
		n = "null"
	}
	if r.noF {
		f = "null"
	}
	return fmt.Sprintf("(%d,%s,%d,%d,%s)", r.id, n, r.small, r.wide, f)
}

func byN(a, b ranked) int {
	if a.noN || b.noN {
		return cmp.Compare(truth(b.noN), truth(a.noN))
	}
	return cmp.Compare(a.n, b.n)
}

func byF(a, b ranked) int {
	if a.noF || b.noF {
		return cmp.Compare(truth(b.noF), truth(a.noF))
	}
	return cmp.Compare(a.f, b.f)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func bySmall(a, b ranked) int { return cmp.Compare(a.small, b.small) }
func byWide(a, b ranked) int  { return cmp.Compare(a.wide, b.wide) }
func byID(a, b ranked) int    { return cmp.Compare(a.id, b.id) }

// desc turns an order around.
func desc(by func(a, b ranked) int) func(a, b ranked) int {
	return func(a, b ranked) int { return by(b, a) }
}

// inTurn orders by the first order that tells rows apart.
func inTurn(by ...func(a, b ranked) int) func(a, b ranked) int {
	return func(a, b ranked) int {
		for _, f := range by {
			if c := f(a, b); c != 0 {
				return c
			}
		}
		return 0
	}
}

func firstRows(t *testing.T, b operators.Backend) {
	t.Helper()
	all := rankedRows(20000)
	values := make([]string, len(all))
	for i, r := range all {
		values[i] = r.insert()
	}
	s, closeAll := opened(t, b, []string{
		"create table t (id int not null, n int, small tinyint not null, wide bigint not null, f double)", "insert into t values " + strings.Join(values, ","),
		"create table m (k int not null)", "insert into m values (1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15)",
	})
	defer closeAll()
	for _, how := range granularities {
		set(t, s, how)
		for _, c := range []struct {
			text string
			by   func(a, b ranked) int
			keep func(r ranked) bool
			n    [2]int // offset and rows
		}{
			{"from t order by n, id limit 10", inTurn(byN, byID), nil, [2]int{0, 10}},
			{"from t order by n desc, id limit 10", inTurn(desc(byN), byID), nil, [2]int{0, 10}},
			{"from t order by f, id limit 9 offset 30", inTurn(byF, byID), nil, [2]int{30, 9}},
			{"from t order by f desc, n, id desc limit 100", inTurn(desc(byF), byN, desc(byID)), nil, [2]int{0, 100}},
			{"from t order by small desc, n desc, id limit 1000", inTurn(desc(bySmall), desc(byN), byID), nil, [2]int{0, 1000}},
			{"from t order by small, wide limit 3000", inTurn(bySmall, byWide), nil, [2]int{0, 3000}},
			{"from t order by wide limit 3", byWide, nil, [2]int{0, 3}},
			{"from t order by wide desc limit 1", desc(byWide), nil, [2]int{0, 1}},
			{"from t order by id desc limit 5", desc(byID), nil, [2]int{0, 5}},
			{"from t where n > 990 order by f, id limit 10", inTurn(byF, byID), func(r ranked) bool { return !r.noN && r.n > 990 }, [2]int{0, 10}},
			{"from t where n + small > 0 order by n + 1, id limit 10", inTurn(byN, byID), func(r ranked) bool { return !r.noN && r.n+r.small > 0 }, [2]int{0, 10}},
			{"from t where n > 5000 order by f, id limit 10", byID, func(ranked) bool { return false }, [2]int{0, 10}},
		} {
			want := slices.Clone(all)
			if c.keep != nil {
				want = slices.DeleteFunc(want, func(r ranked) bool { return !c.keep(r) })
			}
			slices.SortStableFunc(want, c.by)
			want = want[min(len(want), c.n[0]):min(len(want), c.n[0]+c.n[1])]
			got := textOf(ask(t, s, "select id, small "+c.text))
			if !slices.EqualFunc(got, want, func(a string, b ranked) bool { return a == fmt.Sprintf("%d|%d|", b.id, b.small) }) {
				t.Errorf("%s: %s: %v, not %v", how, c.text, got, want)
			}
		}
	}
	fewAreKept(t, s, all)
	firstAreSkipped(t, s)
}

// firstAreSkipped skips more rows than a segment has.
func firstAreSkipped(t *testing.T, s *sql.Session) {
	t.Helper()
	ask(t, s, "create table repeated as select id, k from t, m where k <= 8")
	all := slices.DeleteFunc(textOf(ask(t, s, "select id from repeated")), func(id string) bool { return len(id) < 4 })
	for _, offset := range []int{65536, 70001, len(all) - 3, len(all) + 1} {
		got := textOf(ask(t, s, fmt.Sprintf("select id from repeated where id > 99 limit 5 offset %d", offset)))
		if want := all[min(offset, len(all)):min(offset+5, len(all))]; !slices.Equal(got, want) {
			t.Errorf("offset %d: %v, not %v", offset, got, want)
		}
	}
}

// fewAreKept asks for the first of more rows than a query has memory for.
func fewAreKept(t *testing.T, s *sql.Session, all []ranked) {
	t.Helper()
	slices.SortStableFunc(all, inTurn(desc(byWide)))
	columns := strings.TrimSuffix(strings.Repeat("wide, n, f, ", 6), ", ")
	got := textOf(ask(t, s, "select id, k, "+columns+" from t, m order by wide desc, k limit 20"))
	for i, line := range got {
		if want := fmt.Sprintf("%d|%d|", all[i/15].id, i%15+1); !strings.HasPrefix(line, want) {
			t.Errorf("row %d of pairs is %s, not %s", i, line, want)
		}
	}
	if len(got) != 20 {
		t.Errorf("%d pairs", len(got))
	}
}
