package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// area is a rectangle, or a point where its corners are one, with a kind; nil: NULL.
type area struct {
	kind           int
	x0, x1, y0, y1 *float64
}

func (a area) String() string {
	show := func(d *float64) string {
		if d == nil {
			return "NULL"
		}
		return fmt.Sprintf("%ge0", *d)
	}
	return fmt.Sprintf("(%d, %s, %s, %s, %s)", a.kind, show(a.x0), show(a.x1), show(a.y0), show(a.y1))
}

// someAreas gives areas of that size at most, of corners among few, two zeros among them.
func someAreas(r *rand.Rand, n int, size float64) (out []area, values string) {
	corner := func(from *float64, beyond float64) *float64 {
		if from == nil || r.IntN(20) == 0 {
			return nil
		}
		d := *from + beyond*float64(r.IntN(8))/8
		if d == 0 && r.IntN(2) == 0 {
			d *= -1
		}
		return &d
	}
	least, all := -4.0, []string{}
	for range n {
		x, y := corner(&least, 8), corner(&least, 8)
		out = append(out, area{r.IntN(3), x, corner(x, size), y, corner(y, size)})
		all = append(all, out[len(out)-1].String())
	}
	return out, strings.Join(all, ", ")
}

func inOrder(ds ...*float64) bool {
	for i, d := range ds {
		if d == nil || i > 0 && *ds[i-1] > *d {
			return false
		}
	}
	return true
}

// Places within areas, and areas that overlap, are found by bounds of doubles, and by nothing else or by a kind,
// too. The answers are those of a loop over all pairs.
func TestAreasOfDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 11))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE p (kind INT, x DOUBLE, x1 DOUBLE, y DOUBLE, y1 DOUBLE); CREATE TABLE z (kind INT, x0 DOUBLE, x1 DOUBLE, y0 DOUBLE, y1 DOUBLE)")
	places, values := someAreas(r, 700, 0)
	mustRun(t, s, "INSERT INTO p VALUES "+values)
	zones, values := someAreas(r, 60, 3)
	mustRun(t, s, "INSERT INTO z VALUES "+values)
	for on, meets := range map[string]func(p, z area) bool{
		"p.x BETWEEN z.x0 AND z.x1 AND p.y BETWEEN z.y0 AND z.y1": func(p, z area) bool { return inOrder(z.x0, p.x0, z.x1) && inOrder(z.y0, p.y0, z.y1) },
		"p.x > z.x0 AND p.x < z.x1":                               func(p, z area) bool { return inOrder(z.x0, p.x0, z.x1) && *p.x0 != *z.x0 && *p.x0 != *z.x1 },
		"p.kind = z.kind AND p.x >= z.x0 AND p.x <= z.x1":         func(p, z area) bool { return p.kind == z.kind && inOrder(z.x0, p.x0, z.x1) },
		"p.x <= z.x1 AND z.x0 <= p.y":                             func(p, z area) bool { return inOrder(p.x0, z.x1) && inOrder(z.x0, p.y0) },
		"p.x > z.x1 + 0.5":                                        func(p, z area) bool { return p.x0 != nil && z.x1 != nil && *p.x0 > *z.x1+0.5 },
	} {
		pairs, with := 0, 0
		for _, p := range places {
			before := pairs
			for _, z := range zones {
				if meets(p, z) {
					pairs++
				}
			}
			if pairs > before {
				with++
			}
		}
		for _, f := range [][2]any{
			{"COUNT(*) FROM p JOIN z ON " + on, pairs},
			{"COUNT(*) FROM z JOIN p ON " + on, pairs},
			{"COUNT(*) FROM p LEFT JOIN z ON " + on, pairs + len(places) - with},
			{"COUNT(*) FROM p WHERE EXISTS (SELECT 1 FROM z WHERE " + on + ")", with},
			{"COUNT(*) FROM p WHERE NOT EXISTS (SELECT 1 FROM z WHERE " + on + ")", len(places) - with},
		} {
			checkFact(t, s, [2]string{f[0].(string), fmt.Sprint(f[1])})
		}
	}
	mustRun(t, s, "INSERT INTO p SELECT a.* FROM p a JOIN p b WHERE b.x IS NOT NULL") // so many that spans would be joined twice
	plan := flat(mustRun(t, s, "EXPLAIN SELECT COUNT(*) FROM p JOIN z ON p.x BETWEEN z.x0 AND z.x1 AND p.y BETWEEN z.y0 AND z.y1"))
	if !strings.Contains(plan, "where p.x >= z.x0 AND p.x <= z.x1") || strings.Contains(plan, "union") {
		t.Errorf("places are not looked for by a bound:\n%s", plan)
	}
}
