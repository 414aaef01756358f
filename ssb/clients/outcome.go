package clients

import (
	"fmt"
	"slices"
	"syscall"
	"time"
)

// Outcome is what came of questions: how many were answered rightly and wrongly, failed, or
// had no answer when patience was over.
type Outcome struct {
	Asked, Answered, Wrong, Failed, Lost int

	Long  time.Duration // from the first question to the last answer
	CPU   time.Duration // of this process meanwhile: the clients, and the engine where it is here
	First error         // of the answers that were wrong or failed; nil: none
	times []time.Duration
}

// Add adds another outcome, as if it had followed.
func (o *Outcome) Add(other *Outcome) {
	o.Asked += other.Asked
	o.Answered += other.Answered
	o.Wrong += other.Wrong
	o.Failed += other.Failed
	o.Lost += other.Lost
	o.Long += other.Long
	o.CPU += other.CPU
	o.times = append(o.times, other.times...)
	o.note(other.First)
}

// note keeps the first error.
func (o *Outcome) note(err error) {
	if o.First == nil {
		o.First = err
	}
}

// PerSecond is how many right answers came in a second.
func (o *Outcome) PerSecond() float64 { return float64(o.Answered) / o.Long.Seconds() }

// CPUEach is the processor time of this process for each right answer.
func (o *Outcome) CPUEach() time.Duration { return o.CPU / time.Duration(max(1, o.Answered)) }

// cpu is the processor time that this process has taken.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // never fails for oneself
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Within gives the time within which a share of the right answers came.
func (o *Outcome) Within(share float64) time.Duration {
	if len(o.times) == 0 {
		return 0
	}
	slices.Sort(o.times)
	return o.times[min(len(o.times)-1, int(share*float64(len(o.times))))]
}

// Err is nil where all questions were answered rightly.
func (o *Outcome) Err() error {
	if o.Wrong+o.Failed+o.Lost == 0 {
		return nil
	}
	err := fmt.Errorf("of %d questions %d had wrong answers, %d failed and %d had none", o.Asked, o.Wrong, o.Failed, o.Lost)
	if o.First != nil {
		err = fmt.Errorf("%w; the first: %w", err, o.First)
	}
	return err
}
