package oracle

// unknown is a text that need not be in any dictionary before a query runs: of several
// columns, of a number, of a date or of a moment.
func (g grammar) unknown(depth int) *expr {
	t, a, b := typ{kind: text}, g.of(text, depth), g.column(text)
	n := g.small(integer, depth, sizeMost)
	switch g.IntN(12) {
	case 10:
		return each(t, 0, "CAST($0 AS CHAR)", "$0", g.of(moment, depth))
	case 11:
		return each(t, 0, "DATE_FORMAT($0, '%Y-%m-%d %H:%i')", "strftime('%Y-%m-%d %H:%M', $0)", g.of(moment, depth))
	case 0:
		return each(t, 0, "CONCAT($0, '/', $1, $2)", "($0 || '/' || $1 || $2)", a, b, g.column(text))
	case 1:
		return both(t, 0, "SUBSTR($0, 1 + ABS($1) % 3)", g.of(text, depth), n)
	case 2:
		return both(t, 0, "SUBSTR($0, 1 + ABS($1) % 3, ABS($2) % 4)", a, n, g.small(integer, depth, sizeMost))
	case 3:
		// SQLite looks at an empty text to replace before it looks at NULL.
		return each(t, 0, "REPLACE($0, $1, $2)", "CASE WHEN $2 IS NOT NULL THEN REPLACE($0, $1, $2) END", a, b, g.column(text))
	case 4:
		return each(t, 0, "CAST($0 AS CHAR)", "CAST($0 AS TEXT)", n)
	case 5:
		return each(t, 0, "CAST($0 AS CHAR)", "$0", g.of(date, depth))
	case 6:
		return each(t, 0, "DATE_FORMAT($0, '%Y/%m')", "strftime('%Y/%m', $0)", g.of(date, depth))
	case 7:
		return each(t, 0, "HEX($0)", "CASE WHEN $0 IS NULL THEN NULL ELSE printf('%X', $0) END", n)
	case 8:
		return each(t, 0, "CONCAT($0, $1, $2)", "($0 || CAST($1 AS TEXT) || $2)", a, n, b)
	default:
		return each(t, 0, "CONCAT_WS('|', $0, $1, $2)", "concat_ws('|', $0, $1, $2)", a, b, g.column(text))
	}
}
