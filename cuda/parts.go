package cuda

import (
	"sync"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// part mirrors Part of the kernels.
type part struct{ first, end uint32 }

// partLists keeps lists of parts on the device: those of whole chunks are all alike.
// Safe for concurrent use.
type partLists struct {
	backend *Backend
	mu      sync.Mutex
	at      map[string]Ptr // by the list's bytes
}

// keptLists is how many lists are kept before all are dropped.
const keptLists = 64

func newPartLists(b *Backend) *partLists { return &partLists{backend: b, at: map[string]Ptr{}} }

// of gives the address of the chunk's list of parts, and its length. The list belongs to
// the caller until release if mine is true.
func (l *partLists) of(ref operators.ChunkRef) (at Ptr, n int, mine bool, err error) {
	list := partsOf(ref)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 8*len(list))
	whole := len(list) > 0 && int(list[len(list)-1].end) == ref.Rows && contiguous(list)
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, ok := l.at[string(bytes)]; ok {
		return at, len(list), false, nil
	}
	if at, err = l.backend.alloc(int64(max(8, len(bytes)))); err != nil {
		return 0, 0, false, err
	}
	if err := l.backend.copyIn(at, bytes); err != nil {
		l.backend.blocks.free(at)
		return 0, 0, false, err
	}
	if !whole || len(l.at) >= keptLists {
		return at, len(list), true, nil
	}
	l.at[string(bytes)] = at
	return at, len(list), false, nil
}

// partsOf lists the rows of the chunk's segments, counted from its first row.
func partsOf(ref operators.ChunkRef) []part {
	parts := make([]part, 0, len(ref.Segments))
	for _, s := range ref.Segments {
		first := max(s*plan.SegmentRows, ref.Row) - ref.Row
		end := min((s+1)*plan.SegmentRows, ref.Row+ref.Rows) - ref.Row
		parts = append(parts, part{uint32(first), uint32(end)})
	}
	return parts
}

func contiguous(list []part) bool {
	for i := 1; i < len(list); i++ {
		if list[i].first != list[i-1].end {
			return false
		}
	}
	return list[0].first == 0
}
