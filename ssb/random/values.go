package random

import "fmt"

// key is what rows are grouped by, or told apart by.
func (m *maker) key(s *source) string {
	switch at := m.IntN(100); {
	case at < 35 && len(s.few) > 0:
		return of(m.dice, s.few)
	case at < 50 && len(s.days) > 0:
		return m.period(of(m.dice, s.days))
	case at < 60 && len(s.many) > 0:
		return m.cut(of(m.dice, s.many))
	case at < 68:
		return fmt.Sprintf("%s %% %d", of(m.dice, s.keys), of(m.dice, []int{7, 100, 5000}))
	case at < 74:
		return fmt.Sprintf("CASE WHEN %s THEN 'a' WHEN %s THEN 'b' ELSE 'c' END", of(m.dice, s.conditions), of(m.dice, s.conditions))
	default:
		return of(m.dice, s.keys)
	}
}

// period is a day, or what it is part of.
func (m *maker) period(day string) string {
	forms := []string{"%s", "YEAR(%s)", "MONTH(%s)", "YEAR(%[1]s) * 100 + MONTH(%[1]s)", "QUARTER(%s)"}
	return fmt.Sprintf(of(m.dice, forms), day)
}

// cut is a text, or a part of it.
func (m *maker) cut(text string) string {
	forms := []string{"%s", "LEFT(%s, 2)", "SUBSTRING(%s, 3, 4)", "UPPER(LEFT(%s, 1))", "LENGTH(%s)"}
	return fmt.Sprintf(of(m.dice, forms), text)
}

// keys are one to three different ones.
func (m *maker) keys(s *source) []string { return m.differentKeys(s, of(m.dice, []int{1, 1, 2, 2, 3})) }

// differentKeys are so many, or fewer where chance repeats itself.
func (m *maker) differentKeys(s *source, n int) []string {
	var out []string
	seen := map[string]bool{}
	for range n {
		if k := m.key(s); !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

// number is one of a row: of tables that have none, a key.
func (m *maker) number(s *source) string {
	if len(s.numbers) == 0 || m.chance(8) {
		return of(m.dice, s.keys)
	}
	return of(m.dice, s.numbers)
}

// measure is an aggregate that is a number, and exact: rows can be ordered by it.
func (m *maker) measure(s *source) string {
	switch at := m.IntN(100); {
	case at < 20:
		return "COUNT(*)"
	case at < 50:
		return fmt.Sprintf("SUM(%s)", m.number(s))
	case at < 60:
		return fmt.Sprintf("%s(%s)", of(m.dice, []string{"MIN", "MAX"}), m.number(s))
	case at < 75:
		return fmt.Sprintf("COUNT(DISTINCT %s)", m.key(s))
	case at < 95:
		return fmt.Sprintf("SUM(CASE WHEN %s THEN %s ELSE 0 END)", of(m.dice, s.conditions), of(m.dice, []string{"1", m.number(s)}))
	default:
		return fmt.Sprintf("COUNT(%s)", of(m.dice, s.keys))
	}
}

// aggregate is any.
func (m *maker) aggregate(s *source) string {
	switch at := m.IntN(100); {
	case at < 15:
		return fmt.Sprintf("AVG(%s)", m.number(s))
	case at < 22 && len(s.days) > 0:
		return fmt.Sprintf("%s(%s)", of(m.dice, []string{"MIN", "MAX"}), of(m.dice, s.days))
	case at < 30 && len(s.few) > 0:
		return fmt.Sprintf("%s(%s)", of(m.dice, []string{"MIN", "MAX"}), of(m.dice, s.few))
	case at < 34 && len(s.many) > 0:
		return fmt.Sprintf("%s(%s)", of(m.dice, []string{"MIN", "MAX"}), of(m.dice, s.many))
	default:
		return m.measure(s)
	}
}
