package edit

import (
	"slices"

	prompt "github.com/c-bata/go-prompt"
	"github.com/mattn/go-runewidth"
)

// Span is a part of a text in one colour.
type Span struct {
	Bytes int // how long it is
	Color prompt.Color
	Bold  bool
}

// drawing is what stands on the screen.
type drawing struct {
	rows     []row
	at, cell int // of the cursor
}

// menuRows is how many suggestions are shown at most.
const menuRows = 6

// draw shows the text, and the suggestions below it.
func (e *Editor) draw() {
	text, cursor := e.preview()
	size := e.terminal.GetWinSize()
	first, next := e.prompts()
	rows := rowsOf(text, cursor, first, next, int(size.Col))
	at, cell := cursorIn(rows, text, cursor)
	from, to := window(len(rows), at, int(size.Row))
	rows, at = rows[from:to], at-from
	e.clear()
	e.write(rows, text)
	menu := 0
	if !e.search.active {
		menu = e.writeMenu(int(size.Row)-len(rows), int(size.Col), cell)
	}
	e.out.CursorUp(len(rows) - 1 - at + menu)
	e.out.WriteRaw([]byte{'\r'})
	e.out.CursorForward(cell)
	e.drawn = drawing{rows, at, cell}
	e.flush()
}

// window is the rows that fit the screen, that of the cursor among them.
func window(rows, at, height int) (from, to int) {
	height = max(height, 1)
	if rows <= height {
		return 0, rows
	}
	from = min(max(at-height/2, 0), rows-height)
	return from, from + height
}

// clear takes what was drawn off the screen; the cursor is where it began then.
func (e *Editor) clear() {
	e.out.HideCursor()
	e.out.CursorUp(e.drawn.at)
	e.out.WriteRaw([]byte{'\r'})
	e.out.EraseDown()
}

func (e *Editor) flush() {
	e.out.ShowCursor()
	if err := e.out.Flush(); err != nil {
		e.failed = err
	}
}

// finish shows the whole text, however long it is, and goes below it.
func (e *Editor) finish(mark string) {
	text := []rune(e.text() + mark)
	first, next := e.prompts()
	e.clear()
	e.write(rowsOf(text, -1, first, next, int(e.terminal.GetWinSize().Col)), text)
	e.out.WriteRaw([]byte("\r\n"))
	e.drawn = drawing{}
	e.flush()
}

// write writes rows, the cursor behind the last one.
func (e *Editor) write(rows []row, text []rune) {
	colors := e.colors(text)
	for i, r := range rows {
		if i > 0 {
			e.out.WriteRaw([]byte("\r\n"))
		}
		e.paint(Span{Bold: true}, r.prefix)
		for from := r.from; from < r.to; {
			to := from + 1
			for to < r.to && colors != nil && colors[to] == colors[from] {
				to++
			}
			if colors == nil {
				e.out.WriteStr(string(text[from:r.to]))
				break
			}
			e.paint(colors[from], string(text[from:to]))
			from = to
		}
	}
}

// paint writes a text in a colour, if there are colours.
func (e *Editor) paint(s Span, text string) {
	plain := Span{Bytes: s.Bytes}
	if !e.config.Color || s == plain {
		e.out.WriteStr(text)
		return
	}
	e.out.SetColor(s.Color, prompt.DefaultColor, s.Bold)
	e.out.WriteStr(text)
	e.out.SetColor(prompt.DefaultColor, prompt.DefaultColor, false)
}

// colors gives each character its colour, nil where there are none.
func (e *Editor) colors(text []rune) []Span {
	if !e.config.Color || e.config.Style == nil {
		return nil
	}
	colors := make([]Span, 0, len(text))
	for _, s := range e.config.Style(string(text)) {
		for end := s.Bytes; end > 0 && len(colors) < len(text); {
			end -= len(string(text[len(colors)]))
			colors = append(colors, Span{Color: s.Color, Bold: s.Bold})
		}
	}
	return slices.Grow(colors, len(text)-len(colors))[:len(text)]
}

// writeMenu writes suggestions below the text, where there is room, and counts them.
func (e *Editor) writeMenu(room, width, cell int) int {
	all := e.menu.GetSuggestions()
	n := min(len(all), menuRows, room-1)
	if n <= 0 || width < 12 {
		return 0
	}
	chosen, selected := e.menu.GetSelectedSuggestion()
	from := 0
	if at := slices.Index(all, chosen); selected && at >= n {
		from = at - n + 1
	}
	left, right := menuWidths(all[from:from+n], width-1)
	indent := max(0, min(cell-1, width-1-left-right))
	for _, s := range all[from : from+n] {
		e.out.WriteRaw([]byte("\r\n"))
		e.out.CursorForward(indent)
		e.writeSuggestion(s, selected && s == chosen, left, right)
	}
	return n
}

// menuWidths is how wide the texts of suggestions are, and what is said of them, a space on
// either side.
func menuWidths(shown []prompt.Suggest, width int) (left, right int) {
	for _, s := range shown {
		left = max(left, runewidth.StringWidth(s.Text)+2)
		if s.Description != "" {
			right = max(right, runewidth.StringWidth(s.Description)+2)
		}
	}
	left = min(left, width)
	if right = min(right, width-left); right < 6 {
		right = 0
	}
	return left, right
}

func (e *Editor) writeSuggestion(s prompt.Suggest, selected bool, left, right int) {
	text := " " + runewidth.FillRight(runewidth.Truncate(s.Text, left-2, "…"), left-2) + " "
	about := ""
	if right > 0 {
		about = " " + runewidth.FillRight(runewidth.Truncate(s.Description, right-2, "…"), right-2) + " "
	}
	switch {
	case !e.config.Color && selected:
		e.out.WriteStr(">" + text[1:] + about)
	case !e.config.Color:
		e.out.WriteStr(text + about)
	case selected:
		e.out.SetColor(prompt.Black, prompt.Cyan, false)
		e.out.WriteStr(text + about)
	default:
		e.out.SetColor(prompt.Cyan, prompt.DefaultColor, false)
		e.out.WriteStr(text)
		e.out.SetColor(prompt.DarkGray, prompt.DefaultColor, false)
		e.out.WriteStr(about)
	}
	if e.config.Color {
		e.out.SetColor(prompt.DefaultColor, prompt.DefaultColor, false)
	}
}
