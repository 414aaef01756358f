package snapshot

import (
	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators/large"
	"gsdms/plan"
	"gsdms/pushscan/store/coding"
)

// rowNumbers makes the numbers from lo to hi.
func rowNumbers(as plan.Storage, lo, hi int) arrow.Array {
	bytes := large.Pages(coding.AlignedBytes((hi - lo) * as.Width))
	if as.Width == 4 {
		for i, w := 0, coding.Words[uint32](bytes); i < hi-lo; i++ {
			w[i] = uint32(lo + i)
		}
	} else {
		for i, w := 0, coding.Words[uint64](bytes); i < hi-lo; i++ {
			w[i] = uint64(lo + i)
		}
	}
	data := array.NewData(arrowType(as), hi-lo, []*memory.Buffer{nil, memory.NewBufferBytes(bytes)}, nil, 0, 0)
	defer data.Release()
	return array.MakeFromData(data)
}
