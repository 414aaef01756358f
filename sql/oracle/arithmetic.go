package oracle

import "fmt"

func (g grammar) integer(depth int) *expr {
	t := typ{kind: integer}
	switch g.IntN(13) {
	case 12:
		a, b, c := g.small(integer, depth, sizeMost), g.small(integer, depth, sizeMost), g.small(integer, depth, sizeMost)
		return each(t, max(a.size, b.size, c.size), "GREATEST($0, $1, $2)", "max($0, $1, $2)", a, b, c)
	case 0, 1, 2:
		return g.sum(g.small(integer, depth, sizeMost/10), g.small(integer, depth, sizeMost/10))
	case 3:
		a, b := g.small(integer, depth, 1e7), g.small(integer, depth, 1e6)
		return both(t, a.size*b.size, "($0 * $1)", a, b)
	case 4:
		a, b := g.small(integer, depth, sizeMost), g.small(integer, depth, sizeMost)
		return each(t, a.size, "($0 DIV $1)", "($0 / $1)", a, b)
	case 5:
		a, b := g.small(integer, depth, sizeMost), g.small(integer, depth, sizeMost)
		return both(t, a.size, "($0 % $1)", a, b)
	case 6:
		a := g.small(integer, depth, sizeMost)
		return both(t, a.size, []string{"(- $0)", "ABS($0)"}[g.IntN(2)], a)
	case 7:
		return g.whole(g.small(decimal, depth, sizeMost))
	case 8, 9:
		return g.dateNumber(depth)
	case 10:
		a := g.of(boolean, depth)
		return both(t, 1, "($0 + 0)", a)
	default:
		return g.textNumber(depth)
	}
}

// whole is a decimal made an integer.
func (g grammar) whole(a *expr) *expr {
	t, d := typ{kind: integer}, power(a.scale)
	switch g.IntN(3) {
	case 0:
		return each(t, a.size, "FLOOR($0)", "floored($0, "+d+")", a)
	case 1:
		return each(t, a.size, "CEIL($0)", "(- floored(- $0, "+d+"))", a)
	default:
		return each(typ{decimal, 0}, a.size, "ROUND($0)", "ratio($0, "+d+", 0)", a)
	}
}

// sum adds or subtracts.
func (g grammar) sum(a, b *expr) *expr {
	x, y, t := aligned(a, b)
	return both(t, x.size+y.size, []string{"($0 + $1)", "($0 - $1)"}[g.IntN(2)], x, y)
}

func (g grammar) decimal(depth int) *expr {
	switch g.IntN(8) {
	case 0, 1, 2:
		return g.sum(g.small(decimal, depth, sizeMost/1e5), g.number(depth, sizeMost/1e5))
	case 3, 4:
		a, b := g.small(decimal, depth, 1e7), g.small(integer, depth, 1e6)
		if g.IntN(2) == 0 {
			b = g.small(decimal, depth, 1e6)
		}
		if a.scale+b.scale > 8 {
			return a
		}
		return both(typ{decimal, a.scale + b.scale}, a.size*b.size, "($0 * $1)", a, b)
	case 5:
		return g.quotient(g.number(depth, 1e6), g.number(depth, 1e6))
	case 6:
		a := g.small(decimal, depth, sizeMost)
		return both(a.typ, a.size, []string{"(- $0)", "ABS($0)"}[g.IntN(2)], a)
	default:
		return g.rounded(g.small(decimal, depth, sizeMost))
	}
}

// quotient is / of exact numbers: four digits more than the dividend has, rounded half
// away from zero at once: without ROUND an operation on it would compute with more digits.
func (g grammar) quotient(a, b *expr) *expr {
	if a.scale > 4 || b.scale > 4 {
		return g.leaf(decimal)
	}
	sqlite := fmt.Sprintf("ratio($0, $1, %d)", b.scale+4)
	return each(typ{decimal, a.scale + 4}, a.size*tenTo(b.scale+4), fmt.Sprintf("ROUND($0 / $1, %d)", a.scale+4), sqlite, a, b)
}

func (g grammar) rounded(a *expr) *expr {
	digits := g.IntN(a.scale + 1)
	return each(typ{decimal, digits}, a.size, fmt.Sprintf("ROUND($0, %d)", digits), "ratio($0, "+power(a.scale-digits)+", 0)", a)
}

func (g grammar) double(depth int) *expr {
	a, b := floating(g.of(double, depth)), floating(g.number(depth, 1e6))
	if g.IntN(2) == 0 {
		b = g.of(double, depth)
	}
	t, most := typ{kind: double}, max(a.size, b.size)
	switch {
	case most < 1e6 && g.IntN(3) == 0:
		return both(t, a.size*b.size, "($0 * $1)", a, b)
	case g.IntN(5) == 0:
		return both(t, a.size, "ABS($0)", a)
	default:
		return both(t, a.size+b.size, []string{"($0 + $1)", "($0 - $1)"}[g.IntN(2)], a, b)
	}
}

func (g grammar) dateNumber(depth int) *expr {
	t, d := typ{kind: integer}, g.of(date, depth)
	part := func(name, format string) *expr {
		return each(t, 3000, name+"($0)", "CAST(strftime('"+format+"', $0) AS INTEGER)", d)
	}
	switch g.IntN(9) {
	case 7, 8:
		return g.momentNumber(depth)
	case 0:
		return part("YEAR", "%Y")
	case 1:
		return part("MONTH", "%m")
	case 2:
		return part("DAYOFMONTH", "%d")
	case 3:
		return part("DAYOFYEAR", "%j")
	case 4:
		return each(t, 4, "QUARTER($0)", "((CAST(strftime('%m', $0) AS INTEGER) + 2) / 3)", d)
	case 5:
		return each(t, 7, "DAYOFWEEK($0)", "(CAST(strftime('%w', $0) AS INTEGER) + 1)", d)
	default:
		return each(t, 1e6, "DATEDIFF($0, $1)", "CAST(julianday($0) - julianday($1) AS INTEGER)", d, g.of(date, depth))
	}
}

