package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"gsdms/sql/result"
)

// pager says whether results that are wider or longer than the screen go through a program
// that shows them page by page.
type pager struct {
	on      bool
	command string // "": that of the environment
}

// program is the pager's command line: what .pager, $GSDMS_PAGER or $PAGER says, else less, if
// the machine has it; "" for none.
func (p pager) program() string {
	if p.command != "" {
		return p.command
	}
	for _, name := range []string{"GSDMS_PAGER", "PAGER"} {
		if command, ok := os.LookupEnv(name); ok {
			return strings.TrimSpace(command)
		}
	}
	if _, err := exec.LookPath("less"); err == nil {
		return "less"
	}
	return ""
}

// open gives where a result goes that may have to be paged, false where nothing pages.
func (p pager) open(r *runner, o result.Layout) (*paged, bool) {
	if !p.on || p.program() == "" || dumb() || !isTerminal(r.out) {
		return nil, false
	}
	room := terminalLayout(r.out)
	return &paged{command: p.program(), out: r.out, width: room.Width, height: room.Rows, layout: o}, true
}

// paged keeps what is written to it until that is more than the screen shows, and then gives
// it to a pager. It must be closed. One goroutine uses it.
type paged struct {
	command       string
	out           *os.File
	width, height int // of the screen
	layout        result.Layout
	kept          bytes.Buffer
	lines         int
	pipe          *piped // nil: not started
}

// Write implements io.Writer. Its error is errSeen when the pager has ended.
func (p *paged) Write(text []byte) (int, error) {
	if p.pipe == nil {
		p.kept.Write(text)
		if !p.exceeds(text) {
			return len(text), nil
		}
		pipe, err := openPipe(p.command, p.out)
		if err != nil {
			return 0, err
		}
		p.pipe = pipe
		text = p.kept.Bytes()
	}
	if _, err := p.pipe.Write(text); err != nil {
		return 0, errSeen
	}
	return len(text), nil
}

// errSeen ends the writing of a result of which a person has seen enough.
var errSeen = errors.New("the pager has ended")

// exceeds reports whether what is kept does not fit the screen.
func (p *paged) exceeds(text []byte) bool {
	p.lines += bytes.Count(text, []byte("\n"))
	if p.lines >= p.height {
		return true
	}
	for line := range bytes.Lines(p.kept.Bytes()) {
		if utf8.RuneCount(line) > p.width && runewidth.StringWidth(strings.TrimRight(string(line), "\n")) > p.width {
			return true
		}
	}
	return false
}

// Close writes what is kept, or waits for the pager to end.
func (p *paged) Close() error {
	if p.pipe != nil {
		return p.pipe.Close()
	}
	_, err := p.out.Write(p.kept.Bytes())
	return err
}

// piped is the input of a command. It must be closed.
type piped struct {
	command *exec.Cmd
	io.WriteCloser
}

// openPipe starts a command of the shell that the system has, which writes to out.
func openPipe(line string, out *os.File) (*piped, error) {
	c := exec.Command("/bin/sh", "-c", line)
	c.Stdout, c.Stderr = out, os.Stderr
	if _, set := os.LookupEnv("LESS"); !set {
		c.Env = append(os.Environ(), "LESS=FRSX")
	}
	in, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return nil, errors.Join(errors.New("start "+line), err)
	}
	return &piped{c, in}, nil
}

// Close ends the command's input and waits for the command.
func (p *piped) Close() error {
	err := errors.Join(p.WriteCloser.Close(), p.command.Wait())
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return errors.New("the command that results were written to ended with " + ended.String())
	}
	return err
}
