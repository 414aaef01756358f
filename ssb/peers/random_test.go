package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"gsdms/ssb/bench"
	"gsdms/ssb/random"
)

var rewrite = flag.Bool("rewrite", false, "write the answers that the tests of ssb/random compare with")

// randomAnswers are what DuckDB answers to random queries at scale factor 0.01.
const randomAnswers = "../random/testdata/answers.json.gz"

// TestRandomAnswersAreDuckDBs asks DuckDB what the file says that it answered.
func TestRandomAnswersAreDuckDBs(t *testing.T) {
	got := duckAnswers(t)
	if *rewrite {
		writeAnswers(t, got)
		return
	}
	packed, err := os.ReadFile(randomAnswers)
	if err != nil {
		t.Fatal(err)
	}
	want, err := bench.ReadAnswers(packed)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Errorf("%d answers, not %d: -rewrite writes them", len(got), len(want))
	}
	for text, a := range got {
		q := bench.Query{Name: "random", Text: text}
		if err := compare(q, exactAnswer(a), exactAnswer(want[strings.ToUpper(text)])); err != nil {
			t.Errorf("%v in %s", err, text)
		}
	}
}

// duckAnswers are by text.
func duckAnswers(t *testing.T) map[string]bench.Answer {
	t.Helper()
	suite, err := random.New(random.Options{SF: 0.01, Seed: 1, Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	suite.Queries = nil
	for seed := range uint64(3) {
		suite.Queries = append(suite.Queries, random.Queries(seed+1, 100)...)
	}
	d, err := openDuck(t.Context(), "", suite, settings{System: duckMemory, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	client, err := d.Client(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bench.Answer{}
	for _, q := range suite.Queries {
		out[q.Text] = cellsOf(t, client, q)
	}
	return out
}

// cellsOf is a small answer.
func cellsOf(t *testing.T, c client, q bench.Query) bench.Answer {
	t.Helper()
	o := c.Ask(context.Background(), []bench.Query{q})[0]
	if o.err != nil {
		t.Fatalf("%s: %v in %s", q.Name, o.err, q.Text)
	}
	a, err := o.answer()
	if err != nil {
		t.Fatalf("%s: %v", q.Name, err)
	}
	return a.Cells
}

func writeAnswers(t *testing.T, answers map[string]bench.Answer) {
	t.Helper()
	type rows struct{ Rows bench.Answer }
	file := struct{ Queries map[string]rows }{map[string]rows{}}
	for text, a := range answers {
		file.Queries[text] = rows{a}
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if err := json.NewEncoder(z).Encode(file); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(randomAnswers, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
