package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"gsdms/operators"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// The limits of a request: rows and bytes of texts of each result, statements, and how many
// run at the same time.
const (
	maxRows       = 50_000
	maxBytes      = 16 << 20
	maxStatements = 100
	maxRunning    = 64
)

// The rows that are sent as soon as they are there, and the bytes that are sent together
// behind them.
const (
	firstRows  = 200
	pieceBytes = 128 << 10
)

// asked is what a request wants run.
type asked struct {
	Text   string
	Reads  bool   // nothing else than reading
	Format string // of an export

	statements []parse.Statement // of Text
}

// ran is what a statement did.
type ran struct {
	Rows     int64   `json:"rows"`
	More     bool    `json:"more"` // there are more rows than the page takes
	Affected int64   `json:"affected,omitempty"`
	Message  string  `json:"message,omitempty"`
	MS       float64 `json:"ms"`
	Cached   bool    `json:"cached"`           // its plan was known
	Table    string  `json:"table,omitempty"`  // of its largest scan
	Shared   int     `json:"shared,omitempty"` // most queries that shared a chunk of that, itself included
	Plain    bool    `json:"plain,omitempty"`
}

// column is a column of a result.
type column struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Number bool   `json:"number"`
}

// stream writes an answer in lines of JSON.
type stream struct {
	w   http.ResponseWriter
	buf []byte
	err error // that ended the connection
}

// line adds a line; flush sends all.
func (s *stream) line(key string, v any) {
	text, err := json.Marshal(map[string]any{key: v})
	if err != nil {
		s.err = errors.Join(s.err, err)
		return
	}
	s.buf = append(append(s.buf, text...), '\n')
}

func (s *stream) flush() error {
	if s.err != nil {
		return s.err
	}
	if s.err = arm(s.w); s.err == nil {
		_, s.err = s.w.Write(s.buf)
	}
	if s.err == nil {
		s.err = http.NewResponseController(s.w).Flush()
	}
	s.buf = s.buf[:0]
	return s.err
}

// ask reads what a request wants run and takes a place for it, which leave gives back. It has
// answered where ok is false.
func (d *door) ask(w http.ResponseWriter, r *http.Request) (a asked, leave func(), ok bool) {
	if err := read(w, r, &a); err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return a, nil, false
	}
	if a.statements = parse.Split(a.Text); !utf8.ValidString(a.Text) || len(a.statements) == 0 || len(a.statements) > maxStatements {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("the text has %d statements; it may have 1 to %d, in UTF-8", len(a.statements), maxStatements))
		return a, nil, false
	}
	select {
	case d.running <- struct{}{}:
		return a, func() { <-d.running }, true
	default:
		refuse(w, http.StatusTooManyRequests, "too many pages run statements at the moment; try again when one has ended")
		return a, nil, false
	}
}

// run runs statements one after another and sends what each gives in lines of JSON:
// {"statement"} and {"columns"}, {"rows"} as they come, then {"done"} or {"error"}, which
// ends it. {"end"} is the last line of every answer that is whole.
func (d *door) run(w http.ResponseWriter, r *http.Request, v *visit) {
	a, leave, ok := d.ask(w, r)
	if !ok {
		return
	}
	defer leave()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	s := d.session(v, cancel)
	defer s.Close()
	if a.Reads {
		s.OnlyReads()
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := &stream{w: w}
	for i, one := range a.statements {
		out.line("statement", map[string]any{"index": i, "of": len(a.statements), "line": one.Line, "text": cut(one.Text, 200)})
		if err := out.flush(); err != nil || !out.statement(ctx, s, a.Text, one) {
			break
		}
	}
	out.line("end", true)
	_ = out.flush() // who has gone does not read it
}

// statement runs one statement and sends what it gives; it reports whether the next one runs.
func (s *stream) statement(ctx context.Context, session *sql.Session, whole string, one parse.Statement) bool {
	began := time.Now()
	r, err := session.Stream(ctx, one.Text)
	done := ran{}
	if err == nil {
		done.Affected, done.Message, done.Plain = r.Affected, r.Message, r.Plain
		done.Rows, done.More, err = s.result(r)
		r.Close()
	}
	if err != nil {
		s.line("error", placed(err, whole, one))
		return false
	}
	done.MS, done.Cached = float64(time.Since(began).Microseconds())/1000, r.Report.Cached
	if scan := r.Report.Scan; scan != nil {
		done.Table, done.Shared = scan.Table, scan.Shared
	}
	s.line("done", done)
	return s.flush() == nil
}

// result sends a result as far as the page takes it.
func (s *stream) result(r *result.Set) (rows int64, more bool, err error) {
	if r.Rows == nil {
		return 0, false, nil
	}
	columns := make([]column, len(r.Columns))
	for i, c := range r.Columns {
		columns[i] = column{c.Name, c.Type.Lower(), isNumber(c.Type)}
	}
	s.line("columns", columns)
	p := page{stream: s}
	for batch, err := range r.Batches() {
		if err == nil {
			err = operators.Guarded(func() error { return p.add(batch) })
		}
		if err != nil || p.full {
			return p.rows, p.full, err
		}
	}
	return p.rows, false, p.send()
}

// placed is an error with its place in the whole text.
func placed(err error, whole string, one parse.Statement) refusal {
	e := parse.AsError(one.Text, err)
	out := refusal{Code: e.Code, Message: e.Message, Hint: e.Hint}
	if e.Line > 0 {
		out.Line, out.Column = one.Line+e.Line-1, e.Column
		if e.Line == 1 {
			before := whole[:one.Offset]
			out.Column += utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		}
	}
	return out
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
