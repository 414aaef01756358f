package edit

import (
	"strings"
	"unicode"

	prompt "github.com/c-bata/go-prompt"
)

// bound is what a key is bound to.
type bound struct {
	key      prompt.Key // as go-prompt knows it
	sequence string     // of a key that go-prompt does not know
	do       func(e *Editor) (Ending, bool)

	keeps  bool // the selected suggestion is not taken first
	kills  bool // what it deletes goes before what the last key killed
	types  bool // suggestions are shown afterwards
	undoes bool // it takes back
}

// binding finds what a key is bound to.
func binding(key []byte) (bound, bool) {
	known := prompt.GetKey(key)
	for _, b := range bindings() {
		if b.sequence == string(key) || b.sequence == "" && b.key == known && known != prompt.NotDefined {
			return b, true
		}
	}
	return bound{}, false
}

// bindings lists the keys; a new one is a row here.
func bindings() []bound {
	return []bound{
		{key: prompt.ControlM, do: (*Editor).enter},
		{key: prompt.ControlC, do: func(*Editor) (Ending, bool) { return Interrupted, true }},
		{key: prompt.ControlD, do: (*Editor).endOrDelete},
		{key: prompt.Tab, do: (*Editor).complete, keeps: true, types: true},
		{key: prompt.BackTab, do: step((*prompt.CompletionManager).Previous), keeps: true, types: true},
		{key: prompt.Escape, do: (*Editor).drop, keeps: true},
		{key: prompt.ControlR, do: edit(func(e *Editor) { e.search.begin(e.now()) })},
		{key: prompt.ControlZ, do: (*Editor).stop},
		{key: prompt.ControlL, do: edit((*Editor).clearScreen)},

		{key: prompt.Left, do: moves(left)}, {key: prompt.ControlB, do: moves(left)},
		{key: prompt.Right, do: moves(right)}, {key: prompt.ControlF, do: moves(right)},
		{key: prompt.ControlLeft, do: moves(wordLeft)}, {sequence: "\x1b[1;3D", do: moves(wordLeft)}, {sequence: "\x1bb", do: moves(wordLeft)},
		{key: prompt.ControlRight, do: moves(wordRight)}, {sequence: "\x1b[1;3C", do: moves(wordRight)}, {sequence: "\x1bf", do: moves(wordRight)},
		{key: prompt.Home, do: moves(lineStart)}, {sequence: "\x1bOH", do: moves(lineStart)}, {key: prompt.ControlA, do: moves(lineStart)},
		{key: prompt.End, do: moves(lineEnd)}, {sequence: "\x1bOF", do: moves(lineEnd)}, {key: prompt.ControlE, do: moves(lineEnd)},
		{sequence: "\x1b<", do: moves(func([]rune, int) int { return 0 })}, {sequence: "\x1b>", do: moves(func(t []rune, _ int) int { return len(t) })},
		{key: prompt.Up, do: (*Editor).up, keeps: true}, {sequence: "\x1bOA", do: (*Editor).up, keeps: true},
		{key: prompt.Down, do: (*Editor).down, keeps: true}, {sequence: "\x1bOB", do: (*Editor).down, keeps: true},
		{key: prompt.ControlP, do: edit(func(e *Editor) { e.recall(-1) })}, {key: prompt.ControlN, do: edit(func(e *Editor) { e.recall(1) })},

		{key: prompt.Backspace, do: deletes(left), types: true}, {key: prompt.ControlH, do: deletes(left), types: true},
		{key: prompt.Delete, do: deletes(right)},
		{key: prompt.ControlW, do: kills(blankLeft), kills: true}, {sequence: "\x1b\x7f", do: kills(wordLeft), kills: true},
		{sequence: "\x1bd", do: kills(wordRight), kills: true}, {key: prompt.ControlK, do: kills(restOfLine), kills: true},
		{key: prompt.ControlU, do: kills(beginOfLine), kills: true},
		{key: prompt.ControlY, do: edit(func(e *Editor) { e.insert(e.killed) })},
		{key: prompt.ControlT, do: edit((*Editor).swap)},
		{key: prompt.ControlUnderscore, do: edit((*Editor).takeBack), undoes: true},
		{sequence: "\x1b\r", do: edit(func(e *Editor) { e.insert("\n") })},
		{sequence: "\x1bu", do: changesWord(strings.ToUpper)}, {sequence: "\x1bl", do: changesWord(strings.ToLower)},
	}
}

// edit is a key that goes on.
func edit(do func(*Editor)) func(*Editor) (Ending, bool) {
	return func(e *Editor) (Ending, bool) { do(e); return Entered, false }
}

// place finds another place in a text.
type place func(text []rune, cursor int) int

func moves(to place) func(*Editor) (Ending, bool) {
	return edit(func(e *Editor) { e.moveTo(to([]rune(e.text()), e.now().cursor)) })
}

func (e *Editor) moveTo(cursor int) { e.restore(state{e.text(), cursor}) }

// deletes deletes what lies between the cursor and another place.
func deletes(to place) func(*Editor) (Ending, bool) {
	return edit(func(e *Editor) { e.cut(to) })
}

// kills keeps what it deletes.
func kills(to place) func(*Editor) (Ending, bool) {
	return edit(func(e *Editor) {
		cut, before := e.cut(to)
		switch {
		case cut == "":
		case !e.killing:
			e.killed = cut
		case before:
			e.killed = cut + e.killed
		default:
			e.killed += cut
		}
	})
}

