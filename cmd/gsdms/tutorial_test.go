package main

import (
	"bytes"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// rewriteTutorial writes what commands give into docs/tutorial.md.
var rewriteTutorial = flag.Bool("rewrite-tutorial", false, "write what the tutorial's commands give into it")

// tutorial runs the blocks of a page: files are written, commands and statements run.
type tutorial struct {
	t    *testing.T
	dir  string
	port string // in place of the page's
}

// block is a part of the page between marks of code.
var block = regexp.MustCompile("(?s)```(csv|sql|console|gsdms)( [a-z.]+)?\n(.*?)```\n")

// took is how long a load took, which is not the same twice.
var took = regexp.MustCompile(`in [0-9.]+ s \(.*\)`)

// pagePort is the port that the page names; the test takes one that is free.
const pagePort = "3307"

// Every block of the tutorial is run; what a command writes is what the page shows.
func TestTutorial(t *testing.T) {
	const page = "../../docs/tutorial.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	x := &tutorial{t: t, dir: t.TempDir(), port: freePort(t)}
	write(t, x.dir, "gsdms", "#!/bin/sh\nexec env "+asProgram+"=1 "+os.Args[0]+" --backend cpu \"$@\"\n")
	if err := os.Chmod(filepath.Join(x.dir, "gsdms"), 0o700); err != nil {
		t.Fatal(err)
	}
	got := block.ReplaceAllStringFunc(string(text), func(whole string) string {
		m := block.FindStringSubmatch(whole)
		kind, name, body := m[1], strings.TrimSpace(m[2]), m[3]
		switch {
		case name != "":
			write(t, x.dir, name, body)
		case kind == "console":
			body = x.console(body)
		case kind == "gsdms":
			body = x.statements(body)
		}
		return "```" + kind + m[2] + "\n" + body + "```\n"
	})
	if *rewriteTutorial {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.Split(took.ReplaceAllString(string(text), "in so long"), "\n")
	for i, line := range strings.Split(took.ReplaceAllString(got, "in so long"), "\n") {
		if i >= len(want) || want[i] != line {
			t.Fatalf("line %d of the tutorial is not what its commands give, %q", i+1, line)
		}
	}
}

func freePort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// console runs the commands of a block, and gives it with what they write.
func (x *tutorial) console(body string) string {
	var out strings.Builder
	for line := range strings.Lines(body) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			out.WriteString(line)
			if ahead, ok := strings.CutSuffix(strings.TrimSpace(command), " &"); ok {
				out.WriteString(x.serve(ahead))
				continue
			}
			got, err := x.command(command).CombinedOutput()
			if len(got) == 0 && err != nil {
				x.t.Errorf("%s: %v", command, err)
			}
			out.Write(bytes.ReplaceAll(got, []byte(x.port), []byte(pagePort)))
		}
	}
	return out.String()
}

func (x *tutorial) command(line string) *exec.Cmd {
	c := exec.Command("sh", "-c", strings.ReplaceAll(line, pagePort, x.port))
	c.Dir = x.dir
	c.Env = append(os.Environ(), "PATH="+x.dir+":"+os.Getenv("PATH"))
	return c
}

// serve runs a command until the test ends, and gives the lines that it begins with.
func (x *tutorial) serve(line string) string {
	c := x.command("exec " + line)
	log, err := os.Create(filepath.Join(x.dir, "served"))
	if err != nil {
		x.t.Fatal(err)
	}
	defer log.Close()
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = c.Wait()
	})
	text := ""
	for end := time.Now().Add(patience); time.Now().Before(end) && strings.Count(text, "\n") < 2; time.Sleep(10 * time.Millisecond) {
		got, err := os.ReadFile(log.Name())
		if err != nil {
			x.t.Fatal(err)
		}
		text = string(got)
	}
	return strings.ReplaceAll(text, x.port, pagePort)
}

// statements runs what is typed into the shell, and gives it with the answers: each begins
// behind an empty line.
func (x *tutorial) statements(body string) string {
	var out strings.Builder
	for i, part := range strings.Split(strings.TrimSuffix(body, "\n"), "\n\n") {
		typed, _, _ := strings.Cut(part, "\n┌")
		if strings.HasPrefix(typed, "help ") {
			typed, _, _ = strings.Cut(typed, "\n")
		}
		c := x.command("gsdms --db shop")
		c.Stdin = strings.NewReader(typed)
		got, err := c.CombinedOutput()
		if err != nil {
			x.t.Errorf("%s: %v: %s", typed, err, got)
		}
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%s\n%s", typed, got)
	}
	return out.String()
}
