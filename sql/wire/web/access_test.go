package web

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gsdms/sql/account"
)

// status gives an answer's status and what it says.
func status(r *http.Response) (int, string) {
	text, _ := io.ReadAll(r.Body)
	return r.StatusCode, string(text)
}

// Requests that no page of this server sends are refused, and garbage is told what it is.
func TestStrangeRequestsAreRefused(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT)")
	drop := asked{Text: "DROP TABLE t"}
	body := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		}
	}
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for _, c := range []struct {
		path   string
		body   any
		change func(*http.Request)
		status int
		says   string
	}{
		{"/api/run", drop, set(ownHeader, ""), 403, ownHeader},
		{"/api/run", drop, set("Sec-Fetch-Site", "cross-site"), 403, "another page"},
		{"/api/run", drop, set("Content-Type", "text/plain"), 400, "application/json"},
		{"/api/run", drop, set("Content-Type", ""), 400, "application/json"},
		{"/api/run", drop, func(r *http.Request) { r.Host = "evil.example" }, 403, "no users"},
		{"/api/run", drop, set("X-Forwarded-For", "192.0.2.1"), 403, "no users"},
		{"/api/run", drop, body("\x00\xff{"), 400, "no JSON"},
		{"/api/run", drop, body(`{"text": 3}`), 400, "no JSON"},
		{"/api/run", drop, body(`{"text": "` + strings.Repeat("x", maxBody) + `"}`), 400, "too large"},
		{"/api/run", asked{Text: " -- nothing\n"}, nil, 400, "0 statements"},
		{"/api/run", asked{Text: strings.Repeat("SELECT 1;", maxStatements+1)}, nil, 400, "101 statements"},
		{"/api/export", asked{Text: "SELECT 1; SELECT 2", Format: "csv"}, nil, 400, "one statement"},
		{"/api/export", asked{Text: "SELECT 1", Format: "exe"}, nil, 400, "csv"},
		{"/api/export", asked{Text: "DROP TABLE t", Format: "csv"}, nil, 422, "only reads"},
		{"/api/run", nil, nil, 405, ""}, {"/api/nothing", nil, nil, 404, ""}, {"/../doc.go", nil, nil, 404, ""}, {"/assets/app.js", nil, nil, 404, ""},
	} {
		change := c.change
		if change == nil {
			change = func(*http.Request) {}
		}
		if got, text := status(s.ask(context.Background(), c.path, c.body, change)); got != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s %+v: status %d, %s", c.path, c.body, got, text)
		}
	}
	s.owner("SELECT a FROM t") // it is still there
}

// All answers keep the page to its own files, and files are not sent twice.
func TestPage(t *testing.T) {
	s := newSite(t)
	for path, kind := range map[string]string{"/": "text/html", "/app.js": "text/javascript", "/style.css": "text/css", "/icon.svg": "image/svg+xml"} {
		answer := s.ask(context.Background(), path, nil, func(r *http.Request) { r.Header.Del(ownHeader) })
		code, text := status(answer)
		if policy := answer.Header.Get("Content-Security-Policy"); code != 200 || !strings.HasPrefix(answer.Header.Get("Content-Type"), kind) || !strings.Contains(policy, "script-src 'self'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: status %d, %v", path, code, answer.Header)
		}
		if strings.Contains(text, "http://") && strings.Contains(strings.ReplaceAll(text, "http://www.w3.org/", ""), "http://") || strings.Contains(text, "https://") || strings.Contains(text, " style=") || strings.Contains(text, "<script>") {
			t.Errorf("%s has what the policy forbids, or is from elsewhere", path)
		}
		again := s.ask(context.Background(), path, nil, func(r *http.Request) { r.Header.Set("If-None-Match", answer.Header.Get("ETag")) })
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s is sent again: %d", path, again.StatusCode)
		}
	}
}