// cut deletes what lies between the cursor and another place, and says whether that is
// before it.
func (e *Editor) cut(to place) (cut string, before bool) {
	s := e.now()
	text := []rune(s.text)
	at := to(text, s.cursor)
	from, end := min(at, s.cursor), max(at, s.cursor)
	e.put(string(text[:from]), string(text[end:]))
	return string(text[from:end]), at < s.cursor
}

func left(_ []rune, cursor int) int     { return max(cursor-1, 0) }
func right(text []rune, cursor int) int { return min(cursor+1, len(text)) }

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func wordLeft(text []rune, at int) int {
	for ; at > 0 && !inWord(text[at-1]); at-- {
	}
	for ; at > 0 && inWord(text[at-1]); at-- {
	}
	return at
}

func wordRight(text []rune, at int) int {
	for ; at < len(text) && !inWord(text[at]); at++ {
	}
	for ; at < len(text) && inWord(text[at]); at++ {
	}
	return at
}

// blankLeft is the begin of what stands between spaces.
func blankLeft(text []rune, at int) int {
	for ; at > 0 && unicode.IsSpace(text[at-1]); at-- {
	}
	for ; at > 0 && !unicode.IsSpace(text[at-1]); at-- {
	}
	return at
}

func lineStart(text []rune, at int) int {
	for ; at > 0 && text[at-1] != '\n'; at-- {
	}
	return at
}

func lineEnd(text []rune, at int) int {
	for ; at < len(text) && text[at] != '\n'; at++ {
	}
	return at
}

// restOfLine is the end of the line; of one that is at its end, the end of line.
func restOfLine(text []rune, at int) int {
	if end := lineEnd(text, at); end > at {
		return end
	}
	return right(text, at)
}

func beginOfLine(text []rune, at int) int {
	if start := lineStart(text, at); start < at {
		return start
	}
	return left(text, at)
}

// swap swaps the characters around the cursor.
func (e *Editor) swap() {
	s := e.now()
	text := []rune(s.text)
	if at := min(s.cursor, len(text)-1); at > 0 {
		text[at-1], text[at] = text[at], text[at-1]
		e.restore(state{string(text), at + 1})
	}
}

// changesWord changes the word behind the cursor.
func changesWord(to func(string) string) func(*Editor) (Ending, bool) {
	return edit(func(e *Editor) {
		s := e.now()
		text := []rune(s.text)
		end := wordRight(text, s.cursor)
		e.put(string(text[:s.cursor])+to(string(text[s.cursor:end])), string(text[end:]))
	})
}

// takeBack makes the text what it was before the last change.
func (e *Editor) takeBack() {
	if n := len(e.undo); n > 0 {
		e.restore(e.undo[n-1])
		e.undo = e.undo[:n-1]
	}
}

// enter ends the text, or the line.
func (e *Editor) enter() (Ending, bool) {
	if e.config.Ready(e.text()) {
		return Entered, true
	}
	e.insert("\n")
	return Entered, false
}

func (e *Editor) endOrDelete() (Ending, bool) {
	if e.text() == "" {
		return Closed, true
	}
	e.cut(right)
	return Entered, false
}

// complete takes the one suggestion, or goes to the next.
func (e *Editor) complete() (Ending, bool) {
	e.menu.Update(*e.buffer.Document())
	if all := e.menu.GetSuggestions(); len(all) == 1 && !e.menu.Completing() {
		e.take(all[0])
		e.menu.Reset()
		return Entered, false
	}
	e.menu.Next()
	return Entered, false
}

func step(to func(*prompt.CompletionManager)) func(*Editor) (Ending, bool) {
	return edit(func(e *Editor) { to(e.menu) })
}

// drop drops the suggestions.
func (e *Editor) drop() (Ending, bool) {
	e.menu.Reset()
	return Entered, false
}

// up goes a line up, in the suggestions or in the text, and from the first line to the text
// that was entered before.
func (e *Editor) up() (Ending, bool) {
	if e.menu.Completing() {
		e.menu.Previous()
		e.typing = true
		return Entered, false
	}
	if e.buffer.Document().CursorPositionRow() == 0 {
		e.recall(-1)
	} else {
		e.buffer.CursorUp(1)
	}
	return Entered, false
}

func (e *Editor) down() (Ending, bool) {
	switch {
	case e.menu.Completing():
		e.menu.Next()
	case e.buffer.Document().OnLastLine():
		e.recall(1)
	default:
		e.buffer.CursorDown(1)
	}
	return Entered, false
}

// recall shows another text of the history, or the new one behind it.
func (e *Editor) recall(by int) {
	to := e.at + by
	if to < 0 || to > e.config.History.count() {
		return
	}
	if e.at == e.config.History.count() {
		e.draft = e.text()
	}
	e.at = to
	text := e.draft
	if to < e.config.History.count() {
		text = e.config.History.at(to)
	}
	e.put(text, "")
}

func (e *Editor) clearScreen() {
	e.out.EraseScreen()
	e.out.CursorGoTo(0, 0)
	e.drawn = drawing{}
}

// stop stops the program; when it goes on, the text is drawn where the cursor is then.
func (e *Editor) stop() (Ending, bool) {
	e.clear()
	e.out.WriteRaw([]byte("^Z\r\n"))
	e.flush()
	if err := e.terminal.suspend(); err != nil {
		e.failed = err
	}
	e.drawn = drawing{}
	return Entered, false
}
