package metrics

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/wire/wiretest"
)

// watched opens an engine that is watched over HTTP, and gives its address.
func watched(t *testing.T, also func(sql.Observation)) (e *sql.Engine, address string) {
	t.Helper()
	var counts Counts
	observe := func(o sql.Observation) {
		counts.Observe(o)
		also(o)
	}
	e = wiretest.Open(t, sql.Config{Observe: observe})
	serve := func(ctx context.Context, l ...net.Listener) error { return Serve(ctx, l[0], Handler(e, &counts)) }
	return e, "http://" + wiretest.Serve(t, serve)
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// The grammar of a sample's line.
var (
	sampleLine = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? (\S+)$`)
	labels     = regexp.MustCompile(`^\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\]|\\.)*",?)+\}$`)
)

// scrape reads a page and checks its grammar: each sample belongs to the family before it,
// which has one head, no sample comes twice, and histograms only grow.
func scrape(t *testing.T, text string) map[string]float64 {
	t.Helper()
	out, heads := map[string]float64{}, map[string]bool{}
	family, kind, before := "", "", 0.0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			family, kind, _ = strings.Cut(rest, " ")
			if heads[family] {
				t.Errorf("%s has two heads", family)
			}
			heads[family] = true
			continue
		}
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		m := sampleLine.FindStringSubmatch(line)
		if m == nil || m[2] != "" && !labels.MatchString(m[2]) {
			t.Fatalf("no sample: %s", line)
		}
		name := m[1]
		if kind == "histogram" {
			name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count")
		}
		value, err := strconv.ParseFloat(m[3], 64)
		if _, twice := out[m[1]+m[2]]; name != family || err != nil || twice {
			t.Errorf("in %s: %s, twice %v, %v", family, line, twice, err)
		}
		if strings.HasSuffix(m[1], "_bucket") {
			if strings.Contains(m[2], `le="0.0001"`) {
				before = 0
			}
			if value < before {
				t.Errorf("a histogram that falls: %s", line)
			}
			before = value
		}
		out[m[1]+m[2]] = value
	}
	return out
}

// Under load every scrape is well formed and no counter falls; at the end all counts are
// what was done.
func TestCountsAreRight(t *testing.T) {
	e, address := watched(t, func(sql.Observation) {})
	ask := func(s *sql.Session, text string) {
		if _, err := s.Query(context.Background(), text); err != nil && !strings.Contains(text, "nowhere") {
			t.Errorf("%s: %v", text, err)
		}
	}
	s := e.NewSession()
	ask(s, "CREATE TABLE t (a INT, b BIGINT, c DOUBLE)")
	const rows = watchedRows
	n, err := e.Append(context.Background(), "t", nil, func(yield func([]plan.Value, error) bool) {
		for i := range int64(rows) {
			if !yield([]plan.Value{value.OfInt(i % 100), value.OfInt(i << 20), value.OfFloat(float64(i))}, nil) {
				return
			}
		}
	})
	if err != nil || n != rows {
		t.Fatal(n, err)
	}
	ctx, end := context.WithCancel(context.Background())
	var all, scrapes sync.WaitGroup
	scrapes.Go(func() { neverFall(t, ctx, address) })
	for i := range askers {
		all.Go(func() {
			s := e.Connect(sql.Client{User: "u", Host: "h"})
			defer s.Close()
			for j := range rounds {
				ask(s, fmt.Sprintf("SELECT SUM(b) FROM t WHERE a <> %d", 1000+i*rounds+j))
				ask(s, fmt.Sprintf("/* %d */ (select c from t where c < %d)", i, j))
				ask(s, "SELECT * FROM nowhere")
			}
			p, err := s.Prepare(context.Background(), "INSERT INTO u VALUES (?)")
			if err == nil {
				_, err = p.Execute(context.Background(), []plan.Value{value.OfInt(1)})
			}
			if err == nil {
				t.Error("a table that is not there took a row")
			}
		})
	}
	all.Wait()
	end()
	scrapes.Wait()
	for range 5 {
		ask(s, "INSERT INTO t VALUES (1, 2, 3), (4, 5, 6)")
	}
	for i, a := range s.Together(context.Background(), []string{"SELECT COUNT(a) FROM t", "SELECT nope FROM t"}) {
		if (a.Err == nil) != (i == 0) {
			t.Error(a.Err)
		}
	}
	status, text := get(t, address+"/metrics")
	got := scrape(t, text)
	if status != http.StatusOK {
		t.Error(status)
	}
	countRight(t, got)
	boundBytes(t, got)
}

// So many ask, so many times each, of a table of so many rows.
const askers, rounds, watchedRows = 8, 12, 3 * plan.SegmentRows

