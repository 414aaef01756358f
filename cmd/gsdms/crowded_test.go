package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"gsdms/cuda"
	"gsdms/cuda/host"
	"gsdms/pushscan"
)

// Scans of several tables that do not fit the device side by side wait for each other; none
// of their queries fails.
func TestScansTakeTurnsOnAFullDevice(t *testing.T) {
	d, err := host.New(t.TempDir(), 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cuda.New(d, cuda.Options{Memory: 30_000}) // a chunk takes 26 kB
	if err != nil {
		t.Fatal(err)
	}
	const tables = 4
	var setup []string
	for i := range tables {
		for _, text := range hostTables(rand.New(rand.NewPCG(uint64(i), 2)), 3000)[1:] {
			text = strings.ReplaceAll(text, "fact", fmt.Sprintf("fact%d", i))
			if i == 0 || !strings.HasPrefix(text, "insert into dim") {
				setup = append(setup, text)
			}
		}
	}
	setup = append(hostTables(rand.New(rand.NewPCG(0, 2)), 1)[:1], setup...)
	right, closeRight := opened(t, plain(t), setup)
	defer closeRight()
	e := engineOn(t, b, setup, pushscan.Options{ChunkRows: 1024})
	defer func() {
		if err := errors.Join(e.Close(), b.Close()); err != nil {
			t.Error(err)
		}
	}()
	var g errgroup.Group
	for i := range tables {
		text := fmt.Sprintf("select d, sum(i), min(big), max(f), sum(price), max(day) from fact%d group by d", i)
		want := strings.Join(textOf(ask(t, right, text)), "\n")
		s := e.NewSession()
		g.Go(func() error {
			for range 15 {
				r, err := s.Query(context.Background(), text)
				if err != nil {
					return err
				}
				if got := strings.Join(textOf(r), "\n"); got != want {
					return fmt.Errorf("%s: %s, not %s", text, got, want)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}
