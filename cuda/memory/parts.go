package memory

import (
	"sync"
	"unsafe"

	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/plan"
)

// part mirrors Part of the kernels.
type part struct{ first, end uint32 }

// partLists keeps the lists of parts of whole chunks on the device: they are all alike.
// Safe for concurrent use.
type partLists struct {
	manager *Manager
	mu      sync.Mutex
	at      map[wholeChunk]device.Ptr
}

// wholeChunk is what the parts of a chunk depend on of which all segments are read.
type wholeChunk struct {
	first int // row, in its segment
	rows  int
}

// keptLists is how many lists are kept.
const keptLists = 64

func newPartLists(m *Manager) *partLists {
	return &partLists{manager: m, at: map[wholeChunk]device.Ptr{}}
}

// of gives the address of the chunk's list of parts, and its length. The list belongs to
// the caller until release if mine is true.
func (l *partLists) of(ref operators.ChunkRef) (at device.Ptr, n int, mine bool, err error) {
	key := wholeChunk{ref.Row % plan.SegmentRows, ref.Rows}
	whole := len(ref.Segments) == (key.first+ref.Rows+plan.SegmentRows-1)/plan.SegmentRows
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, ok := l.at[key]; ok && whole {
		return at, len(ref.Segments), false, nil
	}
	list := partsOf(ref)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 8*len(list))
	if at, err = l.manager.Alloc(int64(max(8, len(bytes)))); err != nil {
		return 0, 0, false, err
	}
	if err := l.manager.CopyIn(Incoming{at, bytes}); err != nil {
		l.manager.Free(at)
		return 0, 0, false, err
	}
	if !whole || len(l.at) >= keptLists {
		return at, len(list), true, nil
	}
	l.at[key] = at
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
