package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// asProgram makes the test binary run main, so that the shell has a process and a
// terminal of its own.
const asProgram = "GSDMS_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// program is the command of the test binary as gsdms.
func program(dir string, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], append([]string{"--db", filepath.Join(dir, "db"), "--backend", "cpu"}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), asProgram+"=1", "GSDMS_HISTORY="+filepath.Join(dir, "history"), "GSDMSRC="+filepath.Join(dir, "rc"), "TERM=xterm", "NO_COLOR=1", "GSDMS_PAGER=")
	return c
}

// Marks of a terminal around what is pasted.
const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// console is a shell on a pseudo-terminal.
type console struct {
	t       *testing.T
	master  *os.File
	slave   *os.File
	command *exec.Cmd
	before  unix.Termios

	mu   sync.Mutex
	text bytes.Buffer // what has been written and not expected yet
}

// patience is how long a test waits for what must come; it is never waited for in
// full unless the test fails.
const patience = 30 * time.Second

// openShell starts the shell on a terminal of 100 columns.
func openShell(t *testing.T, dir string) *console {
	t.Helper()
	master, slave := openTerminal(t)
	c := &console{t: t, master: master, slave: slave, command: program(dir)}
	c.before = c.state()
	c.command.Stdin, c.command.Stdout, c.command.Stderr = slave, slave, slave
	c.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.command.Process.Kill() // an error says that it has left already
		c.command.Wait()
		master.Close()
		slave.Close()
	})
	go c.collect()
	c.expect(firstPrompt)
	return c
}

