package ipc

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"syscall"

	"gsdms/plan"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/store/ingest"
)

// The child writes frames to its standard output: a kind byte, the payload's length
// (uint32, at most frameBytes), the payload. All numbers are little-endian.
const (
	frameSchema = 'S' // childSchema as JSON, once, first
	frameBatch  = 'B' // rows, see batchFrame
	frameError  = 'E' // childError as JSON, last
	frameEnd    = 'Z' // nothing more, last
)

// frameBytes is the largest payload. The child makes smaller batches of wide rows.
const frameBytes = 64 << 20

// childRequest is the first line of the child's standard input, as JSON.
type childRequest struct {
	Memory int64
}

// childTargets is the second line: what to read, and as what.
type childTargets struct{ Targets []layout.Target }

// childError is what the child found wrong: with a file's values or with all of it.
type childError struct {
	Row         int64 // 1-based; 0: the whole file
	Field       int   // 1-based; 0: the whole row
	Value, Want string
	Text        string // of an error that is no single value's
	Sound       bool   // the error says nothing of damage: the system gave it, or what is there is not read
}

// wholeError is the error of a file as a whole.
func wholeError(err error) childError {
	var errno syscall.Errno
	text := err.Error()
	return childError{Text: text, Sound: errors.As(err, &errno) || strings.Contains(text, unknownType)}
}

// unknownType is in the error of a schema with a type that the Arrow readers do not know.
const unknownType = "arrow/ipc: could not convert field type"

func writeFrame(w io.Writer, kind byte, payload []byte) error {
	if len(payload) > frameBytes {
		return fmt.Errorf("a frame of %d bytes is above the limit of %d", len(payload), frameBytes)
	}
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

func writeJSON(w io.Writer, kind byte, v any) error {
	payload, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFrame(w, kind, payload)
}

// readFrame reads one frame into buf, which it may replace.
func readFrame(r io.Reader, buf []byte) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > frameBytes {
		return 0, nil, fmt.Errorf("a frame of %d bytes is above the limit of %d", n, frameBytes)
	}
	if int(n) > cap(buf) {
		buf = make([]byte, n)
	}
	_, err = io.ReadFull(r, buf[:n])
	return head[0], buf[:n], err
}

// A batch frame is the number of rows (uint32), then for each target how many times were rounded
// (uint32), a byte that says whether a byte per row with 1 for NULL follows, and the values: 8 bytes a row (int64
// or float64), or for strings a code (uint32) per row, the number of texts (uint32),
// their lengths (uint32 each) and their bytes.

// appendColumn adds one column to a batch frame.
func appendColumn(out []byte, c ingest.Column) []byte {
	out = appendNulls(appendUint32(out, c.Lost.Rounded), c.Nulls)
	for _, n := range c.Ints {
		out = binary.LittleEndian.AppendUint64(out, uint64(n))
	}
	for _, v := range c.Floats {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	for _, code := range c.Codes {
		out = binary.LittleEndian.AppendUint32(out, code)
	}
	if c.Codes == nil {
		return out
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(c.Dict)))
	for _, text := range c.Dict {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	}
	for _, text := range c.Dict {
		out = append(out, text...)
	}
	return out
}

func appendNulls(out []byte, nulls []bool) []byte {
	if nulls == nil {
		return append(out, 0)
	}
	out = append(out, 1)
	for _, null := range nulls {
		b := byte(0)
		if null {
			b = 1
		}
		out = append(out, b)
	}
	return out
}

// errFrame is a frame that contradicts itself.
var errFrame = errors.New("a frame is not whole")

// frameReader takes a payload apart. After a short read bad is set and all is zero.
type frameReader struct {
	rest []byte
	bad  bool
}

// take gives the next n bytes.
func (f *frameReader) take(n int) []byte {
	if f.bad || n < 0 || n > len(f.rest) {
		f.bad = true
		return nil
	}
	out := f.rest[:n]
	f.rest = f.rest[n:]
	return out
}

func (f *frameReader) uint32() int {
	if b := f.take(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// column reads one column of so many rows.
func (f *frameReader) column(t layout.Target, rows int) (c ingest.Column, err error) {
	c.Lost.Rounded = f.uint32()
	if b := f.take(1); b != nil && b[0] != 0 {
		for _, null := range f.take(rows) {
			c.Nulls = append(c.Nulls, null != 0)
		}
	}
	if t.Coded() {
		err = f.strings(&c, rows)
	} else if b := f.take(8 * rows); t.Kind == plan.Double {
		c.Floats = make([]float64, len(b)/8)
		for i := range c.Floats {
			c.Floats[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
	} else {
		c.Ints = make([]int64, len(b)/8)
		for i := range c.Ints {
			c.Ints[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
		}
	}
	if f.bad {
		err = errFrame
	}
	return c, err
}

func (f *frameReader) strings(c *ingest.Column, rows int) error {
	codes := f.take(4 * rows)
	texts := f.uint32()
	lengths := f.take(4 * texts)
	if f.bad {
		return errFrame
	}
	c.Codes = make([]uint32, rows)
	for i := range c.Codes {
		c.Codes[i] = binary.LittleEndian.Uint32(codes[4*i:])
		if int(c.Codes[i]) >= texts {
			return errFrame
		}
	}
	c.Dict = make([]string, texts)
	for i := range c.Dict {
		c.Dict[i] = string(f.take(int(binary.LittleEndian.Uint32(lengths[4*i:]))))
	}
	return nil
}
