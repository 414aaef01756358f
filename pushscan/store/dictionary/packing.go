package dictionary

import (
	"context"
	"encoding/binary"
	"errors"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"gsdms/operators/textsort"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/work"
)

// Pack gives the packed form of a dictionary's file, which is a file, too, nil where it is hardly
// smaller.
func Pack(ctx context.Context, file []byte, texts int) (out []byte, err error) {
	head, err := PackTo(ctx, file, texts, func(piece []byte) error {
		out = append(out, piece...)
		return nil
	})
	if head == nil || err != nil {
		return nil, err
	}
	copy(out, head)
	return append(out, make([]byte, disk.FileSize(len(out))-len(out))...), nil
}

// PackTo gives the pieces of the packed form of a dictionary's file one after another, while later
// ones are made: first zeros in the place of a head, and then the blocks. The head comes at the end,
// nil where the form is hardly smaller; nothing is given of a small file. Padding is the caller's.
func PackTo(ctx context.Context, file []byte, texts int, give func(piece []byte) error) (head []byte, err error) {
	if len(file) < worthPacking {
		return nil, nil
	}
	begin := 4 * (texts + 1)
	offsets, text := coding.Words[uint32](file[:begin]), file[begin:]
	blocks := blocksOf(offsets)
	p, err := newPacking(len(blocks) - 1)
	if err != nil {
		return nil, err
	}
	err = p.run(give, func() error {
		return work.Each(len(p.blocks), func(b int) error {
			p.pack(b, offsets[blocks[b].text:blocks[b+1].text+1], text[blocks[b].byte:])
			return ctx.Err()
		})
	})
	if !p.worth(len(file)) {
		return nil, err
	}
	return p.head(), err
}

// SortedTo is Sorted and PackTo in one, of texts where there were none before: the dictionary's file is
// never in memory, which has all texts as they came already. head is there also where the form is
// hardly smaller, which worth says; plain is how many bytes the file would have.
func (in *Interner) SortedTo(ctx context.Context, give func(piece []byte) error) (made Made, err error) {
	if in.Loose {
		in.known.free()
	}
	s, err := textsort.Deal(ctx, in.come.runs(in.Loose), in.come.size)
	if err != nil {
		return made, err
	}
	p, err := newPacking(s.Parts() * blocksOfPart)
	if err != nil {
		return made, err
	}
	var different textsort.Different
	err = p.run(give, func() (err error) {
		made.Rank, different, err = s.Each(max(leastRoom, in.come.size/mostTurns), p.packPart)
		return err
	})
	in.repeats = len(made.Rank) - different.Texts
	made.Head, made.Plain = p.head(), disk.FileSize(4*(different.Texts+1)+different.Bytes)
	made.Worth = p.worth(made.Plain)
	return made, err
}

// Made is a packed dictionary of which the pieces were given.
type Made struct {
	Head  []byte   // what takes the first piece's place
	Rank  []uint32 // the final code of each provisional one
	Plain int      // bytes of the dictionary's file
	Worth bool     // the packed form is smaller enough to be kept
}

// Packs reports whether SortedTo may be called: there are many texts, and all have come.
func (in *Interner) Packs() bool { return in.Before == nil && in.come.size >= worthPacking }

// To sort texts part by part needs room for leastRoom bytes of them, or for one of mostTurns parts of
// all: what has come is read once for each, and room is memory that nobody has written yet.
const (
	leastRoom = 64 << 20
	mostTurns = 4
)

// packing is a packed dictionary that is being made.
type packing struct {
	enc    *zstd.Encoder
	blocks []packedBlock
	frames []chan []byte // of each block, which has room for it
	made   chan struct{} // is closed when no further block comes
	size   int           // bytes that were given
	rooms  sync.Pool     // of *packingRoom
}

// packingRoom is memory that one block after another is packed in.
type packingRoom struct{ lengths, rest, frame []byte }

func newPacking(blocks int) (*packing, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)))
	if err != nil {
		return nil, err
	}
	p := &packing{enc: enc, made: make(chan struct{}), blocks: make([]packedBlock, blocks), frames: make([]chan []byte, blocks)}
	for b := range p.frames {
		p.frames[b] = make(chan []byte, 1)
	}
	return p, nil
}

