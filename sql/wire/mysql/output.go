package mysql

import (
	"io"
	"sync"
)

// output gathers packets for one write. It has a buffer only while there is something in it,
// so that a connection that waits for a command takes none; buffers go round.
type output struct {
	to     io.Writer
	free   *sync.Pool // of *[]byte
	buffer []byte
	err    error // of a write, after which there are no others
}

// begin makes room for a packet whose length is not known yet, and gives its place.
func (o *output) begin() (at int) {
	if o.buffer == nil {
		if b, ok := o.free.Get().(*[]byte); ok {
			o.buffer = (*b)[:0]
		} else {
			o.buffer = make([]byte, 0, 2*bufferBytes)
		}
	}
	at = len(o.buffer)
	o.buffer = append(o.buffer, 0, 0, 0, 0)
	return at
}

// end ends the packet at a place, which is not a full one.
func (o *output) end(at int, seq byte) error {
	size := len(o.buffer) - at - header
	o.buffer[at], o.buffer[at+1], o.buffer[at+2], o.buffer[at+3] = byte(size), byte(size>>8), byte(size>>16), seq
	if len(o.buffer) < bufferBytes {
		return o.err
	}
	return o.write()
}

// write writes what there is.
func (o *output) write() error {
	if o.err == nil && len(o.buffer) > 0 {
		_, o.err = o.to.Write(o.buffer)
	}
	o.buffer = o.buffer[:0]
	return o.err
}

// Flush writes what there is, and gives the buffer to others.
func (o *output) Flush() error {
	err := o.write()
	if b := o.buffer; b != nil && cap(b) <= 4*bufferBytes { // one grows with a long row
		o.free.Put(&b)
	}
	o.buffer = nil
	return err
}
