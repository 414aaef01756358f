package bench

import (
	"context"

	"gsdms/pushscan"
)

// Engine answers SQL: gsdms through Over, or another engine to compare with. One
// goroutine calls it.
type Engine interface {
	// Ask runs SELECT statements, several of them at the same time, and returns when the
	// last is done: one reply for each, in order. An error of any fails all.
	Ask(ctx context.Context, texts []string) ([]Reply, error)
}

// Reply is a query's result, before it is turned into text.
type Reply struct {
	Rows   int
	Answer func() Answer   // not part of the time that is measured
	Scan   pushscan.Report // the zero value from engines that do not report
}
