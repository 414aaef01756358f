package pushscan

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// Stream is the circular shared scan of one snapshot. It lives while it has riders.
type Stream struct {
	hub     *Hub
	table   *plan.Table
	mailbox []*ride   // guarded by hub.mu, as are:
	scan    scan      // whose subscriptions it takes, or took
	open    bool      // it counts among the scans: it is, or was, the one that takes these
	taken   time.Time // when it last took its mailbox, before the chunk at hand

	source  source
	solver  Solver
	seq     int      // the next chunk
	riders  []*ride  // attached
	crew    *crew    // what others know of them; nil: nobody has boarded
	fleet   *fleet   // kernels and wave of the riders; nil when the set has changed
	ahead   *loaded  // the next chunk, loaded while the wave before it ran; may be nil
	callers *callers // for those who leave with the chunk at hand; nil: there are none
	behind  *loaded  // the chunk in which others have left the riders behind; nil when they are through with it

	timeline timeline
	solved   time.Duration // that the fleet of the chunk at hand took to make
}

// loaded is a chunk on the device; the chunk is nil when nobody needs a row of it.
type loaded struct {
	chunk         operators.Chunk
	ref           operators.ChunkRef
	bytes         int64 // of the columns of its segments
	step          step
	began, pushed time.Time       // its loading and its wave
	riders        int             // for whom it is pushed
	holders       *atomic.Int32   // nil: one does
	wave          *optimizer.Wave // that it was pushed through
	batches       []time.Duration // of the wave
}

// release lets the chunk go, when all who hold it have.
func (l *loaded) release() {
	if l != nil && l.chunk != nil && (l.holders == nil || l.holders.Add(-1) == 0) {
		l.chunk.Release()
	}
}

// newStream makes a stream of a table's rows from one on.
func newStream(h *Hub, t *plan.Table, o Options, first int) *Stream {
	return &Stream{hub: h, table: t, source: newSource(h.backend, t, o, first)}
}

// guarded runs the stream; whatever ends it, nobody is left waiting.
func (s *Stream) guarded(ctx context.Context) {
	err := s.protected(ctx)
	for {
		late, ended := s.hub.take(s, true)
		s.fail(append(s.riders, late...), err)
		s.riders = nil
		if ended {
			return
		}
	}
}

// protected turns a panic of the loop into an error. A read beyond a file that was cut
// short under its mapping arrives as such a panic, too.
func (s *Stream) protected(ctx context.Context) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("scan of table %s failed: %v (please report this)\n%s", s.table.Name, p, debug.Stack())
		}
	}()
	defer s.stop()
	if s.solver, err = s.hub.solver(); err != nil {
		return err
	}
	err = s.Run(ctx)
	s.hub.keep(s.solver)
	return err
}

// Run pushes chunks while anybody rides. It returns nil when the last rider has left,
// and ErrClosed when ctx ends.
func (s *Stream) Run(ctx context.Context) error {
	if s.behind != nil {
		s.catchUp(ctx)
	}
	for s.admit() {
		if ctx.Err() != nil {
			return ErrClosed
		}
		chunk := s.load(ctx)
		if err := s.solve(ctx); err != nil {
			chunk.release()
			return err
		}
		s.through(chunk, s.push(ctx, chunk))
	}
	return nil
}

// through is called when the riders are through with a chunk.
func (s *Stream) through(l *loaded, err error) {
	l.release()
	s.note(l)
	s.advance(l)
	fleet := s.fleet
	s.retire(err)
	if fleet != nil { // behind that, as those who leave wait for it
		fleet.learn(s.solver)
	}
}

// admit takes the mailbox on board. It reports false when nobody rides: the stream is
// then forgotten.
func (s *Stream) admit() bool {
	fresh, ended := s.hub.take(s, len(s.riders) == 0)
	if len(fresh) > 0 {
		s.board(fresh)
	}
	return !ended
}

func (s *Stream) board(fresh []*ride) {
	s.disband()
	for _, r := range fresh {
		if _, ok := r.run.(operators.Stopper); ok {
			r.unhook = context.AfterFunc(s.hub.ctx, func() { r.stop(ErrClosed) })
		}
	}
	s.riders = append(s.riders, fresh...) // first, so that none is left waiting if what follows fails
	s.hub.traffic.ride(s)
	s.turnBack()
	now, device, chunks := time.Now(), s.hub.backend.Device().Name, s.source.chunks()
	for _, r := range fresh {
		r.live, r.width, r.left = s.source.live(r), s.source.width(r), r.part.of(chunks)
		r.of.Store(int32(r.left))
		r.stream.Store(s)
		r.boarded = s.timeline.next()
		r.report = Report{
			Device: device, Table: s.table.Name, TableRows: s.table.Rows,
			Start: s.seq, Of: chunks, Opened: r.opened, Queued: now.Sub(r.opened),
		}
	}
}