// Where there are users nobody comes in without a password, rights hold, and a login ends by
// logging out, with another password and with the user.
func TestLogin(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE secret (pay INT)", "CREATE TABLE seen (b INT)", "INSERT INTO seen VALUES (7)", "CREATE USER ann IDENTIFIED BY 'apple'", "GRANT SELECT ON seen TO ann")
	for path, body := range map[string]any{"/api/me": nil, "/api/catalog": nil, "/api/live": nil, "/api/run": asked{Text: "SELECT 1"}, "/api/export": asked{Text: "SELECT 1", Format: "csv"}} {
		if got, _ := status(s.ask(context.Background(), path, body)); got != 401 {
			t.Errorf("%s without a login: %d", path, got)
		}
	}
	type credentials struct{ User, Password string }
	for _, c := range []credentials{{"ann", "pear"}, {"ann", ""}, {"eve", "apple"}, {"root", ""}, {"", ""}} {
		if got, text := status(s.ask(context.Background(), "/api/login", c)); got != 401 || strings.Contains(text, "apple") {
			t.Errorf("%v: %d, %s", c, got, text)
		}
	}
	enter := func(s *site, password string) *http.Cookie {
		answer := s.ask(context.Background(), "/api/login", credentials{"ann", password})
		if answer.StatusCode != 200 || len(answer.Cookies()) != 1 {
			t.Fatalf("ann: %d, %v", answer.StatusCode, answer.Cookies())
		}
		return answer.Cookies()[0]
	}
	if c := enter(s, "apple"); !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || len(c.Value) < 32 {
		t.Errorf("the cookie is %v", c)
	}
	if _, all := s.run("SELECT b FROM seen; SELECT USER()", false); !strings.HasPrefix(spelled(all), "7\nann@") {
		t.Errorf("ann reads %s", spelled(all))
	}
	for _, text := range []string{"SELECT pay FROM secret", "DROP TABLE seen", "CREATE USER bob IDENTIFIED BY 'x'", "SELECT * FROM '/etc/passwd'"} {
		if _, all := s.run(text, false); all[len(all)-2].Error == nil {
			t.Errorf("ann may %s", text)
		}
	}
	if _, text := status(s.ask(context.Background(), "/api/catalog", nil)); strings.Contains(text, "secret") || !strings.Contains(text, `"seen"`) {
		t.Errorf("ann's tables: %s", text)
	}
	if got, _ := status(s.ask(context.Background(), "/api/me", nil, func(r *http.Request) { r.Header.Set(ownHeader, "") })); got != 403 {
		t.Errorf("another page with ann's cookie: %d", got)
	}
	other := s.newcomer()
	enter(other, "apple")
	if s.ask(context.Background(), "/api/logout", struct{}{}); s.me() != 401 || other.me() != 200 {
		t.Errorf("after logging out: %d, elsewhere %d", s.me(), other.me())
	}
	s.owner("ALTER USER ann IDENTIFIED BY 'pear'")
	if other.me() != 401 {
		t.Error("another password leaves the login")
	}
	enter(other, "pear")
	watch := bufio.NewReader(other.ask(context.Background(), "/api/live", nil).Body)
	if line, err := watch.ReadString('\n'); err != nil || !strings.HasPrefix(line, "data: {") {
		t.Fatalf("ann watches: %s, %v", line, err)
	}
	s.owner("CREATE USER bob IDENTIFIED BY 'b'", "DROP USER ann")
	if other.me() != 401 {
		t.Error("a user who is gone is still in")
	}
	if _, err := io.Copy(io.Discard, watch); err != nil {
		t.Errorf("a user who is gone watches: %v", err)
	}
}

// me is what the page of who is logged in answers.
func (s *site) me() int {
	code, _ := status(s.ask(context.Background(), "/api/me", nil))
	return code
}

