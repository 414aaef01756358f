package cuda

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/operators"
)

// arena is a block of device memory in which the accumulators of runs that were opened
// together lie side by side, and a page-locked copy of it: they are cleared and copied at
// once, where a call of the driver for each of a hundred runs would take as long as the
// kernel. The last of its runs frees it.
type arena struct {
	backend *Backend
	at      device.Ptr
	shadow  []byte // nil: one run, too large to be copied after each launch
	users   atomic.Int64
}

// Sizes of arenas. The copy of what is larger than shadowWords is left to Collect. One with
// several runs ends at arenaBytes, for it is freed no sooner than its last run.
const (
	shadowWords = 1 << 17
	arenaBytes  = 4 << 20
	arenaAlign  = 256
)

// stateBytes is what a run of the layout takes in an arena.
func stateBytes(l *codegen.Layout) int64 {
	return (8*l.Words + arenaAlign - 1) / arenaAlign * arenaAlign
}

// newArena allocates an arena for the layouts.
func (b *Backend) newArena(layouts []*codegen.Layout) (*arena, error) {
	bytes := int64(0)
	for _, l := range layouts {
		bytes += stateBytes(l)
	}
	a := &arena{backend: b}
	var err error
	if layouts[0].Words <= shadowWords {
		if a.shadow, err = b.pins.get(int(bytes)); err != nil {
			return nil, err
		}
	}
	if a.at, err = b.alloc(bytes); err != nil {
		b.pins.put(a.shadow)
		return nil, err
	}
	a.users.Store(int64(len(layouts)))
	return a, nil
}

// release is called once for each run of the arena.
func (a *arena) release() {
	if a.users.Add(-1) == 0 {
		a.backend.pins.put(a.shadow)
		a.backend.blocks.free(a.at)
	}
}

// neighbours is how many of the layouts, from the first on, lie in one arena.
func neighbours(layouts []*codegen.Layout) int {
	bytes := int64(0)
	for i, l := range layouts {
		bytes += stateBytes(l)
		if i > 0 && (l.Words > shadowWords || layouts[0].Words > shadowWords || bytes > arenaBytes) {
			return i
		}
	}
	return len(layouts)
}

// OpenAll opens runs of programs that come together: their accumulators share arenas.
func (b *Backend) OpenAll(ctx context.Context, memory int64, programs ...*operators.Program) ([]operators.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	layouts := make([]*codegen.Layout, len(programs))
	for i, p := range programs {
		if refused := b.Refuse(p, memory); refused != nil {
			return nil, fmt.Errorf("open %s: %w", p.Name, refused)
		}
		var err error
		if layouts[i], err = b.generator.Layout(p, memory); err != nil {
			return nil, err
		}
	}
	runs := make([]operators.Run, 0, len(programs))
	for len(runs) < len(programs) {
		first := len(runs)
		n := neighbours(layouts[first:])
		a, err := b.newArena(layouts[first : first+n])
		if err != nil {
			for _, r := range runs {
				r.Close()
			}
			return nil, fmt.Errorf("accumulators of %s: %w", programs[first].Name, err)
		}
		runs = a.seat(runs, programs[first:first+n], layouts[first:first+n], memory)
	}
	return runs, nil
}

// seat appends the runs of an arena.
func (a *arena) seat(runs []operators.Run, programs []*operators.Program, layouts []*codegen.Layout, memory int64) []operators.Run {
	from := int64(0)
	for i, l := range layouts {
		r := &run{backend: a.backend, program: programs[i], memory: memory, layout: l, arena: a, at: a.at + device.Ptr(from)}
		if a.shadow != nil {
			r.shadow = a.shadow[from : from+8*l.Words]
		}
		from += stateBytes(l)
		a.backend.users.Add(1)
		runs = append(runs, r)
	}
	return runs
}

// span is the accumulators of neighbours in an arena.
type span struct {
	arena *arena
	from  int64 // in the arena
	bytes int64
}

// spansOf joins the accumulators of the runs that are wanted to spans.
func spansOf(runs []*run, wanted func(*run) bool) []span {
	order := make([]*run, 0, len(runs))
	for _, r := range runs {
		if wanted(r) {
			order = append(order, r)
		}
	}
	slices.SortFunc(order, func(a, b *run) int { return cmp.Or(cmp.Compare(a.arena.at, b.arena.at), cmp.Compare(a.at, b.at)) })
	var out []span
	for _, r := range order {
		from := int64(r.at - r.arena.at)
		if n := len(out) - 1; n >= 0 && out[n].arena == r.arena && out[n].from+out[n].bytes == from {
			out[n].bytes += stateBytes(r.layout)
			continue
		}
		out = append(out, span{r.arena, from, stateBytes(r.layout)})
	}
	return out
}

// zero clears the spans on the device.
func zero(q device.Queue, spans []span) error {
	for _, s := range spans {
		if err := q.Clear(s.arena.at+device.Ptr(s.from), s.bytes); err != nil {
			return err
		}
	}
	return nil
}

// begin clears the accumulators of the runs that nothing has been launched for.
func begin(q device.Queue, runs []*run) error {
	fresh := func(r *run) bool { return !r.cleared }
	if !slices.ContainsFunc(runs, fresh) {
		return nil
	}
	if err := zero(q, spansOf(runs, fresh)); err != nil {
		return err
	}
	for _, r := range runs {
		r.cleared = true
	}
	return nil
}

// fetch copies the spans to their counterparts in page-locked memory.
func fetch(q device.Queue, spans []span) error {
	for _, s := range spans {
		if err := q.CopyOut(s.arena.shadow[s.from:s.from+s.bytes], s.arena.at+device.Ptr(s.from)); err != nil {
			return err
		}
	}
	return nil
}
