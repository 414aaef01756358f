package relation

import (
	"sync"
	"unsafe"

	"gsdms/operators/spill"
	"gsdms/plan"
)

// filed is texts that lie in files of a room's space, which go with the last that refers to them.
// Safe for concurrent use.
type filed struct {
	in *room

	mu    sync.Mutex
	files []*spill.Mapping
	left  []byte // of the last of them
}

// texts gives the same texts in a file.
func (f *filed) texts(t *plan.Texts) (*plan.Texts, error) {
	const number = int(unsafe.Sizeof(uint32(0)))
	head := number * (t.Len() + 1)
	room, err := f.room(head + t.Size())
	if err != nil {
		return nil, err
	}
	return t.In(unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(room))), t.Len()+1), room[head:]), nil
}

// room gives so many bytes of a file.
func (f *filed) room(bytes int) ([]byte, error) {
	const line = 64
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.left) < bytes {
		m, err := f.in.mapped(max(bytes, passingBytes))
		if err != nil {
			return nil, err
		}
		f.files, f.left = append(f.files, m), m.Bytes
	}
	room := f.left[:bytes:bytes]
	f.left = f.left[min(len(f.left), (bytes+line-1)/line*line):]
	return room, nil
}
