package cuda

import (
	"context"
	"fmt"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/operators/large"
)

// packed is the groups of a run that are wanted, on the host.
type packed struct {
	n        int      // groups
	numbers  []uint64 // of the groups, ascending; nil if they are nameless
	nameless bool     // nobody asks for the numbers
	parts    []packedSection
}

// packedSection is the words of a section of these groups, one after another.
type packedSection struct {
	codegen.GroupSection
	at     device.Ptr // where it is, if not among the accumulators
	first  int        // word of a group that is the first of those that are packed
	stride int        // words from a group to the next
	here   []uint64
}

// whole is a section with all its words.
func whole(s codegen.GroupSection) packedSection {
	return packedSection{GroupSection: s, stride: s.Words}
}

// sectionsOf lists sections as they are packed: whole, but for the keys of slots, of which each
// word is a column.
func sectionsOf(all []codegen.GroupSection) (parts []packedSection) {
	for _, s := range all {
		if s.Kind != codegen.SlotKeys {
			parts = append(parts, whole(s))
			continue
		}
		for w := range s.Words {
			parts = append(parts, packedSection{GroupSection: codegen.GroupSection{Section: s.Section, Words: 1}, first: w, stride: s.Words})
		}
	}
	return parts
}

// columns gives the words of all parts of a section.
func (p *packed) columns(r codegen.Section) (all [][]uint64) {
	for _, part := range p.parts {
		if part.Section == r {
			all = append(all, part.here)
		}
	}
	return all
}

// words gives a section's words, nil if there is no such section.
func (p *packed) words(r codegen.Section) []uint64 { return p.part(r).here }

// width gives the words that a group has in a section.
func (p *packed) width(r codegen.Section) int { return p.part(r).Words }

func (p *packed) part(r codegen.Section) packedSection {
	for _, part := range p.parts {
		if part.Section == r {
			return part
		}
	}
	return packedSection{}
}

// pack gives the groups for which the words of a section are not zero, of so many, with what
// they have in others. Of groups of the device's memory those stay there that are not wanted, by
// tests and by an order; nil wants all.
func (r *run) pack(ctx context.Context, seen codegen.Section, groups int64, want *operators.Groups, p *packed) (*packed, error) {
	if r.state.Shadow != nil {
		return p, r.packHere(p, seen, groups)
	}
	if err := r.packThere(ctx, p, seen, groups, want); err != nil {
		return nil, fmt.Errorf("bring groups of %s together: %w", r.program.Name, err)
	}
	return p, nil
}

// packHere packs what the last launch's queue has copied.
func (r *run) packHere(p *packed, seen codegen.Section, groups int64) error {
	marks, err := r.words(seen, groups)
	if err != nil {
		return err
	}
	n := 0
	for _, mark := range marks {
		if mark != 0 {
			n++
		}
	}
	p.n, p.numbers = n, make([]uint64, 0, n)
	for g, mark := range marks {
		if mark != 0 {
			p.numbers = append(p.numbers, uint64(g))
		}
	}
	for i := range p.parts {
		part := &p.parts[i]
		from, err := r.words(part.Section, groups*int64(part.stride))
		if err != nil {
			return err
		}
		part.here = part.of(p.numbers, from)
	}
	return nil
}

// of takes the words of groups from those of all.
func (s *packedSection) of(groups, from []uint64) []uint64 {
	if s.Words == 1 {
		here := make([]uint64, len(groups))
		for i, g := range groups {
			here[i] = from[int(g)*s.stride+s.first]
		}
		return here
	}
	here := make([]uint64, 0, len(groups)*s.Words)
	for _, g := range groups {
		at := int(g)*s.stride + s.first
		here = append(here, from[at:at+s.Words]...)
	}
	return here
}

// packing is a packing on the device.
type packing struct {
	run    *run
	queue  device.Queue
	kernel device.Function
	params codegen.PackParams
	at     device.Ptr // of the parameters on the device, and behind them the tiles
	here   []byte
}

