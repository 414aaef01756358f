package edit

import (
	"github.com/mattn/go-runewidth"
)

// row is a row of the screen: a part of a line of the text, a prompt before it.
type row struct {
	prefix   string
	from, to int // characters of the text
	cells    int // that it takes, the prefix among them
}

// rowsOf lays a text out in rows of so many cells. A line that fills its last row is
// followed by an empty one where the cursor is at its end.
func rowsOf(text []rune, cursor int, first, next string, width int) []row {
	width = max(width, 2)
	var rows []row
	prefix := first
	for from := 0; ; {
		to := from
		for to < len(text) && text[to] != '\n' {
			to++
		}
		rows = appendLine(rows, text, from, to, fitting(prefix, width), width)
		if last := rows[len(rows)-1]; last.cells >= width && cursor == to {
			rows = append(rows, row{from: to, to: to})
		}
		if to == len(text) {
			return rows
		}
		from, prefix = to+1, next
	}
}

// fitting is a prompt, or nothing where it would leave no room for the text.
func fitting(prefix string, width int) string {
	if runewidth.StringWidth(prefix)+4 > width {
		return ""
	}
	return prefix
}

// appendLine appends the rows of one line.
func appendLine(rows []row, text []rune, from, to int, prefix string, width int) []row {
	r := row{prefix: prefix, from: from, cells: runewidth.StringWidth(prefix)}
	for i := from; i < to; i++ {
		w := runewidth.RuneWidth(text[i])
		if r.cells+w > width {
			r.to = i
			rows = append(rows, r)
			r = row{from: i}
		}
		r.cells += w
	}
	r.to = to
	return append(rows, r)
}

// cursorIn gives the row and the cell of the character at the cursor.
func cursorIn(rows []row, text []rune, cursor int) (at, cell int) {
	for at = len(rows) - 1; at > 0 && rows[at].from > cursor; at-- {
	}
	cell = runewidth.StringWidth(rows[at].prefix)
	for _, r := range text[rows[at].from:cursor] {
		cell += runewidth.RuneWidth(r)
	}
	return at, cell
}

// rowsAbove is how many rows of a screen of another width lie above the cursor: terminals
// break the rows that have become too long.
func rowsAbove(rows []row, at, cell, width int) int {
	above := 0
	for _, r := range rows[:at] {
		above += max(1, (r.cells+width-1)/width)
	}
	return above + cell/width
}
