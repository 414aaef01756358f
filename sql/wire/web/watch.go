package web

import (
	"encoding/json"
	"net/http"
	"time"
)

// How often those who watch are told, and how many watch at most.
const (
	beat        = 500 * time.Millisecond
	maxWatching = 16
)

// live tells what the engine does, twice a second, as events of a server, until the
// client leaves or its login ends.
func (d *door) live(w http.ResponseWriter, r *http.Request, v *visit) {
	select {
	case d.watching <- struct{}{}:
		defer func() { <-d.watching }()
	default:
		refuse(w, http.StatusTooManyRequests, "too many pages watch; close one")
		return
	}
	s := d.session(v, func() {})
	defer s.Close()
	w.Header().Set("Content-Type", "text/event-stream")
	out := &stream{w: w}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	var last time.Time // when the latest wave that was told was decided
	for {
		sight := seen(s, d.counts, &last)
		text, err := json.Marshal(sight)
		if err != nil {
			return
		}
		out.buf = append(append(append(out.buf, "data: "...), text...), "\n\n"...)
		if out.flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
		if _, ok := d.visitor(r); !ok || d.reachable(r) != nil {
			return
		}
	}
}
