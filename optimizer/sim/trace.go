package sim

import (
	"encoding/json"
	"fmt"
	"io"
)

// event is a complete event ("ph": "X") or the name of a process ("ph": "M") of the
// Trace Event Format that chrome://tracing and Perfetto read. Times are microseconds.
type event struct {
	Name     string         `json:"name"`
	Phase    string         `json:"ph"`
	Start    float64        `json:"ts"`
	Duration float64        `json:"dur,omitempty"`
	Process  int            `json:"pid"` // the multiprocessor
	Thread   int            `json:"tid"` // the lane on it
	Args     map[string]any `json:"args,omitempty"`
}

// WriteTrace writes the timeline as a Chrome trace: a process for every
// multiprocessor, with as many lanes as it holds blocks at a time.
func (t Timeline) WriteTrace(w io.Writer) error {
	var events []event
	for m := range t.Device.MPs {
		events = append(events, event{Name: "process_name", Phase: "M", Process: m, Args: map[string]any{"name": fmt.Sprintf("multiprocessor %d", m)}})
	}
	for i, lane := range t.Lanes() {
		s := &t.Spans[i]
		k := &t.Streams[s.Stream][s.Kernel]
		events = append(events, event{
			Name: t.Label(s.Stream, s.Kernel), Phase: "X", Start: 1e6 * s.Start, Duration: 1e6 * (s.End - s.Start), Process: s.MP, Thread: lane,
			Args: map[string]any{"stream": s.Stream + 1, "block": s.Block, "warps": k.Warps, "registers": k.Registers, "shared": k.Shared},
		})
	}
	if err := json.NewEncoder(w).Encode(map[string]any{"traceEvents": events, "displayTimeUnit": "ms"}); err != nil {
		return fmt.Errorf("sim: write the trace: %w", err)
	}
	return nil
}

// Lanes gives every span a lane on its multiprocessor in which nothing else runs at
// that time: the first that is free.
func (t Timeline) Lanes() []int {
	lanes := make([]int, len(t.Spans))
	free := make([][]float64, t.Device.MPs) // by lane: when it is free
	for i, s := range t.Spans {
		f := free[s.MP]
		l := 0
		for l < len(f) && f[l] > s.Start {
			l++
		}
		if l == len(f) {
			f = append(f, 0)
		}
		f[l] = s.End
		free[s.MP], lanes[i] = f, l
	}
	return lanes
}
