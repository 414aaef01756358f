package sql

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gsdms/pushscan"
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
