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
	p, err := newPacking(file, texts)
	if err != nil {
		return nil, err
	}
	made := make(chan error, 1)
	go func() {
		made <- work.Each(len(p.blocks), func(b int) error {
			p.pack(b)
			return ctx.Err()
		})
		close(p.made)
	}()
	err = p.give(give)
	return p.head(), errors.Join(err, <-made, p.enc.Close())
}

// packing is a PackTo under way.
type packing struct {
	enc     *zstd.Encoder
	plain   int // bytes of the file
	offsets []uint32
	text    []byte
	from    []int // the first text of each block, and their number
	blocks  []packedBlock
	frames  []chan []byte // of each block, which has room for it
	made    chan struct{} // is closed when no further block comes
	size    int           // bytes that were given
	rooms   sync.Pool     // of *packingRoom
}

// packingRoom is memory that one block after another is packed in.
type packingRoom struct{ lengths, rest, frame []byte }

func newPacking(file []byte, texts int) (*packing, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)))
	if err != nil {
		return nil, err
	}
	head := 4 * (texts + 1)
	p := &packing{enc: enc, plain: len(file), made: make(chan struct{}), offsets: coding.Words[uint32](file[:head]), text: file[head:]}
	p.from = blocksOf(p.offsets)
	p.blocks, p.frames = make([]packedBlock, len(p.from)-1), make([]chan []byte, len(p.from)-1)
	for b := range p.frames {
		p.frames[b] = make(chan []byte, 1)
	}
	return p, nil
}

// pack makes a block.
func (p *packing) pack(b int) {
	r, ok := p.rooms.Get().(*packingRoom)
	if !ok {
		r = &packingRoom{}
	}
	defer p.rooms.Put(r)
	part := p.offsets[p.from[b] : p.from[b+1]+1]
	r.frame = p.enc.EncodeAll(r.frontCoded(part, p.text), r.frame[:0])
	p.blocks[b] = packedBlock{texts: uint32(len(part) - 1), bytes: part[len(part)-1] - part[0], size: uint32(len(r.frame))}
	p.frames[b] <- slices.Clone(r.frame)
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

// head describes the blocks, nil where all is hardly smaller than it was.
func (p *packing) head() []byte {
	if 4*p.size > 3*p.plain || p.plain > MostPacked*p.size {
		return nil
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(p.blocks)))
	for _, b := range p.blocks {
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, b.texts), b.bytes), b.size)
	}
	return out
}

// blocksOf gives the first text of each block, and their number.
func blocksOf(offsets []uint32) []int {
	from := []int{0}
	for i := 1; i < len(offsets)-1; i++ {
		first := from[len(from)-1]
		if i-first == packedTexts || offsets[i+1]-offsets[first] > packedBytes {
			from = append(from, i)
		}
	}
	return append(from, len(offsets)-1)
}

// frontCoded spells the texts between some offsets by what each has not in common with the one
// before.
func (r *packingRoom) frontCoded(offsets []uint32, text []byte) []byte {
	lengths, rest := r.lengths[:0], r.rest[:0]
	var before []byte
	for i := range offsets[1:] {
		t := text[offsets[i]:offsets[i+1]]
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
