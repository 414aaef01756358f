package pushscan

import (
	"context"
	"slices"
	"testing"
	"time"

	"gsdms/plan"
)

// Who watches sees who rides, where each has boarded and how much of the table each has
// seen; afterwards nobody.
func TestNowSaysWhoRides(t *testing.T) {
	gate, waiting := make(chan struct{}), make(chan struct{}, 1)
	h := newHub(t, &fake{gate: gate, waiting: waiting}, plan.SegmentRows)
	table, _ := newTable(5*plan.SegmentRows, 3)
	first := query(table, 0)
	first.Program.Text = "SELECT SUM(a)"
	one, err := h.Subscribe(context.Background(), first, first)
	if err != nil {
		t.Fatal(err)
	}
	<-waiting // in chunk 0
	gate <- struct{}{}
	<-waiting // in chunk 1
	other, err := h.Subscribe(context.Background(), query(table, 2))
	if err != nil {
		t.Fatal(err)
	}
	streams, waves := h.Now()
	if len(streams) != 1 || len(streams[0].Riders) != 1 || streams[0].Waiting != 1 || len(waves) != 1 || waves[0].Riders != 1 {
		t.Fatalf("in chunk 1: %+v, %+v", streams, waves)
	}
	if s, r := streams[0], streams[0].Riders[0]; s.At != 1 || s.Chunks != 5 || s.Table != "t" || r.Text != "SELECT SUM(a)" || r.Queries != 2 || r.Seen != 1 || r.Of != 5 || r.Start != 0 || !slices.Equal(r.Columns, []string{"a"}) {
		t.Errorf("in chunk 1: %+v", s)
	}
	for range 2 {
		gate <- struct{}{}
		<-waiting
	}
	streams, waves = h.Now() // in chunk 3
	if len(streams) != 1 || len(streams[0].Riders) != 2 || streams[0].Waiting != 0 || len(waves) != 2 || waves[1].Number != 2 || streams[0].Wave.Number != 2 {
		t.Fatalf("in chunk 3: %+v, %+v", streams, waves)
	}
	if a, b := streams[0].Riders[0], streams[0].Riders[1]; a.Seen != 3 || b.Seen != 1 || b.Start != 2 || b.Number != a.Number+1 || !slices.Equal(b.Columns, []string{"c"}) {
		t.Errorf("in chunk 3: %+v, %+v", a, b)
	}
	close(gate)
	for _, s := range append(one, other...) {
		waitSum(t, s)
	}
	h.running.Wait()
	if streams, waves := h.Now(); len(streams) != 0 || len(waves) < 2 {
		t.Errorf("at the end: %+v and %d waves", streams, len(waves))
	}
}

// A hub remembers the latest waves and no others.
func TestNowForgetsOldWaves(t *testing.T) {
	h := newHub(t, &fake{}, 4096)
	table, _ := newTable(10, 1)
	for range keptDecisions + 3 {
		subs, err := h.Subscribe(context.Background(), query(table, 0))
		if err != nil {
			t.Fatal(err)
		}
		waitSum(t, subs[0])
		h.running.Wait()
	}
	_, waves := h.Now()
	if len(waves) != keptDecisions || waves[0].Number != 4 || waves[keptDecisions-1].Number != keptDecisions+3 {
		t.Errorf("%d waves: %+v", len(waves), waves)
	}
}

// Whoever leaves and boards, each keeps the number and the place where it boarded.
func TestCrewKeepsPlaces(t *testing.T) {
	table, _ := newTable(3*plan.SegmentRows, 1)
	h := newHub(t, &fake{}, plan.SegmentRows)
	s, c, rides := newStream(h, table, h.options, 0), &crew{}, int64(0)
	all := make([]*ride, 9)
	for i := range all {
		all[i] = newRide(&fakeRun{fake: &fake{}, program: query(table, 0).Program}, Terms{}, Part{}, time.Now())
	}
	boarded := map[*ride]int{}
	for step, riders := range [][]int{{0, 1, 2}, {0, 2}, {0, 2, 3, 4}, {4}, {4, 5, 6, 7}, {5, 7, 8}, {}, {1}} {
		if step == 7 {
			delete(boarded, all[1]) // it comes again
		}
		s.riders = nil
		for _, i := range riders {
			s.riders = append(s.riders, all[i])
			if _, ok := boarded[all[i]]; !ok {
				boarded[all[i]] = step
			}
		}
		s.seq = step
		c.enroll(s, &rides)
		if len(c.places) != len(riders) {
			t.Fatalf("step %d: %d places", step, len(c.places))
		}
		for k, i := range riders {
			if p := c.places[k]; p.ride != all[i] || p.start != boarded[all[i]] || k > 0 && p.number <= c.places[k-1].number {
				t.Errorf("step %d: place %d is %+v", step, k, p)
			}
		}
	}
	if rides != 10 {
		t.Errorf("%d rides", rides)
	}
}
