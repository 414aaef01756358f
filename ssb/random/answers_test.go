package random

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/sql"
	"gsdms/ssb/bench"
)

// What is answered here was answered by DuckDB: the tests of ssb/peers hold that it still is.
const (
	answersFile  = "testdata/answers.json.gz"
	answersSF    = 0.01
	answersCount = 100
	answersSeeds = 3
)

// TestAnswers runs the queries of some seeds at a small scale factor, and compares what they give
// with what DuckDB gave for the same texts.
func TestAnswers(t *testing.T) {
	packed, err := os.ReadFile(answersFile)
	if err != nil {
		t.Fatal(err)
	}
	right, err := bench.ReadAnswers(packed)
	if err != nil {
		t.Fatal(err)
	}
	session := loaded(t).NewSession()
	rows := 0
	for seed := range uint64(answersSeeds) {
		for _, q := range Queries(seed+1, answersCount) {
			want, known := right[strings.ToUpper(q.Text)]
			if !known {
				t.Errorf("%s of seed %d has no answer: have ssb/peers ask again, with -rewrite", q.Name, seed+1)
				continue
			}
			got, err := answer(t, session, q.Text)
			if err == nil {
				err = compare(got, want)
			}
			if err != nil {
				t.Errorf("%s of seed %d: %v in %s", q.Name, seed+1, err, q.Text)
			}
			rows += len(got)
		}
	}
	if rows < 1000 {
		t.Errorf("only %d rows were compared", rows)
	}
}

// loaded is an engine with the tables.
func loaded(t *testing.T) *sql.Engine {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	e, err := sql.Open(t.Context(), sql.Config{Dir: t.TempDir(), Backend: backend})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmp.Or(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	})
	s, err := New(Options{SF: answersSF, Seed: 1, Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bench.Load(t.Context(), e, s, bench.LoadOptions{}); err != nil {
		t.Fatal(err)
	}
	return e
}

// answer is what gsdms gives.
func answer(t *testing.T, s *sql.Session, text string) (bench.Answer, error) {
	r, err := s.Query(t.Context(), text)
	if err != nil {
		return nil, err
	}
	out := make(bench.Answer, r.Rows.Len)
	for i := range out {
		for c := range r.Columns {
			cell, null := r.Text(i, c)
			if null {
				cell = "NULL"
			}
			out[i] = append(out[i], cell)
		}
	}
	return out, nil
}

// compare says how an answer differs, nil if it does not. All rows are in a total order.
func compare(got, want bench.Answer) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d rows, not %d", len(got), len(want))
	}
	for i := range got {
		if len(got[i]) != len(want[i]) {
			return fmt.Errorf("row %d is %v, not %v", i+1, got[i], want[i])
		}
		for c := range got[i] {
			if !same(got[i][c], want[i][c]) {
				return fmt.Errorf("row %d is %v, not %v", i+1, got[i], want[i])
			}
		}
	}
	return nil
}

// same compares two cells: a number may differ by half of its last digit, to which means are
// rounded, and by what a double does not hold.
func same(got, want string) bool {
	if got == want {
		return true
	}
	x, errX := strconv.ParseFloat(got, 64)
	y, errY := strconv.ParseFloat(want, 64)
	_, digits, point := strings.Cut(got, ".")
	return errX == nil && errY == nil && point && math.Abs(x-y) <= 0.500001*math.Pow10(-len(digits))+1e-12*math.Abs(y)
}
