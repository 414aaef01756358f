package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
)

// The test binary is its own child: childMode says what it does, childDir where.
const (
	childMode = "GSDMS_STORE_CHILD"
	childDir  = "GSDMS_STORE_DIR"
	// crashes sets how many times a test kills.
	crashes = "GSDMS_STORE_CRASHES"
)

// scenario is a folder under changes, each of which is made whole or not at all, whatever stops it.
type scenario struct {
	fresh func(t *testing.T, c *store.Catalog) // makes the tables
	// next makes the change that follows what is there.
	next func(c *store.Catalog) error
	// check checks that what is there is the result of whole changes, gives the number of files
	// that it takes, and names the state.
	check func(t *testing.T, c *store.Catalog) (files int, state string)

	kills    int
	changes  int // on a disk that is full again and again
	failures int // that these see at least
}

// scenarios by the names that children get.
var scenarios = map[string]scenario{"sales": sales, "log": entries, "ledger": ledger, "pair": pair}

// others are what else a child does.
var others = map[string]func(dir string) error{
	"define": defineForEver, "free": freeUntilKilled, "files": openWithFiles, "memory": openWithMemory, "broken": sufferFailures,
}

func TestMain(m *testing.M) {
	mode, dir := os.Getenv(childMode), os.Getenv(childDir)
	name, full := strings.CutSuffix(mode, " full")
	s, changes := scenarios[name]
	switch {
	case full:
		exit(s.changeWithLimits(dir))
	case changes:
		exit(s.changeForEver(dir))
	case mode != "":
		exit(others[mode](dir))
	}
	os.Exit(m.Run())
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// changeForEver makes changes until it is killed. It says when it begins one.
func (s scenario) changeForEver(dir string) error {
	c, err := store.Open(dir, store.Options{})
	for err == nil {
		fmt.Println("next")
		err = s.next(c)
	}
	return err
}

// whole checks the folder, in which no other file may be left.
func (s scenario) whole(t *testing.T, dir string) string {
	t.Helper()
	c, err := store.Open(dir, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want, state := s.check(t, c)
	if files := storedFiles(t, dir); len(files) != want+1 {
		t.Errorf("%d files, want %d: %v", len(files), want+1, files)
	}
	return state
}

// folder makes the tables in a folder.
func (s scenario) folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	c := open(t, dir)
	s.fresh(t, c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Killed at any point of a change, the tables are as before it or as after it.
func TestKilled(t *testing.T) {
	for name, s := range scenarios {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, seen, times := s.folder(t), map[string]bool{}, kills(s.kills)
			for i := range times {
				killChild(t, name, dir)
				seen[s.whole(t, dir)] = true
				if t.Failed() {
					t.Fatalf("after kill %d", i)
				}
			}
			if times >= s.kills && len(seen) < 3 {
				t.Errorf("the kills found the tables in %d states only: %v", len(seen), seen)
			}
		})
	}
}

// Where writing fails, however far it has come, each change gives an error that names the file,
// and the tables are as they were; afterwards the change can be made.
func TestFullDisk(t *testing.T) {
	for name, s := range scenarios {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := s.folder(t)
			if out, err := child(name+" full", dir).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			s.whole(t, dir)
			if left, err := filepath.Glob(filepath.Join(dir, "*", "*.spill")); len(left) > 0 || err != nil {
				t.Errorf("left: %v, %v", left, err)
			}
		})
	}
}

// changeWithLimits makes changes, each under rising limits of a file's size until it works.
func (s scenario) changeWithLimits(dir string) error {
	signal.Ignore(unix.SIGXFSZ)
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	failures, descriptors := 0, openFiles()+1 // with the log's
	for range s.changes {
		for limit := uint64(0); ; limit = limit*3/2 + 512 {
			err := s.changeLimited(c, dir, limit)
			if err == nil {
				break
			}
			if failures++; !errors.Is(err, errStopped) {
				return fmt.Errorf("limit %d: %w", limit, err)
			}
			if n := openFiles(); n > descriptors {
				return fmt.Errorf("limit %d: %d open files became %d", limit, descriptors, n)
			}
		}
	}
	if failures < s.failures {
		return fmt.Errorf("%d changes failed", failures)
	}
	return c.Close()
}

// errStopped says that a change failed as it should.
var errStopped = errors.New("a file could not grow")

// changeLimited makes a change while no file grows past the limit.
func (s scenario) changeLimited(c *store.Catalog, dir string, limit uint64) error {
	before, err := stateOf(c)
	if err != nil {
		return err
	}
	if err = limited(limit, func() error { return s.next(c) }); err == nil {
		return nil
	}
	var path *os.PathError
	if !errors.As(err, &path) || !errors.Is(err, unix.EFBIG) || !strings.HasPrefix(path.Path, dir) {
		return err
	}
	if after, err := stateOf(c); err != nil || after != before {
		return fmt.Errorf("the tables were %s, and are %s: %w", before, after, err)
	}
	return errStopped
}

// stateOf tells apart what is there before and after a change.
func stateOf(c *store.Catalog) (string, error) {
	v := c.View()
	defer v.Close()
	state := ""
	for _, name := range v.Tables() {
		t, err := v.Table(name)
		if err != nil {
			return "", err
		}
		state += fmt.Sprintln(name, t.Version, t.Rows, t.Dead, t.Order, len(t.Columns))
	}
	return state, nil
}

// limited runs f while no file grows past the limit.
func limited(limit uint64, f func() error) error {
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: before.Max}); err != nil {
		return err
	}
	return errors.Join(f(), unix.Setrlimit(unix.RLIMIT_FSIZE, &before))
}

// kills is how many times a test kills, unless the environment says otherwise: a third as often with
// -short, since the race detector slows down who is killed and does not watch it.
func kills(usual int) int {
	if n, err := strconv.Atoi(os.Getenv(crashes)); err == nil {
		return n
	}
	if testing.Short() {
		return (usual + 2) / 3
	}
	return usual
}

func child(mode, dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childMode+"="+mode, childDir+"="+dir)
	return cmd
}

// killChild runs a child and kills it at some point of its work.
func killChild(t *testing.T, mode, dir string) {
	t.Helper()
	cmd := child(mode, dir)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(someChanges(t, bufio.NewReader(out)))
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // "signal: killed"
	if complaint.Len() > 0 {
		t.Fatalf("the child failed: %s", complaint.String())
	}
}

// someChanges waits until a child has made some changes, and gives a random part
// of the time that one takes, or a little more than all of it.
func someChanges(t *testing.T, out *bufio.Reader) time.Duration {
	t.Helper()
	took := 20 * time.Millisecond
	for begun := time.Now(); ; begun = time.Now() {
		if _, err := out.ReadString('\n'); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		if rand.IntN(3) == 0 {
			return time.Duration(rand.Int64N(int64(took * 6 / 5)))
		}
		took = time.Since(begun)
	}
}

// expectedFiles is the number of files of a table: manifest, columns, dictionaries and their tails.
func expectedFiles(stored *plan.Table) int {
	if stored.Rows == 0 {
		return 1
	}
	n := 1 + len(stored.Shown())
	for i, c := range stored.Shown() {
		if c.Dict != nil {
			n++
		}
		if _, tail := stored.Data.(*snapshot.Version).Tail(i); c.Dict != nil && tail != nil {
			n++
		}
	}
	if stored.Dead > 0 {
		n++
	}
	return n
}

// openFiles is how many files this process has open.
func openFiles() int {
	found, _ := filepath.Glob("/proc/self/fd/*")
	return len(found)
}
