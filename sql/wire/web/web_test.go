package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/wire/metrics"
	"gsdms/sql/wire/wiretest"
)

// site is a served page and who asks it.
type site struct {
	t      *testing.T
	engine *sql.Engine
	url    string
	client *http.Client
}

func newSite(t *testing.T) *site {
	t.Helper()
	var counts metrics.Counts
	e := wiretest.Open(t, sql.Config{Observe: counts.Observe, Scan: pushscan.Options{ChunkRows: plan.SegmentRows}})
	server := httptest.NewServer(Handler(e, &counts))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return (&site{t: t, engine: e, url: server.URL}).newcomer()
}

// newcomer is somebody else at the same site.
func (s *site) newcomer() *site {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &site{s.t, s.engine, s.url, &http.Client{Jar: jar}}
}

// owner runs statements in the process.
func (s *site) owner(statements ...string) {
	s.t.Helper()
	session := s.engine.NewSession()
	for _, text := range statements {
		if _, err := session.Query(context.Background(), text); err != nil {
			s.t.Fatalf("%s: %v", text, err)
		}
	}
}

// ask sends a request as the page does, changed by change.
func (s *site) ask(ctx context.Context, path string, body any, change ...func(*http.Request)) *http.Response {
	s.t.Helper()
	method, sent := "GET", io.Reader(nil)
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		method, sent = "POST", bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, sent)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set(ownHeader, "1")
	r.Header.Set("Content-Type", "application/json")
	for _, f := range change {
		f(r)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { answer.Body.Close() })
	return answer
}

// said is a line of an answer.
type said struct {
	Statement *struct{ Index, Of, Line int }
	Columns   []column
	Rows      [][]*string
	Done      *ran
	Error     *refusal
	End       bool
}

// run runs statements and gives the lines of the answer.
func (s *site) run(text string, reads bool) (status int, all []said) {
	s.t.Helper()
	answer := s.ask(context.Background(), "/api/run", asked{Text: text, Reads: reads})
	in := json.NewDecoder(answer.Body)
	for {
		var one said
		if err := in.Decode(&one); err == io.EOF {
			return answer.StatusCode, all
		} else if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, one)
	}
}

