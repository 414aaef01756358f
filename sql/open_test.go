package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// cell is a value that may be NULL.
type cell struct {
	n    int
	null bool
}

func (c cell) String() string {
	if c.null {
		return "NULL"
	}
	return fmt.Sprint(c.n)
}

// A row of columns that may all be NULL is in a table, not in it, or nobody knows: as a loop over
// all pairs says, of two, three and four columns, where all or some of them may be NULL.
func TestRowsThatMayBeInATable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 24 {
		columns, nullable := 2+round%3, r.IntN(1<<6)
		s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
		make := func(name string, rows, nulls int) (all [][]cell) {
			var types, values []string
			for c := range columns {
				of := "INT NOT NULL"
				if nulls>>c&1 == 0 {
					of = "INT"
				}
				types = append(types, fmt.Sprintf("c%d %s", c, of))
			}
			for i := range rows {
				row := []string{fmt.Sprint(i)}
				var cells []cell
				for c := range columns {
					v := cell{n: r.IntN(4), null: nulls>>c&1 == 0 && r.IntN(5) == 0}
					cells, row = append(cells, v), append(row, v.String())
				}
				all, values = append(all, cells), append(values, "("+strings.Join(row, ", ")+")")
			}
			mustRun(t, s, "CREATE TABLE "+name+" (id INT NOT NULL, "+strings.Join(types, ", ")+")")
			if rows > 0 {
				mustRun(t, s, "INSERT INTO "+name+" VALUES "+strings.Join(values, ", "))
			}
			return all
		}
		a, b := make("a", 60, nullable&7), make("b", r.IntN(9), nullable>>3)
		in, open, out := 0, 0, 0
		for _, row := range a {
			switch found, maybe := among(row, b); {
			case found:
				in++
			case maybe:
				open++
			default:
				out++
			}
		}
		var names []string
		for c := range columns {
			names = append(names, fmt.Sprintf("c%d", c))
		}
		list := strings.Join(names, ", ")
		is := fmt.Sprintf("(%s) IN (SELECT %s FROM b)", list, list)
		for condition, want := range map[string]int{is: in, "NOT " + is: out, "(" + is + ") IS NULL": open, strings.Replace(is, " IN ", " NOT IN ", 1): out} {
			checkFact(t, s, [2]string{"COUNT(*) FROM a WHERE " + condition, fmt.Sprint(want)})
		}
	}
}

// among reports whether a row is among others, and if not, whether NULLs leave that open.
func among(row []cell, others [][]cell) (found, open bool) {
	for _, other := range others {
		differs, unknown := false, false
		for c := range row {
			switch {
			case row[c].null || other[c].null:
				unknown = true
			case row[c].n != other[c].n:
				differs = true
			}
		}
		found = found || !differs && !unknown
		open = open || !differs && unknown
	}
	return found, open
}
