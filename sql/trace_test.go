package sql

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// event is one of a trace, as those who show traces read it.
type event struct {
	Name, Cat, Ph string
	TS, Dur       *float64
	PID, TID      *int
	Args          map[string]any
}

// traced runs a TRACE and gives its events.
func traced(t *testing.T, s *Session, text string) []event {
	t.Helper()
	r := mustRun(t, s, text)
	var trace struct {
		TraceEvents     []event
		DisplayTimeUnit string
	}
	if err := json.Unmarshal([]byte(r.Rows.Columns[0].Texts[0]), &trace); err != nil || r.Rows.Len != 1 || trace.DisplayTimeUnit != "ms" {
		t.Fatalf("%d rows, unit %q, %v", r.Rows.Len, trace.DisplayTimeUnit, err)
	}
	return trace.TraceEvents
}

// A trace has what the format asks of spans and names of lanes; the spans of a lane lie in each
// other or apart, all lie in the statement, and the chunks are those of the table.
func TestTrace(t *testing.T) {
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{ChunkRows: 1 << 16}).NewSession()
	mustRun(t, s, `CREATE TABLE d (a INT); INSERT INTO d VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
		CREATE TABLE t (a BIGINT, b INT);
		INSERT INTO t SELECT u.a + 10 * v.a + 100 * w.a + 1000 * x.a + 10000 * y.a, u.a FROM d u, d v, d w, d x, d y;
		INSERT INTO t SELECT a + 100000, b FROM t`)
	events := traced(t, s, "TRACE FORMAT = 'json' SELECT b, SUM(a) FROM t WHERE a < (SELECT MAX(a) FROM t) GROUP BY b ORDER BY b")
	lanes := map[int][]event{}
	var names []string
	named := map[int]bool{}
	rows, chunks := 0.0, 0
	for _, e := range events {
		if e.PID == nil || e.TID == nil || e.TS == nil {
			t.Fatalf("an event without pid, tid or ts: %+v", e)
		}
		switch e.Ph {
		case "M":
			named[*e.TID] = named[*e.TID] || e.Name == "thread_name" && e.Args["name"] != ""
		case "X":
			if e.Dur == nil || *e.Dur < 0 || *e.TS < 0 {
				t.Fatalf("span %s has no length: %+v", e.Name, e)
			}
			lanes[*e.TID] = append(lanes[*e.TID], e)
			names = append(names, e.Name)
			if strings.HasPrefix(e.Name, "chunk ") {
				chunks++
				rows += e.Args["rows"].(float64)
			}
		default:
			t.Errorf("phase %q", e.Ph)
		}
	}
	for _, want := range []string{"statement", "parse", "bind", "compile", "admission", "scan", "results", "wait", "scan t", "tail", "load 0", "chunk 3"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no span %q in %q", want, names)
		}
	}
	if rows != 400000 || chunks != 8 {
		t.Errorf("%d chunks of %v rows; the table of 200000 is read twice", chunks, rows)
	}
	whole := lanes[statementLaneOfTest][0]
	for lane, spans := range lanes {
		if !named[lane] {
			t.Errorf("lane %d has no name", lane)
		}
		nested(t, spans, *whole.TS, *whole.TS+*whole.Dur)
	}
}

const statementLaneOfTest = 1

// nested reports spans of one lane that overlap and do not lie in each other, or lie outside.
func nested(t *testing.T, spans []event, first, last float64) {
	t.Helper()
	const slack = 0.01 // µs: of floating point
	for i, a := range spans {
		from, to := *a.TS, *a.TS+*a.Dur
		if from < first-slack || to > last+slack {
			t.Errorf("%s, %v to %v, is outside of the statement, %v to %v", a.Name, from, to, first, last)
		}
		for _, b := range spans[:i] {
			begin, end := *b.TS, *b.TS+*b.Dur
			apart := to <= begin+slack || end <= from+slack
			within := from >= begin-slack && to <= end+slack || begin >= from-slack && end <= to+slack
			if !apart && !within {
				t.Errorf("%s, %v to %v, and %s, %v to %v, overlap", a.Name, from, to, b.Name, begin, end)
			}
		}
	}
}

// What is no query, or another form, is refused; so is what its reader may not read.
func TestTraceRefuses(t *testing.T) {
	_, _, ann := granted(t)
	for text, want := range map[string]int{
		"TRACE SELECT 1":                    0,
		"TRACE FORMAT = 'JSON' SELECT 1":    0,
		"TRACE FORMAT = 'xml' SELECT 1":     1791,
		"TRACE PLAN SELECT 1":               1235,
		"TRACE INSERT INTO t VALUES (1)":    1235,
		"TRACE FORMAT = 'json' SELECT nope": 1054,
		"TRACE SELECT * FROM t":             1142,
	} {
		if got := code(t, ann, text); got != want {
			t.Errorf("%s: error %d, want %d", text, got, want)
		}
	}
}
