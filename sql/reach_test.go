package sql

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What semi and anti joins leave of a column is kept between runs: it has to be that of the
// rows that are there, of the condition that is asked, and of the values that the column has.
func TestKeptReachOfSemiAndAntiJoins(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 8192}).NewSession()
	ask := func(text string) string { return answerOf(t, s, text) }
	ask("CREATE TABLE c (k INT)")
	ask("CREATE TABLE o (ck INT, v INT NOT NULL)")
	r, keys, orders := rand.New(rand.NewPCG(7, 9)), map[int]int{}, map[int][]int{}
	add := func(n int) {
		var c, o []string
		for range n {
			k, ck, v := r.IntN(20_000), r.IntN(20_000), r.IntN(10)
			keys[k]++
			orders[ck] = append(orders[ck], v)
			c, o = append(c, fmt.Sprintf("(%d)", k)), append(o, fmt.Sprintf("(%d, %d)", ck, v))
		}
		ask("INSERT INTO c VALUES (NULL)," + strings.Join(c, ","))
		ask("INSERT INTO o VALUES " + strings.Join(o, ","))
	}
	for round := 1; round <= 3; round++ {
		add(8_000)
		for _, least := range []int{0, 5} {
			has, not := 0, round // the NULLs
			for k, rows := range keys {
				found := false
				for _, v := range orders[k] {
					found = found || v >= least
				}
				if found {
					has += rows
				} else {
					not += rows
				}
			}
			for range 2 {
				where := fmt.Sprintf("EXISTS (SELECT * FROM o WHERE o.ck = c.k AND v >= %d)", least)
				if got, want := ask("SELECT COUNT(*) FROM c WHERE "+where), fmt.Sprint(has); got != want {
					t.Fatalf("round %d, %s: %s, want %s", round, where, got, want)
				}
				if got, want := ask("SELECT COUNT(*) FROM c WHERE NOT "+where), fmt.Sprint(not); got != want {
					t.Fatalf("round %d, NOT %s: %s, want %s", round, where, got, want)
				}
			}
		}
	}
}

// answerOf gives the first cell of a statement's result, "" if there is none.
func answerOf(t *testing.T, s *Session, text string) string {
	t.Helper()
	r, err := s.Query(context.Background(), text)
	if err != nil {
		t.Fatalf("%.60s: %v", text, err)
	}
	if r.Rows == nil || r.Rows.Len == 0 {
		return ""
	}
	cell, _ := r.Text(0, 0)
	return cell
}
