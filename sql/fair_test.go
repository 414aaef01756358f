package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// endless is a query that takes hours.
const endless = "SELECT COUNT(*) FROM n a, n b, n c WHERE a.i < b.i AND b.i < c.i"

// heavies runs the endless query in so many sessions, each spelled by itself so that none
// share a ride; the function cancels them, and holds that all are told so.
func heavies(t testing.TB, e *Engine, n int) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() {
			_, err := e.NewSession().Query(ctx, fmt.Sprintf("%s AND a.i <> -%d", endless, i+1))
			var known *parse.Error
			if !errors.As(err, &known) || known.Code != parse.CodeInterrupted {
				t.Errorf("an endless query ended with %v", err)
			}
		})
	}
	time.Sleep(200 * time.Millisecond) // so that most are in the middle of their first morsel
	return func() {
		cancel()
		running.Wait()
	}
}

// twoTables makes a table for heavy queries and one for light ones.
func twoTables(t testing.TB, e *Engine) {
	t.Helper()
	fill(t, e.NewSession(), 30_000)
	mustRun(t, e.NewSession(), "CREATE TABLE small (k INT NOT NULL)")
	mustRun(t, e.NewSession(), "INSERT INTO small VALUES (1), (2), (3)")
}

// Queries of other sessions end while some run that take hours, on the same table and on
// another, and one of many seconds whose time is up ends, too.
func TestNobodyWaitsForARunawayJoin(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	twoTables(t, e)
	defer heavies(t, e, 5)()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	s := e.NewSession()
	for i := range 20 {
		for text, want := range map[string]string{
			fmt.Sprintf("SELECT COUNT(*) FROM n WHERE i >= %d", i):                      fmt.Sprint(30_000 - i),
			fmt.Sprintf("SELECT COUNT(*) FROM small WHERE k <> %d", i+4):                "3",
			fmt.Sprintf("SELECT COUNT(*) FROM n, small WHERE i = k AND i <> %d", i+100): "3",
		} {
			r, err := s.Query(ctx, text)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := r.Text(0, 0); got != want {
				t.Fatalf("%s: %s, want %s", text, got, want)
			}
		}
	}
	mustRun(t, s, "SET gsdms_timeout = '50ms'")
	var known *parse.Error
	if _, err := s.Query(ctx, endless); !errors.As(err, &known) || known.Code != parse.CodeTimeout {
		t.Errorf("a query past its time ended with %v", err)
	}
}

// A table may be dropped while a cancelled query still reads it.
func TestDropUnderACancelledQuery(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	twoTables(t, e)
	heavies(t, e, 3)()
	mustRun(t, e.NewSession(), "DROP TABLE n")
}

// BenchmarkLightBesideHeavy is the time of a light query, its median and its 99th percentile,
// while heavy ones run.
func BenchmarkLightBesideHeavy(b *testing.B) {
	e := openEngine(b, b.TempDir(), pushscan.Options{})
	twoTables(b, e)
	for _, n := range []int{0, 1, 8, 64} {
		for name, text := range map[string]string{"same": "SELECT SUM(i) FROM n WHERE i > 5", "other": "SELECT COUNT(*) FROM small"} {
			b.Run(fmt.Sprintf("heavy=%d/%s", n, name), func(b *testing.B) {
				defer heavies(b, e, n)()
				s := e.NewSession()
				var took []time.Duration
				for b.Loop() {
					began := time.Now()
					mustRun(b, s, text)
					took = append(took, time.Since(began))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
				b.ReportMetric(float64(took[len(took)-1])/1e6, "max-ms")
			})
		}
	}
}
