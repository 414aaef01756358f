package explain

import (
	"slices"
	"time"

	"gsdms/operators"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
)

// Ran makes the tree of a query that has run.
func Ran(q *engine.Query, r Report) *Tree {
	if r.Other != nil {
		q = r.Other
	}
	t, spilled := newTree(q, r.Parts), int64(0)
	for i, part := range r.Parts {
		t.Pipelines[i].ran(part)
		spilled += t.Pipelines[i].Run.Spilled
	}
	t.Run = &Run{Rows: int64(r.Rows), WallMS: ms(r.Wall), Memory: r.Memory, Spilled: spilled, Cached: r.Cached, Parts: []Elapsed{}}
	for _, s := range r.Stages {
		t.Run.Parts = append(t.Run.Parts, Elapsed{s.Name, ms(s.Took)})
	}
	return t
}

// ran notes what a pipeline did.
func (p *Pipeline) ran(part engine.StageReport) {
	p.Open = false
	p.Run = &PipelineRun{Rows: int64(part.Rows), Held: part.Bytes, CompileMS: ms(part.Compile), TailMS: ms(part.Tail), Sharing: []Sharing{}}
	p.Run.Spilled = part.Spilled
	if part.Refused != nil {
		p.Run.Refused = part.Refused.Why
	}
	if part.Choice != nil {
		p.Run.Chosen = describeChoice(part.Choice)
	}
	if len(p.Steps) > 0 {
		p.Steps[len(p.Steps)-1].Rows = number(int64(part.Rows))
	}
	if part.Scan == nil {
		return
	}
	p.Run.scanned(part.Scan)
	p.Run.Spilled += part.Scan.Spilled
	scan := slices.IndexFunc(p.Steps, func(s Step) bool { return s.Kind == Scan })
	sink := p.sink()
	if scan >= 0 {
		p.Steps[scan].Rows = number(part.Scan.Rows)
	}
	if sink < 0 {
		return
	}
	p.Steps[sink].Rows = number(int64(part.Sunk))
	if n := arrived(part.Scan.Steps); n != nil && sink > scan+1 {
		p.Steps[sink-1].Rows = n
	}
}

// sink gives the step that ends the rows' way through the program, -1 where there is none.
func (p *Pipeline) sink() int {
	return slices.IndexFunc(p.Steps, func(s Step) bool { return s.Kind == Group || s.Kind == Select })
}

// arrived gives how many rows came to the sink, nil where nobody has counted.
func arrived(steps []operators.StepCount) *int64 {
	if len(steps) == 0 {
		return nil
	}
	return number(steps[len(steps)-1].Rows)
}

func (r *PipelineRun) scanned(s *pushscan.Report) {
	r.WaitMS, r.ScanMS, r.BusyMS = ms(s.Queued), ms(s.Load+s.Solve+s.Push), ms(s.Busy)
	r.Read, r.Segments, r.Skipped, r.Device = s.Bytes, s.Segments, s.Skipped, s.Device
	r.Sharing = shared(s.Sharing)
}

func shared(runs []pushscan.Sharing) []Sharing {
	out := make([]Sharing, len(runs))
	for i, r := range runs {
		out[i] = Sharing{r.Chunks, r.Queries}
	}
	return out
}

// ms gives a time in milliseconds, to the microsecond.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }
