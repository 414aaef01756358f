package pushscan

import (
	"gsdms/operators"
)

// last is how many riders see their last chunk.
func (s *Stream) last() (n int) {
	for _, r := range s.riders {
		if r.left <= 1 {
			n++
		}
	}
	return n
}

// retire lets those go who have seen every chunk, failed, have their part, or are not waited for. err,
// if any, is the wave's own failure and ends everybody's ride.
func (s *Stream) retire(err error) {
	stay := s.riders[:0]
	for _, r := range s.riders {
		switch {
		case err != nil:
			s.release(r, err)
		case r.run.Err() != nil:
			s.release(r, r.run.Err())
		case r.left <= 0 || r.abandoned() || s.enough(r) || r.part.ends(r.run):
			s.settle(r, nil)
			s.callers.tell(r)
		default:
			stay = append(stay, r)
		}
	}
	s.callers.end()
	s.callers = nil
	left := len(s.riders) - len(stay)
	clear(s.riders[len(stay):])
	s.riders = stay
	if left > 0 {
		s.hub.traffic.ride(s)
		s.disband()
	}
}

// enough reports whether a ride that began with the table's first row has all that its
// LIMIT asks for.
func (s *Stream) enough(r *ride) bool {
	l, ok := r.run.(operators.Limited)
	return ok && r.report.Start == 0 && l.Enough(s.source.begin(s.seq))
}

// reached is the row of the table up to which a ride has the rows of its part.
func (s *Stream) reached(r *ride) int {
	switch {
	case r.report.Chunks >= s.source.chunks() || s.enough(r):
		return s.table.Rows
	case r.report.Start == 0:
		return s.source.begin(r.report.Chunks)
	}
	return r.part.First
}

// release gives a ride to its subscriptions.
func (s *Stream) release(r *ride, err error) {
	s.settle(r, err)
	r.finish(err)
}

// settle has a ride's report say what it has seen.
func (s *Stream) settle(r *ride, err error) {
	if s.fleet != nil {
		s.fleet.tell(r)
	}
	r.next = s.reached(r)
	r.report.Timeline = s.timeline.since(r.boarded)
	if c, ok := r.run.(operators.Counted); ok && err == nil {
		r.report.Steps = c.Counts()
	}
	s.hub.traffic.leave(s)
}

// dismiss fails the riders for whom hit holds.
func (s *Stream) dismiss(err error, hit func(*ride) bool) {
	stay := s.riders[:0]
	var out []*ride
	for _, r := range s.riders {
		if hit(r) {
			out = append(out, r)
		} else {
			stay = append(stay, r)
		}
	}
	s.riders = stay
	s.hub.traffic.ride(s)
	s.disband()
	s.fail(out, err)
}

func (s *Stream) fail(riders []*ride, err error) {
	if err == nil {
		err = ErrClosed
	}
	for _, r := range riders {
		s.hub.traffic.leave(s)
		r.finish(err)
	}
}
