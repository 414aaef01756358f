package spill

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Mapping is a file of a space as memory: pages of it that are not used are on disk alone. It
// must be closed, and nothing may look at its bytes then.
type Mapping struct {
	Bytes []byte
	file  *File
}

// Map makes a file of so many zero bytes, more than none, and maps it. Its room on the disk is
// taken at once, since a write to memory could not say that there is none.
func (s *Space) Map(bytes int64) (*Mapping, error) {
	f, err := s.File()
	if err != nil {
		return nil, err
	}
	if err := f.reserve(bytes); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	mapped, err := unix.Mmap(int(f.file.Fd()), 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, errors.Join(s.failed(err), f.Close())
	}
	return &Mapping{mapped, f}, nil
}

// reserve makes the file as long, of zeros.
func (f *File) reserve(bytes int64) error {
	err := unix.Fallocate(int(f.file.Fd()), 0, 0, bytes)
	if err == nil {
		f.space.used.Add(bytes - f.end.Swap(bytes))
		return nil
	}
	if !errors.Is(err, unix.EOPNOTSUPP) && !errors.Is(err, unix.ENOSYS) {
		return f.space.failed(err)
	}
	zeros := make([]int64, 1<<17)
	for left := (bytes + 7) / 8; left > 0; left -= int64(len(zeros)) {
		if _, err := f.Append(zeros[:min(left, int64(len(zeros)))]); err != nil {
			return err
		}
	}
	return nil
}

// Unused has the pages of a part leave memory, until somebody looks at them.
func (m *Mapping) Unused(lo, hi int) {
	page := unix.Getpagesize()
	lo, hi = (lo+page-1)/page*page, hi/page*page
	if lo < hi {
		_ = unix.Madvise(m.Bytes[lo:hi], unix.MADV_DONTNEED) // they stay if the kernel does not know that
	}
}

// Close gives the memory and the file back. It may be called more than once.
func (m *Mapping) Close() {
	if m.Bytes == nil {
		return
	}
	_ = unix.Munmap(m.Bytes) // it is a mapping
	_ = m.file.Close()       // there is nothing left to lose
	m.Bytes = nil
}
