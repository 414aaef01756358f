package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Room is the memory of cursors that are used one after another. The zero value is ready; one
// goroutine uses it.
type Room struct {
	read    []byte // of the file
	plain   []byte // of a page
	kept    []byte // of the page with the dictionary
	whole   []byte // of a page, whose values were split into their bytes
	nulls   []bool
	levels  [2][]uint32 // of a part's definition and repetition
	ints    []int64
	floats  []float64
	indexes []uint32
	texts   [][]byte
	arena   []byte
	zstd    *zstd.Decoder
	most    int64 // what zstd was made for
}

// resized gives a slice of so many elements, whose values are any.
func resized[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n, n+n/8) // the next chunk is about as large
}

// The kinds of pages.
const (
	dataPage       = 0
	dictionaryPage = 2
	dataPage2      = 3
)

// pageHeader is what a page says of itself.
type pageHeader struct {
	kind           int64
	plain, stored  int64 // bytes
	crc            uint32
	hasCRC         bool
	values         int64
	encoding       int64
	levels         int64 // encoding of a data page's levels of definition
	repeats        int64 // the same of repetition
	defined        int64 // bytes of a newer data page's levels
	repeated       int64
	isUncompressed bool
}

// header reads a PageHeader.
func (m *metadata) header() (h pageHeader) {
	h.kind, h.plain, h.stored, h.values = -1, -1, -1, -1
	m.fields(func(id int, kind byte) {
		switch id {
		case 1:
			h.kind = m.number(kind)
		case 2:
			h.plain = m.count(kind)
		case 3:
			h.stored = m.count(kind)
		case 4:
			h.crc, h.hasCRC = uint32(m.number(kind)), true
		case 5, 7, 8:
			m.structure(kind, func(field int, kind byte) { m.headerOf(&h, id, field, kind) })
		default:
			m.skip(kind)
		}
	})
	return h
}

// headerOf reads a field of what a kind of page says.
func (m *metadata) headerOf(h *pageHeader, page, id int, kind byte) {
	newer := page == 8
	switch {
	case id == 1:
		h.values = m.count(kind)
	case id == 2 && !newer, id == 4 && newer:
		h.encoding = m.number(kind)
	case id == 3 && page == 5:
		h.levels = m.number(kind)
	case id == 4 && page == 5:
		h.repeats = m.number(kind)
	case id == 5 && newer:
		h.defined = m.count(kind)
	case id == 6 && newer:
		h.repeated = m.count(kind)
	case id == 7 && newer:
		h.isUncompressed = !m.truth(kind)
	default:
		m.skip(kind)
	}
}

// pages reads the pages of a chunk one after another.
type pages struct {
	*Room
	file    *File
	from    io.ReaderAt
	codec   int64
	at, end int64
	begin   int64 // of what is read, in the file
	pass    int64 // rows that are passed over
	sparse  bool  // not all pages are read
}

const (
	wholeChunk = 8 << 20 // a chunk that has no more bytes is read at once
	readAhead  = 4 << 20 // how much of others is
	headBytes  = 16 << 10
	mostHead   = 16 << 20 // bytes of a page's header
)

// window gives the next n bytes, or less where the chunk ends. They are there until the next
// call.
func (p *pages) window(n int64) ([]byte, error) {
	n = min(n, p.end-p.at)
	if p.at < p.begin || p.at+n > p.begin+int64(len(p.read)) {
		rest := p.end - p.at
		switch {
		case p.sparse:
			rest = n
		case rest > wholeChunk:
			rest = min(rest, max(n, readAhead))
		}
		p.begin, p.read = p.at, resized(p.read, int(rest))
		if got, err := p.from.ReadAt(p.read, p.at); err != nil && (err != io.EOF || got < len(p.read)) {
			p.read = p.read[:0]
			return nil, err
		}
	}
	from := p.at - p.begin
	return p.read[from : from+n], nil
}

