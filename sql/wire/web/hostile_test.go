package web

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"

	"gsdms/sql"
	"gsdms/sql/wire/listen"
	"gsdms/sql/wire/metrics"
	"gsdms/sql/wire/wiretest"
)

// Requests of HTTP with anything wrong, to the page and to what watches, harm nobody else, and
// leave nothing.
func TestHostileRequests(t *testing.T) {
	var counts metrics.Counts
	e := wiretest.Open(t, sql.Config{Observe: counts.Observe})
	address := wiretest.Serve(t, func(ctx context.Context, l ...net.Listener) error {
		mux := http.NewServeMux()
		mux.Handle("/", Handler(e, &counts))
		mux.Handle("/metrics", metrics.Handler(e, &counts))
		mux.Handle("/healthz", metrics.Handler(e, &counts))
		return metrics.Serve(ctx, listen.NewRoom(100).Of(l[0]), mux)
	})
	request := func(method, path, body string) []byte {
		r, err := http.NewRequest(method, "http://"+address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(ownHeader, "1")
		r.Header.Set("Content-Type", "application/json")
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	wiretest.Harm(t, address, wiretest.Conversation{
		Said: [][]byte{
			request("GET", "/", ""), request("GET", "/api/me", ""), request("POST", "/api/run", `{"text":"SELECT 1; SELECT nope; SHOW TABLES"}`),
			request("POST", "/api/export", `{"text":"SELECT 1 a","format":"csv"}`), request("GET", "/api/catalog", ""), request("POST", "/api/login", `{"user":"ann","password":"x"}`),
			request("GET", "/metrics", ""), request("GET", "/healthz", ""), request("GET", "/api/live", ""),
		},
		Stray: strayHeader,
		Good: func(int) error {
			answer, err := client.Get("http://" + address + "/healthz")
			if err != nil {
				return err
			}
			defer answer.Body.Close()
			return wiretest.Equal(answer.StatusCode, http.StatusOK)
		},
		Left: func() (string, int) { return "sessions", e.Status().Sessions },
	})
}

// Whoever guesses passwords and cookies is turned away each time, and leaves nothing.
func TestHostileGuesses(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE USER ann IDENTIFIED BY 'apple'")
	wiretest.Bounded(t, func() {
		for n := range wiretest.Rounds(t, 200) {
			got, _ := status(s.ask(t.Context(), "/api/run", asked{Text: "SELECT 1"}, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: cookieName(r), Value: fmt.Sprint(n)}) }))
			if got != http.StatusUnauthorized {
				t.Errorf("the cookie %d: status %d", n, got)
			}
		}
		for n := range wiretest.Rounds(t, 3) { // each is answered late
			if got, _ := status(s.ask(t.Context(), "/api/login", map[string]string{"user": "ann", "password": fmt.Sprint(n, "apple")})); got != http.StatusUnauthorized {
				t.Errorf("the password %d: status %d", n, got)
			}
		}
	})
	if got, text := status(s.ask(t.Context(), "/api/login", map[string]string{"user": "ann", "password": "apple"})); got != http.StatusOK {
		t.Errorf("after all, with the password: status %d, %s", got, text)
	}
}

// strayHeader is a line that may stand in a request, or not.
func strayHeader(d *rand.Rand) []byte {
	lines := []string{
		"Transfer-Encoding: chunked\r\n", "Content-Length: %d\r\n", "Content-Length: -%d\r\n", "Expect: 100-continue\r\n", "Connection: upgrade\r\nUpgrade: h2c\r\n",
		"Cookie: gsdms=%d\r\n", "Range: bytes=%d-\r\n", "\r\n\r\n", "%x\r\nab\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET /%%2e%%2e/%d HTTP/1.0\r\n\r\n", "If-None-Match: %d\r\n",
	}
	line := lines[d.IntN(len(lines))]
	if strings.Contains(line, "%") {
		return fmt.Appendf(nil, line, d.Uint64N(1<<d.Uint32N(63)))
	}
	return []byte(line)
}
