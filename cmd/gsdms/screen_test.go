package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// screen is the shell within tmux, which says what a person sees.
type screen struct {
	t      *testing.T
	socket string
	dir    string
}

// openScreen starts a shell of the system on a terminal of a size, and gsdms in it. env adds
// to the environment.
func openScreen(t *testing.T, dir string, columns, rows int, env ...string) *screen {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skipf("this test looks at the shell through tmux: %v", err)
	}
	short, err := os.MkdirTemp("", "gs") // the path of a socket has room for 100 bytes
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, socket: filepath.Join(short, "s"), dir: dir}
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", s.socket, "kill-server").Run() // it may have ended
		os.RemoveAll(short)
	})
	s.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(rows), "-c", dir, "env PS1='$ ' "+strings.Join(env, " ")+" sh -i")
	s.see("$ ")
	line := fmt.Sprintf("%s=1 GSDMS_HISTORY=%s/history GSDMSRC=%s/rc %s --backend cpu --db db", asProgram, dir, dir, os.Args[0])
	s.keys(line, "Enter")
	s.see(firstPrompt)
	return s
}

func (s *screen) tmux(args ...string) string {
	s.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", s.socket}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

// keys presses keys, by tmux's names for them, or types texts.
func (s *screen) keys(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		if keyNames.MatchString(k) {
			s.tmux("send-keys", k)
		} else {
			if text, ok := strings.CutSuffix(k, ";"); ok { // which would end tmux's command
				k = text + `\;`
			}
			s.tmux("send-keys", "-l", k)
		}
	}
}

// keyNames are those of keys that have names.
var keyNames = regexp.MustCompile(`^([CM]-.|[CM]-(Left|Right)|Enter|Up|Down|Left|Right|Tab|BSpace|Home|End|Escape)$`)

func (s *screen) resize(columns, rows int) {
	s.t.Helper()
	s.tmux("resize-window", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(rows))
}

// now is what is on the screen, without the spaces at the ends of lines and empty lines below.
func (s *screen) now() string {
	lines := strings.Split(s.tmux("capture-pane", "-p"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// see waits until the screen ends with a text.
func (s *screen) see(want string) {
	s.t.Helper()
	s.until(want, func(now string) bool { return strings.HasSuffix(now, strings.TrimRight(want, " ")) })
}

// find waits until the screen has a text in it, in one line or broken between words.
func (s *screen) find(want string) {
	s.t.Helper()
	s.until(want, func(now string) bool {
		return strings.Contains(now, want) || strings.Contains(strings.Join(strings.Fields(now), " "), want)
	})
}

func (s *screen) until(want string, is func(now string) bool) {
	s.t.Helper()
	now := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if now = s.now(); is(now) {
			return
		}
	}
	s.t.Fatalf("the screen does not show %q but\n%s", want, now)
}

// missing fails if the screen has a text in it.
func (s *screen) missing(text string) {
	s.t.Helper()
	if now := s.now(); strings.Contains(now, text) {
		s.t.Errorf("the screen shows %q:\n%s", text, now)
	}
}

// clean empties the screen but for the prompt.
func (s *screen) clean() {
	s.t.Helper()
	s.see(firstPrompt)
	s.keys("C-l")
	s.until("nothing but the prompt", func(now string) bool { return now == strings.TrimRight(firstPrompt, " ") })
}

func eachWidth(t *testing.T, run func(t *testing.T, width int)) {
	for _, width := range []int{40, 80, 150} {
		t.Run(fmt.Sprint(width), func(t *testing.T) { run(t, width) })
	}
}

func TestScreenEditsStatementsOfManyLines(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		s := openScreen(t, t.TempDir(), width, 30)
		s.clean()
		s.keys("select 6 * -- six", "Enter", "  8 answer;", "Left", "Left", "M-b", "BSpace", "BSpace", "7 ", "Up", "End")
		s.see("gsdms> select 6 * -- six\n    ->   7 answer;")
		s.keys(" times", "Enter") // whole, so it runs, wherever the cursor is
		s.find("│     42 │")
		s.clean()
		s.keys("Up")
		s.see("gsdms> select 6 * -- six times\n    ->   7 answer;")
		s.keys("C-c")
		s.clean()
		s.keys("select alpha beta", "C-w", "C-w", "C-y") // what was deleted together comes back together
		s.see("gsdms> select alpha beta")
		s.keys("M-b", "M-b", "M-d", "C-a", "C-y")
		s.see("gsdms> alphaselect  beta")
		s.keys("C-_", "C-_")
		s.see("gsdms> select alpha beta")
		s.keys("C-a", "M-f", "C-k")
		s.see("gsdms> select")
		s.keys("C-u", "C-t")
		s.see("gsdms>")
		s.keys("select 'é漢' x", "Left", "Left", "Left", "BSpace", ";", "C-_", "C-_")
		s.see("gsdms> select 'é漢' x")
		s.keys("C-c")
		s.see("^C\n" + firstPrompt)
		s.keys("C-d")
		s.see("$")
	})
}

