package sql

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/result"
)

// Equal statements that come together for the first time are compiled side by side and
// still share one run, however they are spaced; each gets the answer.
func TestEqualTextsShareOneRunAtOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024}).NewSession()
	fill(t, s, 5000)
	texts := make([]string, 40)
	for i := range texts {
		texts[i] = fmt.Sprintf("SELECT%sSUM(i) FROM n WHERE i < %d", strings.Repeat(" ", 1+i%2), 1000*(1+i%4))
	}
	for i, a := range s.Together(context.Background(), texts) {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		n := 1000 * (1 + i%4)
		if got, _ := a.Result.Text(0, 0); got != fmt.Sprint(n*(n-1)/2) {
			t.Errorf("%s: got %s", texts[i], got)
		}
		if shared := a.Result.Report.Scan.Shared; shared != 4 {
			t.Errorf("%s: %d runs shared the scan, not 4", texts[i], shared)
		}
	}
}

// A SELECT of settings is a SELECT among others.
func TestSettingsAreAskedTogether(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, 100)
	answers := s.Together(context.Background(), []string{"SELECT @@gsdms_plan_cache", "SELECT COUNT(*) FROM n", "SELECT @@nope", "SHOW TABLES"})
	for i, want := range []string{"ON", "100"} {
		if answers[i].Err != nil {
			t.Fatal(answers[i].Err)
		}
		if got, _ := answers[i].Result.Text(0, 0); got != want {
			t.Errorf("answer %d: %s, want %s", i, got, want)
		}
	}
	for i, want := range map[int]string{2: "Unknown system variable 'nope'", 3: "only SELECTs run together"} {
		if err := answers[i].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("answer %d: %v, want %s", i, err, want)
		}
	}
}

// Equal statements that ride together get the same rows of what is behind their scan, and others
// with the same scan their own, with NULLs, groups that tie and none at all.
func TestEqualTextsShareWhatIsBehindTheScan(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024}).NewSession()
	mustRun(t, s, "CREATE TABLE g (k INT, v BIGINT, w VARCHAR(9)); INSERT INTO g VALUES (1, 5, 'a'), (NULL, 9223372036854775807, NULL), (1, NULL, 'b'), (2, 5, 'a'), (NULL, NULL, 'c'), (3, -9223372036854775807, NULL)")
	kinds := []string{
		"SELECT k, MAX(v) AS m, COUNT(w) FROM g GROUP BY k ORDER BY m DESC, k",
		"SELECT k, MAX(v) AS m, COUNT(w) FROM g GROUP BY k ORDER BY m, k LIMIT 2",
		"SELECT k, MAX(v) AS m, COUNT(w) FROM g GROUP BY k HAVING m IS NULL ORDER BY k",
		"SELECT k, MAX(v) AS m, CONCAT(MIN(w), '-', k) FROM g GROUP BY k ORDER BY 3, k",
	}
	var texts, want []string
	for i := range 40 {
		text := kinds[i%len(kinds)]
		texts, want = append(texts, text), append(want, commas(t, mustRun(t, s, text)))
	}
	for range 2 {
		for i, a := range s.Together(t.Context(), texts) {
			if a.Err != nil {
				t.Fatal(a.Err)
			}
			if got := commas(t, a.Result); got != want[i] {
				t.Errorf("%s\ntogether: %s\nalone: %s", texts[i], got, want[i])
			}
		}
	}
}

func commas(t *testing.T, r *result.Set) string {
	t.Helper()
	f, err := result.FindFormat("csv")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.Write(&b, r, result.Layout{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
