package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Rows in a list of thousands, and not in it, where some have a NULL: by a loop over the list.
func TestLongListsOfRows(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE r (id INT NOT NULL, a INT, b INT)")
	const rows, pairs = 600, 6000
	var made, listed []string
	for i := range rows {
		b := fmt.Sprint(i * 7 % 500)
		if i%10 == 0 {
			b = "NULL"
		}
		made = append(made, fmt.Sprintf("(%d, %d, %s)", i, i%90, b))
	}
	mustRun(t, s, "INSERT INTO r VALUES "+strings.Join(made, ", "))
	within, open := map[[2]int]bool{}, map[int]bool{} // the pairs, and what stands before their second values
	for i := range pairs {
		a, b := i%80, i*11%490
		within[[2]int{a, b}], open[a] = true, true
		listed = append(listed, fmt.Sprintf("(%d, %d)", a, b))
	}
	in, out := 0, 0
	for i := range rows {
		switch a, b := i%90, i*7%500; {
		case i%10 == 0 && !open[a], i%10 != 0 && !within[[2]int{a, b}]:
			out++
		case i%10 != 0:
			in++
		}
	}
	list := "(" + strings.Join(listed, ", ") + ")"
	checkFact(t, s, [2]string{"COUNT(*) FROM r WHERE (a, b) IN " + list, fmt.Sprint(in)})
	checkFact(t, s, [2]string{"COUNT(*) FROM r WHERE (a, b) NOT IN " + list, fmt.Sprint(out)})
}
