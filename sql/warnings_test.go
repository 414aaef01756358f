package sql

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"gsdms/plan/fault"
	"gsdms/pushscan"
	"gsdms/sql/result"
)

// messagesOf are those of what a result's values have lost.
func messagesOf(r *result.Set) (out []string) {
	for _, w := range r.Lost {
		out = append(out, w.Message)
	}
	return out
}

// fillTexts makes a table of so many rows, of which the last has a text that is no number, and a zero.
func fillTexts(t *testing.T, s *Session, rows int) {
	t.Helper()
	mustRun(t, s, "CREATE TABLE w (id INT PRIMARY KEY, t VARCHAR(20), n INT)")
	values := make([]string, rows)
	for i := range values {
		values[i] = fmt.Sprintf("(%d, '%d', %d)", i, i%100, i%7+1)
	}
	values[rows-1] = fmt.Sprintf("(%d, 'odd', 0)", rows-1)
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(values, ", "))
}

const lostOdd = "Truncated incorrect DOUBLE value: 'odd'"

// What is told is told to the query that lost it, to all that share its run, and to no other that
// rides on the same stream.
func TestNeighboursAreNotWarned(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64})
	fillTexts(t, e.NewSession(), 5000)
	want := map[string][]string{
		"SELECT SUM(t) FROM w":                               {lostOdd},
		"SELECT COUNT(*) FROM w WHERE t + 0 < 50":            {lostOdd},
		"SELECT COUNT(*) FROM w WHERE n < 5":                 nil,
		"SELECT SUM(n) FROM w":                               nil,
		"SELECT SUM(t) FROM w WHERE t <> 'odd'":              nil,
		"SELECT t + 0 FROM w WHERE id < 10":                  nil,
		"SELECT t + 0 FROM w WHERE id > 4000":                {lostOdd},
		"SELECT 1 / n FROM w WHERE id > 4000":                {"Division by 0"},
		"SELECT 1 / n FROM w WHERE id < 4000":                nil,
		"SELECT SUM(n) / SUM(n * 0) FROM w":                  {"Division by 0"},
		"SELECT 'x' + COUNT(*) FROM w":                       {"Truncated incorrect DOUBLE value: 'x'"},
		"SELECT MAX(n) + 1, MIN(t) FROM w WHERE t LIKE '1%'": nil,
	}
	var texts []string
	for text := range want {
		texts = append(texts, text, text, text)
	}
	for range 3 {
		for i, a := range e.NewSession().Together(context.Background(), texts) {
			if a.Err != nil {
				t.Fatal(a.Err)
			}
			if got := messagesOf(a.Result); !slices.Equal(got, want[texts[i]]) {
				t.Errorf("%s: %q, not %q", texts[i], got, want[texts[i]])
			}
		}
	}
	var all sync.WaitGroup
	for text, messages := range want {
		all.Go(func() {
			s := e.NewSession()
			for range 20 {
				r, err := s.Query(t.Context(), text)
				if err != nil {
					t.Error(err)
				} else if got := messagesOf(r); !slices.Equal(got, messages) || s.Warnings() != len(messages) || r.Warnings != len(messages) {
					t.Errorf("%s: %q and %d warnings, not %q", text, got, s.Warnings(), messages)
				}
			}
		})
	}
	all.Wait()
}

// A query whose rows come part by part has told of all of them when the last has come.
func TestWarningsOfPartsAreAllThere(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64, Part: 4 << 10}).NewSession()
	fillTexts(t, s, 20000)
	r, err := s.Stream(t.Context(), "SELECT id, t + 0, 1 / n FROM w")
	if err != nil {
		t.Fatal(err)
	}
	if r.More == nil || s.Warnings() != 0 {
		t.Fatalf("more %v and %d warnings with the first part", r.More, s.Warnings())
	}
	if err := r.Drop(); err != nil {
		t.Fatal(err)
	}
	if got := messagesOf(r); len(got) != 2 || s.Warnings() != 2 || r.Warnings != 2 {
		t.Errorf("%q, %d warnings", got, s.Warnings())
	}
}

// Of many values that are lost a few are told, each once.
func TestWarningsAreFew(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE w (t VARCHAR(200))")
	values := make([]string, 1000)
	for i := range values {
		values[i] = fmt.Sprintf("('x%d%s')", i/2, strings.Repeat("ü", 90))
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(values, ", "))
	r := mustRun(t, s, "SELECT SUM(t) FROM w")
	if len(r.Lost) != fault.MostTold || s.Warnings() != fault.MostTold {
		t.Errorf("%d warnings, want %d", s.Warnings(), fault.MostTold)
	}
	for i, w := range r.Lost {
		if slices.Contains(r.Lost[:i], w) || len(w.Message) > 180 || strings.ContainsRune(w.Message, '\uFFFD') {
			t.Errorf("warning %d is %q", i, w.Message)
		}
	}
}