// next gives the next page: its header and its bytes as they are stored; none of one that is passed over.
func (p *pages) next() (h pageHeader, stored []byte, err error) {
	if p.at >= p.end {
		return h, nil, io.EOF
	}
	for n := int64(headBytes); ; n *= 32 {
		head, err := p.window(n)
		if err != nil {
			return h, nil, err
		}
		m := metadata{data: head}
		if h = m.header(); m.err == nil {
			p.at += int64(m.at)
			break
		}
		if int64(len(head)) == p.end-p.at || n > mostHead {
			return h, nil, errors.New("a page has a header that makes no sense")
		}
	}
	if h.kind < 0 || h.stored < 0 || h.stored > p.end-p.at {
		return h, nil, errors.New("a page reaches beyond its column")
	}
	if h.plain < 0 || h.plain > p.file.most {
		return h, nil, fmt.Errorf("a page says that it has %d bytes, which is more than the %d that it may have", h.plain, p.file.most)
	}
	if h.stored > p.file.most {
		return h, nil, fmt.Errorf("a page has %d bytes, which is more than the %d that it may have", h.stored, p.file.most)
	}
	if p.passes(h) {
		p.at += h.stored
		return h, nil, nil
	}
	if stored, err = p.window(h.stored); err != nil {
		return h, nil, err
	}
	p.at += h.stored
	if h.hasCRC && crc32.ChecksumIEEE(stored) != h.crc {
		return h, nil, errors.New("a page's checksum is not that of its bytes")
	}
	return h, stored, nil
}

// unpack gives the bytes of what is stored, as many as want, in the memory of to or where they
// are.
func (p *pages) unpack(stored []byte, want int64, to *[]byte) ([]byte, error) {
	if p.codec == int64(compress.Codecs.Uncompressed) {
		if int64(len(stored)) != want {
			return nil, errors.New("a page has not the bytes that it says it has")
		}
		return stored, nil
	}
	if len(stored) == 0 && want == 0 { // the values of a page that has none but NULL
		return nil, nil
	}
	*to = resized(*to, int(want)+spare)[:want]
	n, err := p.decode(stored, *to)
	if err != nil {
		return nil, fmt.Errorf("unpack a page: %w", err)
	}
	if n != len(*to) {
		return nil, fmt.Errorf("a page has %d bytes instead of the %d that it says it has", n, want)
	}
	return *to, nil
}

// spare is how many bytes there are behind those that a page is unpacked to: zstd copies 16 at a time
// where what it writes too much does no harm.
const spare = 64

// errLonger is a page that goes on behind its bytes.
var errLonger = errors.New("it has more bytes than it says it has")

// lz4Raw is the compression of single blocks of LZ4.
const lz4Raw = compress.Compression(7)

// decode unpacks into the bytes of to, which has spare ones behind, and gives how many there are.
func (p *pages) decode(stored, to []byte) (int, error) {
	switch compress.Compression(p.codec) {
	case compress.Codecs.Snappy:
		n, err := snappy.DecodedLen(stored)
		if err != nil || n != len(to) {
			return n, err
		}
		_, err = snappy.Decode(to, stored)
		return n, err
	case lz4Raw:
		return lz4.UncompressBlock(stored, to)
	case compress.Codecs.Zstd:
		if p.zstd == nil || p.Room.most != p.file.most {
			var err error
			p.Room.most = p.file.most
			p.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(uint64(p.file.most)))
			if err != nil {
				return 0, err
			}
		}
		out, err := p.zstd.DecodeAll(stored, to[:0:len(to)+spare])
		return len(out), err
	}
	from, err := p.unpacker(stored)
	if err != nil {
		return 0, err
	}
	n, err := io.ReadFull(from, to)
	if err == io.ErrUnexpectedEOF || err == io.EOF {
		return n, nil
	}
	if more, _ := from.Read(make([]byte, 1)); more > 0 && err == nil {
		err = errLonger
	}
	return n, err
}

// unpacker unpacks what is not unpacked all at once.
func (p *pages) unpacker(stored []byte) (io.Reader, error) {
	if p.codec == int64(compress.Codecs.Gzip) {
		return gzip.NewReader(bytes.NewReader(stored)) // the codec's own panics
	}
	codec, err := compress.GetCodec(compress.Compression(p.codec))
	if err != nil {
		return nil, err
	}
	return codec.NewReader(bytes.NewReader(stored)), nil
}
