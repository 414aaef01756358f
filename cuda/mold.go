package cuda

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"sync/atomic"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
)

// mold is what the kernels of the same programs have in common: source, compiled
// function, and the parameters that are the same for every run and chunk. Immutable once
// it is made.
type mold struct {
	programs  []*operators.Program // by address
	order     []int                // of the programs in the source: by name and text
	part      int                  // 0: all that they do; n: stage n - 1 of the one
	making    sync.Once
	err       error       // of making it
	abandoned bool        // by its maker, whose context has ended
	whole     atomic.Bool // it has been made
	source    *codegen.Source
	function  device.Function
	params    []byte
	ofRuns    []int       // parameters that depend on the runs
	ofChunk   []int       // parameters that depend on the chunk
	uses      memory.Uses // that the parameters name
	users     int         // who hold it; guarded by the lock of molds, as is:
	kept      bool        // for who comes later
	cost      operators.Cost
	shape     uint64 // of the generated text
}

// molds keeps the molds used last, so that a query asked again costs no generating and
// no binding. One with a program that is compiled for one query is not kept: it would keep
// the tables that the program reads, here and on the device. Safe for concurrent use.
type molds struct {
	backend *Backend
	mu      sync.Mutex
	recent  []*mold // the last used first
}

// keptMolds is how many are kept.
const keptMolds = 512

func newMolds(b *Backend) *molds { return &molds{backend: b} }

// of gives the mold of the programs, which come by address, made if need be.
func (m *molds) of(ctx context.Context, programs []*operators.Program) (*mold, error) {
	return m.get(ctx, programs, 0, func(inOrder []*operators.Program) (*codegen.Source, error) {
		if s := m.backend.makers.take(programs); s != nil {
			return s, nil
		}
		return m.backend.generator.Kernel(inOrder...)
	})
}

// made reports whether the mold of programs, in any order, is there.
func (m *molds) made(programs []*operators.Program) bool {
	programs = byAddress(programs)
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.recent, func(one *mold) bool {
		return one.part == 0 && one.whole.Load() && slices.Equal(one.programs, programs)
	})
}

// ofStage gives the mold of one stage of a program.
func (m *molds) ofStage(ctx context.Context, s *codegen.Stage) (*mold, error) {
	return m.get(ctx, []*operators.Program{s.Of}, 1+s.Number, func([]*operators.Program) (*codegen.Source, error) { return m.backend.generator.Stage(s) })
}

// release takes back a mold that of or ofStage has given.
func (m *molds) release(one *mold) {
	m.mu.Lock()
	defer m.mu.Unlock()
	one.users--
	m.settle(one)
}

// settle lets go of what a mold uses that nobody holds or keeps. The lock is held.
func (m *molds) settle(one *mold) {
	if one.users == 0 && !one.kept {
		m.backend.memory.LetGo(&one.uses)
	}
}

// evict forgets the molds that nobody holds, and reports whether there were any.
func (m *molds) evict() (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.recent)
	m.recent = slices.DeleteFunc(m.recent, func(one *mold) bool {
		if one.users > 0 {
			return false
		}
		one.kept = false
		m.settle(one)
		return true
	})
	return len(m.recent) < before, nil
}

// get gives a mold that is there, or makes it; the caller holds it until release. A failed one is made again by the next who
// asks, and by those who have waited for it if only its maker has given up.
func (m *molds) get(ctx context.Context, programs []*operators.Program, part int, generate func(inOrder []*operators.Program) (*codegen.Source, error)) (*mold, error) {
	for {
		one := m.find(programs, part)
		one.making.Do(func() {
			inOrder := one.inOrder()
			source, err := generate(inOrder)
			if err == nil {
				err = m.fill(ctx, one, inOrder, source)
			}
			one.err, one.abandoned = err, ctx.Err() != nil
			one.whole.Store(err == nil)
		})
		if one.err == nil {
			return one, nil
		}
		m.drop(one)
		m.release(one)
		if !one.abandoned || ctx.Err() != nil {
			return nil, one.err
		}
	}
}