func (r *run) packThere(ctx context.Context, p *packed, seen codegen.Section, groups int64, want *operators.Groups) error {
	b := r.backend
	kernel, err := b.device.Compile(ctx, codegen.PackSource())
	if err != nil {
		return err
	}
	q, err := r.own()
	if err != nil {
		return err
	}
	tiles := (groups + codegen.PackTile - 1) / codegen.PackTile
	size := int64(unsafe.Sizeof(codegen.PackParams{}))
	k := &packing{run: r, queue: q, kernel: kernel, here: make([]byte, size)}
	if k.at, err = b.memory.Alloc(size + 16*tiles); err != nil {
		return err
	}
	defer b.memory.Free(k.at)
	k.params = codegen.PackParams{Seen: r.address(seen), Groups: uint64(groups), Tiles: uint64(k.at) + uint64(size)}
	if want != nil {
		k.test(want)
		if err := k.bound(want.Top, int(tiles)); err != nil {
			return err
		}
	}
	n, err := k.count(make([]uint64, tiles))
	if err != nil || n == 0 {
		return err
	}
	p.n = int(n)
	return k.copy(p, n)
}

// count has the groups of each tile counted, tells the device where each tile's begin, and
// gives how many there are.
func (k *packing) count(tiles []uint64) (n int64, err error) {
	if err := k.launch(); err != nil {
		return 0, err
	}
	if err := k.queue.CopyOut(memory.Bytes(tiles), device.Ptr(k.params.Tiles)); err != nil {
		return 0, err
	}
	if _, err := k.queue.Wait(); err != nil {
		return 0, err
	}
	for i, seen := range tiles {
		tiles[i] = uint64(n)
		n += int64(seen)
	}
	if err := k.queue.CopyIn(device.Ptr(k.params.Tiles), memory.Bytes(tiles)); err != nil {
		return 0, err
	}
	_, err = k.queue.Wait()
	return n, err
}

// copy packs n groups, so many sections at a time, and brings them here.
func (k *packing) copy(p *packed, n int64) error {
	for first := 0; first == 0 || first < len(p.parts); first += codegen.PackSections {
		some := p.parts[first:min(len(p.parts), first+codegen.PackSections)]
		if err := k.some(p, some, n); err != nil {
			return err
		}
	}
	return nil
}

func (k *packing) some(p *packed, parts []packedSection, n int64) error {
	b, words := k.run.backend, int64(1)
	for _, part := range parts {
		words += int64(part.Words)
	}
	to, err := b.memory.Alloc(8 * n * words)
	if err != nil {
		return err
	}
	defer b.memory.Free(to)
	next := uint64(to)
	take := func(width int) uint64 {
		at := next
		next += uint64(8 * n * int64(width))
		return at
	}
	k.params.Numbers, k.params.Sections = take(1), uint64(len(parts))
	for i, part := range parts {
		from := uint64(part.at)
		if part.at == 0 {
			from = k.run.address(part.Section)
		}
		k.params.From[i], k.params.To[i] = from+8*uint64(part.first), take(part.Words)
		k.params.Words[i], k.params.Strides[i] = uint64(part.Words), uint64(part.stride)
	}
	if err := k.launch(); err != nil {
		return err
	}
	if _, err := k.queue.Wait(); err != nil {
		return err
	}
	var pieces []memory.Outgoing
	if p.numbers == nil && !p.nameless {
		p.numbers = large.Pages(make([]uint64, n))
		pieces = append(pieces, memory.Outgoing{To: memory.Bytes(p.numbers), From: to})
	}
	for i := range parts {
		parts[i].here = large.Pages(make([]uint64, n*int64(parts[i].Words)))
		pieces = append(pieces, memory.Outgoing{To: memory.Bytes(parts[i].here), From: device.Ptr(k.params.To[i])})
	}
	return b.memory.CopyOut(pieces...)
}

// launch starts the kernel with the parameters as they are.
func (k *packing) launch() error {
	copy(k.here, unsafe.Slice((*byte)(unsafe.Pointer(&k.params)), len(k.here)))
	if err := k.queue.CopyIn(k.at, k.here); err != nil {
		return err
	}
	return k.queue.Launch(k.kernel, codegen.PackBlocks*k.run.backend.device.Limits().MPs, codegen.PackThreads, 0, k.at)
}
