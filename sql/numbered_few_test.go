package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// IN and NOT IN by texts of which few differ on one side or on both, find what maps of the texts do.
func TestFewNumberedTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 17))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 12}).NewSession()
	left, right := numberedTextRows(t, s, r, "a", 40000, true), numberedTextRows(t, s, r, "b", 30000, false)
	few := func(r numberedTextRow) string {
		if r.x == "NULL" {
			return "NULL"
		}
		return strings.ToLower(string([]rune(r.x)[:min(r.n%2, len([]rune(r.x)))])) + "." + fmt.Sprint(r.n)
	}
	among, all := map[string]bool{}, map[string]bool{}
	for _, r := range right {
		if all[r.made()] = true; r.n < 4 && r.x != "" {
			among[few(r)] = true
		}
	}
	in, null, inAll, nullAll := 0, 0, 0, 0
	for _, r := range left {
		switch text := few(r); {
		case text == "NULL":
			null++
		case among[text]:
			in++
		}
		if r.made() == "NULL" {
			nullAll++
		} else if all[r.made()] {
			inAll++
		}
	}
	e := "CONCAT(LOWER(LEFT(x, n % 2)), '.', n)"
	for _, c := range [][2]string{
		{"COUNT(*) FROM a WHERE " + e + " IN (SELECT " + e + " FROM b WHERE n < 4 AND x <> '')", fmt.Sprint(in)},
		{"COUNT(*) FROM a WHERE " + e + " NOT IN (SELECT " + e + " FROM b WHERE n < 4 AND x <> '')", fmt.Sprint(len(left) - in - null)},
		{"COUNT(*) FROM a WHERE " + numberedText + " IN (SELECT " + numberedText + " FROM b)", fmt.Sprint(inAll)},
		{"COUNT(*) FROM a WHERE " + numberedText + " IN (SELECT " + e + " FROM b)", fmt.Sprint(both(left, right, few))},
		{"COUNT(*) FROM (SELECT " + numberedText + " t FROM a) v JOIN (SELECT DISTINCT " + e + " t FROM b) w ON v.t = w.t", fmt.Sprint(both(left, right, few))},
		{"COUNT(*) FROM a WHERE " + numberedText + " NOT IN (SELECT " + numberedText + " FROM b)", fmt.Sprint(len(left) - inAll - nullAll)},
	} {
		checkFact(t, s, c)
	}
}

// both is how many rows have a text that others give by a function.
func both(rows, others []numberedTextRow, of func(numberedTextRow) string) (n int) {
	among := map[string]bool{}
	for _, r := range others {
		among[of(r)] = true
	}
	for _, r := range rows {
		if text := r.made(); text != "NULL" && among[text] {
			n++
		}
	}
	return n
}
