package disk

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sys/unix"

	"gsdms/pushscan/store/work"
)

// Log is a file of records, written one behind another, each of which is on disk whole or not at
// all. A log is begun anew by giving it another key: records of other keys are of no one. The key
// is random, so that no content of a record can pass for one. One goroutine at a time uses it.
//
// A record is a head, five little-endian words (the mark, the key, its number, the length of the
// body, the checksum of these three and the body), and the body.
type Log struct {
	file   *os.File
	key    uint64
	end    int64
	size   int64  // of the file: what is behind the end are zeros, or records of other keys
	number uint64 // of the next record
}

const (
	logMark    = 0x676f6c736d647367 // "gsdmslog"
	logHead    = 40                 // bytes
	maxLogBody = 1 << 30
	mostAhead  = 1 << 20 // bytes that the file gets before records are there for them
)

// OpenLog opens the log of a key, made if need be, and gives the bodies of its records. What is
// behind the last whole one was being written when a process or the machine ended, and is of no one.
func OpenLog(path string, key uint64) (*Log, [][]byte, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	l := &Log{file: f, key: key, size: int64(len(data))}
	var bodies [][]byte
	for body := l.next(data); body != nil; body = l.next(data[l.end:]) {
		bodies = append(bodies, body)
		l.end, l.number = l.end+logHead+int64(len(body)), l.number+1
	}
	return l, bodies, nil
}

// NewLog opens a log for records to come: Begin says by which key.
func NewLog(path string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Log{file: f, size: info.Size()}, nil
}

// next gives the body of the record that data begins with, nil if there is none.
func (l *Log) next(data []byte) []byte {
	if len(data) < logHead || binary.LittleEndian.Uint64(data) != logMark {
		return nil
	}
	size := binary.LittleEndian.Uint64(data[24:])
	if size == 0 || size > maxLogBody || size > uint64(len(data)-logHead) {
		return nil
	}
	body := data[logHead : logHead+size]
	if string(data[:logHead]) != string(l.head(body)) {
		return nil
	}
	return body
}

// head makes the head of the next record.
func (l *Log) head(body []byte) []byte {
	out := binary.LittleEndian.AppendUint64(nil, logMark)
	out = binary.LittleEndian.AppendUint64(out, l.key)
	out = binary.LittleEndian.AppendUint64(out, l.number)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(body)))
	d := xxhash.New()
	_, _ = d.Write(out[8:]) // never fails
	_, _ = d.Write(body)
	return binary.LittleEndian.AppendUint64(out, d.Sum64())
}

// Append writes a record, which is on disk when it returns without an error. After an error it is
// not to be relied on either way, until the log has another key.
func (l *Log) Append(body []byte) error {
	err := l.write(append(l.head(body), body...))
	if err == nil {
		if err = unix.Fdatasync(int(l.file.Fd())); err != nil {
			err = &fs.PathError{Op: "fdatasync", Path: l.file.Name(), Err: err}
		}
	}
	if err != nil {
		_, _ = l.file.WriteAt(make([]byte, 8), l.end) // so that nobody takes it for whole, if that can be written
		return err
	}
	l.end, l.number = l.end+logHead+int64(len(body)), l.number+1
	return nil
}

// write writes a record. A file that gets longer has more to wait for than its bytes, so it gets
// longer for many records at a time, as far as there is room.
func (l *Log) write(record []byte) error {
	end := l.end + int64(len(record))
	if end > l.size {
		longer := end + min(mostAhead, end)
		if _, err := l.file.WriteAt(append(record, make([]byte, longer-end)...), l.end); err == nil {
			l.size = longer
			return nil
		}
	}
	_, err := l.file.WriteAt(record, l.end)
	l.size = max(l.size, end)
	return err
}

// Begin begins the log anew, with another key.
func (l *Log) Begin(key uint64) { l.key, l.end, l.number = key, 0, 0 }

// Size is the number of bytes of the records.
func (l *Log) Size() int64 { return l.end }

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

// SyncAll has files on disk that were written before; those that are not there any more are left out.
func SyncAll(paths []string) error {
	return work.Each(len(paths), func(i int) error {
		f, err := os.OpenFile(paths[i], os.O_WRONLY, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return syncAndClose(f)
	})
}

// WriteAt writes bytes to a file from some place on. They are on disk after SyncAll.
func WriteAt(path string, data []byte, at int) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, int64(at))
	return errors.Join(err, f.Close())
}
