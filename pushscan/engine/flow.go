package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"gsdms/operators"
	"gsdms/operators/external"
	"gsdms/plan"
	"gsdms/pushscan"
)

// flow is the rows of a query's last stage, part by part: each part is a ride of its own,
// which begins where the one before has ended. The first part of what is expected to be few
// rows rides with others on the stream of the table, and is mostly all of them.
type flow struct {
	started *Started
	stage   int
	query   *operators.Query
	hub     *pushscan.Hub
	limits  []plan.Limit // of the operators behind the scan: what is left of them
	next    int          // row of the table that the next part begins with
	chunks  int          // that it has at most; 0: it shares the stream of others
	rows    int          // of its chunks
	ended   bool
	source  external.Source // of the rows, if it is not a stream, with all operators behind it
	own     *stage          // that the source is of
	none    *plan.Rows      // no rows, with its columns
	report  StageReport     // of the parts so far
}

// How the bytes of all that a query emits, of the first part, and of what it holds at a time
// compare with those of a part: the rows of two are there, and the run of a third.
const (
	fewParts   = 4       // and more are not expected to be one part
	firstParts = 16      // of the first one, so that it is there soon
	heldParts  = 4       // of the memory of all
	growth     = 8       // of the rows of the table from part to part, at most
	mostChunks = 1 << 10 // of a part
)

// flows reports whether the rows of a stage can be given part by part: neither its scan nor an
// operator behind it needs all of them.
func (s *Started) flows(i int, q *operators.Query) bool {
	if q == nil || q.Program == nil {
		return false
	}
	emit, ok := q.Program.Sink.(*operators.Emit)
	return ok && emit.Top == nil && q.Program.Offset == 0 && s.mayFlow(i, q)
}

// mayFlow reports whether a stage is the last of a query whose rows may come part by part,
// and none of the operators behind its scan needs all of them.
func (s *Started) mayFlow(i int, q *operators.Query) bool {
	return s.flowing && i == len(s.query.Leaves)-1 && !slices.ContainsFunc(q.Finish, needsAll)
}

// needsAll reports whether an operator's rows depend on rows that are still to come.
func needsAll(op plan.Operator) bool {
	switch op.(type) {
	case plan.Filter, plan.Project, plan.Limit:
		return false
	}
	return true
}

// flowOf begins the flow of a stage.
func (s *Started) flowOf(i int, q *operators.Query) *flow {
	f := &flow{started: s, stage: i, query: q, hub: s.engine.hub, report: StageReport{Stage: i, Query: q}}
	if f.report.Refused = s.engine.refusal(q.Program); s.engine.spare != nil && f.report.Refused != nil {
		f.hub = s.engine.spare
	}
	for _, op := range q.Finish {
		if l, ok := op.(plan.Limit); ok {
			f.limits = append(f.limits, l)
		}
	}
	p := q.Program
	if _, emits := p.Sink.(*operators.Emit); !emits {
		return f
	}
	if len(f.limits) > 0 && lacks(p) {
		f.cut(plan.SegmentRows)
		f.chunks = 1
		return f
	}
	width := float64(len(p.Sink.(*operators.Emit).Out)) * cellBytes
	part := float64(f.partBytes())
	if all := p.Emits(p.Table.Rows) * width; all >= fewParts*part {
		f.cut(part / firstParts * float64(p.Table.Rows) / all)
		f.chunks = 1
	}
	return f
}

// lacks reports whether a program scans rows that have to be read from elsewhere first. A limit may
// spare most of that, so that there is less in the first part.
func lacks(p *operators.Program) bool {
	d, ok := p.Table.Data.(plan.Deferred)
	return ok && slices.ContainsFunc(p.Columns, func(c operators.Column) bool { return d.Lacks(c.Ordinal) })
}

// cut sets the rows of a chunk, of about so many, and no more than the shared streams have.
func (f *flow) cut(rows float64) {
	most, device := f.hub.ChunkRows()
	f.rows = most
	if rows >= float64(most) || device {
		return
	}
	f.rows = max(64, int(rows)&^63)
	if f.rows >= plan.SegmentRows {
		f.rows &^= plan.SegmentRows - 1
	}
}

// read gives the rows of the next part, charged to an account of their own under the
// query's. The flow has ended when there are no more behind them.
func (f *flow) read(ctx context.Context) (*plan.Rows, *operators.Account, error) {
	account := operators.NewAccount(0, "", f.started.account)
	for {
		rows, err := f.part(ctx, account)
		if err == nil && !f.ended && rows.Len == 0 {
			account.Empty()
			continue
		}
		if err != nil {
			account.Empty()
			return nil, nil, err
		}
		return shown(f.started.query, rows), account, nil
	}
}

// part rides once. There may be no rows in a part.
func (f *flow) part(ctx context.Context, account *operators.Account) (*plan.Rows, error) {
	if f.source != nil {
		return f.sourced(ctx, account)
	}
	rows, err := f.raw(ctx)
	for errors.As(err, new(*operators.ShortError)) && f.shrink() {
		rows, err = f.raw(ctx)
	}
	if err != nil {
		return nil, err
	}
	if rows == nil {
		return &plan.Rows{}, nil
	}
	if err := account.Charge(rows.Bytes()); err != nil {
		return nil, err
	}
	return f.behind(ctx, account, rows)
}