// boundBytes holds what was pushed against what asked.
func boundBytes(t *testing.T, got map[string]float64) {
	t.Helper()
	// Every query that ran would have read b or c of all segments that its zone maps leave, or
	// less where it stopped; what was pushed cannot be more, and at least one pass was.
	pushed, alone := got[`gsdms_pushed_bytes_total{table="t"}`], got[`gsdms_alone_bytes_total{table="t"}`]
	if most := float64(watchedRows * (8 + 4 + 1) * askers * rounds); pushed <= 0 || alone < pushed || alone > most*2 {
		t.Errorf("pushed %v, alone %v, at most %v", pushed, alone, most)
	}
	if passes := got[`gsdms_passes_total{table="t"}`]; passes < 1 || passes > 2*askers*rounds+1 {
		t.Errorf("%v passes", passes)
	}
}

// neverFall scrapes until a context ends: what counts never falls.
func neverFall(t *testing.T, ctx context.Context, address string) {
	last := map[string]float64{}
	for ctx.Err() == nil {
		_, text := get(t, address+"/metrics")
		now := scrape(t, text)
		for name, value := range last {
			if strings.Contains(name, "_total") && now[name] < value {
				t.Errorf("%s fell from %v to %v", name, value, now[name])
			}
		}
		last = now
	}
}

// countRight compares what was counted with what was asked.
func countRight(t *testing.T, got map[string]float64) {
	t.Helper()
	const asked = askers * rounds
	for name, want := range map[string]float64{
		`gsdms_statements_total{kind="select",outcome="ok"}`:    2*asked + 1,
		`gsdms_statements_total{kind="select",outcome="error"}`: asked + 1,
		`gsdms_statements_total{kind="insert",outcome="ok"}`:    5,
		`gsdms_statements_total{kind="insert",outcome="error"}`: askers,
		`gsdms_statements_total{kind="create",outcome="ok"}`:    1,
		`gsdms_statement_seconds_count{kind="select"}`:          3*asked + 2,
		`gsdms_errors_total{code="1146"}`:                       asked + askers,
		`gsdms_errors_total{code="1054"}`:                       1,
		`gsdms_rows_returned_total`:                             asked + asked*(rounds-1)/2 + 1,
		`gsdms_rows_added_total`:                                10,
		`gsdms_sessions`:                                        0,
		`gsdms_sessions_running`:                                0,
		`gsdms_rides_waiting`:                                   0,
		`gsdms_memory_limit_bytes`:                              sql.DefaultMemory,
	} {
		if value, ok := got[name]; value != want || !ok {
			t.Errorf("%s is %v, not %v", name, value, want)
		}
	}
}

// Totals are of all kinds, and each statement is in one bucket.
func TestTotals(t *testing.T) {
	var c Counts
	if got := c.Totals(); got.Fine != 0 || len(got.Buckets) != len(Bounds())+1 {
		t.Errorf("of nothing: %+v", got)
	}
	for _, took := range []time.Duration{time.Microsecond, 3 * time.Millisecond, 5 * time.Millisecond, time.Hour} {
		c.Observe(sql.Observation{Kind: "select", Took: took, Rows: 2})
		c.Observe(sql.Observation{Kind: "insert", Took: took, Err: &parse.Error{Code: 1054}})
	}
	got := c.Totals()
	want := []int64{2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}
	if got.Fine != 4 || got.Failed != 4 || got.Rows != 8 || got.Seconds < 7200 || got.Seconds > 7200.1 || !slices.Equal(got.Buckets, want) {
		t.Errorf("%+v", got)
	}
}

// The dashboard asks for families that there are, and for all of them.
func TestDashboard(t *testing.T) {
	_, address := watched(t, func(sql.Observation) {})
	_, page := get(t, address+"/metrics")
	text, err := os.ReadFile("../../../docs/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, new(map[string]any)); err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, name := range regexp.MustCompile(`gsdms_[a-z_]+`).FindAllString(string(text), -1) {
		name = strings.TrimSuffix(name, "_bucket")
		if asked[name] = true; !strings.Contains(page, "# TYPE "+name+" ") {
			t.Errorf("the dashboard asks for %s, which there is not", name)
		}
	}
	for _, m := range regexp.MustCompile(`# TYPE (\S+)`).FindAllStringSubmatch(page, -1) {
		if !asked[m[1]] {
			t.Errorf("the dashboard does not show %s", m[1])
		}
	}
}

