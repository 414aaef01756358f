package edit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	prompt "github.com/c-bata/go-prompt"
)

// Config is what an editor works with.
type Config struct {
	In, Out     *os.File // a terminal; go-prompt's writer writes to standard output
	First, Next string   // the prompts of the first line and of those behind it
	History     *History
	Color       bool

	Ready    func(text string) bool     // whether Enter ends the text, or begins a line
	Style    func(text string) []Span   // colours; nil: none
	Complete prompt.Completer           // suggestions for a place
	Word     func(before string) string // what a suggestion takes the place of: the last part of what is before the cursor
}

// Editor reads texts from a person. One goroutine uses it.
type Editor struct {
	config   Config
	terminal *Terminal
	out      prompt.ConsoleWriter
	menu     *prompt.CompletionManager
	buffer   *prompt.Buffer
	search   search
	undo     []state
	killed   string // what Ctrl-Y brings back
	killing  bool   // the last key has killed, too
	typing   bool   // suggestions are shown
	writing  bool   // the last key was a character
	at       int    // of the history; its length: the text that is new
	draft    string // the text that is new while another is shown
	drawn    drawing
	pasting  bool            // a paste goes on
	paste    strings.Builder // what of it is not in the text yet
	ends     bool            // that may end a text
	failed   error           // to write
}

// state is a text and a place in it.
type state struct {
	text   string
	cursor int
}

// Ending says how a text ended.
type Ending int

const (
	Entered     Ending = iota
	Interrupted        // Ctrl-C: the text does not count
	Closed             // Ctrl-D in an empty text, or the terminal is gone
)

// New makes an editor on a terminal. It must be closed.
func New(c Config) (*Editor, error) {
	t, err := newTerminal(c.In, c.Out)
	if err != nil {
		return nil, fmt.Errorf("read from the terminal: %w", err)
	}
	e := &Editor{config: c, terminal: t, out: prompt.NewStdoutWriter(), search: search{history: c.History}}
	e.menu = prompt.NewCompletionManager(c.Complete, menuRows)
	return e, nil
}

// Terminal is the terminal, for who ends the program.
func (e *Editor) Terminal() *Terminal { return e.terminal }

// Close gives the terminal back.
func (e *Editor) Close() { e.terminal.close() }

// Read reads one text. The terminal is raw only while it does.
func (e *Editor) Read() (text string, how Ending, err error) {
	if err := e.terminal.Setup(); err != nil {
		return "", Closed, fmt.Errorf("read from the terminal: %w", err)
	}
	e.begin()
	for ended := false; !ended && e.failed == nil; {
		if e.terminal.idle() {
			e.putPaste()
			e.suggest()
			e.draw()
		}
		how, ended = e.step()
	}
	text = e.text()
	e.finish(map[Ending]string{Interrupted: "^C"}[how])
	return text, how, errors.Join(e.failed, e.terminal.TearDown())
}

// begin empties the text.
func (e *Editor) begin() {
	e.put("", "")
	e.menu.Reset()
	e.search.active = false
	e.undo, e.killing, e.typing, e.writing, e.drawn = nil, false, false, false, drawing{}
	e.at, e.draft = e.config.History.count(), ""
}

// suggest looks for suggestions, but for a text that is recalled or pasted.
func (e *Editor) suggest() {
	if e.search.active || !e.typing && !e.menu.Completing() {
		e.menu.Reset()
		return
	}
	e.menu.Update(*e.buffer.Document())
}

// step takes a key and reports whether it ends the text.
func (e *Editor) step() (how Ending, ended bool) {
	key, err := e.terminal.Read()
	switch err {
	case nil:
	case errResize:
		e.resized()
		return Entered, false
	case errGone:
		return Closed, true
	default:
		return Entered, false
	}
	if e.terminal.pasting {
		return e.pasted(key)
	}
	e.putPaste()
	e.pasting = false
	if e.search.active && e.searched(key) {
		return Entered, false
	}
	return e.press(key)
}

// resized looks where what was drawn lies now. The terminal may be new: Ctrl-Z and another
// program have set its state.
func (e *Editor) resized() {
	if err := e.terminal.Setup(); err != nil {
		e.failed = err
	}
	size := e.terminal.GetWinSize()
	d := &e.drawn
	d.at = min(rowsAbove(d.rows, d.at, d.cell, int(size.Col)), int(size.Row)-1)
}

