package mysql

import (
	"bytes"
	"context"
	stdsql "database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// sending registers a file with go-sql-driver until the test ends, and gives its name.
func sending(t *testing.T, text string) string {
	name := strings.ReplaceAll(t.Name(), "/", " ") + fmt.Sprint(time.Now().UnixNano())
	driver.RegisterReaderHandler(name, func() io.Reader { return strings.NewReader(text) })
	t.Cleanup(func() { driver.DeregisterReaderHandler(name) })
	return "'Reader::" + name + "'"
}

// shown is the rows of a query, one a line.
func shown(t *testing.T, db *stdsql.DB, query string) string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, _ := rows.Columns()
	cells := make([]stdsql.NullString, len(names))
	at := make([]any, len(cells))
	for i := range cells {
		at[i] = &cells[i]
	}
	var lines []string
	for rows.Next() {
		if err := rows.Scan(at...); err != nil {
			t.Fatal(err)
		}
		line := make([]string, len(cells))
		for i, c := range cells {
			if line[i] = c.String; !c.Valid {
				line[i] = "NULL"
			}
		}
		lines = append(lines, strings.Join(line, "|"))
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return strings.Join(lines, "\n")
}

// What MariaDB 10.11 has in the table afterwards is what is expected, of files that are right.
func TestLoadLocal(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	const people = "id,name,d\n1,\"a,b\",2020-01-02\n2,\\N,2020-02-03\n3,\"q\"\"x\",\n"
	const form = ` FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' `
	for _, c := range []struct {
		file, before, behind string // the file's name in the statement, and the table's
		affected             int64
		want                 string
	}{
		{"1\tone\n2\t\\N\n3\ttab\\\tin\n4\tnl\\nx\n", "", "(id, name)", 4, "1|one|NULL|dd\n2|NULL|NULL|dd\n3|tab\tin|NULL|dd\n4|nl\nx|NULL|dd"},
		{"x\ty\n1\ta\n", "", "CHARACTER SET utf8mb4 IGNORE 1 ROWS (id, name)", 1, "1|a|NULL|dd"},
		{"1\t\xe4\n", "", "CHARACTER SET latin1 (id, name)", 1, "1|ä|NULL|dd"},
		{people, "", form + `ESCAPED BY '\\' LINES TERMINATED BY '\n' IGNORE 1 LINES (id, name, @d) SET d = NULLIF(@d, ''), up = UPPER(name)`, 3, "1|a,b|2020-01-02|A,B\n2|NULL|2020-02-03|NULL\n3|q\"x|NULL|Q\"X"},
		{people, "", form + "IGNORE 1 ROWS (ID, @N, @dummy) SET name = CONCAT(@n, '!')", 3, "1|a,b!|NULL|dd\n2|NULL|NULL|dd\n3|q\"x!|NULL|dd"},
		{people, "", form + "IGNORE 1 ROWS (id, @, @) SET name = (SELECT COUNT(*) FROM p)", 3, "1|1|NULL|dd\n2|1|NULL|dd\n3|1|NULL|dd"},
		{"000012abcdef\n000034ghijkl\n", "", "(@line) SET id = SUBSTR(@line, 1, 6), name = SUBSTR(@line, 7)", 2, "12|abcdef|NULL|dd\n34|ghijkl|NULL|dd"},
		{"9\tnew\n5\tfive\n9\ttwice\n", "", "(id, name)", 1, "5|five|NULL|dd\n9|old|NULL|dd"},
		{"9\tnew\n5\tfive\n", "IGNORE", "(id, @n) SET name = @n", 1, "5|five|NULL|dd\n9|old|NULL|dd"},
		{"9\tnew\n5\tfive\n", "REPLACE", "(id, name)", 3, "5|five|NULL|dd\n9|new|NULL|dd"},
		{"", "", "", 0, ""},
		{"", "REPLACE", "(id, @n) SET name = @n", 0, ""},
	} {
		db := pool(t, address, "")
		must(t, db, "DROP TABLE IF EXISTS p, q")
		must(t, db, "CREATE TABLE q (id INT PRIMARY KEY, name VARCHAR(20), d DATE, up VARCHAR(40) DEFAULT 'dd')")
		must(t, db, "CREATE TABLE p (n INT)")
		must(t, db, "INSERT INTO p VALUES (1)")
		keeps := strings.Contains(c.file, "9\t")
		if keeps {
			must(t, db, "INSERT INTO q (id, name) VALUES (9, 'old')")
		}
		text := "LOAD DATA CONCURRENT LOCAL INFILE " + sending(t, c.file) + " " + c.before + " INTO TABLE q " + c.behind
		r, err := db.Exec(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if n, _ := r.RowsAffected(); n != c.affected {
			t.Errorf("%s: %d rows affected, not %d", text, n, c.affected)
		}
		want := strings.ReplaceAll(c.want, "\n9|old|NULL|dd", "")
		if keeps {
			want = c.want
		}
		if got := shown(t, db, "SELECT * FROM q ORDER BY id"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", text, got, want)
		}
		if got := shown(t, db, "SHOW TABLES"); got != "p\nq" {
			t.Errorf("%s leaves %s", text, got)
		}
	}
	if got := shown(t, db, "SELECT @@local_infile"); got != "1" {
		t.Errorf("@@local_infile is %s", got)
	}
}

// A statement that fails before, while and after the file comes leaves the connection and the
// table as they were, and says the file's name.
func TestLoadLocalFails(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	db.SetMaxOpenConns(1)
	must(t, db, "CREATE TABLE q (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL)")
	must(t, db, "INSERT INTO q VALUES (1, 'kept')")
	long := strings.Repeat("7\tx\n", 1<<20) + "x\ty\n"
	for _, c := range []struct{ file, behind, want string }{
		{"2\ta\nx\tb\n", "INTO TABLE q", "line 2, field 1 (id)"},
		{"2\ta\tb\n", "INTO TABLE q", "expected 2 fields"},
		{"2\n", "INTO TABLE q", "expected 2 fields"},
		{long, "INTO TABLE q", "line 1048577"},
		{"2\t\xff\n", "INTO TABLE q", "Reader::"},
		{"2\ta\n", "INTO TABLE none", "none"},
		{"2\ta\n", "INTO TABLE q (id, nothing) SET name = 'x'", "nothing"},
		{"2\ta\n", "INTO TABLE q (id, @a) SET nothing = @a", "nothing"},
		{"2\ta\n", "INTO TABLE q (id, @a) SET name = nonesuch(@a)", "NONESUCH"},
		{"2\ta\n", "INTO TABLE q (id, @a) SET name = NULL", "name"},
		{"2\ta\n", "REPLACE INTO TABLE q (id, id)", "id"},
		{"2\ta\n", "INTO TABLE q CHARACTER SET sjis", "sjis"},
		{"2\ta\n", "INTO TABLE q LINES STARTING BY 'x'", "STARTING"},
	} {
		_, err := db.Exec("LOAD DATA LOCAL INFILE " + sending(t, c.file) + " " + c.behind)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "/proc/") || strings.Contains(err.Error(), "please report") {
			t.Errorf("%s: %v, which is to say %s", c.behind, err, c.want)
		}
		if got := shown(t, db, "SELECT * FROM q"); got != "1|kept" {
			t.Fatalf("%s leaves %s", c.behind, got)
		}
	}
}

// What ends the statement while the client sends ends the statement, not the connection.
func TestLoadLocalKilled(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, "CREATE TABLE q (id INT, name VARCHAR(20))")
	one, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	var id int
	if err := one.QueryRowContext(context.Background(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	begun, goOn := make(chan bool), make(chan bool)
	driver.RegisterReaderHandler("slow", func() io.Reader {
		return io.MultiReader(strings.NewReader(strings.Repeat("1\ta\n", 1<<16)), readerFunc(func([]byte) (int, error) {
			close(begun)
			<-goOn
			return 0, io.EOF
		}), strings.NewReader(strings.Repeat("1\ta\n", 1<<16)))
	})
	defer driver.DeregisterReaderHandler("slow")
	done := make(chan error)
	go func() {
		_, err := one.ExecContext(context.Background(), "LOAD DATA LOCAL INFILE 'Reader::slow' INTO TABLE q")
		done <- err
	}()
	<-begun
	must(t, db, fmt.Sprintf("KILL QUERY %d", id))
	close(goOn)
	var known *driver.MySQLError
	if err := <-done; !errors.As(err, &known) || known.Number != 1317 {
		t.Errorf("%v", err)
	}
	var n int
	if err := one.QueryRowContext(context.Background(), "SELECT COUNT(*) FROM q").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// A client that goes in the middle of its file leaves no rows, and its connection ends.
func TestLoadLocalCut(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	db.SetMaxOpenConns(1)
	must(t, db, "CREATE TABLE q (id INT, name VARCHAR(20))")
	var line net.Conn
	driver.RegisterDialContext("cut", func(ctx context.Context, to string) (c net.Conn, err error) {
		line, err = (&net.Dialer{}).DialContext(ctx, "tcp", to)
		return line, err
	})
	defer driver.DeregisterDialContext("cut")
	driver.RegisterReaderHandler("cut", func() io.Reader {
		return io.MultiReader(strings.NewReader(strings.Repeat("1\ta\n", 1<<20)), readerFunc(func([]byte) (int, error) { return 0, line.Close() }))
	})
	defer driver.DeregisterReaderHandler("cut")
	other, err := stdsql.Open("mysql", "root@cut("+address+")/shop")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Exec("LOAD DATA LOCAL INFILE 'Reader::cut' INTO TABLE q"); err == nil {
		t.Error("the client has gone, and its statement is right")
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		left := shown(t, db, "SELECT COUNT(*) FROM information_schema.PROCESSLIST")
		if left == "1" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s connections are left", left)
		}
	}
	if got := shown(t, db, "SELECT COUNT(*) FROM q"); got != "0" {
		t.Errorf("%s rows", got)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// A client that has not said that it sends files is refused one, and so is a prepared statement.
func TestLoadLocalRefused(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	if _, err := c.Execute("CREATE TABLE q (id INT)"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Execute("LOAD DATA LOCAL INFILE 'x' INTO TABLE q"); err == nil || !strings.Contains(err.Error(), "3948") {
		t.Errorf("%v", err)
	}
	if _, err := c.Execute("SELECT 1"); err != nil {
		t.Errorf("then: %v", err)
	}
	db := pool(t, address, "")
	p, err := db.Prepare("LOAD DATA LOCAL INFILE " + sending(t, "1\n") + " INTO TABLE q")
	if err == nil {
		_, err = p.Exec()
		p.Close()
	}
	var known *driver.MySQLError
	if !errors.As(err, &known) || known.Number != 1295 {
		t.Errorf("prepared: %v", err)
	}
}

// A file of more bytes than clients may send is an error, adds nothing, and harms nobody.
func TestLoadLocalIsBounded(t *testing.T) {
	engine := wiretest.Open(t, sql.Config{LocalFiles: 100 << 10})
	db := pool(t, wiretest.Serve(t, NewServer(engine, Options{}).Serve), "")
	must(t, db, "CREATE TABLE q (id INT)")
	fits, more := strings.Repeat("1\n", 40<<10), strings.Repeat("2\n", 500<<10)
	for range 3 {
		must(t, db, "LOAD DATA LOCAL INFILE "+sending(t, fits)+" INTO TABLE q")
		_, err := db.Exec("LOAD DATA LOCAL INFILE " + sending(t, more) + " INTO TABLE q")
		var known *driver.MySQLError
		if !errors.As(err, &known) || known.Number != 1021 || !strings.Contains(known.Message, "102400 bytes") {
			t.Errorf("a file that is too long: %v", err)
		}
	}
	if got, want := shown(t, db, "SELECT COUNT(*), SUM(id) FROM q"), fmt.Sprintf("%d|%d", 3*40<<10, 3*40<<10); got != want {
		t.Errorf("%s rows and their sum, want %s", got, want)
	}
}

// The client of MariaDB sends files, with compression too, and several statements on end.
func TestLoadLocalByMariaDB(t *testing.T) {
	program, err := exec.LookPath("mariadb")
	if err != nil {
		t.Skip("there is no mariadb: apt-get install mariadb-client")
	}
	_, address := serve(t, Options{})
	dir := t.TempDir()
	var all strings.Builder
	for i := range 300000 {
		fmt.Fprintf(&all, "%d;\"text; of %d\"\n", i, i%1000)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.csv"), []byte(all.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	host, port, _ := strings.Cut(address, ":")
	const load = `LOAD DATA LOCAL INFILE 'a.csv' INTO TABLE q FIELDS TERMINATED BY ';' ENCLOSED BY '"'`
	for _, flags := range [][]string{nil, {"--compress"}} {
		run := exec.Command(program, append([]string{"--no-defaults", "--local-infile=1", "-h", host, "-P", port, "-u", "root", "shop", "-N", "-f"}, flags...)...)
		run.Dir = dir
		run.Stdin = strings.NewReader("DROP TABLE IF EXISTS q; CREATE TABLE q (id INT, name VARCHAR(20)); " + load + "; " + load + " (@a, name) SET id = -@a;\nLOAD DATA LOCAL INFILE 'none' INTO TABLE q; SELECT COUNT(*), SUM(id), COUNT(DISTINCT name), MAX(name) FROM q;")
		var out, errs bytes.Buffer
		run.Stdout, run.Stderr = &out, &errs
		err := run.Run()
		if want := "600000\t0\t1000\ttext; of 999\n"; out.String() != want || !strings.Contains(errs.String(), "'none' not found") {
			t.Errorf("%v: %q, not %q; %v %s", flags, out.String(), want, err, &errs)
		}
	}
}
