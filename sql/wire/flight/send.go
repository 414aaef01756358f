package flight

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gsdms/plan"
	"gsdms/pushscan/load/arrows"
	"gsdms/sql/result"
)

// recordBytes is about how long a record is: clients may refuse messages of more than 4 MiB.
const recordBytes = 1 << 20

// sender sends frames while the next one is made, and no faster than the client takes them.
// It implements ipc.PayloadWriter.
type sender struct {
	ctx    context.Context
	stall  *time.Timer
	limit  time.Duration
	frames chan *frame
	ended  chan error // what the last frame came to
	stop   func()     // there are no more frames
}

// newSender begins to send. stop must follow.
func newSender(c *call, stream grpc.ServerStream) *sender {
	limit := c.server.options.Stall
	s := &sender{ctx: c.ctx, stall: time.NewTimer(limit), limit: limit, frames: make(chan *frame), ended: make(chan error, 1)}
	s.stop = sync.OnceFunc(func() { close(s.frames) })
	go func() {
		for f := range s.frames {
			if err := stream.SendMsg(f); err != nil {
				s.ended <- err
				return
			}
		}
		s.ended <- nil
	}()
	return s
}

// Start implements ipc.PayloadWriter.
func (s *sender) Start() error { return nil }

// Close implements ipc.PayloadWriter.
func (s *sender) Close() error { return nil }

// WritePayload implements ipc.PayloadWriter.
func (s *sender) WritePayload(p ipc.Payload) error {
	meta := p.Meta()
	f := &frame{header: meta.Bytes()}
	if err := p.SerializeBody(f); err != nil {
		return err
	}
	s.stall.Reset(s.limit)
	select {
	case s.frames <- f:
		return nil
	case err := <-s.ended:
		return err
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	case <-s.stall.C:
		return s.stalled()
	}
}

func (s *sender) stalled() error {
	return status.Errorf(codes.DeadlineExceeded, "the client took no rows for %s", s.limit)
}

// finish waits until the last frame has been taken.
func (s *sender) finish() error {
	s.stop()
	s.stall.Reset(s.limit)
	select {
	case err := <-s.ended:
		return err
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	case <-s.stall.C:
		return s.stalled()
	}
}

// results is what sends the rows of one result, or of several with the same columns.
type results struct {
	sender *sender
	schema *arrow.Schema
	writer *ipc.Writer
}

// newResults begins to send; close must follow.
func newResults(c *call, stream grpc.ServerStream) *results {
	return &results{sender: newSender(c, stream)}
}

// close lets go of what sends. A frame that is on its way ends with the call.
func (r *results) close() { r.sender.stop() }

// begin says what the columns are.
func (r *results) begin(schema *arrow.Schema) {
	r.schema, r.writer = schema, ipc.NewWriterWithPayloadWriter(r.sender, ipc.WithSchema(schema))
}

// send sends the rows of a set, and closes it.
func (r *results) send(set *result.Set) error {
	defer set.Close()
	schema := arrows.Schema(set.Columns)
	if r.schema == nil {
		r.begin(schema)
	} else if !r.schema.Equal(schema) {
		return status.Errorf(codes.InvalidArgument, "the rows of the parameters have results of other types: %s and %s; CAST(? AS …) says the type of a parameter", r.schema, schema)
	}
	if set.Rows == nil {
		return nil
	}
	for rows, err := range set.Batches() {
		if err == nil {
			err = r.rows(rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rows sends rows as records.
func (r *results) rows(rows *plan.Rows) error {
	for lo := 0; lo < rows.Len; {
		hi := arrows.Fitting(rows, lo, recordBytes)
		record, err := arrows.Record(r.schema, rows, lo, hi)
		if err != nil {
			return fmt.Errorf("send rows as Arrow records: %w", err)
		}
		err = r.writer.Write(record)
		record.Release()
		if err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// end ends the stream. A result without rows still has its columns.
func (r *results) end() error {
	if r.schema == nil {
		r.begin(arrow.NewSchema(nil, nil))
	}
	if err := r.writer.Close(); err != nil {
		return err
	}
	return r.sender.finish()
}
