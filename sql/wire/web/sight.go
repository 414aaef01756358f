package web

import (
	"time"

	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/wire/metrics"
)

// What of many is told.
const (
	shownStreams  = 48
	shownRiders   = 128 // of a stream
	shownColumns  = 40  // of a rider
	shownSessions = 128
	shownKernels  = 64  // of a wave
	shownText     = 240 // characters of a statement
)

// sight is what a page that watches is told.
type sight struct {
	At         int64                            `json:"at"` // ms since 1970
	Everything bool                             `json:"everything"`
	Memory     int64                            `json:"memory"`
	Limit      int64                            `json:"limit"`
	Sessions   int                              `json:"sessions"`
	Running    int                              `json:"running"`
	Waiting    int                              `json:"waiting"`
	WaveCount  int64                            `json:"wave_count"`
	Tables     map[string]pushscan.TableTraffic `json:"tables"`
	Totals     metrics.Totals                   `json:"totals"`
	Now        []activity                       `json:"now"`
	Streams    []streamSight                    `json:"streams"`
	More       int                              `json:"more_streams"`
	Waves      []waveSight                      `json:"waves"` // since the last sight
}

type activity struct {
	Session uint32 `json:"session"`
	User    string `json:"user"`
	Text    string `json:"text"`
	MS      int64  `json:"ms"`
}

type streamSight struct {
	Number  int64        `json:"number"`
	Device  string       `json:"device"`
	Table   string       `json:"table"`
	Passing bool         `json:"passing"`
	Rows    int          `json:"rows"`
	Chunks  int          `json:"chunks"`
	At      int          `json:"at"`
	Waiting int          `json:"waiting"`
	Count   int          `json:"count"` // of riders
	Riders  []riderSight `json:"riders"`
	Wave    *waveSight   `json:"wave"`
}

type riderSight struct {
	Number  int64    `json:"number"`
	Text    string   `json:"text"`
	Queries int      `json:"queries"`
	Columns []string `json:"columns"`
	Start   int      `json:"start"`
	Seen    int      `json:"seen"`
	Of      int      `json:"of"`
	Queued  float64  `json:"queued_ms"`
	MS      int64    `json:"ms"` // since it boarded
}

type waveSight struct {
	Number  int64          `json:"number"`
	Table   string         `json:"table"`
	Device  string         `json:"device"`
	Riders  int            `json:"riders"`
	Decided int64          `json:"decided"` // ms since 1970
	Took    float64        `json:"took_ms"`
	Batches [][]kernelSeen `json:"batches"`
	More    int            `json:"more_kernels"`
}

type kernelSeen struct {
	Name   string  `json:"name"`
	Blocks int     `json:"blocks"`
	Warps  int     `json:"warps"`
	Serves int     `json:"serves"` // rides
	Ends   float64 `json:"ends_ms,omitempty"`
}

// seen is what the user of a session sees of the engine now, with the waves that were
// decided after last, which it moves on.
func seen(s *sql.Session, c *metrics.Counts, last *time.Time) sight {
	l := s.Live()
	out := sight{
		At: time.Now().UnixMilli(), Everything: l.Everything, Memory: l.Memory, Limit: l.Limit, Sessions: l.Sessions, Running: l.Running,
		Waiting: l.Traffic.Waiting, WaveCount: l.Traffic.Waves, Tables: l.Traffic.Tables, Totals: c.Totals(),
		Now: []activity{}, Streams: []streamSight{}, Waves: []waveSight{}, More: max(0, len(l.Streams)-shownStreams),
	}
	for _, a := range l.Now {
		if a.Text != "" && len(out.Now) < shownSessions {
			out.Now = append(out.Now, activity{a.Session, a.User, cut(parse.Fold(a.Text), shownText), time.Since(a.Since).Milliseconds()})
		}
	}
	for _, x := range l.Streams[:min(len(l.Streams), shownStreams)] {
		out.Streams = append(out.Streams, streamSeen(x))
	}
	newest := *last
	for _, w := range l.Waves {
		if w.Decided.After(*last) {
			out.Waves = append(out.Waves, *waveSeen(&w))
		}
		if w.Decided.After(newest) {
			newest = w.Decided
		}
	}
	*last = newest
	return out
}

func streamSeen(x pushscan.StreamNow) streamSight {
	out := streamSight{
		Number: x.Number, Device: x.Device, Table: x.Table, Passing: x.Passing, Rows: x.Rows, Chunks: x.Chunks, At: x.At,
		Waiting: x.Waiting, Count: len(x.Riders), Riders: []riderSight{}, Wave: waveSeen(x.Wave),
	}
	for _, r := range x.Riders[:min(len(x.Riders), shownRiders)] {
		out.Riders = append(out.Riders, riderSight{
			Number: r.Number, Text: cut(parse.Fold(r.Text), shownText), Queries: r.Queries, Columns: r.Columns[:min(len(r.Columns), shownColumns)],
			Start: r.Start, Seen: r.Seen, Of: r.Of, Queued: ms(r.Queued), MS: time.Since(r.Since).Milliseconds(),
		})
	}
	return out
}

func waveSeen(w *pushscan.WaveNow) *waveSight {
	if w == nil {
		return nil
	}
	out := &waveSight{
		Number: w.Number, Table: w.Table, Device: w.Wave.Device.Name, Riders: w.Riders, Decided: w.Decided.UnixMilli(), Took: ms(w.Took), Batches: [][]kernelSeen{},
	}
	left := shownKernels
	for _, b := range w.Wave.Batches {
		batch := []kernelSeen{}
		for _, l := range b.Launches[:min(left, len(b.Launches))] {
			k := kernelSeen{Name: cut(parse.Fold(w.Wave.Demands[l.Kernel].Name), shownText), Blocks: l.Blocks, Warps: l.Warps, Serves: w.Serves[l.Kernel]}
			if w.Wave.Ends != nil {
				k.Ends = 1000 * w.Wave.Ends[l.Kernel]
			}
			batch = append(batch, k)
		}
		left -= len(batch)
		out.More += len(b.Launches) - len(batch)
		out.Batches = append(out.Batches, batch)
	}
	return out
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