func TestScreenStopsAndGoesOn(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		s := openScreen(t, t.TempDir(), width, 30)
		s.clean()
		s.keys("select 1,", "Enter", "2", "C-z")
		s.see("$")
		s.keys("clear; fg", "Enter")
		s.see("gsdms> select 1,\n    -> 2")
		s.keys(" two;", "Enter")
		s.find("│ two │")
		s.see(firstPrompt)
	})
}

func TestScreenDrawsThePromptAgain(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		s := openScreen(t, t.TempDir(), width, 30)
		s.clean()
		text := "select 'a text that takes more room than thirty cells' longer,"
		s.keys(text, "Enter", "2 two")
		for _, w := range []int{30, 47, 300, 31, width} {
			s.resize(w, 30)
			first, next := broken(firstPrompt+text, w), broken(nextPrompt+"2 two", w)
			s.until(first+"\n"+next, func(now string) bool { return now == first+"\n"+next })
		}
		s.keys(";", "Enter")
		s.find("│ a text")
	})
}

// broken is a line as a screen breaks it.
func broken(line string, width int) string {
	var out []string
	for ; len(line) > width; line = line[width:] {
		out = append(out, strings.TrimRight(line[:width], " "))
	}
	return strings.Join(append(out, line), "\n")
}

func TestScreenShowsLongStatements(t *testing.T) {
	s := openScreen(t, t.TempDir(), 40, 10)
	s.keys("select 0")
	for i := range 30 {
		s.keys("Enter", fmt.Sprintf("+ %d", i))
	}
	s.see("-> + 28\n    -> + 29")
	for range 25 {
		s.keys("Up")
	}
	s.find("-> + 4\n")
	s.missing("-> + 29")
	s.keys("M->", " n;", "Enter")
	s.find("│ 435 │")
	s.find("-> + 29 n;")
}

func TestScreenHasColors(t *testing.T) {
	dir := t.TempDir()
	s := openScreen(t, dir, 80, 30)
	s.clean()
	s.keys("select 'text' -- c", "Enter", ", 12 n from ")
	s.see(", 12 n from")
	styled := s.tmux("capture-pane", "-p", "-e")
	for _, want := range []string{"\x1b[34mselect", "\x1b[32m'text'", "\x1b[90m", "\x1b[33m12"} {
		if !strings.Contains(styled, want) {
			t.Errorf("%q is not in %q", want, styled)
		}
	}
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		s := openScreen(t, dir, 80, 30, env)
		s.keys("select 'text' n;", "Enter")
		s.find("│ text │")
		s.keys("selec 1;", "Enter")
		s.find("error 1064")
		if styled := s.tmux("capture-pane", "-p", "-e"); strings.Contains(styled, "\x1b[") {
			t.Errorf("with %s there are colours: %q", env, styled)
		}
	}
	out, errs, _ := runProgram(t, dir, "select 'text' n; selec")
	if strings.Contains(out+errs, "\x1b") {
		t.Errorf("a pipe has colours: %q %q", out, errs)
	}
}
