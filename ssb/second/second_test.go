package second

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/result"
)

// rows is how much traffic a test has; GSDMS_SECOND_ROWS sets another number.
func rows(t testing.TB, usual int) int {
	text := os.Getenv("GSDMS_SECOND_ROWS")
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("GSDMS_SECOND_ROWS: %v", err)
	}
	return n
}

// engine holds the world's tables in a folder of its own.
func engine(t testing.TB, w *world, o cpu.Options, scan pushscan.Options) *sql.Engine {
	t.Helper()
	backend, err := cpu.New(o)
	if err != nil {
		t.Fatal(err)
	}
	e, err := sql.Open(t.Context(), sql.Config{Dir: t.TempDir(), Backend: backend, Scan: scan})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if err := backend.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := w.load(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	return e
}

// lines are a result's rows as answer gives them.
func lines(r *result.Set) []string {
	out := make([]string, r.Rows.Len)
	for i := range out {
		var line strings.Builder
		for c := range r.Columns {
			text, null := r.Text(i, c)
			if null {
				text = "NULL"
			}
			line.WriteString(text + "|")
		}
		out[i] = line.String()
	}
	slices.Sort(out)
	return out
}

// check compares a result with what the rows say.
func check(q *question, want []string, r *result.Set, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", q.name, err, q.text)
	}
	if got := lines(r); !slices.Equal(got, want) {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		return fmt.Errorf("%s: %d lines, want %d; from line %d on\n%v\nwant\n%v\n%s", q.name,
			len(got), len(want), at, got[at:min(at+3, len(got))], want[at:min(at+3, len(want))], q.text)
	}
	return nil
}

// asked are a world's questions with their answers.
type asked struct {
	world     *world
	questions []*question
	texts     []string
	want      [][]string
}

func ask(w *world) *asked {
	a := &asked{world: w, questions: w.questions()}
	for _, q := range a.questions {
		a.texts = append(a.texts, q.text)
		a.want = append(a.want, w.answer(q))
	}
	return a
}

// empty names the questions that no row answers.
func (a *asked) empty() (names []string) {
	for i, want := range a.want {
		if len(want) == 0 || len(want) == 1 && strings.HasPrefix(want[0], "NULL|") {
			names = append(names, a.questions[i].name)
		}
	}
	return names
}

func TestAnswersAloneAndTogether(t *testing.T) {
	for seed, n := range []int{0, 1, 3_000, rows(t, 300_000)} {
		a := ask(newWorld(uint64(seed), n))
		for threads := 1; threads <= 2; threads++ {
			t.Run(fmt.Sprintf("%d rows, %d threads", n, threads), func(t *testing.T) {
				a.check(t, cpu.Options{Threads: threads, NoSIMD: seed == 2})
			})
		}
		if n < 300_000 {
			continue
		}
		if empty := a.empty(); len(empty) > 1 || !a.world.passes64() {
			t.Errorf("%d rows: no row answers %v (sums pass 64 bits: %v)", n, empty, a.world.passes64())
		}
	}
}

// check asks one by one and then all at once.
func (a *asked) check(t *testing.T, o cpu.Options) {
	s := engine(t, a.world, o, pushscan.Options{}).NewSession()
	for i, q := range a.questions {
		r, err := s.Query(t.Context(), q.text)
		if err := check(q, a.want[i], r, err); err != nil {
			t.Error(err)
		}
	}
	for i, got := range s.Together(t.Context(), a.texts) {
		if err := check(a.questions[i], a.want[i], got.Result, got.Err); err != nil {
			t.Error("together:", err)
		}
	}
}

// TestAnswersJoiningAScan asks each question on a goroutine of its own, after a random
// delay, on chunks so small that the others are in the middle of the table.
func TestAnswersJoiningAScan(t *testing.T) {
	a := ask(newWorld(9, rows(t, 150_000)))
	shared := 0
	for threads := 1; threads <= 2; threads++ {
		e := engine(t, a.world, cpu.Options{Threads: threads, Vector: 1 << (10 + threads)}, pushscan.Options{ChunkRows: 2 << 10})
		dice := rand.New(rand.NewPCG(1, uint64(threads)))
		most := make([]int, 3*len(a.questions))
		var wait sync.WaitGroup
		for i := range most {
			delay, q := time.Duration(dice.IntN(20_000))*time.Microsecond, i%len(a.questions)
			wait.Go(func() {
				time.Sleep(delay)
				r, err := e.NewSession().Query(t.Context(), a.texts[q])
				if err := check(a.questions[q], a.want[q], r, err); err != nil {
					t.Errorf("%d threads: %v", threads, err)
				} else {
					most[i] = r.Report.Scan.Shared
				}
			})
		}
		wait.Wait()
		shared = max(shared, slices.Max(most))
	}
	if shared < 3 {
		t.Errorf("at most %d queries shared a chunk: the arrivals do not overlap", shared)
	}
}
