package dialect

import (
	"math/rand/v2"
	"strings"
)

// expr is an expression: a template in which each hole is an argument.
type expr struct {
	family   byte
	template string
	args     []*expr
}

// String is the expression in SQL.
func (e *expr) String() string {
	var b strings.Builder
	next := 0
	for i := 0; i < len(e.template); i++ {
		if e.template[i] != '$' || len(e.args) == 0 { // a literal of a path has a $
			b.WriteByte(e.template[i])
			continue
		}
		i++
		b.WriteString(e.args[next].String())
		next++
	}
	return b.String()
}

// grammar makes random expressions. Over columns most leaves are columns, else all are literals.
type grammar struct {
	*rand.Rand
	byFamily map[byte][]string
	columns  bool
	mixed    int // of a hundred arguments, how many are of any family
}

func newGrammar(r *rand.Rand, columns bool) *grammar {
	g := &grammar{Rand: r, byFamily: map[byte][]string{}, columns: columns, mixed: []int{0, 0, 10, 30}[r.IntN(4)]}
	for _, line := range strings.Split(strings.TrimSpace(templates), "\n") {
		g.byFamily[line[0]] = append(g.byFamily[line[0]], line[2:])
	}
	return g
}

// families are those that values of a table have; the letters of others are choices of these,
// and small letters are those that only a literal can be.
const families = "INMXDWTYSBJ"

// any is a family that all columns have, but for JSON, which MariaDB has no type for.
func (g *grammar) any() byte { return "IIMMXDWTYSSB"[g.IntN(12)] }

// of is an expression of a family, at most depth functions deep.
func (g *grammar) of(family byte, depth int) *expr {
	switch family {
	case 'A':
		family = g.any()
	case 'N':
		family = "IIMX"[g.IntN(4)]
	case 'V':
		family = "DWW"[g.IntN(3)]
	}
	if lines := literals[family]; strings.IndexByte(families, family) < 0 && family != 'i' || family == 'Y' && !g.columns {
		return &expr{family: family, template: lines[g.IntN(len(lines))]}
	}
	if depth <= 0 || family == 'i' || family == 'Y' || g.IntN(6) == 0 {
		return g.leaf(family)
	}
	lines := g.byFamily[family]
	if g.IntN(6) == 0 && family != 'J' {
		lines = choices
	}
	return g.fill(family, lines[g.IntN(len(lines))], depth)
}

// fill makes the arguments of a template: first its choices {a|b}, then its holes. A hole $= is
// of the family of the whole.
func (g *grammar) fill(family byte, template string, depth int) *expr {
	for {
		from := strings.IndexByte(template, '{')
		if from < 0 {
			break
		}
		to := from + strings.IndexByte(template[from:], '}')
		options := strings.Split(template[from+1:to], "|")
		template = template[:from] + options[g.IntN(len(options))] + template[to+1:]
	}
	e := &expr{family: family, template: template}
	pair := g.any()
	for i := 0; i < len(template); i++ {
		if template[i] != '$' {
			continue
		}
		i++
		hole := template[i]
		switch hole {
		case '=':
			hole = family
		case '?':
			hole = pair
		}
		if strings.IndexByte("IMXDWTSB", hole) >= 0 && g.IntN(100) < g.mixed {
			hole = g.any()
		}
		e.args = append(e.args, g.of(hole, depth-1))
	}
	return e
}

func (g *grammar) leaf(family byte) *expr {
	// A NULL by itself is a text to MySQL, which makes arithmetic with it one of doubles.
	if strings.IndexByte("IMX", family) < 0 && g.IntN(30) == 0 {
		return &expr{family: family, template: "NULL"}
	}
	if g.columns && g.IntN(5) > 0 {
		var fit []string
		for _, c := range columns() {
			if c.family == family {
				fit = append(fit, c.name)
			}
		}
		if len(fit) > 0 {
			return &expr{family: family, template: fit[g.IntN(len(fit))]}
		}
	}
	all := literals[family]
	return &expr{family: family, template: all[g.IntN(len(all))]}
}
