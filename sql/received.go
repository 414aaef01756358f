package sql

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"gsdms/sql/parse"
)

// received is how many bytes files have that clients have sent for LOAD DATA LOCAL, until they
// are loaded.
type received struct{ bytes atomic.Int64 }

// receiving is one of these files. The files of all clients together have at most so many bytes.
type receiving struct {
	*os.File
	all  *received
	most int64
	has  int64
}

// into makes a file count, whose bytes are given back when it is closed. Where most is 0, all may
// have half of what is free where the file is.
func (r *received) into(f *os.File, most int64) (*receiving, error) {
	if most > 0 {
		return &receiving{File: f, all: r, most: most}, nil
	}
	var s unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &s); err != nil {
		return nil, fmt.Errorf("see what is free for %s: %w", f.Name(), err)
	}
	free := int64(s.Bavail) * int64(s.Bsize)
	return &receiving{File: f, all: r, most: (free + r.bytes.Load()) / 2}, nil
}

// Write implements io.Writer.
func (f *receiving) Write(b []byte) (int, error) {
	n := int64(len(b))
	if all := f.all.bytes.Add(n); all > f.most {
		f.all.bytes.Add(-n)
		return 0, parse.ErrorAt("", -1, parse.CodeDiskFull, "files that clients send may have %d bytes together until they are loaded (--local-files; without it half of the disk that is free), and this one has more than the %d that are left; send it in parts, or later", f.most, max(0, f.most-(all-n-f.has)))
	}
	f.has += n
	return f.File.Write(b)
}

// Close implements io.Closer.
func (f *receiving) Close() error {
	f.all.bytes.Add(-f.has)
	f.has = 0
	return f.File.Close()
}

// take has a client's file come into one that counts, and gives it; an error leaves none.
func (r *received) take(f *os.File, most int64, fetch func(*receiving) error) (*receiving, error) {
	in, err := r.into(f, most)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := fetch(in); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}
