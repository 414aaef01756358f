package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"time"

	"gsdms/sql"
	"gsdms/sql/wire/metrics"
)

//go:embed assets
var files embed.FS

// types are the content types of the page's files by the ends of their names: what the
// machine knows of them may differ.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// policy is what the page may do: use its own files and this server, and nothing else. A
// plan is a picture, which the page makes an address for.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// How much a request may bring, how long it may take to come, and how long a client may
// take for a piece of the answer.
const (
	maxBody  = 1 << 20
	toAsk    = 10 * time.Second
	patience = 30 * time.Second
)

// door is the page's server.
type door struct {
	engine   *sql.Engine
	counts   *metrics.Counts
	logins   logins
	running  chan struct{} // a place for each request that runs statements
	watching chan struct{} // for each that watches
}

// Handler answers with the page and what it asks for.
func Handler(e *sql.Engine, c *metrics.Counts) http.Handler {
	d := &door{engine: e, counts: c, running: make(chan struct{}, maxRunning), watching: make(chan struct{}, maxWatching)}
	mux := http.NewServeMux()
	d.pages(mux)
	for pattern, answer := range map[string]func(http.ResponseWriter, *http.Request, *visit){
		"GET /api/me": d.me, "GET /api/catalog": d.catalog, "GET /api/live": d.live,
		"POST /api/run": d.run, "POST /api/export": d.export, "POST /api/logout": d.logout,
	} {
		mux.Handle(pattern, d.known(answer))
	}
	mux.HandleFunc("POST /api/login", d.login)
	return d.guarded(mux)
}

// pages adds the files, each with a tag by which a browser knows whether it has it.
func (d *door) pages(mux *http.ServeMux) {
	inside, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err) // the name is no path
	}
	err = fs.WalkDir(inside, ".", func(name string, e fs.DirEntry, err error) error {
		kind, ok := types[path.Ext(name)]
		if err != nil || e.IsDir() || !ok {
			return err
		}
		text, err := fs.ReadFile(inside, name)
		if name == "index.html" {
			name = "{$}"
		}
		sum := sha256.Sum256(text)
		tag := `"` + hex.EncodeToString(sum[:8]) + `"`
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) { answerFile(w, r, text, kind, tag) })
		return err
	})
	if err != nil {
		panic(err) // they are in the program
	}
}

func answerFile(w http.ResponseWriter, r *http.Request, text []byte, kind, tag string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache")
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_ = arm(w)
	_, _ = w.Write(text) // who has gone does not read it
}

// guarded has all answers say what a browser may do with them, and lets in only who may come
// by this way at all.
func (d *door) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if err := d.reachable(r); err != nil {
			refuse(w, http.StatusForbidden, err.Error())
			return
		}
		next.ServeHTTP(w, r)
	})
}

// arm gives a client time for the next piece of its answer.
func arm(w http.ResponseWriter) error {
	return http.NewResponseController(w).SetWriteDeadline(time.Now().Add(patience))
}

// refusal is what is wrong with a request, or with a statement.
type refusal struct {
	Code    int    `json:"code,omitempty"` // MySQL's, of a statement
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Line    int    `json:"line,omitempty"`   // from 1, in the whole text
	Column  int    `json:"column,omitempty"` // in characters, from 1
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, status int, message string) {
	answer(w, status, map[string]refusal{"error": {Message: message}})
}

func answer(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":{"message":"the answer cannot be written as JSON"}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = arm(w)
	w.WriteHeader(status)
	_, _ = w.Write(text) // who has gone does not read it
}

// read reads the JSON that a request brings, or says what is wrong with it.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fmt.Errorf("the content type is %q; send application/json", r.Header.Get("Content-Type"))
	}
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(toAsk))
	defer func() { _ = c.SetReadDeadline(time.Time{}) }() // a recorder in a test has none
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return fmt.Errorf("read the request: %w; at most %d bytes are taken", err, maxBody)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("the request is no JSON as this address takes it: %w", err)
	}
	return nil
}
