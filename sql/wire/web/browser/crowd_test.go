package browser

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"gsdms/sql"
)

// A hundred queries at a time neither make the page jump nor wider than its window. What it takes
// of a processor is in the log.
func TestLiveCrowd(t *testing.T) {
	e, address := served(t, 1_000_000)
	crowd(t, e, 100)
	for _, w := range windows {
		t.Run(w.name, func(t *testing.T) {
			ctx := browsed(t, w.width, w.height, w.dark)
			do(t, ctx, "open the page", performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks), chromedp.Navigate(address+"/#live"))
			until(t, ctx, `[...document.querySelectorAll(".stream")].some(c => c.querySelectorAll(".riders li").length >= 5)`)
			until(t, ctx, `document.querySelectorAll("#running div").length >= 5 && document.querySelectorAll("#wave-log path[d*=v]").length > 0`)
			do(t, ctx, "watch for what jumps", chromedp.Evaluate(`window.jumped = 0; new PerformanceObserver(l => l.getEntries().forEach(x => jumped += x.value)).observe({type: "layout-shift"}); 0`, nil))
			before, began := busy(t, ctx), time.Now()
			do(t, ctx, "watch", chromedp.Sleep(5*time.Second))
			took := busy(t, ctx) - before
			t.Logf("the page was busy for %.1f %% of a processor", 100*took/time.Since(began).Seconds())
			var jumped float64
			do(t, ctx, "see what jumped", chromedp.Evaluate(`jumped`, &jumped))
			if jumped > 0.01 {
				t.Errorf("the page jumps by %v", jumped)
			}
			picture(t, ctx, "live")
			fits(t, ctx)
		})
	}
}

// crowd lets so many sessions ask different queries until the test is over.
func crowd(t *testing.T, e *sql.Engine, n int) {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() { stop(); running.Wait() })
	for i := range n {
		running.Go(func() {
			s := e.Connect(sql.Client{User: "root", Host: "localhost", Owner: true})
			defer s.Close()
			for ctx.Err() == nil {
				_, _ = s.Query(ctx, fmt.Sprintf("SELECT city, SUM(amount * id %% %d) AS s, AVG(amount) FROM sales WHERE id > %d GROUP BY city", 90+i%7, i)) // it is cancelled at the end
			}
		})
	}
}

// busy is how many seconds the page's tasks have taken.
func busy(t *testing.T, ctx context.Context) float64 {
	t.Helper()
	var all []*performance.Metric
	do(t, ctx, "ask how busy the page was", chromedp.ActionFunc(func(ctx context.Context) (err error) {
		all, err = performance.GetMetrics().Do(ctx)
		return err
	}))
	for _, m := range all {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	t.Fatal("the browser does not say how long tasks took")
	return 0
}
