package load

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressionOf tells by the name's end: .gz is gzip, .zst is zstd. rest is the name
// without it.
func compressionOf(path string) (compression, rest string) {
	ext := filepath.Ext(path)
	switch strings.ToLower(ext) {
	case ".gz":
		return "gzip", strings.TrimSuffix(path, ext)
	case ".zst":
		return "zstd", strings.TrimSuffix(path, ext)
	}
	return "", path
}

// Unpacked is the name of a text file without .gz or .zst.
func Unpacked(path string) string {
	_, rest := compressionOf(path)
	return rest
}

// Packed gives what packs a text as the name of its file says, or writes it as it is. Close ends the
// packed text, and leaves out open.
func Packed(path string, out io.Writer) (io.WriteCloser, error) {
	switch compression, _ := compressionOf(path); compression {
	case "gzip":
		return gzip.NewWriter(out), nil
	case "zstd":
		return zstd.NewWriter(out)
	}
	return plain{out}, nil
}

// plain writes a text as it is.
type plain struct{ io.Writer }

// Close is of io.WriteCloser.
func (plain) Close() error { return nil }
