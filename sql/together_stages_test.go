package sql

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/operators/cpu"
)

// meeting is a backend that makes no kernel of a later stage before so many runs of later
// stages have been opened.
type meeting struct {
	*cpu.Backend
	missing atomic.Int64
	all     chan struct{}
}

func (m *meeting) Open(ctx context.Context, p *operators.Program, memory int64) (operators.Run, error) {
	r, err := m.Backend.Open(ctx, p, memory)
	if p.Passing && m.missing.Add(-1) == 0 {
		close(m.all)
	}
	return r, err
}

func (m *meeting) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	if runs[0].Program().Passing {
		select {
		case <-m.all:
		case <-time.After(20 * time.Second):
			return nil, errors.New("the stages of other queries have not come")
		}
	}
	return m.Backend.Prepare(ctx, runs...)
}

// Of queries that run together the later stages are together on the stream of their table, too,
// however few processors there are.
func TestLaterStagesMeet(t *testing.T) {
	inner, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	queries := 3*runtime.GOMAXPROCS(0) + 1
	m := &meeting{Backend: inner, all: make(chan struct{})}
	m.missing.Store(int64(queries))
	e, err := Open(t.Context(), Config{Dir: t.TempDir(), Backend: m})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s := e.NewSession()
	var rows []string
	for i := range 200 {
		rows = append(rows, fmt.Sprintf("(%d, %d)", i%10, i))
	}
	for _, text := range []string{"CREATE TABLE t (k INT NOT NULL, v INT NOT NULL)", "INSERT INTO t VALUES " + strings.Join(rows, ", ")} {
		if _, err := s.Query(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	var texts []string
	for i := range queries {
		texts = append(texts, fmt.Sprintf("SELECT SUM(v) FROM t JOIN (SELECT k AS g, COUNT(*) AS n FROM t WHERE v >= %d GROUP BY k) x ON t.k = x.g AND t.v < x.n", i))
	}
	for i, a := range s.Together(t.Context(), texts) {
		if a.Err != nil {
			t.Fatalf("%s: %v", texts[i], a.Err)
		}
		if got, _ := a.Result.Text(0, 0); got != fmt.Sprint(sumBelow(i)) {
			t.Errorf("%s: %s, want %d", texts[i], got, sumBelow(i))
		}
	}
}

// sumBelow adds up the v of rows, v from 0 to 199 and k = v mod 10, that are less than the
// number of rows with the same k and v from least on.
func sumBelow(least int) (sum int) {
	var n [10]int
	for v := least; v < 200; v++ {
		n[v%10]++
	}
	for v := range 200 {
		if v < n[v%10] {
			sum += v
		}
	}
	return sum
}
