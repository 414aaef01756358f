package dialect

import "strings"

// statement is a query around an expression.
type statement struct {
	before, after string
	ordered       bool
	e             *expr
}

// String is the query.
func (s statement) String() string { return s.before + s.e.String() + s.after }

// with is the same query around another expression.
func (s statement) with(e *expr) statement {
	s.e = e
	return s
}

// newStatement makes a query of one of the shapes that take different ways through the engine.
func newStatement(g *grammar) statement {
	table := []string{"m", "m", "m", "w"}[g.IntN(4)]
	depth := 1 + g.IntN(3)
	if !g.columns {
		return statement{before: "SELECT ", e: g.of(g.anyOrJSON(), depth)}
	}
	shapes := []func() statement{
		func() statement {
			return statement{"SELECT id, ", " FROM " + table + " ORDER BY id", true, g.of(g.anyOrJSON(), depth)}
		},
		func() statement {
			return statement{"SELECT id FROM " + table + " WHERE ", " ORDER BY id", true, g.of('B', depth)}
		},
		func() statement {
			return statement{"SELECT COUNT(*), MIN(id), q FROM (SELECT id, ", " q FROM " + table + ") r GROUP BY q", false, g.of(g.any(), depth)}
		},
		func() statement {
			return statement{"SELECT g, ", " FROM " + table + " GROUP BY g ORDER BY g", true, g.fill('a', aggregates[g.IntN(len(aggregates))], depth)}
		},
		func() statement {
			return statement{"SELECT ", " FROM " + table, true, g.fill('a', aggregates[g.IntN(len(aggregates))], depth)}
		},
		func() statement {
			return statement{"SELECT id, ", " FROM " + table + " ORDER BY id", true, g.fill('w', windows[g.IntN(len(windows))], depth)}
		},
		func() statement {
			return statement{"SELECT id, ", " q FROM " + table + " ORDER BY q DESC, id", true, g.of(g.any(), depth)}
		},
		func() statement {
			return statement{"SELECT COUNT(*), MIN(id) FROM " + table + " WHERE g < 3 AND ", "", true, g.of('B', depth)}
		},
		func() statement {
			return statement{"SELECT COUNT(*), MIN(v.id), MAX(r.id) FROM " + table + " v JOIN (SELECT id, ", " q FROM " + table + ") r ON v.i = r.q", true, g.of('N', depth)}
		},
	}
	weights := []int{0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 8}
	return shapes[weights[g.IntN(len(weights))]]()
}

func (g *grammar) anyOrJSON() byte {
	if g.IntN(15) == 0 {
		return 'J'
	}
	return g.any()
}

// table is the one that a query reads, behind a blank.
func (s statement) table() string {
	if strings.Contains(s.before+s.after, " w") {
		return " w"
	}
	return " m"
}

// parts are the queries around each argument of the expression, in place of the expression:
// where one has another answer too, the fault is there.
func (s statement) parts() (out []statement) {
	before, after, ordered := s.before, s.after, s.ordered
	if s.e.family == 'a' || s.e.family == 'w' || strings.Contains(before, " WHERE ") || strings.Contains(before, " JOIN ") {
		before, after, ordered = "SELECT id, ", " FROM"+s.table()+" ORDER BY id", true
	}
	for _, a := range s.e.args {
		if strings.IndexByte(families, a.family) >= 0 && len(a.args) > 0 {
			out = append(out, statement{before, after, ordered, a})
		}
	}
	return out
}
