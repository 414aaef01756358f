package coding

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is how much memory the system can give at once.
const hugePage = 2 << 20

// AdviseHuge asks for large pages where memory will be written that nobody has written yet: to get
// small ones takes as long as to unpack what is in them, or longer.
func AdviseHuge(bytes []byte) {
	begin := int(-uintptr(unsafe.Pointer(unsafe.SliceData(bytes))) % hugePage)
	if end := begin + (len(bytes)-begin)/hugePage*hugePage; begin < end {
		_ = unix.Madvise(bytes[begin:end], unix.MADV_HUGEPAGE) // where it fails small ones come
	}
}
