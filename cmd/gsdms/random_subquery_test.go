package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql"
)

// subquery is a condition with a subquery over one of the tables that may be joined: most
// refer to the row outside.
func (a *asker) subquery() string {
	t := a.joins[a.IntN(len(a.joins))]
	inner := func() worldColumn {
		for {
			if c := t.columns[a.IntN(len(t.columns))]; c.kind != 't' {
				return c
			}
		}
	}
	within := func(what, more string) string {
		c := inner()
		text := fmt.Sprintf("(select %s from %s as q where q.%s >= %s", what, t.name, c.name, c.values[a.IntN(len(c.values))])
		return text + more + ")"
	}
	tied := fmt.Sprintf(" and q.%s = %s", inner().name, a.number().name)
	beside := tied + fmt.Sprintf(" and q.%s + %d < %s", inner().name, a.IntN(50), a.number().name)
	not := []string{"", "not "}[a.IntN(2)]
	switch a.IntN(7) {
	case 0:
		return not + "exists " + within("*", tied)
	case 1:
		return not + "exists " + within("*", beside)
	case 2:
		return a.number().name + " " + not + "in " + within("q."+inner().name, "")
	case 3:
		return a.number().name + " " + not + "in " + within("q."+inner().name, tied)
	case 4:
		return "(" + not + "exists " + within("1", tied) + " or " + a.test() + ")"
	case 5:
		fold := []string{"max(q.%s)", "min(q.%s)", "avg(q.%s)", "count(q.%s)"}[a.IntN(4)]
		return fmt.Sprintf("%s >= %s", a.number().name, within(fmt.Sprintf(fold, inner().name), []string{"", tied}[a.IntN(2)]))
	default: // of one row, where the table has a key
		if t.many {
			return a.test()
		}
		return fmt.Sprintf("%s <> (select q.%s from %s as q where q.%s = %s)", a.number().name, inner().name, t.name, t.columns[0].name, a.number().name)
	}
}

// Random queries with subqueries get the CPU's answers from kernels with the blocks of a
// card, whatever has a kernel, alone and in crowds.
func TestRandomSubqueriesAgreeWithCPU(t *testing.T) {
	w := *sparse
	w.nested = true
	for _, keyed := range []bool{true, false} {
		t.Run(fmt.Sprintf("keyed %v", keyed), func(t *testing.T) {
			setup := sparseTables(rand.New(rand.NewPCG(*randomSeed, 1)), 1500, keyed)
			right, closeRight := opened(t, plain(t), setup)
			defer closeRight()
			b := likeCard(t)
			defer b.Close()
			e := engineOn(t, b, setup, pushscan.Options{ChunkRows: 512})
			defer e.Close()
			r := &rivals{t: t, right: right, others: []*sql.Session{e.NewSession()}}
			r.compare(&w, *randomSeed, randomsAsked()/3)
			r.report()
		})
	}
}

// Among the random subqueries there are all kinds of joins.
func TestSubqueriesAreOfAllKinds(t *testing.T) {
	setup := sparseTables(rand.New(rand.NewPCG(1, 1)), 300, false)
	s, closeAll := opened(t, plain(t), setup)
	defer closeAll()
	w := *sparse
	w.nested = true
	a := &asker{Rand: rand.New(rand.NewPCG(1, 0)), world: w.fill(t, s)}
	var all strings.Builder
	for range 60 {
		all.WriteString(strings.Join(textOf(ask(t, s, "explain format = program "+a.query())), "\n"))
	}
	for _, kind := range []string{"semi", "anti", "mark", "single"} {
		if text := all.String(); !strings.Contains(text, "Join "+kind) && !strings.Contains(text, " "+kind+"|") {
			t.Errorf("no %s join among the pipelines", kind)
		}
	}
}
