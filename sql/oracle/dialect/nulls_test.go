package dialect

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// filled are the statements that make table m with a value in each row of each column, declared so.
func filled(r *rand.Rand) []string {
	var declared, rows []string
	for _, c := range columns() {
		declared = append(declared, fmt.Sprintf("%s %s NOT NULL", c.name, strings.TrimSuffix(strings.TrimSuffix(c.kind, " NULL"), " NOT")))
	}
	for id := range 40 {
		cells := []string{fmt.Sprint(id), fmt.Sprint(id % 4)}
		for _, c := range columns() {
			c.kind = "NOT NULL"
			cells = append(cells, c.pick(r, id%2 == 0))
		}
		rows = append(rows, "("+strings.Join(cells, ", ")+")")
	}
	return []string{
		"CREATE TABLE m (id INT PRIMARY KEY, g INT NOT NULL, " + strings.Join(declared, ", ") + ")",
		"INSERT INTO m VALUES " + strings.Join(rows, ", "),
	}
}

// TestNullsAreTold: what is NULL of columns that have none is NULL for IS NULL and COALESCE, too.
func TestNullsAreTold(t *testing.T) {
	e, err := openEngine(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, text := range filled(rand.New(rand.NewPCG(3, 4))) {
		if a := e.ask(t.Context(), text); a.err != nil {
			t.Fatalf("%.300s: %v", text, a.err)
		}
	}
	for i := range min(*count, 1000) {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 7))
		x := newGrammar(r, true).of("IMXDWTSBJ"[r.IntN(9)], 1+r.IntN(2))
		for _, row := range e.ask(t.Context(), fmt.Sprintf("SELECT %[1]s, (%[1]s) IS NULL, COALESCE(%[1]s, 'none') FROM m", x)).rows {
			if null := row[0].null; null != (row[1].text == "1") || row[2].null {
				t.Errorf("-seed %d: %s is %v", *seed+uint64(i), x, row)
				break
			}
		}
	}
}
