package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// sideRow is a number, or NULL, and a text.
type sideRow struct{ n, text string }

// setSide is how often the rows are there that a query gives.
type setSide struct {
	query string
	rows  map[sideRow]int
}

// TestSetOperationsThatCount holds INTERSECT ALL and EXCEPT ALL of tables, of which few rows differ, of which
// most do, that are filtered, empty and put together again, against counting by hand.
func TestSetOperationsThatCount(t *testing.T) {
	s, dice := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession(), rand.New(rand.NewPCG(5, 6))
	var tables []setSide
	for i, differ := range []int{7, 7, 5000} {
		tables = append(tables, sidesOf(t, s, dice, fmt.Sprintf("t%d", i), differ)...)
	}
	sides := slices.Clone(tables)
	for _, x := range tables[:6] {
		for _, y := range tables[:4] {
			sides = append(sides, x.and(y, false), x.and(y, true))
		}
	}
	for i, x := range sides {
		for k, y := range tables {
			if (i+k)%3 > 0 && i >= len(tables) {
				continue
			}
			for _, except := range []bool{false, true} {
				both := x.and(y, except)
				got := strings.FieldsFunc(flat(mustRun(t, s, both.query)), func(r rune) bool { return r == '\n' })
				if slices.Sort(got); !slices.Equal(got, both.listed("z")) {
					t.Errorf("%s: %d rows, want %d", both.query, len(got), len(both.listed("z")))
				}
				if got, want := flat(mustRun(t, s, "SELECT COUNT(*) FROM ("+both.query+") q WHERE b < 'r'")), fmt.Sprint(len(both.listed("r"))); got != want {
					t.Errorf("of %s, %s are below r, want %s", both.query, got, want)
				}
			}
		}
	}
}

// sidesOf makes a table of 3,000 rows, of whose numbers so many differ, and gives it, some of it, and none.
func sidesOf(t *testing.T, s *Session, dice *rand.Rand, name string, differ int) []setSide {
	all, some := map[sideRow]int{}, map[sideRow]int{}
	var insert []string
	for range 3000 {
		r, c := sideRow{"NULL", string(rune('p' + dice.IntN(3)))}, dice.IntN(10)
		if dice.IntN(9) > 0 {
			r.n = fmt.Sprint(dice.IntN(differ))
		}
		insert = append(insert, fmt.Sprintf("(%s, '%s', %d)", r.n, r.text, c))
		if all[r]++; c < 5 {
			some[r]++
		}
	}
	mustRun(t, s, "CREATE TABLE "+name+" (a INT, b VARCHAR(5), c INT); INSERT INTO "+name+" VALUES "+strings.Join(insert, ", "))
	of := "SELECT a, b FROM " + name
	return []setSide{{of, all}, {of + " WHERE c < 5", some}, {of + " WHERE c > 10", map[sideRow]int{}}}
}

// and gives what INTERSECT ALL, or EXCEPT ALL, leaves.
func (s setSide) and(o setSide, except bool) setSide {
	op, rows := "INTERSECT ALL", map[sideRow]int{}
	if except {
		op = "EXCEPT ALL"
	}
	for r, n := range s.rows {
		if except {
			n -= o.rows[r]
		} else {
			n = min(n, o.rows[r])
		}
		if n > 0 {
			rows[r] = n
		}
	}
	return setSide{"(" + s.query + ") " + op + " (" + o.query + ")", rows}
}

// listed gives the rows whose text is below another in order, as they are shown.
func (s setSide) listed(below string) (out []string) {
	for r, n := range s.rows {
		for range n {
			if r.text < below {
				out = append(out, r.n+"|"+r.text)
			}
		}
	}
	slices.Sort(out)
	return out
}
