package store_test

import (
	"bufio"
	"context"
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
)

// The test binary is its own child: childMode says what it does, childDir where.
const (
	childMode = "GSDMS_STORE_CHILD"
	childDir  = "GSDMS_STORE_DIR"
	// crashes sets how many times a test kills.
	crashes = "GSDMS_STORE_CRASHES"
)

func TestMain(m *testing.M) {
	switch os.Getenv(childMode) {
	case "change":
		exit(changeForEver(os.Getenv(childDir)))
	case "edit":
		exit(editForEver(os.Getenv(childDir)))
	case "edit full":
		exit(editWithLimits(os.Getenv(childDir)))
	case "append":
		exit(appendForEver(os.Getenv(childDir)))
	case "append full":
		exit(appendWithLimits(os.Getenv(childDir)))
	case "drop":
		exit(dropForEver(os.Getenv(childDir)))
	case "define":
		exit(defineForEver(os.Getenv(childDir)))
	case "full":
		exit(loadWithLimits(os.Getenv(childDir)))
	case "free":
		exit(freeUntilKilled(os.Getenv(childDir)))
	case "files":
		exit(openWithFiles(os.Getenv(childDir)))
	case "memory":
		exit(openWithMemory(os.Getenv(childDir)))
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

// The tables of the child: sales reference products. One load of each adds so many rows.
const (
	saleRows    = 9000
	productRows = 60
)

func crashTables() (products, sales store.Definition) {
	products = store.Definition{Name: "products", Columns: columns("p", "#kind", "#name"), PrimaryKey: []int{0}}
	sales = store.Definition{Name: "sales", Columns: columns("n", "product", "#text"), PrimaryKey: []int{0},
		ForeignKeys: []plan.ForeignKey{{Column: 1, Table: "products", RefColumn: "p"}}}
	return products, sales
}

// productKey is one of the products that the first load brings; they come in no order.
func productKey(i int) int64 { return int64(i*7%productRows*10 + 1) }

func productsFrom(first int) rows {
	out := make(rows, productRows)
	for i := range out {
		k := (first+i)/productRows*productRows*10 + i*7%productRows*10 + 1
		out[i] = []any{int64(k), fmt.Sprint("kind ", k%6), fmt.Sprint("name ", k)}
	}
	return out
}

func sale(i int) []any { return []any{int64(i), productKey(i), fmt.Sprint("text ", i%1000)} }

func salesFrom(first int) rows {
	out := make(rows, saleRows)
	for i := range out {
		out[i] = sale(first + i)
	}
	return out
}

// changeForEver loads, optimizes and truncates until it is killed. It says when it
// begins.
func changeForEver(dir string) error {
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	ctx := context.Background()
	products, sales := crashTables()
	for {
		fmt.Println("next")
		v := c.View()
		s, errS := v.Table("sales")
		p, errP := v.Table("products")
		v.Close()
		if err := errors.Join(errS, errP); err != nil {
			return err
		}
		switch {
		case s.Rows >= 4*saleRows:
			err = c.Truncate(ctx, "sales")
		case len(p.Order) == 0:
			err = c.Optimize(ctx, "products")
		case s.Rows%(2*saleRows) == saleRows && p.Rows < 20*productRows:
			_, err = c.Load(ctx, "products", source(products, productsFrom(p.Rows)))
			if err == nil {
				_, err = c.Load(ctx, "sales", source(sales, salesFrom(s.Rows)))
			}
		default:
			_, err = c.Load(ctx, "sales", source(sales, salesFrom(s.Rows)))
		}
		if err != nil {
			return err
		}
	}
}

// Killed at any point, the tables are as before a change or as after it.
func TestKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	products, sales := crashTables()
	define(t, c, products)
	define(t, c, sales)
	load(t, c, products, productsFrom(0))
	c.Close()
	times := kills(50)
	seen := map[string]bool{}
	for i := range times {
		killChild(t, "change", dir)
		seen[checkWhole(t, dir)] = true
		if t.Failed() {
			t.Fatalf("after kill %d", i)
		}
	}
	if len(seen) < 3 {
		t.Errorf("the kills found the tables in %d states only: %v", len(seen), seen)
	}
}

// kills is how many times a test kills, unless the environment says otherwise.
func kills(usual int) int {
	if n, err := strconv.Atoi(os.Getenv(crashes)); err == nil {
		return n
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

// checkWhole checks that each table is the result of whole changes and that no other
// file is left, and describes the state.
func checkWhole(t *testing.T, dir string) string {
	t.Helper()
	c, err := store.Open(dir, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	s, errS := v.Table("sales")
	p, errP := v.Table("products")
	if err := errors.Join(errS, errP); err != nil {
		t.Fatal(err)
	}
	if s.Rows%saleRows != 0 || p.Rows%productRows != 0 {
		t.Errorf("%d sales and %d products", s.Rows, p.Rows)
	}
	if !same(sortedByKey(read(t, s)), salesUpTo(s.Rows)) {
		t.Error("the sales are not what was loaded")
	}
	want := rows{}
	for i := 0; i < p.Rows; i += productRows {
		want = append(want, productsFrom(i)...)
	}
	if !same(sortedByKey(read(t, p)), sortedByKey(want)) {
		t.Error("the products are not what was loaded")
	}
	files := storedFiles(t, dir)
	if expect := expectedFiles(p) + expectedFiles(s) + 1; len(files) != expect {
		t.Errorf("%d files, want %d: %v", len(files), expect, files)
	}
	return fmt.Sprint(s.Rows, p.Rows, p.Order)
}

func sortedByKey(data rows) rows {
	sortRows(data, []int{0})
	return data
}

func salesUpTo(n int) rows {
	out := make(rows, n)
	for i := range out {
		out[i] = sale(i)
	}
	return out
}

// expectedFiles is the number of files of a table: manifest, columns and dictionaries.
func expectedFiles(snapshot *plan.Table) int {
	if snapshot.Rows == 0 {
		return 1
	}
	n := 1 + len(snapshot.Shown())
	for _, c := range snapshot.Shown() {
		if c.Dict != nil {
			n++
		}
	}
	return n
}

// A full disk: every limit on the size of files gives an error that names a file, or
// none, and the table is whole.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if out, err := child("full", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	checkWhole(t, dir)
}

// loadWithLimits loads under rising limits of a file's size until a load works.
func loadWithLimits(dir string) error {
	signal.Ignore(unix.SIGXFSZ)
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	ctx := context.Background()
	products, sales := crashTables()
	_, errLoad := c.Load(ctx, "none", source(products, nil))
	err = errors.Join(c.Create(ctx, products), c.Create(ctx, sales))
	if err == nil {
		_, err = c.Load(ctx, "products", source(products, productsFrom(0)))
	}
	if err != nil || errLoad == nil {
		return fmt.Errorf("before the limits: %w", err)
	}
	failures, descriptors := 0, openFiles()
	for limit := uint64(0); limit < 1<<20; limit = limit*5/4 + 64 {
		err := loadLimited(c, sales, limit)
		if err == nil && failures < 10 {
			return fmt.Errorf("a limit of %d bytes stopped nothing", limit)
		}
		if err == nil {
			return c.Close()
		}
		failures++
		if n := openFiles(); n > descriptors {
			return fmt.Errorf("limit %d: %d open files became %d", limit, descriptors, n)
		}
		var path *os.PathError
		if !errors.As(err, &path) || !errors.Is(err, unix.EFBIG) || !strings.HasPrefix(path.Path, dir) {
			return fmt.Errorf("limit %d: %w", limit, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.v*.col")); len(left) != 3 {
			return fmt.Errorf("limit %d: files left: %v", limit, left)
		}
	}
	return errors.New("no load worked")
}

// openFiles is how many files this process has open.
func openFiles() int {
	found, _ := filepath.Glob("/proc/self/fd/*")
	return len(found)
}

// loadLimited loads once, no file growing past the limit.
func loadLimited(c *store.Catalog, sales store.Definition, limit uint64) error {
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: before.Max}); err != nil {
		return err
	}
	_, err := c.Load(context.Background(), "sales", source(sales, salesFrom(0)))
	return errors.Join(err, unix.Setrlimit(unix.RLIMIT_FSIZE, &before))
}

// A file stands where a table's folder should be, or the folder cannot be written.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	rewrite(t, filepath.Join(dir, "t"), []byte("not a folder"))
	err := c.Create(context.Background(), store.Definition{Name: "t", Columns: columns("a")})
	if !errors.Is(err, unix.ENOTDIR) || !strings.Contains(err.Error(), filepath.Join(dir, "t")) {
		t.Errorf("error %v", err)
	}
	if got := mustRead(t, filepath.Join(dir, "t")); string(got) != "not a folder" {
		t.Error("the file is gone")
	}
	if _, err := store.Open(filepath.Join(dir, "t"), store.Options{}); err == nil {
		t.Error("a file opens as a catalog")
	}
}
