package mysql

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/sql/result"
)

// batchRows is how many rows of a stream are handed over at once.
const batchRows = 1024

// Stream is Query for who reads the rows one after another: those behind the first ones come
// as they are read, and the Set must be closed before the next statement.
func (c *Client) Stream(ctx context.Context, text string) (*result.Set, error) {
	return c.stream(ctx, text, func(r *mysql.Result, row client.SelectPerRowCallback, head client.SelectPerResultCallback) error {
		return c.conn.ExecuteSelectStreaming(text, r, row, head)
	})
}

// streaming runs a statement and calls head with its columns and row with each row.
type streaming func(r *mysql.Result, row client.SelectPerRowCallback, head client.SelectPerResultCallback) error

// stream is the rows of a statement as they come, a result.Rest.
type stream struct {
	client *Client
	text   string
	began  time.Time
	end    func() // of what ends the statement with its context

	batches chan *plan.Rows // closed behind the last
	stop    chan struct{}   // closed when nobody reads on
	set     *result.Set
	heads   []plan.Output
	rows    *plan.Rows // that are being gathered
	total   int
	got     mysql.Result
	err     error // valid when batches is closed
	stopped bool
}

// stream is Stream for a statement that execute runs.
func (c *Client) stream(ctx context.Context, text string, execute streaming) (*result.Set, error) {
	s := &stream{client: c, text: text, began: time.Now(), end: c.killAfter(ctx), batches: make(chan *plan.Rows), stop: make(chan struct{})}
	go func() {
		defer close(s.batches)
		s.err = execute(&s.got, s.row, s.head)
		if s.err == nil && s.rows != nil && s.rows.Len > 0 {
			s.hand()
		}
	}()
	first, more := <-s.batches
	if !more {
		s.end()
		if s.err != nil {
			return nil, s.failure()
		}
		return s.whole(nil)
	}
	if first.Len < batchRows { // only the last batch has fewer
		<-s.batches
		s.end()
		return s.whole(first)
	}
	s.set = &result.Set{Columns: s.heads, Rows: first, More: s, Plain: plainColumn(s.heads)}
	s.set.Report.Rows, s.set.Report.Wall = first.Len, time.Since(s.began)
	return s.set, nil
}

// whole is a result of which no more is to come.
func (s *stream) whole(rows *plan.Rows) (*result.Set, error) {
	if s.heads == nil {
		r, err := resultOf(&s.got)
		if err == nil {
			r.Report.Wall = time.Since(s.began)
		}
		return r, err
	}
	if rows == nil {
		rows = s.rows
	}
	r := &result.Set{Columns: s.heads, Rows: rows, Plain: plainColumn(s.heads), Warnings: int(s.got.Warnings)}
	r.Report.Rows, r.Report.Wall = rows.Len, time.Since(s.began)
	return r, nil
}

// head takes the columns.
func (s *stream) head(r *mysql.Result) error {
	for _, f := range r.Fields {
		s.heads = append(s.heads, plan.Output{Name: string(f.Name), Type: typeOf(f)})
	}
	s.rows = newBatch(s.heads)
	return nil
}

// row takes a row, whose memory is used again for the next one.
func (s *stream) row(cells []mysql.FieldValue) error {
	select {
	case <-s.stop:
		return nil // what is still under way is dropped, so that the connection can go on
	default:
	}
	for i := range s.rows.Columns {
		v := &s.rows.Columns[i]
		extend(v)
		if v.Nulls[s.rows.Len] = cells[i].Type == mysql.FieldValueTypeNull; v.Nulls[s.rows.Len] {
			continue
		}
		if err := put(v, s.rows.Len, &cells[i]); err != nil {
			return fmt.Errorf("read the rows of %s: %w", s.client.target.Address, err)
		}
	}
	s.total++
	if s.rows.Len++; s.rows.Len == batchRows {
		s.hand()
	}
	return nil
}

// hand gives the rows that are there to the reader.
func (s *stream) hand() {
	select {
	case s.batches <- s.rows:
	case <-s.stop:
	}
	s.rows = newBatch(s.heads)
}

// Next implements result.Rest.
func (s *stream) Next() (*plan.Rows, error) {
	if s.stopped {
		return nil, nil
	}
	rows, more := <-s.batches
	if more {
		return rows, nil
	}
	s.stopped = true
	s.end()
	s.set.Report.Rows, s.set.Report.Wall, s.set.Warnings = s.total, time.Since(s.began), int(s.got.Warnings)
	if s.err != nil {
		return nil, s.failure()
	}
	return nil, nil
}

// Close implements result.Rest: the server ends the statement, and what it has sent is dropped.
func (s *stream) Close() {
	if s.stopped {
		return
	}
	s.stopped = true
	close(s.stop)
	s.client.kill()
	for range s.batches { // until the statement has ended
	}
	s.end()
}

func (s *stream) failure() error { return s.client.failure(s.text, s.err) }

// newBatch is no rows of these columns.
func newBatch(heads []plan.Output) *plan.Rows {
	rows := &plan.Rows{Columns: make([]plan.Vector, len(heads))}
	for i, h := range heads {
		rows.Columns[i] = plan.Vector{Type: h.Type, Nulls: []bool{}}
	}
	return rows
}

// extend adds a row without a value.
func extend(v *plan.Vector) {
	v.Nulls = append(v.Nulls, false)
	switch v.Type.Kind {
	case plan.Double:
		v.Floats = append(v.Floats, 0)
	case plan.Decimal:
		v.Wide = append(v.Wide, (*big.Int)(nil))
	case plan.String:
		v.Texts = append(v.Texts, "")
	default:
		v.Ints = append(v.Ints, 0)
	}
}

// plainColumn reports whether a result is texts of many lines.
func plainColumn(heads []plan.Output) bool {
	n := len(heads)
	return n > 0 && (heads[n-1].Name == "EXPLAIN" || heads[n-1].Name == "Create Table")
}
