package mysql

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/go-mysql-org/go-mysql/mysql"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// compression is what the packets of a connection are compressed with after its handshake.
// Around them are packets with a header of their own: the length, a number, and the length
// that it has when it is unpacked, 0 where it is not packed.
type compression struct {
	pack   func(dst *bytes.Buffer, plain []byte) error
	unpack func(dst, packed []byte) error // exactly len(dst) bytes
	seq    byte                           // of the next packet
}

const (
	compressedHeader = 7
	leastCompressed  = 50 // bytes that are worth it, as other servers have it
)

// compressionFor is what both sides can, nil for none.
func compressionFor(caps uint32) (*compression, error) {
	switch {
	case caps&mysql.CLIENT_COMPRESS != 0: // first, as of other servers
		return zlibCompression()
	case caps&mysql.CLIENT_ZSTD_COMPRESSION_ALGORITHM != 0:
		return zstdCompression()
	}
	return nil, nil
}

func zlibCompression() (*compression, error) {
	w, err := zlib.NewWriterLevel(nil, zlib.BestSpeed)
	if err != nil {
		return nil, err
	}
	return &compression{
		pack: func(dst *bytes.Buffer, plain []byte) error {
			w.Reset(dst)
			if _, err := w.Write(plain); err != nil {
				return err
			}
			return w.Close()
		},
		unpack: func(dst, packed []byte) error {
			r, err := zlib.NewReader(bytes.NewReader(packed))
			if err != nil {
				return err
			}
			_, err = io.ReadFull(r, dst)
			return err
		},
	}, nil
}

func zstdCompression() (*compression, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(bufferBytes))
	if err != nil {
		return nil, err
	}
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(fullPacket+1))
	if err != nil {
		return nil, err
	}
	return &compression{
		pack: func(dst *bytes.Buffer, plain []byte) error {
			dst.Write(w.EncodeAll(plain, nil))
			return nil
		},
		unpack: func(dst, packed []byte) error {
			plain, err := r.DecodeAll(packed, make([]byte, 0, len(dst)))
			if err == nil && len(plain) != len(dst) {
				err = io.ErrUnexpectedEOF
			}
			copy(dst, plain)
			return err
		},
	}, nil
}

// compress has all packets from now on compressed, if both sides can.
func (c *conn) compress() error {
	z, err := compressionFor(c.caps)
	if z == nil || err != nil {
		return err
	}
	if c.in.Buffered() > 0 {
		return errHandshake // nothing may come before the handshake is over
	}
	c.packed = z
	c.in = bufio.NewReaderSize(&unpacker{from: bufio.NewReaderSize(c.net, commandRoom), z: z}, commandRoom)
	c.out.to = &packer{to: patient{c}, z: z}
	return nil
}

// packer writes what it is given as compressed packets.
type packer struct {
	to     io.Writer
	z      *compression
	buffer bytes.Buffer
}

// Write implements io.Writer.
func (p *packer) Write(b []byte) (n int, err error) {
	for n < len(b) {
		part := b[n:min(len(b), n+fullPacket)]
		p.buffer.Reset()
		p.buffer.Write(make([]byte, compressedHeader))
		plain := 0
		if len(part) >= leastCompressed {
			if err := p.z.pack(&p.buffer, part); err != nil {
				return n, err
			}
			plain = len(part)
		}
		if plain == 0 || p.buffer.Len()-compressedHeader >= len(part) {
			p.buffer.Truncate(compressedHeader)
			p.buffer.Write(part)
			plain = 0
		}
		out := p.buffer.Bytes()
		size := len(out) - compressedHeader
		copy(out, []byte{byte(size), byte(size >> 8), byte(size >> 16), p.z.seq, byte(plain), byte(plain >> 8), byte(plain >> 16)})
		p.z.seq++
		if _, err := p.to.Write(out); err != nil {
			return n, err
		}
		n += len(part)
	}
	return n, nil
}

// unpacker reads compressed packets. A read that a deadline ends goes on with the next one.
type unpacker struct {
	from  *bufio.Reader
	z     *compression
	body  []byte // of the packet that comes, nil before its header
	have  int    // bytes of it
	plain int    // its length when unpacked; 0: it is not packed
	ready []byte // what can be read
}

// Read implements io.Reader.
func (u *unpacker) Read(b []byte) (int, error) {
	for len(u.ready) == 0 {
		if err := u.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, u.ready)
	u.ready = u.ready[n:]
	return n, nil
}

// next reads a packet.
func (u *unpacker) next() error {
	if u.body == nil {
		head, err := u.from.Peek(compressedHeader)
		if err != nil {
			return err
		}
		u.z.seq = head[3] + 1
		u.plain = int(head[4]) | int(head[5])<<8 | int(head[6])<<16
		u.body, u.have = make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16), 0
		if _, err := u.from.Discard(compressedHeader); err != nil {
			return err
		}
	}
	for u.have < len(u.body) {
		n, err := u.from.Read(u.body[u.have:])
		if u.have += n; err != nil {
			return err
		}
	}
	body := u.body
	u.body = nil
	if u.plain == 0 {
		u.ready = body
		return nil
	}
	u.ready = make([]byte, u.plain)
	if err := u.z.unpack(u.ready, body); err != nil {
		u.ready = nil
		return fmt.Errorf("%w: a compressed packet: %w", errMalformed, err)
	}
	return nil
}
