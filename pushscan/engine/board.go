package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan"
)

// seat is a pipeline's place on a stream.
type seat struct {
	sub     *pushscan.Subscription // nil: there is none, because the only backend refuses it
	refused *operators.Refused     // by the first backend; nil if that would run it
	choice  *Choice                // between the backends; nil: there was none
	since   time.Time
	bounded *extremes // it has no place yet, but one for some segments after another; nil: it has one
}

// spare reports whether the seat is on the spare backend, if there is one.
func (s *seat) spare() bool { return s.refused != nil || s.choice != nil && s.choice.Spare }

// refusal gives why the first backend does not run a program, nil if it does.
func (e *Engine) refusal(p *operators.Program) *operators.Refused {
	if s, ok := e.backend.(operators.Selective); ok {
		return s.Refuse(p, e.queryMemory)
	}
	return nil
}

// HubFor gives the streams on which a program would run now.
func (e *Engine) HubFor(p *operators.Program) *pushscan.Hub {
	if e.spare != nil && (e.refusal(p) != nil || e.chooser != nil && e.chooser.choose(p, true).Spare) {
		return e.spare
	}
	return e.hub
}

// assign says on which backend a pipeline runs. A session that asks for kernels of operators
// asks for the backend that has them.
func (e *Engine) assign(as pushscan.Granularity, p *operators.Program) seat {
	s := seat{refused: e.refusal(p), since: time.Now()}
	if s.refused == nil && e.chooser != nil && as != pushscan.Operator {
		c := e.chooser.choose(p, false)
		s.choice = &c
	}
	return s
}

// make has the kernels of pipelines made on the goroutine of who asks for them, where they
// would otherwise be made on that of a stream, for which all of the stream's riders wait.
func (e *Engine) make(ctx context.Context, as pushscan.Granularity, queries []*operators.Query) error {
	m, ok := e.backend.(operators.Maker)
	if !ok || e.chooser != nil || as == pushscan.Operator { // a chooser sends there only what is made
		return nil
	}
	programs := make([]*operators.Program, len(queries))
	for i, q := range queries {
		programs[i] = q.Program
	}
	return m.Make(ctx, programs...)
}

// board puts pipelines on the streams of their tables, those that the first backend refuses,
// or is expected to be slower at, on those of the spare one. An error means that none is on any.
func (e *Engine) board(ctx context.Context, t pushscan.Terms, queries []*operators.Query) ([]seat, error) {
	seats := make([]seat, len(queries))
	var here, there []*operators.Query
	for i, q := range queries {
		if seats[i] = e.assign(t.As, q.Program); !seats[i].spare() {
			here = append(here, q)
		} else if e.spare != nil {
			there = append(there, q)
		}
	}
	if err := e.make(ctx, t.As, here); err != nil {
		return nil, err
	}
	subs, err := e.hub.SubscribeAs(ctx, t, here...)
	if err != nil {
		return nil, err
	}
	var others []*pushscan.Subscription
	if len(there) > 0 {
		if others, err = e.spare.SubscribeAs(ctx, onSpare(t), there...); err != nil {
			leave(subs)
			return nil, err
		}
	}
	for i := range seats {
		switch {
		case !seats[i].spare():
			seats[i].sub, subs = subs[0], subs[1:]
		case e.spare != nil:
			seats[i].sub, others = others[0], others[1:]
		}
	}
	return seats, nil
}

// onSpare is the terms on the spare backend, which may have no kernels of operators.
func onSpare(t pushscan.Terms) pushscan.Terms {
	if t.As == pushscan.Operator {
		t.As = pushscan.Auto
	}
	return t
}

// leave gives places up.
func leave(subs []*pushscan.Subscription) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, s := range subs {
		_, _ = s.Wait(ctx) // the context's own error
	}
}

// scanned gives a pipeline's rows, with what is behind its scan. Of rows in a file it gives
// the first, where the last stage can go on with the others.
func (s *Started) scanned(ctx context.Context, i int, q *operators.Query, at seat) (*plan.Rows, StageReport, error) {
	rows, spilled, report, err := s.scan(ctx, i, q, at)
	switch {
	case err != nil:
	case spilled == nil:
		rows, err = s.beyond(ctx, at.sub, q, rows, &report)
	default:
		report.Sunk = spilled.Len()
		return s.fromFile(ctx, i, q, spilled, report)
	}
	return rows, report, err
}

// beyond is behind for the rows of a subscription: others that ride for the same query get what one
// has made of them.
func (s *Started) beyond(ctx context.Context, sub *pushscan.Subscription, q *operators.Query, rows *plan.Rows, report *StageReport) (*plan.Rows, error) {
	out, own, err := sub.Beyond(ctx, q, func(ctx context.Context) (*plan.Rows, error) { return s.behind(ctx, q, rows, report) })
	if err != nil || own {
		return out, err
	}
	report.Sunk = rows.Len
	return out, s.account.Charge(out.Bytes() - rows.Bytes())
}

// scan waits for a pipeline's rows on its stream. What the first backend gives up after all
// runs on the spare one.
func (s *Started) scan(ctx context.Context, i int, q *operators.Query, at seat) (*plan.Rows, *spill.Rows, StageReport, error) {
	report := StageReport{Stage: i, Query: q, Refused: at.refused, Choice: at.choice}
	if at.sub == nil {
		return nil, nil, report, fmt.Errorf("pipeline %d: %w; --backend auto runs such pipelines on the CPU", i+1, at.refused)
	}
	rows, err := at.sub.Wait(ctx)
	for operators.AskAgain(err) {
		if at.sub, err = s.resume(ctx, s.engine.hub, s.terms, q); err != nil {
			return nil, nil, report, err
		}
		rows, err = at.sub.Wait(ctx)
	}
	if e := s.engine; !at.spare() && e.spare != nil && errors.As(err, &report.Refused) {
		report.Choice = nil
		if at.sub, err = s.resume(ctx, e.spare, onSpare(s.terms), q); err != nil {
			return nil, nil, report, err
		}
		rows, err = at.sub.Wait(ctx)
	}
	if err == nil && at.sub.Spilled() == nil {
		err = s.account.Charge(rows.Bytes())
	}
	if err != nil {
		return nil, nil, report, numbered(i, q.Program.Blame(err))
	}
	scan := at.sub.Report()
	report.Scan = &scan
	if report.Choice != nil {
		s.engine.chooser.learn(q.Program, s.number, *report.Choice, time.Since(at.since))
	}
	return rows, at.sub.Spilled(), report, nil
}

// resume puts a pipeline on a stream again that a backend has given up.
func (s *Started) resume(ctx context.Context, hub *pushscan.Hub, t pushscan.Terms, q *operators.Query) (*pushscan.Subscription, error) {
	subs, err := hub.SubscribeAs(ctx, t, q)
	if err != nil {
		return nil, err
	}
	s.join(subs[0])
	return subs[0], nil
}

// numbered says which pipeline a backend has given up.
func numbered(i int, err error) error {
	if refused := (*operators.Refused)(nil); errors.As(err, &refused) {
		return fmt.Errorf("pipeline %d: %w", i+1, err)
	}
	return err
}
