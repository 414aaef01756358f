package relation

import (
	"runtime"
	"sync"
	"unsafe"

	"gsdms/operators/spill"
)

// room is where rows that come from elsewhere lie: so many bytes of them in memory, and the others
// in files of a space, which are mapped. Safe for concurrent use.
type room struct {
	name  string
	limit int64
	space *spill.Space // nil: there is none

	mu    sync.Mutex
	open  *spill.Mapping // that has room left behind at; nil: there is none
	at    int
	taken []*spill.Mapping
}

// tooLarge is the error of what has no room.
func (r *room) tooLarge() error { return &TooLargeError{r.name, r.limit} }

// mapped gives so many bytes in a file, which goes with the last that refers to the mapping.
func (r *room) mapped(bytes int) (*spill.Mapping, error) {
	m, err := r.space.Map(int64(max(bytes, 1)))
	if err == nil {
		runtime.SetFinalizer(m, (*spill.Mapping).Close)
	}
	return m, err
}

// passingBytes is how large the files are that pieces are moved to.
const passingBytes = 64 << 20

// passing gives bytes in a file until the room is left.
func (r *room) passing(bytes int) ([]byte, error) {
	const line = 64
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil || r.at+bytes > len(r.open.Bytes) {
		m, err := r.space.Map(int64(max(bytes, passingBytes)))
		if err != nil {
			return nil, err
		}
		r.open, r.at, r.taken = m, 0, append(r.taken, m)
	}
	out := r.open.Bytes[r.at : r.at+bytes : r.at+bytes]
	r.at = (r.at + bytes + line - 1) / line * line
	return out, nil
}

// leave gives up what was there in passing.
func (r *room) leave() {
	for _, m := range r.taken {
		m.Close()
	}
	r.open, r.taken = nil, nil
}

// moved copies numbers to a file of a room.
func moved[T any](r *room, from []T) ([]T, error) {
	if len(from) == 0 {
		return from, nil
	}
	size := len(from) * int(unsafe.Sizeof(from[0]))
	bytes, err := r.passing(size)
	if err != nil {
		return nil, err
	}
	to := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), len(from))
	copy(to, from)
	return to, nil
}

// move moves the values of a piece.
func (p *piece) move(r *room) (err error) {
	if p.Ints, err = moved(r, p.Ints); err == nil {
		p.Floats, err = moved(r, p.Floats)
	}
	if err == nil {
		p.Codes, err = moved(r, p.Codes)
	}
	if err == nil {
		p.Nulls, err = moved(r, p.Nulls)
	}
	return err
}

// onFree is an allocator of memory that is there already: it is told when no array has it any more.
type onFree func()

// Allocate is of memory.Allocator.
func (onFree) Allocate(size int) []byte { return make([]byte, size) }

// Reallocate is of memory.Allocator.
func (onFree) Reallocate(size int, b []byte) []byte { return append(b[:0:0], b...)[:size:size] }

// Free is of memory.Allocator.
func (f onFree) Free([]byte) { f() }
