package result

import (
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/mattn/go-runewidth"
)

// How far a column is cut so that a table fits, in cells of the terminal.
const (
	narrowest     = 8  // of its values
	narrowestName = 20 // of its name, so that names stay apart
)

// What a table's lines take beside the cells.
const (
	columnFrame = 3 // of each column: a line and a space on either side
	tableFrame  = 1 // of the table: the last line
	middleMark  = 1 // the mark for the columns left out
)

// columnWidth is the room of a column's cells.
type columnWidth struct {
	now   int // what it has
	least int // what it keeps when the table has to be narrowed
}

// columnWidths is how wide the columns would like to be.
func columnWidths(header table.Row, rows []table.Row) []columnWidth {
	columns := make([]columnWidth, len(header))
	for i, name := range header {
		w := runewidth.StringWidth(name.(string))
		least := max(narrowest, min(w, narrowestName))
		for _, cells := range rows {
			w = max(w, runewidth.StringWidth(cells[i].(string)))
		}
		columns[i] = columnWidth{now: w, least: min(w, least)}
	}
	return columns
}

// fit narrows columns until the table is no wider than width. Columns that do not fit
// even when all are narrow are left out in the middle: left and right count those that
// stay; right is 0 if all do.
func fit(columns []columnWidth, width int) (left, right int) {
	least := tableFrame
	for _, c := range columns {
		least += columnFrame + c.least
	}
	if least <= width || len(columns) < 3 {
		shrink(columns, width-tableFrame-columnFrame*len(columns))
		return len(columns), 0
	}
	left, right = ends(columns, width)
	shown := append(columns[:left:left], columns[len(columns)-right:]...)
	shrink(shown, width-tableFrame-columnFrame*(left+right+1)-middleMark)
	copy(columns, shown[:left])
	copy(columns[len(columns)-right:], shown[left:])
	return left, right
}

// ends counts the columns that fit from the left and from the right, one in turn,
// beside the mark in the middle. One of each side stays in any case.
func ends(columns []columnWidth, width int) (left, right int) {
	used := tableFrame + columnFrame + middleMark
	for i := range len(columns) - 1 {
		at := left
		if i%2 == 1 {
			at = len(columns) - 1 - right
		}
		used += columnFrame + columns[at].least
		if used > width && i > 1 {
			break
		}
		left, right = left+1-i%2, right+i%2
	}
	return left, right
}

// shrink takes from the widest columns until they fit into room, or all are narrow.
func shrink(columns []columnWidth, room int) {
	total := 0
	for _, c := range columns {
		total += c.now
	}
	for total > room {
		widest := -1
		for i, c := range columns {
			if c.now > c.least && (widest < 0 || c.now > columns[widest].now) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		next := columns[widest].least
		for i, c := range columns {
			if i != widest {
				next = max(next, min(c.now, columns[widest].now-1))
			}
		}
		cut := min(total-room, columns[widest].now-next)
		columns[widest].now -= cut
		total -= cut
	}
}
