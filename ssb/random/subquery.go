package random

import "fmt"

// meeting is a table that a subquery reads, and how its rows are those of a row around it.
type meeting struct {
	inner  *source
	ours   string // the key around it
	theirs string
	few    bool // only few rows have the same key
}

// equal says that the keys are.
func (p meeting) equal() string { return p.theirs + " = " + p.ours }

// meet finds a table that has a key of a source's first table as well.
func (m *maker) meet(s *source) meeting {
	k := of(m.dice, s.table.keys)
	var others []*table
	for _, t := range tables() {
		if t.share > 0 && t.column(k.of) != "" {
			others = append(others, &t)
		}
	}
	if len(others) == 0 {
		others = []*table{tableOf(k.of)}
	}
	inner := m.source(of(m.dice, others))
	few := k.of == "orders" || k.of == "part" || k.of == "customer"
	return meeting{inner, s.alias + "." + k.column, inner.alias + "." + inner.table.column(k.of), few}
}

// subquery is a condition that asks other rows about a row.
func (m *maker) subquery(s *source) string {
	p := m.meet(s)
	var inner []string
	if m.chance(60) {
		inner = append(inner, m.condition(p.inner, false))
	}
	switch m.IntN(6) {
	case 0, 1:
		return of(m.dice, []string{"", "NOT "}) + m.exists(s, p, inner)
	case 2:
		return m.in(p, inner)
	case 3:
		return fmt.Sprintf("(SELECT COUNT(*)%s) %s", p.rows(inner), of(m.dice, []string{"= 0", "> 1", "> 3", "< 2", "= 1"}))
	default:
		return fmt.Sprintf("%s %s (SELECT %s%s)", m.number(s), of(m.dice, []string{"<", ">"}), m.compared(p.inner), p.rows(inner))
	}
}

// rows is the end of a subquery that looks at the rows of the same key.
func (p meeting) rows(conditions []string) string {
	return " FROM " + p.inner.from + all(append([]string{p.equal()}, conditions...))
}

// compared is one value of many rows that a number is compared with. Means of decimals differ
// from them by more than engines do.
func (m *maker) compared(s *source) string {
	return fmt.Sprintf("%s(%s)", of(m.dice, []string{"AVG", "MAX", "MIN", "SUM"}), m.number(s))
}

// exists asks whether there is a row of the same key, at times one that compares as well.
func (m *maker) exists(s *source, p meeting, conditions []string) string {
	if p.few && m.chance(40) {
		conditions = append(conditions, m.unequal(s, p.inner))
	}
	return fmt.Sprintf("EXISTS (SELECT 1%s)", p.rows(conditions))
}

// unequal compares a value of one row with one of another.
func (m *maker) unequal(a, b *source) string {
	if len(a.days) > 0 && len(b.days) > 0 && m.chance(50) {
		return fmt.Sprintf("%s %s %s", of(m.dice, b.days), of(m.dice, []string{"<", ">", "<="}), of(m.dice, a.days))
	}
	return fmt.Sprintf("%s %s %s", m.number(b), of(m.dice, []string{"<", ">", "<>"}), m.number(a))
}

// in asks whether a key is one of those of other rows, or of groups of them.
func (m *maker) in(p meeting, conditions []string) string {
	with := of(m.dice, []string{"IN", "IN", "NOT IN"})
	text := fmt.Sprintf("%s %s (SELECT %s FROM %s%s", p.ours, with, p.theirs, p.inner.from, all(conditions))
	if m.chance(40) {
		text += fmt.Sprintf(" GROUP BY %s HAVING %s > %d", p.theirs, m.measure(p.inner), of(m.dice, []int{1, 3, 10, 100}))
	}
	return text + ")"
}