// run gives the pieces while pack makes them.
func (p *packing) run(give func(piece []byte) error, pack func() error) error {
	made := make(chan error, 1)
	go func() {
		made <- work.Guarded(pack)
		close(p.made)
	}()
	err := p.give(give)
	return errors.Join(err, <-made, p.enc.Close())
}

// pack makes a block of texts, of which the first begins at offsets[0], modulo 2^32, and is text[0:], and
// the k-th ends at offsets[k+1].
func (p *packing) pack(b int, offsets []uint32, text []byte) {
	r, ok := p.rooms.Get().(*packingRoom)
	if !ok {
		r = &packingRoom{}
	}
	defer p.rooms.Put(r)
	r.frame = p.enc.EncodeAll(r.frontCoded(offsets, text), r.frame[:0])
	p.blocks[b] = packedBlock{texts: uint32(len(offsets) - 1), bytes: offsets[len(offsets)-1] - offsets[0], size: uint32(len(r.frame))}
	p.frames[b] <- slices.Clone(r.frame)
}

// blocksOfPart is how many blocks a part of an order becomes, which has half a megabyte as a rule.
const blocksOfPart = 4

// packPart makes the blocks of a part of an order, as packs does a block; some may be empty.
func (p *packing) packPart(part int, offsets []uint32, text []byte) {
	texts := len(offsets) - 1
	for k := range blocksOfPart {
		lo, hi := texts*k/blocksOfPart, texts*(k+1)/blocksOfPart
		p.pack(part*blocksOfPart+k, offsets[lo:hi+1], text[offsets[lo]:])
	}
}

// give gives room for the head, and the blocks in their order as they come. It ends early behind one
// that could not be made, for which whoever made it has an error.
func (p *packing) give(give func(piece []byte) error) error {
	piece := make([]byte, 4+12*len(p.blocks))
	for _, next := range append(p.frames, nil) {
		p.size += len(piece)
		if err := give(piece); err != nil || next == nil {
			return err
		}
		select {
		case piece = <-next:
			continue
		case <-p.made:
		}
		select {
		case piece = <-next:
		default:
			return nil
		}
	}
	return nil
}

// worth says whether the packed form of a file with so many bytes is smaller enough, and not so small
// that it would be taken for damage.
func (p *packing) worth(plain int) bool { return 4*p.size <= 3*plain && plain <= MostPacked*p.size }

// head describes the blocks.
func (p *packing) head() []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(p.blocks)))
	for _, b := range p.blocks {
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, b.texts), b.bytes), b.size)
	}
	return out
}

// begin is the first text of a block, and where it begins.
type begin struct{ text, byte int }

// blocksOf gives the begin of each block, and the end of all.
func blocksOf(offsets []uint32) []begin {
	all, last := []begin{{}}, begin{}
	for i := 1; i < len(offsets)-1; i++ {
		if i-last.text == packedTexts || offsets[i+1]-offsets[last.text] > packedBytes {
			last = begin{i, last.byte + int(offsets[i]-offsets[last.text])}
			all = append(all, last)
		}
	}
	end := len(offsets) - 1
	return append(all, begin{end, last.byte + int(offsets[end]-offsets[last.text])})
}

// frontCoded spells the texts between some offsets, the first of which is text[0:], by what each has not
// in common with the one before.
func (r *packingRoom) frontCoded(offsets []uint32, text []byte) []byte {
	lengths, rest := r.lengths[:0], r.rest[:0]
	var before []byte
	for i := range offsets[1:] {
		t := text[offsets[i]-offsets[0] : offsets[i+1]-offsets[0]]
		shared := inCommon(before, t)
		lengths = binary.AppendUvarint(binary.AppendUvarint(lengths, uint64(shared)), uint64(len(t)-shared))
		rest, before = append(rest, t[shared:]...), t
	}
	r.rest, r.lengths = rest, append(lengths, rest...)
	return r.lengths
}

// inCommon is with how many equal bytes two texts begin.
func inCommon(a, b []byte) int {
	n, at := min(len(a), len(b)), 0
	for ; at+8 <= n; at += 8 {
		if differ := binary.LittleEndian.Uint64(a[at:]) ^ binary.LittleEndian.Uint64(b[at:]); differ != 0 {
			return at + bits.TrailingZeros64(differ)/8
		}
	}
	for at < n && a[at] == b[at] {
		at++
	}
	return at
}
