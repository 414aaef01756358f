package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"gsdms/pushscan/load/objects"
	"gsdms/pushscan/load/within"
)

// input is a text file, decompressed while it is read. One goroutine reads; read may
// be asked by another.
type input struct {
	file  *os.File
	size  int64 // as stored
	read  atomic.Int64
	plain io.Reader // the text
	close func()    // the decompressor's; may be nil
}

// openInput opens a text file of a compression and an encoding that were found out.
func openInput(s Sniffed, roots []string) (*input, error) {
	path, compression := s.Path, s.Compression
	f, size, err := within.Open(path, roots)
	if err != nil {
		return nil, err
	}
	in := &input{file: f, size: size}
	in.plain = counted{in}
	switch compression {
	case "gzip":
		err = in.gunzip()
	case "zstd":
		err = in.unzstd()
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("read %s as %s: %w", path, compression, err)
	}
	in.plain = s.Encoding.reader(in.plain)
	if s.Returns {
		in.plain = &returns{in: in.plain, quotes: s.Format == CSV}
	}
	return in, nil
}

// returns gives a text whose lines end with CR alone lines that end with LF.
type returns struct {
	in             io.Reader
	quotes, inside bool // between quotes, if there are any, a CR is text
}

func (r *returns) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	for i, c := range p[:n] {
		switch {
		case c == '"' && r.quotes:
			r.inside = !r.inside
		case c == '\r' && !r.inside:
			p[i] = '\n'
		}
	}
	return n, err
}

// counted reads the stored bytes and counts them.
type counted struct{ in *input }

func (c counted) Read(p []byte) (int, error) {
	n, err := c.in.file.Read(p)
	c.in.read.Add(int64(n))
	return n, err
}

func (in *input) gunzip() error {
	r, err := gzip.NewReader(in.plain)
	if err != nil {
		return err
	}
	in.plain = r
	return nil
}

// unzstd decodes in the reading goroutine; windows above 32 MiB are refused.
func (in *input) unzstd() error {
	r, err := zstd.NewReader(in.plain, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(32<<20), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	in.plain, in.close = r, r.Close
	return nil
}

// Read gives the text.
func (in *input) Read(p []byte) (int, error) { return in.plain.Read(p) }

// Close releases the file and the decompressor.
func (in *input) Close() error {
	if in.close != nil {
		in.close()
	}
	return in.file.Close()
}

// readError says what was being read when the text could not be.
func readError(s Sniffed, err error) error {
	var late *objects.LateError
	unknown := errors.As(err, &late)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("load %s: %w", s.Path, err)
	case s.Compression != "":
		err = fmt.Errorf("read %s, which its name says is %s: %w", s.Path, s.Compression, err)
	default:
		err = fmt.Errorf("read %s: %w", s.Path, err)
	}
	if unknown {
		return &unknownFields{s.Path, err}
	}
	return err
}
