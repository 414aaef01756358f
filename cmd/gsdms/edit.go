package main

import (
	"fmt"

	prompt "github.com/c-bata/go-prompt"
)

// editor reads lines from a person. One goroutine uses it.
type editor struct {
	prompt   *prompt.Prompt
	terminal *terminal
	history  *history
	search   *search
	prefix   string         // of the line
	shown    string         // what stands before the line now: prefix, or that of a search
	buffer   *prompt.Buffer // of the line that Ctrl-C has ended, until it is emptied
}

// ending says how a line ended.
type ending int

const (
	entered     ending = iota
	interrupted        // Ctrl-C: the line does not count
	closed             // Ctrl-D on an empty line, or the terminal is gone
)

// newEditor makes an editor on the terminal that std.in and std.out are.
func newEditor(std streams, h *history, complete prompt.Completer) (*editor, error) {
	e := &editor{history: h, search: &search{history: h}}
	t, err := newTerminal(std.in, std.out, e.search)
	if err != nil {
		return nil, fmt.Errorf("read from the terminal: %w", err)
	}
	e.terminal = t
	e.prompt, err = newPrompt(complete,
		prompt.OptionParser(t),
		prompt.OptionLivePrefix(e.livePrefix),
		prompt.OptionPrefixTextColor(prompt.DefaultColor),
		prompt.OptionCompletionWordSeparator(" ,()=<>+-*/%.;\t"),
		prompt.OptionMaxSuggestion(6),
		prompt.OptionAddKeyBind(
			prompt.KeyBind{Key: prompt.F23, Fn: e.showFound},
			prompt.KeyBind{Key: prompt.F24, Fn: e.markInterrupt},
		),
		prompt.OptionSetExitCheckerOnInput(func(string, bool) bool { return e.buffer != nil }),
		prompt.OptionBreakLineCallback(func(*prompt.Document) { e.dropInterrupted() }),
	)
	return e, err
}

// newPrompt makes a prompt; where there is no terminal to open, go-prompt panics.
func newPrompt(complete prompt.Completer, options ...prompt.Option) (p *prompt.Prompt, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("read from the terminal: %v", cause)
		}
	}()
	return prompt.New(func(string) {}, complete, options...), nil
}

// line reads one line. The terminal is raw only while it does. A pasted line that is there
// already needs no editing, which takes 20 ms and more for each.
func (e *editor) line(prefix string) (string, ending, error) {
	if text, ok := e.terminal.pasted(); ok {
		_, err := fmt.Fprintln(e.terminal.out, prefix+text)
		return text, entered, err
	}
	e.prefix, e.shown, e.buffer = prefix, prefix, nil
	if err := prompt.OptionHistory(e.history.all())(e.prompt); err != nil {
		return "", closed, err
	}
	text := e.prompt.Input()
	e.buffer = nil
	switch last, gone := e.terminal.ended(); {
	case gone || last == ctrlD && text == "":
		return "", closed, nil
	case last == ctrlC:
		return "", interrupted, nil
	}
	return text, entered, nil
}

func (e *editor) livePrefix() (string, bool) { return e.shown, true }

// showFound shows the state of the search: what it has found goes into the line.
func (e *editor) showFound(b *prompt.Buffer) {
	current := b.Text()
	if text := e.search.text(current); text != current {
		empty(b)
		b.InsertText(text, false, true)
	}
	e.shown = e.prefix
	if prefix, on := e.search.prefix(); on {
		e.shown = prefix
	}
}

// markInterrupt shows ^C behind the line and ends it: the exit checker sees e.buffer.
func (e *editor) markInterrupt(b *prompt.Buffer) {
	prompt.GoLineEnd(b)
	b.InsertText("^C", false, true)
	e.buffer = b
}

// dropInterrupted empties the line that Ctrl-C has ended; it has just been printed.
func (e *editor) dropInterrupted() {
	if e.buffer != nil {
		empty(e.buffer)
	}
}

func empty(b *prompt.Buffer) {
	prompt.GoLineEnd(b)
	b.DeleteBeforeCursor(len([]rune(b.Text())))
}