// spelled is rows in lines, NULL as ~.
func spelled(all []said) string {
	var b strings.Builder
	for _, one := range all {
		for _, row := range one.Rows {
			for i, cell := range row {
				if i > 0 {
					b.WriteByte('|')
				}
				if cell == nil {
					b.WriteByte('~')
				} else {
					b.WriteString(*cell)
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Values come as SQL prints them, whatever they are made of, and statements one after another.
func TestRunGivesRows(t *testing.T) {
	s := newSite(t)
	status, all := s.run(`CREATE TABLE t (a BIGINT, b DECIMAL(18,3), c DOUBLE, d DATE, s VARCHAR(40));
INSERT INTO t VALUES (9007199254740993, -123456789012345.125, 0.1, '2024-02-29', 'x "y" \\ <b>'), (NULL, NULL, NULL, NULL, NULL), (1, 0.5, 1e300, '1970-01-01', 'ü☃');
SELECT a, b, c, d, s FROM t ORDER BY a DESC`, false)
	want := "9007199254740993|-123456789012345.125|0.1|2024-02-29|x \"y\" \\ <b>\n1|0.500|1e300|1970-01-01|ü☃\n~|~|~|~|~\n"
	if got := spelled(all); got != want || status != http.StatusOK {
		t.Errorf("status %d, %s, not %s", status, got, want)
	}
	var columns []column
	var done []ran
	for _, one := range all {
		columns = append(columns, one.Columns...)
		if one.Done != nil {
			done = append(done, *one.Done)
		}
	}
	if len(done) != 3 || done[1].Affected != 3 || done[2].Rows != 3 || done[2].More || done[2].Table != "t" || !all[len(all)-1].End {
		t.Errorf("%+v", done)
	}
	numbers := ""
	for _, c := range columns {
		numbers += fmt.Sprintf("%s %v ", c.Name, c.Number)
	}
	if numbers != "a true b true c true d false s false " {
		t.Errorf("columns %s", numbers)
	}
}

// Empty results have columns and no rows, and a result without columns has neither.
func TestRunGivesNothing(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT)")
	_, all := s.run("SELECT a FROM t; SELECT a + 1 FROM t WHERE a > 3 ORDER BY a LIMIT 2; SET gsdms_timeout = '1m'", false)
	if spelled(all) != "" || len(all) != 3+3+2+1 {
		t.Errorf("%d lines, %s", len(all), spelled(all))
	}
	for _, one := range all {
		if one.Error != nil || one.Done != nil && one.Done.Rows != 0 {
			t.Errorf("%+v", one)
		}
	}
}

// An error has its number, what may help and its place in the whole text, and ends the text.
func TestRunSaysWhatIsWrong(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (alpha INT)")
	for _, c := range []struct {
		text         string
		code         int
		line, column int
		hint         string
	}{
		{"SELECT alhpa FROM t", 1054, 1, 8, "alpha"},
		{"SELECT 1; SELECT alhpa FROM t; SELECT 2", 1054, 1, 18, "alpha"},
		{"SELECT 1;\n  SELECT 'ü☃',\n alhpa FROM t", 1054, 3, 2, "alpha"},
		{"SELECT '☃'; SELECT nope FROM t", 1054, 1, 20, ""},
		{"SELECT 1;\n\nSELEC 2", 1064, 3, 1, ""},
		{"SELECT * FROM nowhere", 1146, 1, 15, ""},
	} {
		_, all := s.run(c.text, false)
		last := all[len(all)-2].Error
		if last == nil || last.Code != c.code || last.Line != c.line || last.Column != c.column || !strings.Contains(last.Hint, c.hint) {
			t.Errorf("%s: %+v", c.text, last)
		}
		if strings.Contains(spelled(all), "2") {
			t.Errorf("%s: it goes on", c.text)
		}
	}
	s.owner("INSERT INTO t VALUES (2147483647)")
	if _, all := s.run("SELECT alpha * 9223372036854775807 FROM t", false); all[len(all)-2].Error == nil || all[len(all)-2].Error.Code != 1690 {
		t.Errorf("out of range: %+v", all[len(all)-2])
	}
}

// A page takes so many rows and no more, and says whether there are more; a file has all.
func TestRunStatesItsLimit(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT, s VARCHAR(100))")
	s.fill("t", maxRows+1)
	for rows, more := range map[int]bool{maxRows - 1: false, maxRows: false, maxRows + 1: true} {
		_, all := s.run(fmt.Sprintf("SELECT a FROM t WHERE a < %d", rows), false)
		done, got := all[len(all)-2].Done, spelled(all)
		var want strings.Builder
		for i := range min(rows, maxRows) {
			fmt.Fprintln(&want, i)
		}
		if done == nil || done.Rows != int64(min(rows, maxRows)) || done.More != more || got != want.String() {
			t.Errorf("of %d rows: %+v, %d bytes", rows, done, len(got))
		}
	}
	if _, all := s.run("SELECT REPEAT('x', 10000) FROM t", false); all[len(all)-2].Done == nil || !all[len(all)-2].Done.More || len(spelled(all)) > maxBytes+20000 {
		t.Errorf("long texts: %+v, %d bytes", all[len(all)-2].Done, len(spelled(all)))
	}
	answer := s.ask(context.Background(), "/api/export", asked{Text: "SELECT a FROM t ORDER BY a", Format: "csv"})
	lines := 0
	for in := bufio.NewScanner(answer.Body); in.Scan(); lines++ {
		if want := fmt.Sprint(lines - 1); lines > 0 && in.Text() != want {
			t.Fatalf("line %d of the file is %s", lines, in.Text())
		}
	}
	if lines != maxRows+2 || !strings.Contains(answer.Header.Get("Content-Disposition"), "result.csv") {
		t.Errorf("the file has %d lines, %v", lines, answer.Header)
	}
}

// fill adds rows of a number and a text.
func (s *site) fill(name string, rows int) {
	s.t.Helper()
	_, err := s.engine.Append(context.Background(), name, nil, func(yield func([]plan.Value, error) bool) {
		for i := range int64(rows) {
			if !yield([]plan.Value{value.OfInt(i), value.OfString(fmt.Sprint("text ", i%1000))}, nil) {
				return
			}
		}
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// The first rows of a large result come before the others are read.
func TestRunGivesTheFirstPageSoon(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT, s VARCHAR(100))")
	s.fill("t", 20_000)
	_, all := s.run("SELECT a, s FROM t", false)
	for _, one := range all {
		if len(one.Rows) > 0 {
			if len(one.Rows) != firstRows {
				t.Errorf("the first page has %d rows", len(one.Rows))
			}
			return
		}
	}
	t.Error("there are no rows")
}

const endless = "SELECT COUNT(*) FROM t a, t b, t c WHERE a.a + b.a <> c.a AND RAND(a.a) + RAND(b.a) < RAND(c.a) + 1"

// running waits until a number of clients' sessions run statements.
func (s *site) running(n int) {
	s.t.Helper()
	for end := time.Now().Add(30 * time.Second); s.engine.Status().Running != n; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%d sessions run", s.engine.Status().Running)
		}
	}
}

// A client that leaves ends its statement, and KILL does.
func TestRunIsCancelled(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT, s VARCHAR(100))")
	s.fill("t", 3000)
	ctx, leave := context.WithCancel(context.Background())
	answer := s.ask(ctx, "/api/run", asked{Text: endless})
	s.running(1)
	leave()
	s.running(0)
	answer.Body.Close()
	for end := time.Now().Add(10 * time.Second); s.engine.Status().Sessions > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the session stays")
		}
	}
	done := make(chan []said)
	go func() {
		_, all := s.run(endless+"; SELECT 1", false)
		done <- all
	}()
	s.running(1)
	_, others := s.run("SELECT ID FROM information_schema.PROCESSLIST WHERE INFO LIKE '%RAND(c.a)%' AND INFO NOT LIKE '%PROCESSLIST%'", false)
	id := strings.TrimSpace(spelled(others))
	s.run("KILL QUERY "+id, false)
	if all := <-done; all[len(all)-2].Error == nil || all[len(all)-2].Error.Code != 1317 || !all[len(all)-1].End {
		t.Errorf("killed: %+v", all)
	}
}

// A client that reads nothing holds up nobody: others run meanwhile, and tables can be
// changed and dropped.
func TestSlowReaderHoldsUpNobody(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT, s VARCHAR(100))")
	s.fill("t", 400_000)
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	for range 5 {
		_ = s.ask(ctx, "/api/run", asked{Text: "SELECT a, s, CONCAT(s, REPEAT('x', 300)) FROM t"}) // nobody reads the body
		_ = s.ask(ctx, "/api/live", nil)
	}
	if _, all := s.run("SELECT COUNT(*), SUM(a) FROM t", false); spelled(all) != "400000|79999800000\n" {
		t.Errorf("another query: %s", spelled(all))
	}
	s.owner("INSERT INTO t VALUES (1, 'x')", "DROP TABLE t")
}
