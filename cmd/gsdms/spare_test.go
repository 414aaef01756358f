package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/pushscan"
	"gsdms/sql"
)

// spared is a session on the stand-in, with a spare backend or without, whose queries may
// hold little memory.
func spared(t *testing.T, spare operators.Backend) *sql.Session {
	t.Helper()
	return sparing(t, sql.Config{Spare: spare, QueryMemory: 1 << 20}, hostTables(rand.New(rand.NewPCG(1, 2)), 12000))
}

// weighed is a session on the stand-in whose pipelines run where they are expected to end sooner.
func weighed(t *testing.T, spare operators.Backend, setup []string) *sql.Session {
	t.Helper()
	return sparing(t, sql.Config{Spare: spare, Weigh: true}, setup)
}

func sparing(t *testing.T, c sql.Config, setup []string) *sql.Session {
	t.Helper()
	b := likeCard(t)
	c.Dir, c.Backend, c.Scan = t.TempDir(), b, pushscan.Options{ChunkRows: 1024}
	e, err := sql.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), b.Close()); err != nil {
			t.Error(err)
		}
	})
	s := e.NewSession()
	for _, text := range setup {
		if _, err := s.Query(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// refusals are queries of which the device does not run a pipeline, by its number: before it
// begins, since the exact sums of all groups that there may be take more memory than a
// query has; or after all, when a table of distinct values is full.
var refusals = []struct {
	text     string
	pipeline int
	why      string
}{
	{"select n, i % 40, sum(f) from fact where id < 99 group by n, i % 40", 1, "groups of"},
	{"select count(distinct id * 1000003 + i) from fact", 1, "distinct values"},
	{"select count(*) from fact, (select n as nn, i % 40 as ii, sum(f) as total from fact where id < 99 group by n, i % 40) as x where n = nn and i = ii and f <= total", 1, "groups of"},
}

// What the first backend refuses runs on the spare one, and the status line says so.
func TestSpareBackend(t *testing.T) {
	right, closeRight := opened(t, plain(t), hostTables(rand.New(rand.NewPCG(1, 2)), 12000))
	defer closeRight()
	cpu := plain(t)
	t.Cleanup(func() { cpu.Close() })
	s := spared(t, cpu)
	for _, how := range granularities {
		set(t, s, how)
		for _, c := range refusals {
			want, got := ask(t, right, c.text), ask(t, s, c.text)
			if !slices.Equal(textOf(want), textOf(got)) {
				t.Errorf("%s, %s: %q, not %q", c.text, how, textOf(got), textOf(want))
			}
			line := statusLine(got)
			if !strings.Contains(line, fmt.Sprintf("cpu for pipeline %d: ", c.pipeline)) || !strings.Contains(line, c.why) {
				t.Errorf("%s, %s: %s", c.text, how, line)
			}
		}
		if line := statusLine(ask(t, s, "select sum(i) from fact")); strings.Contains(line, "cpu for") {
			t.Error(line)
		}
	}
	if text := strings.Join(textOf(ask(t, s, "explain format = program "+refusals[0].text)), "\n"); !strings.Contains(text, cpu.Device().Name) {
		t.Errorf("EXPLAIN has another device's wave:\n%s", text)
	}
	if text := strings.Join(textOf(ask(t, s, "explain analyze "+refusals[0].text)), "\n"); !strings.Contains(text, "refused by the first backend") {
		t.Errorf("EXPLAIN ANALYZE does not say who refused:\n%s", text)
	}
}

// What is compiled for what other pipelines have left says that it is gone with its query.
func TestProgramsOverRelationsPass(t *testing.T) {
	s, closeAll := opened(t, plain(t), hostTables(rand.New(rand.NewPCG(1, 2)), 500))
	defer closeAll()
	parts := ask(t, s, "select sum(x.n) from fact, (select i, count(*) as n from fact group by i) as x where x.i = fact.i").Report.Parts
	passing := 0
	for _, p := range parts {
		if p.Query == nil || p.Query.Program == nil {
			continue
		}
		reads := p.Query.Program.Table.Passing
		for _, x := range p.Query.Pipeline.Tables {
			reads = reads || x.Table.Passing
		}
		if p.Query.Program.Passing != reads {
			t.Errorf("%s: passing %v", p.Query.Pipeline.Text, !reads)
		}
		if reads {
			passing++
		}
	}
	if passing == 0 {
		t.Errorf("%d pipelines, none over what another has left", len(parts))
	}
}

// Without a spare backend the error names the pipeline, and ends no other query.
func TestRefusalNamesThePipeline(t *testing.T) {
	s := spared(t, nil)
	texts := []string{"select count(*) from fact"}
	for _, c := range refusals {
		texts = append(texts, c.text)
	}
	answers := s.Together(t.Context(), texts)
	if answers[0].Err != nil || textOf(answers[0].Result)[0] != "12000|" {
		t.Errorf("beside a refused query: %v", answers[0].Err)
	}
	for i, c := range refusals {
		err := answers[i+1].Err
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("pipeline %d: ", c.pipeline)) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}