// pasted takes what is pasted: a line that ends a text ends it, and nothing else is looked at.
// Lines wait in e.paste until one may end a text: to put each into the text, and to look at the
// whole text then, takes the square of its length.
func (e *Editor) pasted(key []byte) (how Ending, ended bool) {
	if !e.pasting {
		e.save(false)
		e.accept()
		e.typing, e.writing, e.killing, e.pasting = false, false, false, true
	}
	if key[0] != enter {
		e.paste.Write(key)
		e.ends = e.ends || bytes.ContainsAny(key, `;\`)
		return Entered, false
	}
	if e.ends || !strings.Contains(e.text(), "\n") {
		e.putPaste()
		if e.config.Ready(e.text()) {
			return Entered, true
		}
	}
	e.paste.WriteByte('\n')
	return Entered, false
}

// putPaste puts the lines that wait into the text.
func (e *Editor) putPaste() {
	if e.paste.Len() > 0 {
		e.insert(e.paste.String())
		e.paste.Reset()
	}
	e.ends = false
}

// press takes a key outside of a paste.
func (e *Editor) press(key []byte) (how Ending, ended bool) {
	if b, ok := binding(key); ok {
		return e.bound(b)
	}
	if key[0] < ' ' || key[0] == del {
		return Entered, false // a key that means nothing here
	}
	e.save(e.writing)
	e.accept()
	e.insert(string(key))
	e.typing, e.writing, e.killing = true, true, false
	return Entered, false
}

// bound does what a key is bound to.
func (e *Editor) bound(b bound) (how Ending, ended bool) {
	if !b.keeps {
		e.accept()
	}
	before, wasKilling := e.now(), e.killing
	how, ended = b.do(e)
	e.killing = b.kills
	if b.kills && !wasKilling && e.now() == before {
		e.killing = false
	}
	e.typing, e.writing = b.types, false
	if after := e.now(); after.text != before.text && !b.undoes {
		e.undo = append(e.undo, before)
	}
	return how, ended
}

// save keeps what is there for undo, unless it is a part of a word that is being typed.
func (e *Editor) save(part bool) {
	if s := e.now(); !part || len(e.undo) == 0 || endsWord(s.text) {
		e.undo = append(e.undo, s)
	}
}

func endsWord(text string) bool {
	return text == "" || text[len(text)-1] == ' ' || text[len(text)-1] == '\n'
}

// text is what has been written.
func (e *Editor) text() string { return e.buffer.Text() }

// now is the text and the place in it.
func (e *Editor) now() state {
	return state{e.text(), len([]rune(e.buffer.Document().TextBeforeCursor()))}
}

// put makes the text, the cursor between its parts.
func (e *Editor) put(before, after string) {
	e.buffer = prompt.NewBuffer()
	e.buffer.InsertText(after, false, false)
	e.buffer.InsertText(before, false, true)
}

// restore makes the text one that was there.
func (e *Editor) restore(s state) {
	runes := []rune(s.text)
	e.put(string(runes[:s.cursor]), string(runes[s.cursor:]))
}

// insert writes at the cursor.
func (e *Editor) insert(text string) { e.buffer.InsertText(text, false, true) }

// accept takes the suggestion that is selected.
func (e *Editor) accept() {
	s, ok := e.menu.GetSelectedSuggestion()
	if ok {
		e.take(s)
	}
	e.menu.Reset()
}

// take puts a suggestion in the place of the word before the cursor.
func (e *Editor) take(s prompt.Suggest) {
	word := e.config.Word(e.buffer.Document().TextBeforeCursor())
	if word != "" {
		e.buffer.DeleteBeforeCursor(len([]rune(word)))
	}
	e.insert(s.Text)
}

// preview is the text as it is shown, and the cursor's place: with the suggestion that is
// selected, or what a search has found.
func (e *Editor) preview() (text []rune, cursor int) {
	if s, ok := e.menu.GetSelectedSuggestion(); ok {
		d := e.buffer.Document()
		before := d.TextBeforeCursor()
		before = before[:len(before)-len(e.config.Word(before))] + s.Text
		return []rune(before + d.TextAfterCursor()), len([]rune(before))
	}
	s := e.now()
	return []rune(s.text), s.cursor
}

// prompts are those of the first line and of those behind it.
func (e *Editor) prompts() (first, next string) {
	if e.search.active {
		return e.search.prefix(), e.config.Next
	}
	return e.config.First, e.config.Next
}
