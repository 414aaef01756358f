package browser

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/wire/metrics"
	"gsdms/sql/wire/web"
)

// patience is how long the page may take for anything: the machine may be slow.
const patience = 60 * time.Second

// picturesTo is the variable that names a folder where the tests leave pictures of the page.
const picturesTo = "GSDMS_PICTURES"

// served opens an engine with a table of some million sales, and serves the page of it.
func served(t *testing.T, rows int64) (*sql.Engine, string) {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	var counts metrics.Counts
	e, err := sql.Open(context.Background(), sql.Config{Dir: t.TempDir() + "/shop", Backend: backend, Observe: counts.Observe, Scan: pushscan.Options{ChunkRows: plan.SegmentRows}})
	if err != nil {
		t.Fatal(err)
	}
	ask(t, e, "CREATE TABLE sales (id BIGINT, day DATE, city VARCHAR(20), amount DECIMAL(10,2), note VARCHAR(20))")
	first := value.Days(2024, 1, 1)
	_, err = e.Append(context.Background(), "sales", nil, func(yield func([]plan.Value, error) bool) {
		for i := range rows {
			note := plan.Value{}
			if i%3 != 0 {
				note = value.OfString(fmt.Sprint("note ", i%7))
			}
			amount, _ := value.ParseDecimal(fmt.Sprintf("%d.%02d", i*7919%1000, i%100))
			if !yield([]plan.Value{value.OfInt(i), value.OfDate(first + i%365), value.OfString([]string{"Bern", "Lyon", "Oslo", "Porto", "Turku"}[i%5]), {Kind: plan.Decimal, Dec: amount}, note}, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(web.Handler(e, &counts))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		e.Close()
		backend.Close()
	})
	return e, server.URL
}

func ask(t *testing.T, e *sql.Engine, text string) {
	t.Helper()
	if _, err := e.NewSession().Query(context.Background(), text); err != nil {
		t.Fatal(err)
	}
}

// browsed starts a browser with a window so wide; what the page says goes wrong fails the
// test.
func browsed(t *testing.T, width, height int, dark bool) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("none of chromium, chromium-browser, google-chrome and chrome is in PATH (Debian: apt install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(width, height))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 3*patience)
	t.Cleanup(stop)
	var mu sync.Mutex
	chromedp.ListenTarget(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page fails: %s", e.ExceptionDetails.Error())
		}
	})
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	do(t, ctx, "start the browser", chromedp.EmulateViewport(int64(width), int64(height)),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
	return ctx
}

func do(t *testing.T, ctx context.Context, what string, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// until waits until an expression of the page is true.
func until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	is, end := false, time.Now().Add(patience)
	for !is {
		do(t, ctx, expression, chromedp.Evaluate("!!("+expression+")", &is))
		if time.Now().After(end) {
			picture(t, ctx, "late")
			t.Fatalf("the page never has %s", expression)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func text(t *testing.T, ctx context.Context, expression string) (s string) {
	t.Helper()
	do(t, ctx, expression, chromedp.Evaluate(expression, &s))
	return s
}

// picture leaves a picture of the page, where somebody wants it.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv(picturesTo)
	if dir == "" {
		return
	}
	var png []byte
	do(t, ctx, "take a picture", chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "-")+"-"+name+".png"), png, 0o644); err != nil {
		t.Error(err)
	}
}

// fits fails where the page is wider than its window.
func fits(t *testing.T, ctx context.Context) {
	t.Helper()
	if wide := text(t, ctx, `document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth + " of " + innerWidth : ""`); wide != "" {
		t.Errorf("the page is %s wide", wide)
	}
}

// enter puts a text in the editor and runs it from the keyboard.
func enter(t *testing.T, ctx context.Context, statements string) {
	t.Helper()
	do(t, ctx, statements, chromedp.Evaluate(`document.getElementById("text").select()`, nil),
		chromedp.SendKeys("#text", statements, chromedp.ByQuery), chromedp.Evaluate(`document.getElementById("text").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", ctrlKey: true, bubbles: true}))`, nil))
}

// windows are those that people have.
var windows = []struct {
	name          string
	width, height int
	dark          bool
}{{"wide", 1280, 860, false}, {"dark", 1280, 860, true}, {"narrow", 400, 800, false}}

const byCity = "SELECT city, COUNT(*) AS n, SUM(amount) AS total, MIN(note) AS least FROM sales WHERE city < 'P' GROUP BY city ORDER BY city"

// A query's rows are a table, then a chart, and a file's worth of rows scrolls; what is wrong
// is shown at its place.
func TestConsole(t *testing.T) {
	_, address := served(t, 200_000)
	for _, w := range windows {
		t.Run(w.name, func(t *testing.T) {
			ctx := browsed(t, w.width, w.height, w.dark)
			do(t, ctx, "open the page", chromedp.Navigate(address), chromedp.WaitVisible("#text", chromedp.ByQuery))
			enter(t, ctx, byCity)
			until(t, ctx, `document.querySelectorAll(".grid tbody tr").length == 3 && document.getElementById("status").textContent.startsWith("3 rows")`)
			if got := text(t, ctx, `[...document.querySelectorAll(".grid tbody tr:first-child td")].map(x => x.textContent + (x.className ? "/" + x.className : "")).join(" ")`); !strings.HasPrefix(got, "Bern 40000/n ") {
				t.Errorf("the first row: %s", got)
			}
			picture(t, ctx, "table")
			fits(t, ctx)
			do(t, ctx, "chart", chromedp.Click("#as-chart", chromedp.ByQuery))
			until(t, ctx, `document.querySelectorAll(".chart rect title").length == 3`)
			picture(t, ctx, "bars")
			do(t, ctx, "plan", chromedp.Click("#explain", chromedp.ByQuery))
			until(t, ctx, `document.querySelector(".plan img") && document.querySelector(".plan img").naturalWidth > 100`)
			picture(t, ctx, "plan")
			do(t, ctx, "plan as JSON", chromedp.Click("#as-chart", chromedp.ByQuery))
			until(t, ctx, `document.querySelector(".plan pre") && JSON.parse(document.querySelector(".plan pre").textContent).pipelines.length > 0`)
			enter(t, ctx, "SELECT 1;\nSELECT city,\n  nope FROM sales")
			until(t, ctx, `!document.getElementById("error").hidden`)
			if got := text(t, ctx, `document.getElementById("error").textContent`); !strings.Contains(got, "1054") || !strings.Contains(got, "line 3, column 3") {
				t.Errorf("the error: %s", got)
			}
			if got := text(t, ctx, `document.querySelector("#paint .wrong").textContent`); got != "nope" {
				t.Errorf("%q is marked as wrong", got)
			}
			if got := text(t, ctx, `document.getElementById("error").parentNode.className + document.querySelectorAll("[id=error]").length`); got != "result1" {
				t.Errorf("the error is within %s", got)
			}
			picture(t, ctx, "error")
			fits(t, ctx)
		})
	}
}

// A large result is cut off where the page says, only rows that can be seen are elements, and
// scrolling shows the last one.
func TestLargeResult(t *testing.T) {
	_, address := served(t, 60_000)
	ctx := browsed(t, 1100, 800, false)
	do(t, ctx, "open the page", chromedp.Navigate(address), chromedp.WaitVisible("#text", chromedp.ByQuery))
	enter(t, ctx, "SELECT id, note, day, amount FROM sales")
	until(t, ctx, `document.getElementById("status").textContent.startsWith("the first 50000 rows")`)
	do(t, ctx, "scroll", chromedp.Evaluate(`document.querySelector(".scroll").scrollTop = 1e9`, nil))
	until(t, ctx, `document.querySelector(".grid tbody tr:last-child th").textContent == "50000"`)
	var elements int
	do(t, ctx, "count", chromedp.Evaluate(`document.querySelectorAll(".grid tbody tr").length`, &elements))
	if elements > 100 {
		t.Errorf("%d rows are elements", elements)
	}
	if got := text(t, ctx, `document.querySelector(".grid tbody tr:last-child").textContent`); !strings.HasPrefix(got, "5000049999note") {
		t.Errorf("the last row: %s", got)
	}
	picture(t, ctx, "end")
	do(t, ctx, "chart", chromedp.Click("#as-chart", chromedp.ByQuery))
	until(t, ctx, `document.querySelector(".chart svg path, .chart svg circle, .chart svg rect")`)
	picture(t, ctx, "line")
}

// The editor completes columns of the statement's tables, the history goes back, and a link
// opens what it has, and only reads.
func TestEditor(t *testing.T) {
	e, address := served(t, 1000)
	ctx := browsed(t, 1100, 800, false)
	do(t, ctx, "open the page", chromedp.Navigate(address), chromedp.WaitVisible("#tables details", chromedp.ByQuery))
	do(t, ctx, "complete", chromedp.SendKeys("#text", "select am from sales", chromedp.ByQuery),
		chromedp.Evaluate(`document.getElementById("text").setSelectionRange(9, 9)`, nil), chromedp.Evaluate(`document.getElementById("text").dispatchEvent(new KeyboardEvent("keydown", {key: " ", ctrlKey: true}))`, nil))
	until(t, ctx, `document.querySelector("#words:not([hidden]) li")`)
	picture(t, ctx, "words")
	do(t, ctx, "take", chromedp.Evaluate(`document.getElementById("text").dispatchEvent(new KeyboardEvent("keydown", {key: "Tab"}))`, nil))
	if got := text(t, ctx, `document.getElementById("text").value`); got != "select amount from sales" {
		t.Errorf("completed: %s", got)
	}
	enter(t, ctx, "CREATE TABLE made (a INT)")
	until(t, ctx, `[...document.querySelectorAll("#tables summary")].some(x => x.textContent == "made")`)
	do(t, ctx, "history", chromedp.Click("#past", chromedp.ByQuery))
	until(t, ctx, `document.getElementById("history").open && document.querySelector("#history-list button").textContent.startsWith("CREATE")`)
	picture(t, ctx, "history")
	do(t, ctx, "open a link", chromedp.Navigate("about:blank"), chromedp.Navigate(address+"/#q="+"DROP%20TABLE%20made"), chromedp.WaitVisible("#from-link", chromedp.ByQuery))
	do(t, ctx, "run it", chromedp.Click("#run", chromedp.ByQuery))
	until(t, ctx, `document.getElementById("error").textContent.includes("1792")`)
	picture(t, ctx, "link")
	ask(t, e, "SELECT * FROM made") // which is still there
	do(t, ctx, "run it all the same", chromedp.Click("#edit-link", chromedp.ByQuery), chromedp.Click("#run", chromedp.ByQuery))
	until(t, ctx, `document.getElementById("result").textContent.includes("made")`)
}

// While three queries run the page shows who rides with whom.
func TestLive(t *testing.T) {
	e, address := served(t, 3_000_000)
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	for _, query := range []string{
		"SELECT city, SUM(amount * id % 97) AS s, AVG(amount) FROM sales GROUP BY city",
		"SELECT day, COUNT(DISTINCT id % 1000) FROM sales WHERE amount > 10 GROUP BY day",
		"SELECT note, MAX(amount * 3 - id % 11), SUM(SQRT(id)) FROM sales WHERE city <> 'Bern' GROUP BY note",
	} {
		running.Go(func() {
			s := e.Connect(sql.Client{User: "root", Host: "localhost", Owner: true})
			defer s.Close()
			for ctx.Err() == nil {
				_, _ = s.Query(ctx, query) // it is cancelled at the end
			}
		})
	}
	for _, w := range windows {
		t.Run(w.name, func(t *testing.T) {
			ctx := browsed(t, w.width, w.height, w.dark)
			do(t, ctx, "open the page", chromedp.Navigate(address+"/#live"))
			until(t, ctx, `[...document.querySelectorAll(".stream")].some(c => c.querySelectorAll(".riders li").length >= 3 && c.querySelector(".head b").textContent == "sales")`)
			until(t, ctx, `document.querySelectorAll("#running div").length >= 3 && document.querySelectorAll("#wave-log path[d*=v]").length > 0`)
			do(t, ctx, "watch", chromedp.Sleep(5*time.Second))
			picture(t, ctx, "live")
			fits(t, ctx)
			var heights [2]float64
			for i := range heights {
				do(t, ctx, "measure", chromedp.Evaluate(`document.querySelector(".stream .foot").getBoundingClientRect().top`, &heights[i]), chromedp.Sleep(time.Second))
			}
			if heights[0] != heights[1] {
				t.Errorf("the page jumps: what was at %v is at %v", heights[0], heights[1])
			}
		})
	}
}

// Escape cancels what runs, and all rows come as a file.
func TestCancelAndFile(t *testing.T) {
	_, address := served(t, 60_000)
	ctx := browsed(t, 1100, 800, false)
	do(t, ctx, "open the page", chromedp.Navigate(address), chromedp.WaitVisible("#text", chromedp.ByQuery))
	enter(t, ctx, "SELECT COUNT(*) FROM sales a, sales b, sales c WHERE a.id + b.id <> c.id AND RAND(a.id) + RAND(b.id) < RAND(c.id) + 1")
	until(t, ctx, `!document.getElementById("cancel").disabled && document.getElementById("status").textContent == "It runs …"`)
	do(t, ctx, "cancel", chromedp.Evaluate(`dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}))`, nil))
	until(t, ctx, `document.getElementById("cancel").disabled && document.getElementById("status").textContent == "It was cancelled."`)
	picture(t, ctx, "cancelled")
	do(t, ctx, "catch files", chromedp.Evaluate(`{
		const make = URL.createObjectURL;
		let content;
		URL.createObjectURL = blob => { content = blob.text(); return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = function () { content.then(t => { window.saved = [this.download, t]; }); };
	}`, nil))
	enter(t, ctx, "SELECT 1; SELECT id, note FROM sales ORDER BY id; SELECT 2")
	until(t, ctx, `document.querySelectorAll("#statements button").length == 3 && document.getElementById("cancel").disabled`)
	do(t, ctx, "choose the second result", chromedp.Click("#statements button:nth-child(2)", chromedp.ByQuery))
	do(t, ctx, "save", chromedp.Click("#csv", chromedp.ByQuery))
	until(t, ctx, `window.saved`)
	if got := text(t, ctx, `window.saved[0] + ": " + window.saved[1].split("\n").length + " lines, " + window.saved[1].slice(0, 26)`); got != "result.csv: 60002 lines, id,note\n0,\\N\n1,note 1\n2,no" {
		t.Errorf("the file is %q", got)
	}
}

// Where there are users the page asks for a name and a password.
func TestLogin(t *testing.T) {
	e, address := served(t, 1000)
	ask(t, e, "CREATE USER ann IDENTIFIED BY 'apple'")
	ask(t, e, "GRANT SELECT ON sales TO ann")
	for _, w := range windows[1:] {
		t.Run(w.name, func(t *testing.T) {
			ctx := browsed(t, w.width, w.height, w.dark)
			do(t, ctx, "open the page", chromedp.Navigate(address), chromedp.WaitVisible("#login-user", chromedp.ByQuery),
				chromedp.SendKeys("#login-user", "ann", chromedp.ByQuery), chromedp.SendKeys("#login-password", "pear\r", chromedp.ByQuery))
			until(t, ctx, `document.getElementById("login-error").textContent.includes("wrong")`)
			picture(t, ctx, "login")
			do(t, ctx, "once more", chromedp.Evaluate(`document.getElementById("login-password").value = ""`, nil), chromedp.SendKeys("#login-password", "apple\r", chromedp.ByQuery), chromedp.WaitVisible("#text", chromedp.ByQuery))
			enter(t, ctx, "SELECT COUNT(*) FROM sales")
			until(t, ctx, `document.querySelector(".grid td") && document.querySelector(".grid td").textContent == "1000"`)
			do(t, ctx, "leave", chromedp.Click("#logout", chromedp.ByQuery), chromedp.WaitVisible("#login-user", chromedp.ByQuery))
		})
	}
}