// raw gives the next rows of the scan, nil where those of a ride do not count.
func (f *flow) raw(ctx context.Context) (*plan.Rows, error) {
	began := f.next
	rows, err := f.ride(ctx)
	if err != nil {
		return nil, numbered(f.stage, f.query.Program.Blame(err))
	}
	f.grow(rows.Bytes(), f.next-began)
	if f.next == began && f.next < f.query.Program.Table.Rows { // it began in the middle, and there is more than a part
		return nil, nil
	}
	f.ended = f.next >= f.query.Program.Table.Rows
	return rows, nil
}

// shrink has the next part be of fewer rows of the table; false where it cannot.
func (f *flow) shrink() bool {
	most, device := f.hub.ChunkRows()
	before := f.rows
	if before == 0 {
		before = min(most, f.query.Program.Table.Rows)
	}
	if device || before <= 64 && f.rows > 0 {
		return false
	}
	f.cut(float64(before) / growth)
	f.chunks = 1
	return true
}

// sourced is part for rows that do not come from a stream.
func (f *flow) sourced(ctx context.Context, account *operators.Account) (*plan.Rows, error) {
	began := time.Now()
	rows, last, err := external.Part(ctx, f.source, f.partBytes(), account.Charge)
	f.report.tail(began)
	if err != nil {
		return nil, err
	}
	if f.ended = last; last {
		f.source.Close()
	}
	if f.none == nil {
		f.none = rows.Slice(0, 0)
	}
	if len(rows.Columns) == 0 { // they have ended
		rows = f.none
	}
	f.own.reported()
	f.own.report.Rows, f.own.report.Bytes, f.own.report.Tail = f.report.Rows+rows.Len, f.report.Bytes+rows.Bytes(), f.report.Tail
	f.own.report.Behind = f.report.Behind
	f.report = f.own.report
	return rows, nil
}

// behind runs the operators behind the scan on the rows of a part, and notes what they took.
func (f *flow) behind(ctx context.Context, account *operators.Account, rows *plan.Rows) (*plan.Rows, error) {
	began := time.Now()
	f.report.Sunk += rows.Len
	out, err := f.finish(ctx, account, rows)
	f.report.tail(began)
	if err == nil {
		f.report.Rows += out.Len
		f.report.Bytes += out.Bytes()
	}
	return out, err
}

// grow sizes the part behind one that had so many rows of the table and so many bytes.
func (f *flow) grow(bytes int64, rows int) {
	before := max(1, f.chunks) * f.rows
	if rows <= 0 {
		rows = f.query.Program.Table.Rows
	}
	wanted := float64(f.partBytes()) * float64(rows) / float64(max(1, bytes))
	if before > 0 {
		wanted = min(wanted, growth*float64(before))
	}
	f.cut(wanted)
	f.chunks = max(1, min(mostChunks, int(wanted)/f.rows))
}

// ride takes the program over the next part of its table. What the first backend gives up
// after all runs on the spare one.
func (f *flow) ride(ctx context.Context) (*plan.Rows, error) {
	s := f.started
	part := pushscan.Part{First: f.next, Bytes: f.partBytes(), Chunks: f.chunks, Rows: f.rows}
	terms := s.terms
	if f.hub == s.engine.spare {
		terms = onSpare(terms)
	}
	sub, err := f.hub.SubscribePart(ctx, terms, f.query, part)
	if err != nil {
		return nil, err
	}
	s.join(sub)
	rows, err := sub.Wait(ctx)
	if operators.AskAgain(err) {
		return f.ride(ctx)
	}
	if spare := s.engine.spare; spare != nil && f.hub != spare && errors.As(err, &f.report.Refused) {
		f.hub = spare
		return f.ride(ctx)
	}
	if err != nil {
		return nil, err
	}
	s.part(sub)
	f.passed(sub.Next())
	scan := sub.Report()
	f.report.add(&scan)
	return rows, nil
}

// passed notes up to which row of the table the rows have come.
func (f *flow) passed(to int) {
	p := f.query.Program
	if f.rows > 0 {
		for _, c := range p.Columns {
			p.Table.Data.Passed(c.Ordinal, f.next, to)
		}
	}
	f.next = to
}

// add counts the scan of another part.
func (r *StageReport) add(part *pushscan.Report) {
	if r.Scan == nil {
		r.Scan = part
		return
	}
	r.Scan.Join(part)
}

// finish runs the operators behind the scan on the rows of a part. Where a limit is filled
// the flow ends.
func (f *flow) finish(ctx context.Context, account *operators.Account, rows *plan.Rows) (*plan.Rows, error) {
	// Codes of numbers become numbers, whether or not operators want them.
	rows, err := finish(ctx, account, nil, rows)
	if err != nil {
		return nil, err
	}
	ops, at := f.query.Finish, 0
	for len(ops) > 0 {
		n := slices.IndexFunc(ops, func(op plan.Operator) bool { _, ok := op.(plan.Limit); return ok })
		if n < 0 {
			n = len(ops)
		}
		if rows, err = finish(ctx, account, ops[:n], rows); err != nil {
			return nil, err
		}
		if n == len(ops) {
			break
		}
		rows = f.limit(&f.limits[at], rows)
		ops, at = ops[n+1:], at+1
	}
	return rows, nil
}

// limit takes from rows what a limit still passes.
func (f *flow) limit(l *plan.Limit, rows *plan.Rows) *plan.Rows {
	lo := min(l.Offset, int64(rows.Len))
	hi := int64(rows.Len)
	if l.Count >= 0 {
		hi = min(hi, lo+l.Count)
		l.Count -= hi - lo
		f.ended = f.ended || l.Count == 0
	}
	l.Offset -= lo
	return rows.Slice(int(lo), int(hi))
}
