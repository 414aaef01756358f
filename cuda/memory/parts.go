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

// partLists keeps lists of parts on the device: queries that come again need the same segments
// again, and all of a table's whole chunks the same. Safe for concurrent use.
type partLists struct {
	manager *Manager
	mu      sync.Mutex
	at      map[listKey]*partList
	asked   int // so often so far
}

// listKey is what a list of parts depends on.
type listKey struct {
	first    int // row of the chunk, in its segment
	rows     int // of the chunk
	segments string
}

// partList is a list on the device.
type partList struct {
	at    device.Ptr
	n     int // parts
	users int // chunks that have it
	asked int // when it was asked for last
}

// keptLists is how many lists are kept that nobody has.
const keptLists = 64

func newPartLists(m *Manager) *partLists {
	return &partLists{manager: m, at: map[listKey]*partList{}}
}

// of gives the list of the chunk's parts, whose needed segments, counted from its first, are the
// bits of need. The caller gives it back by release.
func (l *partLists) of(ref operators.ChunkRef, need []uint64) (*partList, error) {
	key := listKey{ref.Row % plan.SegmentRows, ref.Rows, string(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(need))), 8*len(need)))}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	list := l.at[key]
	if list == nil {
		var err error
		if list, err = l.bring(ref); err != nil {
			return nil, err
		}
		l.makeRoom()
		l.at[key] = list
	}
	list.users++
	list.asked = l.asked
	return list, nil
}

// bring makes a list on the device.
func (l *partLists) bring(ref operators.ChunkRef) (*partList, error) {
	list := partsOf(ref)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 8*len(list))
	at, err := l.manager.Alloc(int64(max(8, len(bytes))))
	if err != nil {
		return nil, err
	}
	if err := l.manager.CopyIn(Incoming{at, bytes}); err != nil {
		l.manager.Free(at)
		return nil, err
	}
	return &partList{at: at, n: len(list)}, nil
}

// makeRoom frees the list that nobody has and that was not asked for for longest, where many
// are kept.
func (l *partLists) makeRoom() {
	if len(l.at) < keptLists {
		return
	}
	var oldest listKey
	var found *partList
	for key, list := range l.at {
		if list.users == 0 && (found == nil || list.asked < found.asked) {
			oldest, found = key, list
		}
	}
	if found != nil {
		l.manager.Free(found.at)
		delete(l.at, oldest)
	}
}

// release gives a list back.
func (l *partLists) release(list *partList) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list.users--
}

// partsOf lists the rows of the chunk's segments, counted from its first row.
func partsOf(ref operators.ChunkRef) []part {
	parts := make([]part, 0, ref.Segments.Len())
	for s := range ref.Segments.All() {
		first, end := ref.RowsOf(s)
		parts = append(parts, part{uint32(first), uint32(end)})
	}
	return parts
}
