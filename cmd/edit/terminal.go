package edit

import (
	"bytes"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
	"unicode/utf8"

	prompt "github.com/c-bata/go-prompt"
	"golang.org/x/sys/unix"
)

// Terminal is the keyboard, as go-prompt's ConsoleParser: it gives one key, or one run of
// characters, at a time; keeps what was typed or pasted behind an Enter for the next text;
// knows bracketed paste; and leaves the terminal as it found it.
type Terminal struct {
	fd      int
	out     *os.File
	before  *unix.Termios // the terminal's state when the program began
	signals chan os.Signal
	wake    [2]int // a pipe: a byte in it says that a signal has come

	pending []byte // read but not given yet
	pasting bool   // within a bracketed paste
}

var _ prompt.ConsoleParser = (*Terminal)(nil)

// What Read gives in place of a key.
var (
	errNoKey  = errors.New("no key was pressed")
	errResize = errors.New("the terminal has another size")
	errGone   = errors.New("the terminal is gone")
)

// Control characters.
const (
	ctrlC = 0x03
	ctrlG = 0x07
	ctrlH = 0x08
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

// escapeWait is how long the rest of an escape sequence may take.
const escapeWait = 30 * time.Millisecond

// stopWait is how long the system may take to stop the process; that it is stopped does not
// count.
const stopWait = 200 * time.Millisecond

// newTerminal takes the terminal that in and out are. It must be closed.
func newTerminal(in, out *os.File) (*Terminal, error) {
	before, err := unix.IoctlGetTermios(int(in.Fd()), unix.TCGETS)
	if err != nil {
		return nil, err
	}
	t := &Terminal{fd: int(in.Fd()), out: out, before: before, signals: make(chan os.Signal, 8)}
	if err := unix.Pipe2(t.wake[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		return nil, err
	}
	signal.Notify(t.signals, syscall.SIGWINCH, syscall.SIGCONT)
	go func() {
		for range t.signals {
			_, _ = unix.Write(t.wake[1], []byte{0}) // a full pipe wakes, too
		}
	}()
	return t, nil
}

func (t *Terminal) close() {
	signal.Stop(t.signals)
	close(t.signals)
}

// Setup makes the terminal raw.
func (t *Terminal) Setup() error {
	raw := *t.before
	raw.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	raw.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.IEXTEN | unix.ISIG
	raw.Cflag = raw.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(t.fd, unix.TCSETS, &raw); err != nil {
		return err
	}
	_, err := t.out.WriteString(pasteOn)
	return err
}

// TearDown puts the terminal back as it was. Any goroutine may call it.
func (t *Terminal) TearDown() error {
	_, err := t.out.WriteString(pasteOff)
	return errors.Join(err, unix.IoctlSetTermios(t.fd, unix.TCSETS, t.before))
}

// GetWinSize gives the size, that of common terminals where it is not known.
func (t *Terminal) GetWinSize() *prompt.WinSize {
	size := &prompt.WinSize{Row: 24, Col: 80}
	if ws, err := unix.IoctlGetWinsize(t.fd, unix.TIOCGWINSZ); err == nil && ws.Col > 0 && ws.Row > 0 {
		size.Col, size.Row = ws.Col, ws.Row
	}
	return size
}

// Read waits for the next key, or a run of characters, and gives its bytes.
func (t *Terminal) Read() ([]byte, error) {
	if len(t.pending) == 0 {
		if err := t.fill(-1); err != nil {
			return nil, err
		}
	}
	for len(t.pending) > 0 && !whole(t.pending) {
		size := len(t.pending)
		if err := t.fill(escapeWait); err != nil && err != errNoKey {
			return nil, err
		}
		if len(t.pending) == size {
			break // the rest does not come: it is as it is
		}
	}
	if len(t.pending) == 0 {
		return nil, errNoKey
	}
	return t.key()
}

// idle reports whether no key waits.
func (t *Terminal) idle() bool {
	if len(t.pending) > 0 {
		return false
	}
	poll := []unix.PollFd{{Fd: int32(t.fd), Events: unix.POLLIN}}
	n, err := unix.Poll(poll, 0)
	return n <= 0 || err != nil
}

// fill reads what there is, after waiting for it so long; -1 is for ever.
func (t *Terminal) fill(wait time.Duration) error {
	poll := []unix.PollFd{{Fd: int32(t.fd), Events: unix.POLLIN}, {Fd: int32(t.wake[0]), Events: unix.POLLIN}}
	for ms := int(wait.Milliseconds()); ; {
		if wait < 0 {
			ms = -1
		}
		n, err := unix.Poll(poll, ms)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			return errNoKey
		}
		break
	}
	buffer := make([]byte, 4096)
	if poll[1].Revents != 0 {
		_, _ = unix.Read(t.wake[0], buffer) // its bytes say only that they are there
		return errResize
	}
	n, err := unix.Read(t.fd, buffer)
	if err == unix.EINTR || err == unix.EAGAIN {
		return errNoKey
	}
	if n <= 0 || err != nil {
		return errGone
	}
	t.pending = append(t.pending, buffer[:n]...)
	return nil
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

// key takes the next key off pending.
func (t *Terminal) key() ([]byte, error) {
	c := t.pending[0]
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
	return run, nil
}

// escape takes an escape sequence; of those of a paste it is told nobody.
func (t *Terminal) escape() ([]byte, error) {
	n := escapeLen(t.pending)
	if n == 0 {
		n = len(t.pending) // the rest has not come within escapeWait: it is no sequence
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
	}
	return sequence, nil
}

// control takes a control character. Within a paste only ends of lines and tabs count.
func (t *Terminal) control(c byte) ([]byte, error) {
	if c == '\n' {
		c = enter
	}
	if c == ctrlC {
		t.pending, t.pasting = nil, false
	}
	if t.pasting && c != enter {
		if c == '\t' {
			return []byte(" "), nil
		}
		return nil, errNoKey
	}
	if c == enter && len(t.pending) > 0 && t.pending[0] == '\n' {
		t.pending = t.pending[1:]
	}
	return []byte{c}, nil
}

// suspend stops the process, as Ctrl-Z does, until it is told to go on.
func (t *Terminal) suspend() error {
	if err := t.TearDown(); err != nil {
		return err
	}
	// The whole group stops, as when the terminal sends the signal. Where nobody could tell it to
	// go on, the system does not stop it.
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	select { // the signal reaches some thread soon, and stops all
	case <-goesOn:
	case <-time.After(stopWait):
	}
	return t.Setup()
}