// Over the network nobody comes in without encryption, and without users nobody at all.
func TestReachable(t *testing.T) {
	s := newSite(t)
	try := func(remote, local, host string, tls bool) int {
		url := "http://" + host + "/api/me"
		if tls {
			url = "https://" + host + "/api/me"
		}
		r := httptest.NewRequest("GET", url, nil)
		r.RemoteAddr = remote
		r.Header.Set(ownHeader, "1")
		addr, err := net.ResolveTCPAddr("tcp", local)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		Handler(s.engine, nil).ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(addr))))
		return w.Code
	}
	for _, c := range []struct {
		remote, local, host string
		tls                 bool
		without, with       int // users
	}{
		{"127.0.0.1:5", "127.0.0.1:80", "localhost:80", false, 200, 401},
		{"[::1]:5", "[::1]:80", "[::1]:80", false, 200, 401},
		{"127.0.0.1:5", "127.0.0.1:80", "127.0.0.1", false, 200, 401},
		{"127.0.0.1:5", "127.0.0.1:80", "shop.example", false, 403, 401},
		{"192.0.2.1:5", "192.0.2.2:80", "192.0.2.2", false, 403, 403},
		{"192.0.2.1:5", "192.0.2.2:80", "192.0.2.2", true, 403, 401},
		{"192.0.2.1:5", "127.0.0.1:80", "localhost", true, 403, 401},
	} {
		if got := try(c.remote, c.local, c.host, c.tls); got != c.without {
			t.Errorf("without users %+v: %d", c, got)
		}
	}
	s.owner("CREATE USER ann IDENTIFIED BY 'apple'")
	if got := try("192.0.2.1:5", "192.0.2.2:80", "192.0.2.2", true); got != 401 {
		t.Errorf("with users, encrypted: %d", got)
	}
	if got := try("192.0.2.1:5", "192.0.2.2:80", "192.0.2.2", false); got != 403 {
		t.Errorf("with users, open: %d", got)
	}
}

// Encrypted, the cookie is for encrypted connections alone.
func TestCookieOverTLS(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE USER ann IDENTIFIED BY 'apple'")
	server := httptest.NewTLSServer(Handler(s.engine, nil))
	defer server.Close()
	s.url, s.client.Transport = server.URL, server.Client().Transport
	answer := s.ask(context.Background(), "/api/login", struct{ User, Password string }{"ann", "apple"})
	if c := answer.Cookies(); len(c) != 1 || !c[0].Secure || !c[0].HttpOnly || answer.StatusCode != 200 {
		t.Errorf("status %d, %v", answer.StatusCode, c)
	}
}

// Logins that nobody uses are forgotten for newer ones.
func TestLoginsAreNotEndless(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE USER ann IDENTIFIED BY 'apple'")
	var l logins
	ann := func(password string) login { return login{"ann", account.NewSecret(password), time.Now()} }
	first := l.enter(ann("apple"))
	if user, there := l.user(s.engine, first); !there || user != "ann" {
		t.Errorf("ann is %s, %v", user, there)
	}
	for range maxLogins {
		l.enter(ann("apple"))
	}
	if _, there := l.user(s.engine, first); there || len(l.byCookie) != maxLogins {
		t.Errorf("%d logins, the first is there: %v", len(l.byCookie), there)
	}
	if _, there := l.user(s.engine, l.enter(ann("pear"))); there {
		t.Error("a login with another password")
	}
	old := ann("apple")
	old.seen = old.seen.Add(-lasting - time.Minute)
	if _, there := l.user(s.engine, l.enter(old)); there {
		t.Error("a login that nobody has used for long")
	}
}

// The page that watches sees who rides, and what ended.
func TestLiveTells(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT, s VARCHAR(100))")
	s.fill("t", 3000)
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	for range 3 {
		_ = s.ask(ctx, "/api/run", asked{Text: endless})
	}
	_, _ = s.run("SELECT 1; SELECT nope", false)
	in := bufio.NewReader(s.ask(ctx, "/api/live", nil).Body)
	for range 200 {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		text, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var now sight
		if err := json.Unmarshal([]byte(text), &now); err != nil {
			t.Fatal(err)
		}
		queries, waved := 0, false
		for _, x := range now.Streams {
			for _, r := range x.Riders {
				if r.Of > 0 && strings.Contains(r.Text, "COUNT(*)") {
					queries += r.Queries
				}
			}
			waved = waved || x.Wave != nil && len(x.Wave.Batches) > 0
		}
		if queries == 3 && waved && now.Running == 3 && len(now.Now) == 3 && now.Totals.Failed == 1 && now.Everything {
			return
		}
	}
	t.Error("it never tells of three queries")
}
