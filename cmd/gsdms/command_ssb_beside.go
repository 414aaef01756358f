package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gsdms/ssb"
	"gsdms/ssb/bench"
	"gsdms/ssb/clients"
)

// ssbBeside asks light queries while heavy ones run.
type ssbBeside struct {
	remoteFlags
	Heavy    []int         `default:"1,8,64" placeholder:"N,..." help:"So many clients that ask heavy queries, all of one kind (${default})."`
	Kinds    []string      `placeholder:"KIND,..." help:"Kinds of heavy queries: runaway, groups, sort, window, distinct, texts, join, pairs; by default one after another."`
	Light    []string      `placeholder:"NAME,..." help:"Light queries: days, Q1.1, Q3.3; by default all of them side by side."`
	Rate     float64       `default:"100" placeholder:"N" help:"So many of each light query arrive a second (${default})."`
	Duration time.Duration `default:"5s" placeholder:"TIME" help:"How long each measurement is (${default})."`
	Seed     uint64        `default:"1" placeholder:"N" help:"Seed of the arrivals (${default})."`
}

// Validate refuses what measures nothing.
func (c *ssbBeside) Validate() error {
	if err := atLeastOne("heavy", c.Heavy); err != nil {
		return err
	}
	if !(c.Rate > 0 && c.Rate <= 1e6) || c.Duration <= 0 {
		return fmt.Errorf("--rate %v and --duration %v: a rate is above 0, and a million at most, and the duration above 0", c.Rate, c.Duration)
	}
	for _, name := range c.Light {
		if name != days && !slices.Contains(scans, name) {
			return fmt.Errorf("--light %s: the light queries are %s, %s", name, days, strings.Join(scans, ", "))
		}
	}
	_, err := c.kinds()
	return err
}

// kinds gives the kinds that the flags name.
func (c *ssbBeside) kinds() (out []clients.Heavy, err error) {
	all := clients.Heavies()
	if len(c.Kinds) == 0 {
		return all, nil
	}
	for _, name := range c.Kinds {
		at := slices.IndexFunc(all, func(h clients.Heavy) bool { return h.Name == name })
		if at < 0 {
			var names []string
			for _, h := range all {
				names = append(names, h.Name)
			}
			return nil, fmt.Errorf("--kinds %s: the kinds are %s", name, strings.Join(names, ", "))
		}
		out = append(out, all[at])
	}
	return out, nil
}

// Run runs the command.
func (c *ssbBeside) Run(e *environment) error {
	return c.door(e, slices.Max(c.Heavy)+(1+len(scans))*clients.LightClients, c.measure)
}

// measure asks by connections, as clients do.
func (c *ssbBeside) measure(ctx context.Context, e *environment, first clients.Asker, device string, ways []clients.Way) error {
	bar := newProgress(e.errs, "clients")
	defer bar.end()
	s, err := ssb.Scaled().Find(ctx, clients.One(first))
	if err != nil {
		return err
	}
	bar.show("clients: computing the right answers")
	light, err := c.lightOnes(ctx, s)
	if err != nil {
		return err
	}
	kinds, err := c.kinds()
	if err != nil {
		return err
	}
	report, err := clients.Beside(ctx, first, ways[len(ways)-1], clients.BesideOptions{
		Heavy: c.Heavy, Kinds: kinds, Light: light, Rate: c.Rate, Duration: c.Duration, Seed: c.Seed,
		Progress: func(stage string) { bar.show("clients: " + stage) },
	})
	bar.end()
	fmt.Fprintf(e.out, "%s, %s, by %s, %v of each light query a second\n%s on %s, the clients on the same\n", s.Title, s.Size, report.Way, c.Rate, device, bench.ThisMachine().CPU)
	return errors.Join(report.Write(e.out), err)
}

// days is the light query of a small table: the days of a year.
const days = "days"

// scans are the light queries of the table that the heavy ones read: one sum, and a few groups.
var scans = []string{"Q1.1", "Q3.3"}

// wants reports whether the flags ask for a light query.
func (c *ssbBeside) wants(name string) bool {
	return len(c.Light) == 0 || slices.Contains(c.Light, name)
}

// lightOnes are the light queries that the flags ask for.
func (c *ssbBeside) lightOnes(ctx context.Context, s *bench.Suite) (out []clients.Light, err error) {
	if c.wants(days) {
		asks, err := clients.Known(
			[]bench.Query{{Name: "the days of a year", Text: "SELECT COUNT(*) FROM date WHERE d_year = 1995"}}, []bench.Answer{{{"365"}}})
		if err != nil {
			return nil, err
		}
		out = append(out, clients.Light{Name: "days of a year", Asks: asks})
	}
	for _, q := range s.Queries {
		if !slices.Contains(scans, q.Name) || !c.wants(q.Name) {
			continue
		}
		asks, err := clients.AskThese(ctx, s, []bench.Query{q})
		if err != nil {
			return nil, err
		}
		out = append(out, clients.Light{Name: q.Name, Asks: asks})
	}
	return out, nil
}
