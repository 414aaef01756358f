package main

import (
	"bytes"
	"errors"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	prompt "github.com/c-bata/go-prompt"
	"golang.org/x/sys/unix"
)

// terminal is the keyboard as go-prompt reads it: a ConsoleParser that gives one key,
// or one run of characters, at a time; keeps what was typed or pasted behind an Enter
// for the next line; knows bracketed paste; and leaves the terminal as it found it.
//
// go-prompt reads on a goroutine of its own while a line is edited, and calls Setup
// and TearDown from the goroutine that asked for the line.
type terminal struct {
	fd     int
	out    *os.File
	before *unix.Termios // the terminal's state when the program began

	mu      sync.Mutex
	pending []byte // read but not given yet
	pasting bool   // within a bracketed paste
	open    bool   // a line is being edited; after its Enter nothing is given
	last    byte   // the control character that ended the line
	gone    bool   // the terminal was closed
	search  *search
}

// Keys that no terminal sends; the terminal gives them for go-prompt's key bindings.
var (
	interruptKey = []byte{0x1b, 0x5b, 0x24, 0x3b, 0x32, 0x7e} // prompt.F24
	searchKey    = []byte{0x1b, 0x5b, 0x23, 0x3b, 0x32, 0x7e} // prompt.F23
)

// Control characters.
const (
	ctrlC = 0x03
	ctrlD = 0x04
	ctrlG = 0x07
	ctrlR = 0x12
	enter = 0x0d
	esc   = 0x1b
	del   = 0x7f
)

// Bracketed paste: the terminal marks what is pasted.
const (
	pasteOn    = "\x1b[?2004h"
	pasteOff   = "\x1b[?2004l"
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// keyWait is how long Read waits for a key: go-prompt's reader ends between two reads.
const keyWait = 20 * time.Millisecond

var errNoKey = errors.New("no key was pressed")

func newTerminal(in, out *os.File, s *search) (*terminal, error) {
	before, err := unix.IoctlGetTermios(int(in.Fd()), unix.TCGETS)
	if err != nil {
		return nil, err
	}
	return &terminal{fd: int(in.Fd()), out: out, before: before, search: s}, nil
}

// Setup makes the terminal raw and opens the keyboard for a line.
func (t *terminal) Setup() error {
	raw := *t.before
	raw.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	raw.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.IEXTEN | unix.ISIG
	raw.Cflag = raw.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(t.fd, unix.TCSETS, &raw); err != nil {
		return err
	}
	t.mu.Lock()
	t.open, t.last = true, 0
	t.mu.Unlock()
	_, err := t.out.WriteString(pasteOn)
	return err
}

// TearDown puts the terminal back as it was.
func (t *terminal) TearDown() error {
	_, err := t.out.WriteString(pasteOff)
	return errors.Join(err, unix.IoctlSetTermios(t.fd, unix.TCSETS, t.before))
}

// GetWinSize gives the width; the height only serves go-prompt to refuse long lines,
// so it is said to be large.
func (t *terminal) GetWinSize() *prompt.WinSize {
	size := &prompt.WinSize{Row: 10000, Col: 80}
	if ws, err := unix.IoctlGetWinsize(t.fd, unix.TIOCGWINSZ); err == nil && ws.Col > 0 {
		size.Col = ws.Col
	}
	return size
}

// Read gives the next key, or a run of characters.
func (t *terminal) Read() ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.open {
		return nil, errNoKey
	}
	if len(t.pending) == 0 || !whole(t.pending) {
		t.fill()
	}
	if t.gone && len(t.pending) == 0 {
		return t.end(ctrlD, interruptKey)
	}
	if len(t.pending) == 0 {
		return nil, errNoKey
	}
	return t.key()
}

// fill reads what there is, after waiting a moment for it.
func (t *terminal) fill() {
	poll := []unix.PollFd{{Fd: int32(t.fd), Events: unix.POLLIN}}
	if n, err := unix.Poll(poll, int(keyWait.Milliseconds())); n <= 0 || err != nil {
		return
	}
	buffer := make([]byte, 4096)
	n, err := unix.Read(t.fd, buffer)
	if err == unix.EINTR || err == unix.EAGAIN {
		return
	}
	if n <= 0 || err != nil {
		t.gone = true
		return
	}
	t.pending = append(t.pending, buffer[:n]...)
}

