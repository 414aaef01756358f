package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
	"gsdms/sql"
)

// write writes a file of a folder.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestScreenPagesWhatIsLarge(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		dir := t.TempDir()
		write(t, dir, "page.sh", "cat > page.txt; echo paged\n")
		s := openScreen(t, dir, width, 30, "GSDMS_PAGER='sh page.sh'")
		s.clean()
		s.keys("select 'small' s;", "Enter")
		s.find("│ small │")
		s.missing("paged")
		s.clean()
		s.keys("with recursive n as (select 1 i union all select i + 1 from n where i < 50) select i from n;", "Enter")
		s.find("paged")
		text, err := os.ReadFile(filepath.Join(dir, "page.txt"))
		if err != nil || !strings.Contains(string(text), "│  1 │\n") || !strings.Contains(string(text), "│ 25 │\n") || !strings.Contains(string(text), "│ 50 │\n") {
			t.Errorf("%v: the pager got %s", err, text)
		}
		s.clean()
		s.keys("select repeat('w', 200) wide;", "Enter")
		s.find("paged")
		if text, err = os.ReadFile(filepath.Join(dir, "page.txt")); err != nil || !strings.Contains(string(text), "│ "+strings.Repeat("w", 200)+" │\n") {
			t.Errorf("%v: the pager got %s", err, text)
		}
		s.clean()
		s.keys(".pager off", "Enter")
		s.find("pager is off")
		s.keys("select repeat('w', 200) wide;", "Enter")
		s.find("w… │")
		s.missing("paged")
	})
}

func TestScreenKeepsToMaxRowsAndWidth(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		s := openScreen(t, t.TempDir(), width, 30, "GSDMS_PAGER=")
		s.keys(".maxrows 4", "Enter", ".width 30", "Enter")
		s.find("width is 30")
		s.clean()
		s.keys("with recursive n as (select 1 i union all select i + 1 from n where i < 9) select i, repeat('x', 99) t from n;", "Enter")
		s.find("9 rows, the first 2 and the last 2 shown")
		s.find("│ 1 │ xxxxxxxxxxxxxxxxxxxx")
		s.find("⋮")
		s.missing("│ 5 │")
		for _, line := range strings.Split(s.now(), "\n") {
			if strings.HasPrefix(line, "│") && len([]rune(line)) != 30 {
				t.Errorf("the line %q has not 30 cells", line)
			}
		}
		s.keys(".maxrows many", "Enter")
		s.find(`.maxrows is a number from 0, not "many"`)
	})
}

func TestScreenSaysHowFarQueriesAre(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		dir := t.TempDir()
		write(t, dir, "n.csv", "i\n"+strings.Repeat("1\n", 20000))
		s := openScreen(t, dir, width, 30)
		s.keys("create table n as select * from 'n.csv';", "Enter")
		s.find("20000 rows")
		s.clean()
		s.keys("select count(*) from n a, n b, n c where a.i + b.i <> c.i and rand(a.i) + rand(b.i) < rand(c.i) + 1;", "Enter") // would take a day
		s.find(" s, scanning n")
		s.keys("C-c")
		s.find("error 1317")
		s.see(firstPrompt)
		s.missing("scanning")
	})
}

// A worked example: a quarter of a scan in two seconds leaves six.
func TestProgressEstimates(t *testing.T) {
	rides := []pushscan.Progress{{Table: "small", Seen: 1, Of: 1, Ended: true}, {Table: "big", Seen: 5, Of: 20}, {Table: "mid", Seen: 2, Of: 3}}
	want := "2.0 s, scanning big █████░░░░░░░░░░░░░░░ 25 %, about 6.0 s left of it"
	about, done := sql.Activity(rides)
	if got := progressLine(about, done, 2*time.Second); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := progressLine("", 0, 1500*time.Millisecond); got != "1.5 s" {
		t.Errorf("%q", got)
	}
}

func TestScreenCompletes(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		dir := t.TempDir()
		write(t, dir, "deliveries.csv", "a\n1\n")
		if err := os.MkdirAll(filepath.Join(dir, "folder"), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, dir, "folder/inner.csv", "b\n77\n")
		s := openScreen(t, dir, width, 30)
		s.keys("create table orders (customer_name varchar(9), amount int);", "Enter")
		s.find("created")
		for _, c := range []struct{ keys, want string }{
			{"select custo", "select customer_name"}, // before FROM
			{"select * from ord", "select * from orders"},
			{"select * from 'deliv", "select * from 'deliveries.csv'"},
			{"select * from 'fol", "select * from 'folder/"},
			{"select * from 'folder/inn", "select * from 'folder/inner.csv'"},
			{"set gsdms_time", "set gsdms_timeout"},
			{"select @@gsdms_gran", "select @@gsdms_granularity"},
			{".toge", ".together"}, {`\tim`, `\timing`}, {".mode nd", ".mode ndjson"}, {".read del", ".read deliveries.csv"},
			{"select makeda", "select makedate"}, {"help SUBSTRING_I", "help SUBSTRING_INDEX"},
		} {
			s.clean()
			s.keys(c.keys, "Tab")
			s.until(firstPrompt+c.want, func(now string) bool {
				line, _, _ := strings.Cut(now, "\n") // suggestions may be below
				return line == firstPrompt+c.want
			})
			s.keys("C-u")
			s.see(firstPrompt)
		}
		s.keys("select datedi")
		s.find("(a, b)") // its arguments
	})
}

func TestScreenHelps(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		s := openScreen(t, t.TempDir(), width, 40)
		s.find("There are no tables yet.")
		s.clean()
		s.keys("help date_format", "Enter")
		s.find("DATE_FORMAT(time, format)")
		s.keys(".help Kill;", "Enter")
		s.find("KILL [QUERY] id")
		s.keys("help dat_format", "Enter")
		s.find("DATE_FORMAT?")
		s.clean()
		s.keys(`\timing`, "Enter")
		s.find("timer is off")
		s.keys("select 3 three;", "Enter")
		s.find("│     3 │")
		s.missing("1 row")
		s.keys(`\timing`, "Enter")
		s.find("timer is on")
		s.keys("select 4 four;", "Enter")
		s.find("1 row,")
	})
}

func TestScreenRunsTheStartFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "rc", ".mode csv\nselect 'from the start' n;\n.nope\n")
	s := openScreen(t, dir, 80, 30)
	s.find("n\nfrom the start\n")
	s.find("there is no command .nope")
	s.keys("select 1 a, 2 b;", "Enter")
	s.find("a,b\n1,2\n")
}

// The shell on a server shows the same as the one on a folder.
func TestScreenOfAServer(t *testing.T) {
	eachWidth(t, func(t *testing.T, width int) {
		dir := t.TempDir()
		write(t, dir, "n.csv", "i\n"+strings.Repeat("1\n", 20000))
		server := program(dir, "serve", "--mysql", "")
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { server.Process.Kill(); server.Wait() })
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "db", "gsdms.sock")); err == nil {
				break
			}
		}
		s := openScreen(t, dir, width, 30)
		s.find("gsdms on a server")
		s.keys("create table n as select * from 'n.csv';", "Enter")
		s.find("rows affected: 20000")
		s.clean()
		s.keys("select count(*) from n a, n b, n c where a.i + b.i <> c.i and rand(a.i) + rand(b.i) < rand(c.i) + 1;", "Enter") // would take a day
		s.find(" s, scanning n")
		s.keys("C-c")
		s.find("error 1317")
		s.clean()
		s.keys("select count(*) rows_there from n;", "Enter")
		s.find("│      20000 │")
	})
}