func TestHealthAndProfiles(t *testing.T) {
	e, address := watched(t, func(sql.Observation) {})
	for path, want := range map[string]int{
		"/healthz": http.StatusOK, "/metrics": http.StatusOK, "/debug/pprof/": http.StatusOK, "/debug/pprof/goroutine?debug=1": http.StatusOK,
		"/": http.StatusNotFound, "/debug/vars": http.StatusNotFound,
	} {
		if got, _ := get(t, address+path); got != want {
			t.Errorf("%s: status %d, not %d", path, got, want)
		}
	}
	for remote, local := range map[string]string{"192.0.2.1:9": "127.0.0.1:80", "127.0.0.1:9": "192.0.2.2:80", "": ""} {
		if allowed(t, e, remote, local) {
			t.Errorf("profiles for %s at %s", remote, local)
		}
	}
	if !allowed(t, e, "[::1]:9", "127.0.0.1:80") {
		t.Error("no profiles for this machine")
	}
	e.Close()
	if got, text := get(t, address+"/healthz"); got != http.StatusServiceUnavailable {
		t.Errorf("a closed engine is healthy: %d, %s", got, text)
	}
}

// allowed asks for profiles as a client would that comes from an address to another.
func allowed(t *testing.T, e *sql.Engine, remote, local string) bool {
	t.Helper()
	addr, _ := net.ResolveTCPAddr("tcp", local)
	r, err := http.NewRequestWithContext(context.WithValue(context.Background(), http.LocalAddrContextKey, net.Addr(addr)), "GET", "/debug/pprof/cmdline", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.RemoteAddr = remote
	w := &answer{header: http.Header{}, status: http.StatusOK}
	Handler(e, &Counts{}).ServeHTTP(w, r)
	return w.status == http.StatusOK
}

// answer is a http.ResponseWriter that keeps the status.
type answer struct {
	bytes.Buffer
	header http.Header
	status int
}

func (a *answer) Header() http.Header { return a.header }
func (a *answer) WriteHeader(s int)   { a.status = s }

func TestSlowLog(t *testing.T) {
	var mu sync.Mutex
	var log bytes.Buffer
	slow := LogSlow(slog.New(slog.NewJSONHandler(&log, nil)), time.Nanosecond)
	e, _ := watched(t, func(o sql.Observation) {
		mu.Lock()
		defer mu.Unlock()
		slow(o)
		LogSlow(slog.New(slog.NewJSONHandler(&log, nil)), time.Hour)(o)
	})
	s := e.Connect(sql.Client{User: "ann", Host: "h", Owner: true})
	defer s.Close()
	texts := []string{
		"CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1), (2), (3)", "SELECT a /* all */\n FROM t WHERE a > 1",
		"CREATE USER eve IDENTIFIED BY 'se\"cret'", "SELECT nope FROM t", "SELECT x.a FROM t x, t y WHERE x.a = y.a + 1",
		"CREATE USER eve IDENTIFIED BY 'secret' SECRETLY", "SET PASSWORD FOR eve = 'secret'", "PREPARE p FROM 'ALTER USER eve IDENTIFIED BY ''secret'' OR SECRETLY'", "EXECUTE p", "ALTER USER eve IDENTIFIED BY",
	}
	for _, text := range texts {
		_, _ = s.Query(context.Background(), text) // the log has the error
	}
	want := []map[string]any{
		{"kind": "create", "user": "ann"}, {"kind": "insert", "affected": 3.0, "text": texts[1]},
		{"kind": "select", "rows": 2.0, "table": "t", "shared": 1.0, "text": "SELECT a FROM t WHERE a > 1"},
		{"kind": "create", "text": "CREATE USER eve IDENTIFIED …"}, {"code": 1054.0, "error": "Unknown column 'nope'"},
		{"rows": 2.0, "pipelines": `[{"device":"cpu","rows":2,"scanned":3,"shared":1,"skipped":0,"sunk":2,"tables":["t","t"]}]`},
		{"kind": "create", "code": 1064.0, "error": "left out, as it may show a password"}, {"kind": "set", "text": "SET PASSWORD …"}, {"text": "PREPARE p FROM …"}, {"text": "EXECUTE p"}, {"text": "ALTER USER eve IDENTIFIED …"},
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != len(want) || strings.Contains(log.String(), "cret") {
		t.Fatalf("%d lines:\n%s", len(lines), log.String())
	}
	for i, line := range lines {
		var got map[string]any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if list, err := json.Marshal(got["pipelines"]); err == nil { // an object's keys in the order of their names
			got["pipelines"] = string(list)
		}
		for name, value := range want[i] {
			if got[name] != value {
				t.Errorf("line %d: %s is %v, not %v", i+1, name, got[name], value)
			}
		}
		if seconds, _ := got["seconds"].(float64); seconds <= 0 {
			t.Errorf("line %d: %v", i+1, got)
		}
	}
}
