package dialect

import (
	"fmt"
	"math/rand/v2"
)

// newRead is a query of a table, and of another one.
func newRead(r *rand.Rand, t, u *relation) step {
	if r.IntN(2) == 0 {
		return ofOne(r, t)
	}
	if r.IntN(3) == 0 {
		u = t
	}
	return ofTwo(r, t, u)
}

func ofOne(r *rand.Rand, t *relation) step {
	where := ""
	if r.IntN(2) == 0 {
		where = " WHERE " + t.some(r, "")
	}
	a, b := t.any(r), t.any(r)
	switch r.IntN(7) {
	case 0:
		return step{text: "SELECT * FROM " + t.name + where + " ORDER BY " + t.names(""), how: ordered}
	case 1:
		return step{text: fmt.Sprintf("SELECT COUNT(*), COUNT(%[1]s), COUNT(DISTINCT %[1]s), %[2]s FROM %[3]s%[4]s", a.name, a.ends(), t.name, where), how: read}
	case 2:
		return step{text: fmt.Sprintf("SELECT %[1]s, COUNT(*), %[2]s FROM %[3]s%[4]s GROUP BY %[1]s", a.name, b.ends(), t.name, where), how: read}
	case 3:
		return step{text: fmt.Sprintf("SELECT DISTINCT %s, %s FROM %s%s", a.name, b.name, t.name, where), how: read}
	case 4:
		return step{text: fmt.Sprintf("SELECT %[1]s FROM %[2]s%[3]s ORDER BY %[1]s DESC LIMIT %[4]d OFFSET %[5]d", a.name, t.name, where, 1+r.IntN(9), r.IntN(4)), how: ordered}
	default:
		return step{text: "SELECT " + a.name + ", " + b.name + " FROM " + t.name + " WHERE " + t.some(r, ""), how: read}
	}
}

// ends are aggregates of a column. The sum of doubles depends on their order, if by little, and
// MariaDB takes the least ENUM by its place where a key has it first, and by its text elsewhere.
func (a attribute) ends() string {
	if a.family == 'E' {
		return fmt.Sprintf("MIN(CONCAT(%[1]s, '')), MAX(CONCAT(%[1]s, ''))", a.name)
	}
	text := fmt.Sprintf("MIN(%[1]s), MAX(%[1]s)", a.name)
	if a.family == 'N' {
		text += ", SUM(" + a.name + ")"
	}
	return text
}

func ofTwo(r *rand.Rand, t, u *relation) step {
	a, b, ok := pair(r, t, u)
	if !ok {
		return ofOne(r, t)
	}
	c, d := t.any(r), u.any(r)
	on := fmt.Sprintf("x.%s = y.%s", a.name, b.name)
	if r.IntN(5) == 0 {
		// MariaDB takes = and <=> of the same two columns for one <=>.
		if e, f, ok := pair(r, t, u); ok && e.name != a.name && f.name != b.name {
			on += fmt.Sprintf(" AND x.%s %s y.%s", e.name, []string{"=", "<", "<=>"}[r.IntN(3)], f.name)
		}
	}
	var text string
	n := r.IntN(7)
	if a.kind != b.kind { // MariaDB makes the values that IN looks among ones of the type that looks
		n = r.IntN(6)
	}
	switch n {
	case 0, 1:
		text = fmt.Sprintf("SELECT x.%s, x.%s, y.%s, y.%s FROM %s x JOIN %s y ON %s", a.name, c.name, b.name, d.name, t.name, u.name, on)
	case 2, 3:
		text = fmt.Sprintf("SELECT x.%s, x.%s, y.%s, y.%s FROM %s x LEFT JOIN %s y ON %s", a.name, c.name, b.name, d.name, t.name, u.name, on)
	case 4:
		text = fmt.Sprintf("SELECT x.%s, COUNT(*), COUNT(y.%s), COUNT(DISTINCT y.%[2]s) FROM %[3]s x LEFT JOIN %[4]s y ON %[5]s GROUP BY x.%[1]s", c.name, d.name, t.name, u.name, on)
	case 5:
		text = fmt.Sprintf("SELECT %s FROM %s x WHERE %sEXISTS (SELECT 1 FROM %s y WHERE %s)", t.names("x."), t.name, []string{"", "NOT "}[r.IntN(2)], u.name, on)
	default:
		text = fmt.Sprintf("SELECT %s FROM %s x WHERE x.%s %sIN (SELECT y.%s FROM %s y WHERE %s)", t.names("x."), t.name, a.name, []string{"", "NOT "}[r.IntN(2)], b.name, u.name, u.some(r, "y."))
	}
	return step{text: text, how: read}
}