// whole reports whether b holds a whole key: an escape sequence or a character may
// have come in part.
func whole(b []byte) bool {
	if b[0] == esc {
		return len(b) > 1 && escapeLen(b) > 0
	}
	return b[0] < utf8.RuneSelf || utf8.FullRune(b)
}

// escapeLen is the length of the escape sequence that b begins with, 0 if its end is
// missing.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	if b[1] != '[' && b[1] != 'O' {
		return 2 // Alt and a key
	}
	for i := 2; i < len(b); i++ {
		if b[i] >= 0x40 && b[i] <= 0x7e {
			return i + 1
		}
	}
	return 0
}

// key takes the next key off pending and gives what go-prompt is to make of it. A key
// that ends a search stays there until the line shows what was found.
func (t *terminal) key() ([]byte, error) {
	c := t.pending[0]
	if t.search.endedBy(c) {
		return searchKey, nil
	}
	switch {
	case c == esc:
		return t.escape()
	case c < ' ' || c == del:
		t.pending = t.pending[1:]
		return t.control(c)
	}
	n := bytes.IndexFunc(t.pending, func(r rune) bool { return r < ' ' || r == del })
	if n < 0 {
		n = len(t.pending)
	}
	run := bytes.ToValidUTF8(t.pending[:n], []byte("?"))
	t.pending = t.pending[n:]
	if t.search.typed(string(run)) {
		return searchKey, nil
	}
	return run, nil
}

// escape takes an escape sequence; one that go-prompt does not know is dropped.
func (t *terminal) escape() ([]byte, error) {
	n := escapeLen(t.pending)
	if n == 0 {
		n = len(t.pending) // the rest has not come within keyWait: it is no sequence
	}
	sequence := t.pending[:n:n]
	t.pending = t.pending[n:]
	switch string(sequence) {
	case pasteBegin:
		t.pasting = true
		return nil, errNoKey
	case pasteEnd:
		t.pasting = false
		return nil, errNoKey
	case "\x1bOH":
		sequence = []byte("\x1b[H")
	case "\x1bOF":
		sequence = []byte("\x1b[F")
	}
	if prompt.GetKey(sequence) == prompt.NotDefined {
		return nil, errNoKey
	}
	return sequence, nil
}

// control takes a control character. Within a paste only ends of lines and tabs count.
func (t *terminal) control(c byte) ([]byte, error) {
	if c == '\n' {
		c = enter
	}
	if t.pasting && c != enter {
		if c == '\t' {
			return []byte(" "), nil
		}
		return nil, errNoKey
	}
	switch c {
	case enter:
		if len(t.pending) > 0 && t.pending[0] == '\n' {
			t.pending = t.pending[1:]
		}
		return t.end(c, []byte{enter})
	case ctrlC:
		t.pending, t.pasting = nil, false
		if t.search.cancel() {
			return searchKey, nil
		}
		return t.end(c, interruptKey)
	case ctrlD:
		t.last = c // go-prompt decides: on an empty line it is the end
	}
	if t.search.control(c) {
		return searchKey, nil
	}
	return []byte{c}, nil
}

// end gives the key that ends the line and closes the keyboard until the next one.
func (t *terminal) end(c byte, key []byte) ([]byte, error) {
	t.open, t.last = false, c
	return key, nil
}

// pasted takes the next line of a paste, if it has been read to its end and nothing but
// characters and tabs are in it.
func (t *terminal) pasted() (line string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := bytes.IndexFunc(t.pending, func(r rune) bool { return r < ' ' && r != '\t' || r == del })
	if !t.pasting || n < 0 || t.pending[n] != enter && t.pending[n] != '\n' {
		return "", false
	}
	text := bytes.ReplaceAll(t.pending[:n], []byte("\t"), []byte(" "))
	t.pending = t.pending[n+1:]
	if bytes.HasPrefix(t.pending, []byte("\n")) {
		t.pending = t.pending[1:]
	}
	return string(bytes.ToValidUTF8(text, []byte("?"))), true
}

// ended says what ended the line, and whether the terminal is gone.
func (t *terminal) ended() (last byte, gone bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last, t.gone
}
