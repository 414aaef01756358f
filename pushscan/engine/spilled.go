package engine

import (
	"context"
	"slices"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/operators/tail"
	"gsdms/plan"
)

// spilled reads rows that a run has left in a file, about a part at a time.
type spilled struct {
	rows   *spill.Rows
	reader *spill.Reader
	most   int64 // bytes of a part
}

// openSpilled begins to read rows, which it keeps until it is closed.
func openSpilled(rows *spill.Rows, most int64) (*spilled, error) {
	reader, err := rows.Reader()
	if err != nil {
		rows.Release()
		return nil, err
	}
	return &spilled{rows, reader, most}, nil
}

// close lets go of the rows. It may be called more than once.
func (s *spilled) close() {
	s.rows.Release()
	s.rows = nil
}

// next gives the next rows, charged to an account; last says that they are the last.
func (s *spilled) next(account *operators.Account) (rows *plan.Rows, last bool, err error) {
	var parts []*plan.Rows
	bytes := int64(0)
	for bytes < s.most && !last {
		some, err := s.reader.Next()
		if err != nil {
			return nil, false, err
		}
		if last = some == nil; last {
			break
		}
		if err := account.Charge(some.Bytes()); err != nil {
			return nil, false, err
		}
		bytes += some.Bytes()
		parts = append(parts, some)
	}
	if len(parts) == 0 {
		return s.rows.None(), true, nil
	}
	rows, err = tail.Concat(parts)
	return rows, last, err
}

// flowFrom gives the first rows of a stage whose rows are in a file.
func (s *Started) flowFrom(ctx context.Context, i int, q *operators.Query, rows *spill.Rows, report StageReport) (*plan.Rows, error) {
	from, err := openSpilled(rows, s.engine.hub.PartBytes())
	if err != nil {
		return nil, err
	}
	s.flow = s.flowOf(i, q)
	s.flow.spilled, s.flow.report = from, report
	s.flow.report.Sunk = 0 // counted as they are read
	if report.Scan != nil {
		now := *report.Scan
		s.flow.report.Scan = &now
	}
	first, account, err := s.flow.read(ctx)
	if err != nil {
		from.close()
		return nil, err
	}
	s.first = account
	if s.flow.ended {
		from.close()
	}
	return first, nil
}

// nextSpilled is part for rows in a file.
func (f *flow) nextSpilled(ctx context.Context, account *operators.Account) (*plan.Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	rows, last, err := f.spilled.next(account)
	if err != nil {
		return nil, err
	}
	f.ended = last
	return f.behind(ctx, account, rows)
}

// finishParts runs the operators behind a scan on rows in a file. Those that need no other
// rows run part by part; a sort that only the first rows are wanted of keeps these.
func (s *Started) finishParts(ctx context.Context, q *operators.Query, rows *spill.Rows) (*plan.Rows, error) {
	from, err := openSpilled(rows, s.engine.hub.PartBytes())
	if err != nil {
		return nil, err
	}
	defer from.close()
	before, first, rest := splitFinish(q.Finish)
	var kept []*plan.Rows
	for last := false; !last; {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		account := operators.NewAccount(0, "", s.account)
		var part *plan.Rows
		if part, last, err = from.next(account); err == nil {
			part, err = finish(ctx, account, before, part)
		}
		if err == nil && (part.Len > 0 || len(kept) == 0) {
			kept, err = s.keepFirst(ctx, append(kept, part), first)
		}
		account.Empty()
		if err != nil {
			return nil, err
		}
		if err := s.account.Charge(bytesOf(kept) - s.kept); err != nil {
			return nil, err
		}
		s.kept = bytesOf(kept)
	}
	s.kept = 0
	all, err := tail.Concat(kept)
	if err != nil {
		return nil, err
	}
	return finish(ctx, s.account, rest, all)
}

// keepFirst leaves of rows those that are first in the order that is asked for.
func (s *Started) keepFirst(ctx context.Context, rows []*plan.Rows, first []plan.Operator) ([]*plan.Rows, error) {
	if len(first) == 0 || len(rows) < 2 {
		return rows, nil
	}
	all, err := tail.Concat(rows)
	if err != nil {
		return nil, err
	}
	out, err := tail.Run(ctx, first, all, tail.Options{})
	return []*plan.Rows{out}, err
}

func bytesOf(rows []*plan.Rows) (sum int64) {
	for _, r := range rows {
		sum += r.Bytes()
	}
	return sum
}

// splitFinish parts operators into those that need no other rows, a sort and its limit that
// leave of some rows all that can be wanted, if there are such, and those that run at the
// end on what is left: the sort again, and what is behind it.
func splitFinish(ops []plan.Operator) (before, first, rest []plan.Operator) {
	n := 0
	for n < len(ops) && !needsAll(ops[n]) {
		if _, limit := ops[n].(plan.Limit); limit {
			break
		}
		n++
	}
	before, rest = ops[:n], ops[n:]
	for k, op := range rest {
		l, limit := op.(plan.Limit)
		if _, sorts := op.(plan.Sort); !limit && (!sorts || k > 0) {
			break
		}
		if limit && l.Count >= 0 && l.Offset+l.Count >= 0 {
			return before, append(slices.Clone(rest[:k]), plan.Limit{Count: l.Offset + l.Count}), rest
		}
	}
	return before, nil, rest
}