// inOrder gives the programs in the order of the source, and notes it.
func (m *mold) inOrder() []*operators.Program {
	m.order = make([]int, len(m.programs))
	for i := range m.order {
		m.order[i] = i
	}
	slices.SortFunc(m.order, func(a, b int) int { return comparePrograms(m.programs[a], m.programs[b]) })
	out := make([]*operators.Program, len(m.order))
	for i, at := range m.order {
		out[i] = m.programs[at]
	}
	return out
}

// find gives the mold, or one that is still to be made, by the first who asked for it.
func (m *molds) find(programs []*operators.Program, part int) *mold {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, one := range m.recent {
		if one.part == part && slices.Equal(one.programs, programs) {
			copy(m.recent[1:], m.recent[:i])
			m.recent[0] = one
			one.users++
			return one
		}
	}
	one := &mold{programs: programs, part: part, err: errUnmade, users: 1}
	if slices.ContainsFunc(programs, func(p *operators.Program) bool { return p.Passing }) {
		return one
	}
	one.kept = true
	m.recent = slices.Insert(m.recent, 0, one)
	if last := len(m.recent) - 1; last >= keptMolds {
		m.recent[last].kept = false
		m.settle(m.recent[last])
		m.recent = slices.Delete(m.recent, last, last+1)
	}
	return one
}

// errUnmade is the error of a mold whose making has ended in a panic.
var errUnmade = errors.New("the kernel could not be made")

// drop forgets a mold that could not be made.
func (m *molds) drop(one *mold) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recent = slices.DeleteFunc(m.recent, func(o *mold) bool { return o == one })
	one.kept = false
}

func (m *molds) fill(ctx context.Context, one *mold, inOrder []*operators.Program, source *codegen.Source) (err error) {
	one.source, one.params = source, make([]byte, 8*len(source.Params))
	one.cost, one.shape = codegen.CostOf(inOrder), shapeOf(source)
	one.sort()
	if one.function, err = m.backend.device.Compile(ctx, source.Text); err != nil {
		return err
	}
	tables, err := m.tables(one)
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	for i, p := range source.Params {
		v, err := m.value(one, p.What, tables)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		binary.LittleEndian.PutUint64(one.params[8*i:], v)
	}
	return nil
}

// shapeOf tells sources apart, for what is measured of their kernels.
func shapeOf(s *codegen.Source) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s.Kernel))
	return h.Sum64()
}

// value gives a parameter that depends neither on run nor chunk, else 0.
func (m *molds) value(one *mold, what codegen.Binding, tables map[codegen.TableData]device.Ptr) (uint64, error) {
	var p device.Ptr
	var err error
	switch w := what.(type) {
	case codegen.Constant:
		return uint64(w), nil
	case codegen.ArrayData:
		p, err = m.backend.memory.Array(&one.uses, w.Array)
	case codegen.BitData:
		p, err = m.backend.memory.Bits(&one.uses, w.Set)
	case codegen.HeadData:
		p, err = m.backend.memory.Heads(&one.uses, w.Index)
	case codegen.NextData:
		p, err = m.backend.memory.Next(&one.uses, w.Index)
	case codegen.TableData:
		p = tables[w]
	}
	return uint64(p), err
}

// tables brings the tables that a mold's parameters name to the device for as long as it
// lives, all in one copy: a hundred programs have two hundred of them.
func (m *molds) tables(one *mold) (map[codegen.TableData]device.Ptr, error) {
	var words []uint64
	at := map[codegen.TableData]device.Ptr{}
	for _, p := range one.source.Params {
		if w, ok := p.What.(codegen.TableData); ok {
			if _, is := at[w]; !is {
				at[w] = device.Ptr(8 * len(words))
				words = append(words, w.Words()...)
			}
		}
	}
	if len(words) == 0 {
		return nil, nil
	}
	base, err := memory.Upload(m.backend.memory, &one.uses, one, memory.Bytes(words))
	for t := range at {
		at[t] += base
	}
	return at, err
}