func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100}); err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// collect gathers what the shell writes, until the terminal is closed.
func (c *console) collect() {
	buffer := make([]byte, 4096)
	for {
		n, err := c.master.Read(buffer)
		c.mu.Lock()
		c.text.Write(buffer[:n])
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (c *console) state() unix.Termios {
	c.t.Helper()
	s, err := unix.IoctlGetTermios(int(c.slave.Fd()), unix.TCGETS)
	if err != nil {
		c.t.Fatal(err)
	}
	return *s
}

// send types keys.
func (c *console) send(keys string) {
	c.t.Helper()
	if _, err := c.master.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// expect waits until the shell has written want, and forgets everything up to it.
func (c *console) expect(want string) {
	c.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		c.mu.Lock()
		at := bytes.Index(c.text.Bytes(), []byte(want))
		if at >= 0 {
			c.text.Next(at + len(want))
		}
		c.mu.Unlock()
		if at >= 0 {
			return
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t.Fatalf("the shell did not write %q but %q", want, c.text.String())
}

// leave waits for the shell's end, which it forces where it does not come, and looks at the
// terminal it leaves. A key that asks for the end is typed at a prompt: the terminal takes
// Ctrl-D for itself while a statement runs.
func (c *console) leave() {
	c.t.Helper()
	force := time.AfterFunc(patience, func() { c.command.Process.Kill() })
	defer force.Stop()
	if err := c.command.Wait(); err != nil {
		c.t.Errorf("the shell ended with %v", err)
	}
	if after := c.state(); after != c.before {
		c.t.Errorf("the terminal was %+v and is %+v", c.before, after)
	}
}

func TestShellTakesStatementsOverManyLines(t *testing.T) {
	c := openShell(t, t.TempDir())
	c.send("select 6 * -- a comment; with a semicolon\r")
	c.expect(nextPrompt)
	c.send("7 answer\r")
	c.expect(nextPrompt)
	c.send(";\r")
	c.expect("answer")
	c.expect("42")
	c.expect("1 row")
	c.expect(firstPrompt)
	c.send("select 'a;b' x\\G\r")
	c.expect("x: a;b")
	c.expect(firstPrompt)
	c.send("selec 1;\r")
	c.expect("error 1064 at line 1")
	c.expect("Did you mean SELECT")
	c.expect(firstPrompt)
	c.send("\x04")
	c.leave()
}

func TestShellTakesWordsOfOtherShells(t *testing.T) {
	c := openShell(t, t.TempDir())
	c.send("help\r")
	c.expect(".tables")
	c.expect(firstPrompt)
	c.send("select 1 +\r")
	c.expect(nextPrompt)
	c.send("help\r") // a part of a statement is one
	c.expect(nextPrompt)
	c.send("\x03")
	c.expect(firstPrompt)
	c.send("EXIT;\r")
	c.leave()
}

func TestShellTakesPastes(t *testing.T) {
	c := openShell(t, t.TempDir())
	c.send(pasteBegin + "create table t (\n\ta int\n);\ninsert into t\r\nvalues (1), (2);\nselect sum(a) total from t;\nsele" + pasteEnd)
	c.expect("table t created")
	c.expect("2 rows inserted")
	c.expect("total")
	c.expect("3")
	c.expect("sele")
	c.send("ct 11 * 11;\r") // the end of the paste waits to be finished
	c.expect("121")
	c.expect(firstPrompt)
	long := "select count(*) n from t where a in (0" + strings.Repeat(",\n\t1", 3000) // a minute and more, if each line is edited
	c.send(pasteBegin + long + ") and 'é' = 'é';\n" + pasteEnd)
	c.expect("│ 1 │")
	c.expect(firstPrompt)
	c.send("select 1;\nselect 2 + 3;\n") // as a terminal without marks pastes
	c.expect("1 row")
	c.expect("5")
	c.expect("1 row")
	c.expect(firstPrompt)
	c.send("\x04")
	c.leave()
}

func TestShellKeepsTheHistory(t *testing.T) {
	dir := t.TempDir()
	c := openShell(t, dir)
	c.send("select\r1 +\r1 first;\r")
	c.expect("1 row")
	c.send("select 2 + 2 second;\r")
	c.expect("1 row")
	c.send(".timer off\r")
	c.expect("timer is off")
	c.expect(firstPrompt)
	c.send("\x04")
	c.leave()

	c = openShell(t, dir)
	c.send("\x1b[A\x1b[A\x1b[A")
	c.expect("    -> 1 first;") // its lines are as they were
	c.send("\r")
	c.expect("first")
	c.expect("2")
	c.expect("1 row")
	c.expect(firstPrompt)
	c.send("\x12") // Ctrl-R
	c.expect("(search)`'")
	c.send("SEC")
	c.expect("select 2 + 2 second;")
	c.send("\r")
	c.expect("4")
	c.expect("1 row")
	c.expect(firstPrompt)
	c.send("\x12zzzzz\x07") // Ctrl-G: nothing is run
	c.send("\x04")
	c.leave()
}

// The query would take a day; that it ends at all shows that Ctrl-C ends it.
func TestCtrlCEndsTheQueryAndNotTheShell(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "n.csv"), []byte("i\n"+strings.Repeat("1\n", 20000)), 0o600); err != nil {
		t.Fatal(err)
	}
	c := openShell(t, dir)
	c.send("create table n (i int); load data infile 'n.csv' into table n;\r")
	c.expect("20000 rows loaded")
	c.expect(firstPrompt)
	c.send("select count(*) from n a, n b, n c where a.i + b.i <> c.i and rand(a.i) + rand(b.i) < rand(c.i) + 1;\r")
	c.expect("\n") // the line has been taken, and the terminal is no longer raw
	for c.state().Lflag&unix.ISIG == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond) // the query is under way; an earlier Ctrl-C would be forgotten
	c.send("\x03")
	c.expect("error 1317")
	c.expect(firstPrompt)
	c.send("half a statement\r")
	c.expect(nextPrompt)
	c.send("and a\x03") // a Ctrl-C while typing drops the statement
	c.expect("^C")
	c.expect(firstPrompt)
	c.send("select count(*) from n;\r")
	c.expect("20000")
	c.expect(firstPrompt)
	c.send(".quit\r")
	c.leave()
}

func TestShellCompletes(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "numbers.csv"), []byte("n\n111\n222\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := openShell(t, dir)
	c.send("create table orders (customer_name varchar(10), amount int);\r")
	c.expect("created")
	c.expect(firstPrompt)
	c.send("select x.cus\t\x1b[D") // no table is known yet: nothing to complete
	c.send("\x03")
	c.expect("^C")
	c.send("select 1 from ord\t where orders.cust\t is null;\r")
	c.expect("0 rows")
	c.send("select quart\t('1995-06-01') * 111;\r") // a function
	c.expect("222")
	c.expect(firstPrompt)
	c.send("select sum(n) from 'numb\t;\r") // a file, and the quote that ends it
	c.expect("333")
	c.expect(firstPrompt)
	c.send("expl\t cud\t select amount from orders;\r")
	c.expect("KERNEL void")
	c.expect(firstPrompt)
	c.send(".tab\t\r")
	c.expect("orders")
	c.expect("1 row")
	c.expect(firstPrompt)
	c.send("\x04")
	c.leave()
}

func TestTerminationRestoresTheTerminal(t *testing.T) {
	c := openShell(t, t.TempDir())
	if c.state() == c.before {
		t.Fatal("the shell does not edit lines")
	}
	if err := c.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	c.command.Wait()
	if after := c.state(); after != c.before {
		t.Errorf("the terminal was %+v and is %+v", c.before, after)
	}
}

func TestShellDrawsPlans(t *testing.T) {
	dir := t.TempDir()
	c := openShell(t, dir)
	c.send(".explain svg\r")
	c.expect("needs the name of a file")
	c.send(".explain svg 'plan.svg'\r")
	c.expect("queries are drawn to plan.svg")
	c.send("with t as (select 41 n) select n + 1 from t;\r")
	c.expect("the plan is drawn in plan.svg")
	c.send(".explain off\r")
	c.expect("explain is off")
	c.send("select 40 + 2 n;\r")
	c.expect("1 row")
	c.expect(firstPrompt)
	c.send("\x04")
	c.leave()
	if text, err := os.ReadFile(filepath.Join(dir, "plan.svg")); err != nil || !strings.HasPrefix(string(text), "<svg ") {
		t.Errorf("%v: %.60s", err, text)
	}
}
