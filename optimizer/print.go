package optimizer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String prints the wave, one line per launch, for EXPLAIN and for tests.
func (w Wave) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "wave on %s: %s in %s, at least %d", w.Device.Name,
		count(len(w.Demands), "kernel"), count(len(w.Batches), "batch"), w.Bound)
	if w.Objective == Makespan && w.Ends != nil {
		fmt.Fprintf(&s, ", predicted %.4g s", w.Seconds)
	}
	s.WriteByte('\n')
	l, err := newLimits(w.Device)
	if err != nil {
		return s.String() + err.Error() + "\n"
	}
	name := 0
	for _, d := range w.Demands {
		name = max(name, len(d.Name))
	}
	ordered := w.Follows != nil || slices.ContainsFunc(w.Demands, func(d Demand) bool { return len(d.After) > 0 })
	for i, b := range w.Batches {
		w.printBatch(&s, &l, i, b, name, ordered)
	}
	return s.String()
}

// printBatch numbers the kernels if some wait for others.
func (w Wave) printBatch(s *strings.Builder, l *limits, i int, b Batch, name int, ordered bool) {
	var sum Load
	for _, c := range b.Launches {
		sum = sum.Plus(w.load(l, c))
	}
	fmt.Fprintf(s, "batch %d: %s, %s, %s, %s\n", i+1, share(sum.Blocks, w.Device.Blocks, "blocks"), share(sum.Warps, w.Device.Warps, "warps"),
		share(sum.Registers, w.Device.Registers, "registers"), share(sum.Shared, w.Device.Shared, "bytes"))
	for _, c := range b.Launches {
		t := w.load(l, c)
		if ordered {
			fmt.Fprintf(s, "  %2d", c.Kernel+1)
		}
		fmt.Fprintf(s, "  %-*s  %2d x %2d warps, %5d registers, %6d bytes%s\n", name, w.Demands[c.Kernel].Name, c.Blocks, c.Warps, t.Registers, t.Shared, w.after(c.Kernel))
	}
}

// Waits is the kernels that kernel k waits for, as far as it is not for a whole batch.
func (w Wave) Waits(k int) []int {
	if w.Follows != nil {
		return w.Follows[k]
	}
	return w.Demands[k].After
}

// after gives the numbers of the kernels that kernel k waits for.
func (w Wave) after(k int) string {
	var text string
	for i, a := range w.Waits(k) {
		text += []string{", after ", " and "}[min(i, 1)] + strconv.Itoa(a+1)
	}
	return text
}

// share prints a use and its limit, where there is one.
func share(n, limit int, unit string) string {
	if limit == 0 {
		return fmt.Sprintf("%d %s", n, unit)
	}
	return fmt.Sprintf("%d/%d %s", n, limit, unit)
}

func count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "ch"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