func (g grammar) momentNumber(depth int) *expr {
	t, m := typ{kind: integer}, g.of(moment, depth)
	part := func(name, format string) *expr {
		return each(t, 3000, name+"($0)", "CAST(strftime('"+format+"', $0) AS INTEGER)", m)
	}
	switch g.IntN(7) {
	case 0:
		return part("YEAR", "%Y")
	case 1:
		return part("MINUTE", "%M")
	case 2:
		return part("SECOND", "%S")
	case 3:
		return each(t, 1e9, "TIMESTAMPDIFF(SECOND, $0, $1)", "(CAST(strftime('%s', $1) AS INTEGER) - CAST(strftime('%s', $0) AS INTEGER))", m, g.of(moment, depth))
	case 4:
		return each(t, 1e6, "TIMESTAMPDIFF(HOUR, $0, $1)", "((CAST(strftime('%s', $1) AS INTEGER) - CAST(strftime('%s', $0) AS INTEGER)) / 3600)", m, g.of(moment, depth))
	default:
		return part("HOUR", "%H")
	}
}

// moment is a date and a time.
func (g grammar) moment() *expr {
	t, m := typ{kind: moment}, g.leaf(moment)
	n := g.IntN(201) - 100
	switch g.IntN(4) {
	case 0:
		return each(t, 0, fmt.Sprintf("DATE_ADD($0, INTERVAL %d HOUR)", n), fmt.Sprintf("datetime($0, '%d hours')", n), m)
	case 1:
		return each(t, 0, fmt.Sprintf("($0 - INTERVAL %d SECOND)", n+100), fmt.Sprintf("datetime($0, '-%d seconds')", n+100), m)
	case 2:
		return each(t, 0, fmt.Sprintf("($0 + INTERVAL %d DAY)", n), fmt.Sprintf("datetime($0, '%d days')", n), m)
	default:
		return each(t, 0, "TIMESTAMP($0)", "datetime($0)", g.leaf(date))
	}
}

func (g grammar) textNumber(depth int) *expr {
	t, s := typ{kind: integer}, g.of(text, depth)
	switch g.IntN(5) {
	case 4:
		return both(t, 100, "INSTR($0, $1)", s, g.of(text, depth))
	case 0:
		return each(t, 100, "CHAR_LENGTH($0)", "length($0)", s)
	case 3:
		return each(t, 1, "SIGN($0)", "sign($0)", g.small(integer, depth, sizeMost))
	case 1:
		return each(t, 100, "LENGTH($0)", "length(CAST($0 AS BLOB))", s)
	default:
		return both(t, 100, "INSTR($0, 'b')", s)
	}
}

func (g grammar) date(depth int) *expr {
	t, d := typ{kind: date}, g.leaf(date)
	switch g.IntN(5) {
	case 4:
		return each(t, 0, "DATE($0)", "date($0)", g.leaf(moment))
	case 0:
		n := g.IntN(81) - 40
		return each(t, 0, fmt.Sprintf("DATE_ADD($0, INTERVAL %d DAY)", n), fmt.Sprintf("date($0, '%d days')", n), d)
	case 1:
		n := g.IntN(40)
		return each(t, 0, fmt.Sprintf("($0 - INTERVAL %d DAY)", n), fmt.Sprintf("date($0, '-%d days')", n), d)
	case 2:
		n := g.IntN(31) - 15
		return each(t, 0, fmt.Sprintf("DATE_ADD($0, INTERVAL %d MONTH)", n), fmt.Sprintf("months($0, %d)", n), d)
	default:
		return each(t, 0, "LAST_DAY($0)", "date($0, 'start of month', '+1 month', '-1 day')", d)
	}
}

func (g grammar) text(depth int) *expr {
	t, s := typ{kind: text}, g.of(text, depth)
	n := 1 + g.IntN(3)
	switch g.IntN(13) {
	case 10, 11, 12:
		return g.unknown(depth)
	case 0:
		return both(t, 0, "LOWER($0)", s)
	case 6:
		return each(t, 0, "CONCAT($0, '-', $1)", "($0 || '-' || $1)", g.column(text), g.column(text))
	case 7:
		return each(t, 0, fmt.Sprintf("RIGHT($0, %d)", n), fmt.Sprintf("substr($0, -%d)", n), s)
	case 8:
		return each(t, 0, "TRIM($0)", "trim($0)", s)
	case 9:
		return each(t, 0, "IFNULL($0, $1)", "ifnull($0, $1)", s, g.leaf(text))
	case 1:
		return both(t, 0, "UPPER($0)", s)
	case 2:
		return each(t, 0, fmt.Sprintf("LEFT($0, %d)", n), fmt.Sprintf("substr($0, 1, %d)", n), s)
	case 3:
		return both(t, 0, fmt.Sprintf("SUBSTR($0, %d, %d)", n, 1+g.IntN(3)), s)
	case 4:
		return each(t, 0, "CONCAT($0, 'x')", "($0 || 'x')", s)
	default:
		return both(t, 0, "REPLACE($0, 'a', 'oo')", s)
	}
}
