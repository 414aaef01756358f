package codegen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/cuda/cudatest"
	"gsdms/operators"
)

// crowdOf writes the kernel of n programs with so many groups each. What it keeps for its
// parameters is what they take, so that it ends below the step at which it would take from
// the cache.
func crowdOf(t *testing.T, n, groups int) (*generation, *Source) {
	t.Helper()
	programs := make([]*operators.Program, n)
	for i := range programs {
		p := cudatest.Star(uint64(i), uint64(2*i+9))
		s := *p.Sink.(*operators.Groups)
		s.Size = groups
		s.Keys = []operators.Key{{Reg: 1, Lo: 0, Size: groups}}
		p.Sink, p.Arrays = &s, nil
		p.Regs[1].Hi = int64(groups - 1)
		p.Body = []operators.Instr{operators.Load{Dst: 1, Column: 0}, operators.Load{Dst: 2, Column: 0}}
		programs[i] = p
	}
	c := newCrowd(programs)
	g := newGeneration(c, newStretches(), programs)
	for _, p := range programs {
		s, err := newState(p)
		if err != nil {
			t.Fatal(err)
		}
		g.states = append(g.states, s)
	}
	if err := g.formSquads(); err != nil {
		t.Fatal(err)
	}
	c.seat(g)
	if err := g.placeSquads(); err != nil {
		t.Fatal(err)
	}
	room := g.paramRoom()
	g.kernel()
	s := g.source()
	all := !slices.ContainsFunc(g.squads, func(s *squad) bool { return !s.near })
	if all && room != len(s.Params) {
		t.Errorf("%d programs: room for %d parameters, there are %d", n, room, len(s.Params))
	}
	return g, s
}

// A block has fewer threads where groups take the shared memory of more, and more groups than
// fit beside the fewest do not lie there.
func TestCrowdMakesRoomForGroups(t *testing.T) {
	for _, c := range []struct {
		programs, groups, threads int
		near                      bool
	}{
		{20, 40, 1024, true}, // masks of one word
		{60, 40, 768, true},
		{60, 300, 768, true},
		{60, 325, 640, true},
		{60, 340, 512, true},
		{60, 345, 640, false}, // one squad is left out in any case
	} {
		g, s := crowdOf(t, c.programs, c.groups)
		all, some := true, false
		for _, q := range g.squads {
			all, some = all && q.near, some || q.near
		}
		at := fmt.Sprintf("%d programs of %d groups", c.programs, c.groups)
		if head := fmt.Sprintf("LONE_BLOCK_OF(%d)", c.threads); !strings.Contains(s.Kernel, head) {
			t.Errorf("%s: not %s but %d", at, head, g.filter.limits().threads)
		}
		if all != c.near || !some {
			t.Errorf("%s: all of them near: %v, some: %v", at, all, some)
		}
		if s.Shared > crowdShared {
			t.Errorf("%s: %d bytes of shared memory", at, s.Shared)
		}
	}
}
