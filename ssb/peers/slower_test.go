package main

import (
	"strings"
	"testing"
)

// TestSlowerListsWhatIs lists a query that is slower by any of the four measures, with its text,
// and none that is as fast, or has no times.
func TestSlowerListsWhatIs(t *testing.T) {
	of := func(name string, median, processor, first, firstProcessor float64) line {
		l := line{Name: name, Text: "SELECT '" + name + "'", Fault: []string{"", ""}}
		for to, theirs := range map[*[]float64]float64{&l.Median: median, &l.TimedCPU: processor, &l.First: first, &l.FirstCPU: firstProcessor} {
			*to = []float64{10, theirs}
		}
		return l
	}
	refused := of("refused", 1, 1, 1, 1)
	refused.Fault[1] = "no such function"
	r := report{Systems: []string{gsdms, duckMemory}, Queries: []line{
		of("as-fast", 9.5, 9.5, 5.5, 5.5), of("warm", 8, 50, 50, 50), of("processor", 50, 8, 50, 50), of("first", 50, 50, 4, 50), of("first-processor", 50, 50, 50, 4), refused,
	}}
	text := r.slower()
	for _, want := range []string{"│ warm            │     10.0 │ 0.80 x │    5.00 x │           10.0 │ 5.00 x │          5.00 x │", "\nprocessor: SELECT 'processor'\n", "first: SELECT 'first'\n", "first-processor: SELECT"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "as-fast") || strings.Contains(text, "refused") {
		t.Error(text)
	}
	r.Queries = r.Queries[:1]
	if text := r.slower(); text != "" {
		t.Error(text)
	}
}
