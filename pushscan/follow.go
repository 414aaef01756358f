package pushscan

import (
	"context"
	"slices"
	"sync"
)

// Follower knows the rides of what is put on streams under a context that follows. The zero
// value knows none. It keeps the rides it knows. Safe for concurrent use.
type Follower struct {
	mu    sync.Mutex
	rides []*ride
}

// Progress is how far a ride is.
type Progress struct {
	Table  string // "": the rows that a stage has left
	Seen   int    // chunks
	Of     int    // chunks that it is to see; 0: it has not begun
	Ended  bool
	stream *Stream // nil: none yet
}

// followed is from how many rides on those that have ended are forgotten: a query whose rows
// are read part by part has a ride for each part.
const followed = 64

type followerKey struct{}

// Following gives a context under which a follower knows what is put on streams.
func Following(ctx context.Context, f *Follower) context.Context {
	return context.WithValue(ctx, followerKey{}, f)
}

// follow tells the follower of a context of subscriptions.
func follow(ctx context.Context, subs []*Subscription) {
	f, ok := ctx.Value(followerKey{}).(*Follower)
	if !ok {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.rides) >= followed {
		f.rides = slices.DeleteFunc(f.rides, (*ride).ended)
	}
	for _, s := range subs {
		f.rides = append(f.rides, s.ride)
	}
}

// Progress says how far each ride is, in the order in which they were put on streams.
func (f *Follower) Progress() []Progress {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]Progress, len(f.rides))
	for i, r := range f.rides {
		p := &out[i]
		if t := r.program().Table; !t.Passing {
			p.Table = t.Name
		}
		p.Seen, p.Of, p.stream = int(r.seen.Load()), int(r.of.Load()), r.stream.Load()
		p.Ended = r.ended()
	}
	return out
}

// ended reports whether the ride is over.
func (r *ride) ended() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// Shares reports whether two rides are on the same stream now.
func (p Progress) Shares(other Progress) bool {
	return p.stream != nil && p.stream == other.stream && !p.Ended && !other.Ended
}
