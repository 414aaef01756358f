package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestChoiceByManyConditions: a CASE of many conditions on one number, which is a table over
// the numbers where they change, gives what a loop over its branches gives.
func TestChoiceByManyConditions(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 256})
	s := e.NewSession()
	r := rand.New(rand.NewPCG(3, 9))
	numbers := []int{-1 << 40, 1 << 40, -501, -500, -499, 0, 1, 499, 500, 501}
	values := []string{"(NULL)"}
	for range 2000 {
		numbers = append(numbers, r.IntN(1400)-700)
	}
	for _, n := range numbers {
		values = append(values, fmt.Sprintf("(%d)", n))
	}
	mustRun(t, s, "CREATE TABLE numbers (n BIGINT); INSERT INTO numbers VALUES "+strings.Join(values, ", "))
	branches := "WHEN n = 7 THEN 'seven' WHEN n IN (8, 11) OR n IS NULL THEN 'few'"
	for at := -500; at <= 500; at += 50 {
		branches += fmt.Sprintf(" WHEN n < %d.5 THEN 'below %d'", at, at)
	}
	branch := func(n int) string {
		switch n {
		case 7:
			return "seven"
		case 8, 11:
			return "few"
		}
		for at := -500; at <= 500; at += 50 {
			if n <= at-boolOf(at < 0) { // -500.5 lies below -500
				return fmt.Sprint("below ", at)
			}
		}
		return "NULL"
	}
	count := map[string]int{"few": 1}
	for _, n := range numbers {
		count[branch(n)]++
	}
	var want, got []string
	for text, n := range count {
		want = append(want, fmt.Sprint(text, " ", n))
	}
	rows, err := s.Query(t.Context(), "SELECT CASE "+branches+" END b, COUNT(*) FROM numbers GROUP BY b")
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows.Rows.Len {
		text, null := rows.Text(i, 0)
		if null {
			text = "NULL"
		}
		n, _ := rows.Text(i, 1)
		got = append(got, text+" "+n)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func boolOf(b bool) int {
	if b {
		return 1
	}
	return 0
}
