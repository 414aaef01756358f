package dictionary

import (
	"context"
	"encoding/binary"
	"errors"
	"math/bits"
	"runtime"

	"github.com/klauspost/compress/zstd"

	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/work"
)

// A large dictionary is packed on disk and unpacked into memory by the first query that asks for
// one of its texts: sorted texts begin as the one before them does, and what is left of them
// compresses well. The comments of TPC-H's lineitem take 20 of 147 MB.
//
// A packed dictionary is the number of its blocks, a packedBlock of each, and the blocks one after
// another. A block is a zstd frame of two numbers for each text, how many bytes it has in common
// with the one before it in the block and how many others, and then these others.
const (
	worthPacking = 256 << 10 // bytes of a dictionary
	packedTexts  = 32 << 10  // of a block
	packedBytes  = 2 << 20   // of the texts of a block, unless one alone has more
	MostPacked   = 4096      // times smaller: more is taken for damage
)

// packedBlock describes a block, in three little-endian words.
type packedBlock struct {
	texts, bytes uint32 // unpacked
	size         uint32
}

// Pack gives the packed form of a dictionary's file, which is a file, too, nil where it is hardly
// smaller.
func Pack(ctx context.Context, file []byte, texts int) ([]byte, error) {
	if len(file) < worthPacking {
		return nil, nil
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)))
	if err != nil {
		return nil, err
	}
	head := 4 * (texts + 1)
	offsets, text := coding.Words[uint32](file[:head]), file[head:]
	from := blocksOf(offsets)
	blocks, frames := make([]packedBlock, len(from)-1), make([][]byte, len(from)-1)
	err = errors.Join(work.Each(len(blocks), func(b int) error {
		part := offsets[from[b] : from[b+1]+1]
		frames[b] = enc.EncodeAll(frontCoded(part, text), nil)
		blocks[b] = packedBlock{texts: uint32(len(part) - 1), bytes: part[len(part)-1] - part[0], size: uint32(len(frames[b]))}
		return ctx.Err()
	}), enc.Close())
	if err != nil {
		return nil, err
	}
	return packedFile(blocks, frames, len(file)), nil
}

// packedFile puts a packed dictionary together, with the padding of a file, nil where it is hardly
// smaller than it was.
func packedFile(blocks []packedBlock, frames [][]byte, plain int) []byte {
	size := 4 + 12*len(blocks)
	for _, frame := range frames {
		size += len(frame)
	}
	if 4*size > 3*plain || plain > MostPacked*size {
		return nil
	}
	out := binary.LittleEndian.AppendUint32(make([]byte, 0, disk.FileSize(size)), uint32(len(blocks)))
	for _, b := range blocks {
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, b.texts), b.bytes), b.size)
	}
	for _, frame := range frames {
		out = append(out, frame...)
	}
	return out[:cap(out)]
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
func frontCoded(offsets []uint32, text []byte) []byte {
	lengths, rest := make([]byte, 0, 3*len(offsets)), make([]byte, 0, offsets[len(offsets)-1]-offsets[0])
	var before []byte
	for i := range offsets[1:] {
		t := text[offsets[i]:offsets[i+1]]
		shared := inCommon(before, t)
		lengths = binary.AppendUvarint(binary.AppendUvarint(lengths, uint64(shared)), uint64(len(t)-shared))
		rest, before = append(rest, t[shared:]...), t
	}
	return append(lengths, rest...)
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

// errPacked says that a packed dictionary is not one.
var errPacked = errors.New("it is no packed dictionary")

// Packed is a packed dictionary that was looked at from outside.
type Packed struct {
	blocks []packedBlock
	frames []byte
	texts  int
	plain  int // bytes of the file that it would be otherwise
}

// OpenPacked reads what a packed dictionary of so many texts says of its blocks.
func OpenPacked(data []byte, texts, plain int) (*Packed, error) {
	if len(data) < 4 || uint64(len(data)) < 4+12*uint64(binary.LittleEndian.Uint32(data)) {
		return nil, errPacked
	}
	p := &Packed{blocks: make([]packedBlock, binary.LittleEndian.Uint32(data)), texts: texts, plain: plain}
	p.frames = data[4+12*len(p.blocks):]
	inTexts, inBytes, size := 0, 0, 0
	for i := range p.blocks {
		at := data[4+12*i:]
		b := packedBlock{binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:]), binary.LittleEndian.Uint32(at[8:])}
		p.blocks[i] = b
		inTexts, inBytes, size = inTexts+int(b.texts), inBytes+int(b.bytes), size+int(b.size)
	}
	if inTexts != texts || disk.FileSize(4*(texts+1)+inBytes) != plain || size > len(p.frames) {
		return nil, errPacked
	}
	return p, nil
}

// Unpack gives the dictionary's file as it would be otherwise, in memory of its own.
func (p *Packed) Unpack() ([]byte, error) {
	most := 0
	for _, b := range p.blocks {
		most = max(most, int(b.bytes)+2*binary.MaxVarintLen32*int(b.texts))
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(runtime.GOMAXPROCS(0)), zstd.WithDecoderMaxMemory(uint64(max(most, 1<<20))))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	file := coding.AlignedBytes(p.plain)
	if err := p.unpackTo(dec, file); err != nil {
		return nil, err
	}
	return file, nil
}

func (p *Packed) unpackTo(dec *zstd.Decoder, file []byte) error {
	head := 4 * (p.texts + 1)
	offsets, text := coding.Words[uint32](file[:head]), file[head:]
	type place struct{ text, byte, frame int }
	places, next := make([]place, len(p.blocks)), place{}
	for i, b := range p.blocks {
		places[i] = next
		next = place{next.text + int(b.texts), next.byte + int(b.bytes), next.frame + int(b.size)}
	}
	return work.Each(len(p.blocks), func(i int) error {
		b, at := p.blocks[i], places[i]
		raw, err := dec.DecodeAll(p.frames[at.frame:at.frame+int(b.size)], nil)
		if err != nil {
			return err
		}
		return b.read(raw, offsets[at.text+1:at.text+1+int(b.texts)], text[at.byte:at.byte+int(b.bytes)], uint32(at.byte))
	})
}

// read writes the texts of a block and the offsets of their ends, of which the first begins at base.
func (b packedBlock) read(raw []byte, ends []uint32, text []byte, base uint32) error {
	lengths := make([]uint32, 2*len(ends))
	for i := range lengths {
		n, used := binary.Uvarint(raw)
		if used <= 0 || n > uint64(len(text)) {
			return errPacked
		}
		lengths[i], raw = uint32(n), raw[used:]
	}
	begin, before := 0, 0
	for i := range ends {
		shared, rest := int(lengths[2*i]), int(lengths[2*i+1])
		if shared > begin-before || rest > len(raw) || begin+shared+rest > len(text) {
			return errPacked
		}
		copy(text[begin:], text[before:before+shared])
		copy(text[begin+shared:], raw[:rest])
		before, begin, raw = begin, begin+shared+rest, raw[rest:]
		ends[i] = base + uint32(begin)
	}
	if begin != len(text) || len(raw) > 0 {
		return errPacked
	}
	return nil
}
