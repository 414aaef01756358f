package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// drawnAmount is an expression of numbers past 64 bits, and what it is of a row; nil: NULL.
type drawnAmount struct {
	text string
	is   func(x amount) *big.Rat
}

// drawAmount makes an expression of sums, choices and products with few digits.
func drawAmount(r *rand.Rand, depth int) drawnAmount {
	of := func(depth int) drawnAmount { return drawAmount(r, depth) }
	if depth == 0 {
		k := r.Int64N(4000) - 2000
		return []drawnAmount{
			{"a", func(x amount) *big.Rat { return x.a }},
			{"b", func(x amount) *big.Rat { return x.b }},
			{"p", func(x amount) *big.Rat { return x.p }},
			{fmt.Sprintf("%d.25", k), func(amount) *big.Rat {
				quarter := int64(1)
				if k < 0 {
					quarter = -1
				}
				return big.NewRat(4*k+quarter, 4)
			}},
		}[r.IntN(4)]
	}
	x, y := of(depth-1), of(r.IntN(depth))
	switch r.IntN(6) {
	case 0:
		return drawnAmount{"(" + x.text + " + " + y.text + ")", func(row amount) *big.Rat { return bothRats(x.is(row), y.is(row), (*big.Rat).Add) }}
	case 1:
		return drawnAmount{"(" + x.text + " - " + y.text + ")", func(row amount) *big.Rat { return bothRats(x.is(row), y.is(row), (*big.Rat).Sub) }}
	case 2:
		return drawnAmount{"-(" + x.text + ")", func(row amount) *big.Rat { return turnedRat(x.is(row)) }}
	case 3:
		by := of(0)
		if by.text == "a" || by.text == "b" || strings.Contains(x.text, "*") {
			return x
		}
		return drawnAmount{"(" + x.text + " * " + by.text + ")", func(row amount) *big.Rat { return bothRats(x.is(row), by.is(row), (*big.Rat).Mul) }}
	case 4:
		c := drawCondition(r, depth-1)
		return drawnAmount{"IF(" + c.text + ", " + x.text + ", " + y.text + ")", func(row amount) *big.Rat {
			yes := c.is(row)
			return chosenRat(yes != nil && *yes, x.is(row), y.is(row))
		}}
	}
	return drawnAmount{"COALESCE(" + x.text + ", " + y.text + ")", func(row amount) *big.Rat { return chosenRat(x.is(row) != nil, x.is(row), y.is(row)) }}
}

// drawnCondition is a condition, and what it is of a row; nil: NULL.
type drawnCondition struct {
	text string
	is   func(x amount) *bool
}

func drawCondition(r *rand.Rand, depth int) drawnCondition {
	if r.IntN(4) == 0 {
		k := r.IntN(3)
		return drawnCondition{fmt.Sprint("k = ", k), func(x amount) *bool { yes := x.k == k; return &yes }}
	}
	x, y, op := drawAmount(r, depth), drawAmount(r, r.IntN(depth+1)), r.IntN(6)
	return drawnCondition{x.text + " " + []string{"<", "<=", ">", ">=", "=", "<>"}[op] + " " + y.text, func(row amount) *bool {
		a, b := x.is(row), y.is(row)
		if a == nil || b == nil {
			return nil
		}
		o := a.Cmp(b)
		yes := []bool{o < 0, o <= 0, o > 0, o >= 0, o == 0, o != 0}[op]
		return &yes
	}}
}

// Sums of drawn expressions of numbers past 64 bits under drawn conditions are those of rational numbers.
func TestDrawnSumsOfLongNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	r := rand.New(rand.NewPCG(22, 1))
	tables := map[string][]amount{}
	for table, most := range map[string]int64{"few": 5000, "some": 4e9} {
		tables[table] = drawAmounts(t, s, table, most, 150)
	}
	draws := 300
	if testing.Short() {
		draws = 60
	}
	for range draws {
		e, c := drawAmount(r, 1+r.IntN(3)), drawCondition(r, r.IntN(3))
		for table, all := range tables {
			sum, count := new(big.Rat), 0
			for _, x := range all {
				if yes := c.is(x); yes == nil || !*yes {
					continue
				}
				if n := e.is(x); n != nil {
					sum.Add(sum, n)
					count++
				}
			}
			query := fmt.Sprintf("SELECT COALESCE(SUM(%s), 0), COUNT(%s) FROM %s WHERE %s", e.text, e.text, table, c.text)
			got := strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, query), "tsv")), "\n")[1]
			value, number, _ := strings.Cut(got, "\t")
			if n, ok := new(big.Rat).SetString(value); !ok || n.Cmp(sum) != 0 || number != fmt.Sprint(count) {
				t.Errorf("%s: %s of %s numbers, want %s of %d", query, value, number, sum.FloatString(36), count)
			}
		}
	}
}