// load gives the next chunk: the one loaded ahead, or one loaded now. Riders whose
// columns cannot be read fail; the others go on.
func (s *Stream) load(ctx context.Context) *loaded {
	if l := s.ahead; l != nil {
		s.ahead = nil
		return l
	}
	for {
		l, err := s.fetch(ctx, s.seq, s.riders, false)
		if err == nil {
			return l
		}
		var bad *columnError
		s.dismiss(err, func(r *ride) bool { return !errors.As(err, &bad) || reads(r.program(), bad.column) })
	}
}

// fetch readies chunk seq for the device, ahead of its turn or not: the columns and segments
// that any of the riders needs.
func (s *Stream) fetch(ctx context.Context, seq int, riders []*ride, ahead bool) (*loaded, error) {
	began := time.Now()
	ref, st := s.source.ref(seq, riders)
	ref.Ahead = ahead
	l := &loaded{ref: ref, step: st, began: began}
	if ref.Segments.Len() == 0 {
		return l, nil
	}
	columns, err := s.source.read(ctx, ref, riders)
	if err != nil {
		return nil, err
	}
	defer columns.Release()
	if l.chunk, err = s.hub.backend.Load(ctx, ref, columns); err != nil {
		return nil, err
	}
	l.bytes = s.source.width(riders...) * int64(st.rows)
	l.step.load = time.Since(began)
	return l, nil
}

// fetchAhead loads the chunk after this one for the riders who stay for it. What goes
// wrong is met again, and reported, when the chunk's turn comes.
func (s *Stream) fetchAhead(ctx context.Context) {
	defer func() { _ = recover() }()
	if stay := staying(s.riders); len(stay) > 0 {
		s.ahead, _ = s.fetch(ctx, (s.seq+1)%s.source.chunks(), stay, true)
	}
}

// turnBack drops the chunk loaded ahead: it lacks what a new rider needs.
func (s *Stream) turnBack() {
	s.ahead.release()
	s.ahead = nil
}

// solve prepares the kernels and the wave if the attached set has changed, or launches
// have shown the wave to rest on wrong predictions, or a kernel that they do without is made. Riders whose kernels cannot be made
// fail; the others go on.
func (s *Stream) solve(ctx context.Context) error {
	if s.fleet != nil && (s.fleet.stale || s.fleet.uneven() || s.fleet.outgrown(s.hub.backend)) {
		s.disband()
	}
	began := time.Now()
	for s.fleet == nil && len(s.riders) > 0 {
		fleet, err := newFleet(ctx, s.hub.backend, s.hub.pacer, s.solver, min(s.table.Rows, s.source.options.ChunkRows), s.riders)
		if err == nil {
			s.embark(fleet, time.Since(began))
			return nil
		}
		err = fmt.Errorf("plan the wave of table %s: %w", s.table.Name, err)
		var bad *kernelError
		if !errors.As(err, &bad) {
			return err
		}
		s.dismiss(err, func(r *ride) bool { return slices.Contains(bad.runs, r.run) })
	}
	return nil
}

// embark has the riders go on with a fleet that took so long to make.
func (s *Stream) embark(f *fleet, took time.Duration) {
	s.fleet = f
	s.hub.traffic.decided(s, f, took)
	s.solved += took
	for i, r := range s.riders {
		r.report.Wave, r.report.Granularity = f.wave, f.as[i]
		r.report.Solve += took
	}
}

// push sends the chunk through the wave, batch by batch; the next chunk is loaded
// meanwhile.
func (s *Stream) push(ctx context.Context, l *loaded) error {
	l.riders = len(s.riders)
	if l.chunk == nil || s.fleet == nil {
		return nil
	}
	s.hub.traffic.push(s, l)
	l.pushed = time.Now()
	launch, err := s.fleet.push(ctx, l.chunk, func() {
		s.callers = s.fleet.summon(l.step.rows, s.last())
		s.fetchAhead(ctx)
	})
	l.step.launch = launch
	l.step.push = time.Since(l.pushed)
	l.wave, l.batches = s.fleet.wave, s.fleet.batches
	if err == nil {
		s.fleet.measure(&l.step)
	}
	if s.fleet.pending > 0 {
		s.leaveBehind(l)
	}
	return err
}

// advance counts the chunk and moves on to the next.
func (s *Stream) advance(l *loaded) {
	s.seq = (s.seq + 1) % max(1, s.source.chunks())
	s.crew.pushed.Add(1)
	for _, r := range s.riders {
		r.report.add(l.step, l.riders)
		r.left--
		r.seen.Add(1)
	}
}

// stop closes what the stream holds.
func (s *Stream) stop() {
	s.scrap()
	s.turnBack()
	s.behind.release()
}

// disband tells the riders what the kernels of the attached set did and closes them: the
// set is about to grow, or has lost some, who have been told.
func (s *Stream) disband() {
	if s.fleet == nil {
		return
	}
	for _, r := range s.riders {
		s.fleet.tell(r)
	}
	s.scrap()
}

// scrap closes the kernels.
func (s *Stream) scrap() {
	if s.fleet != nil {
		s.fleet.close()
		s.fleet = nil
	}
}
