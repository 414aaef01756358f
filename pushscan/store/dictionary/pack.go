package dictionary

import (
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"gsdms/operators"
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
	packedBytes  = 128 << 10 // of the texts of a block, unless one alone has more
	MostPacked   = 4096      // times smaller: more is taken for damage
)

// packedBlock describes a block, in three little-endian words.
type packedBlock struct {
	texts, bytes uint32 // unpacked
	size         uint32
}

// errPacked says that a packed dictionary is not one.
var errPacked = errors.New("it is no packed dictionary")

// Packed is a packed dictionary that was looked at from outside.
type Packed struct {
	blocks []packedBlock
	frames []byte
	texts  int
	plain  int       // bytes of the file that it would be otherwise
	rooms  sync.Pool // of *unpacking, for single blocks
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

// Head gives the part of a packed dictionary that says what its blocks are; their frames say by a
// checksum of their own whether they are as written.
func Head(data []byte) []byte {
	return data[:min(len(data), 4+12*int(binary.LittleEndian.Uint32(data)))]
}

// Page gives the texts of the block with a text, and which of all the first of them is.
func (p *Packed) Page(text int) (first int, offsets []uint32, bytes []byte, err error) {
	frame, at := 0, 0
	for p.blocks[at].texts <= uint32(text-first) {
		first, frame, at = first+int(p.blocks[at].texts), frame+int(p.blocks[at].size), at+1
	}
	b := p.blocks[at]
	room, ok := p.rooms.Get().(*unpacking)
	if !ok {
		room = &unpacking{}
	}
	defer p.rooms.Put(room)
	if err := room.decode(p.frames[frame:frame+int(b.size)], b.most()); err != nil {
		return 0, nil, nil, err
	}
	offsets, bytes = make([]uint32, 1+b.texts), make([]byte, b.bytes)
	return first, offsets, bytes, b.read(room, offsets[1:], bytes, 0)
}

// decode decompresses a block by a decoder of the room's, which starts no goroutine and so needs no end.
func (room *unpacking) decode(frame []byte, most int) (err error) {
	if room.dec == nil || room.most < most {
		room.most = max(most, 1<<20)
		if room.dec, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(room.most))); err != nil {
			return err
		}
	}
	room.raw, err = room.dec.DecodeAll(frame, room.raw[:0])
	return err
}

// most is how many bytes a block's frame may have unpacked.
func (b packedBlock) most() int { return int(b.bytes) + 2*binary.MaxVarintLen32*int(b.texts) }

// Unpack gives the dictionary's file as it would be otherwise, in memory of its own.
func (p *Packed) Unpack() ([]byte, error) {
	most := 0
	for _, b := range p.blocks {
		most = max(most, b.most())
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(runtime.GOMAXPROCS(0)), zstd.WithDecoderMaxMemory(uint64(max(most, 1<<20))))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	file := coding.BytesOf(operators.Uncleared((p.plain + 7) / 8))[:p.plain]
	if err := p.unpackTo(dec, file); err != nil {
		return nil, err
	}
	return file, nil
}

func (p *Packed) unpackTo(dec *zstd.Decoder, file []byte) error {
	head := 4 * (p.texts + 1)
	offsets, text := coding.Words[uint32](file[:head]), file[head:]
	last := 0
	for _, b := range p.blocks {
		last += int(b.bytes)
	}
	offsets[0] = 0
	clear(text[last:])
	type place struct{ text, byte, frame int }
	places, next := make([]place, len(p.blocks)), place{}
	for i, b := range p.blocks {
		places[i] = next
		next = place{next.text + int(b.texts), next.byte + int(b.bytes), next.frame + int(b.size)}
	}
	rooms := sync.Pool{New: func() any { return new(unpacking) }}
	return work.Each(len(p.blocks), func(i int) error {
		b, at := p.blocks[i], places[i]
		room := rooms.Get().(*unpacking)
		defer rooms.Put(room)
		var err error
		if room.raw, err = dec.DecodeAll(p.frames[at.frame:at.frame+int(b.size)], room.raw[:0]); err != nil {
			return err
		}
		return b.read(room, offsets[at.text+1:at.text+1+int(b.texts)], text[at.byte:at.byte+int(b.bytes)], uint32(at.byte))
	})
}

// unpacking is what a block needs while it is unpacked, one after another the same.
type unpacking struct {
	raw     []byte
	lengths []uint32
	dec     *zstd.Decoder // of single blocks
	most    int           // bytes that it may give
}

// read writes the texts of a block, which is decompressed, and the offsets of their ends, of which the
// first begins at base.
func (b packedBlock) read(room *unpacking, ends []uint32, text []byte, base uint32) error {
	room.lengths = slices.Grow(room.lengths[:0], 2*len(ends))[:2*len(ends)]
	raw, lengths := room.raw, room.lengths
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
