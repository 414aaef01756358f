package dictionary

import (
	"unsafe"

	"gsdms/operators/large"
	"gsdms/operators/textsort"
)

// list is texts one behind another. It is in chunks, so that what has come is not copied each time
// that there is no room, and has few pointers that the collector would have to follow.
type list struct {
	chunks []chunk
	size   int // bytes of the texts
}

// chunk is up to chunkTexts texts, but for the last one of a list exactly so many.
type chunk struct {
	ends  []uint32 // in bytes
	bytes []byte
	apart *large.Apart[byte] // that has them; nil: the heap does
}

const (
	chunkTexts = 1 << 16
	leastTexts = 16      // room for so many, and for so many bytes, is the least
	leastApart = 1 << 20 // so many bytes lie beside the heap
)

// Len is the number of texts.
func (l *list) Len() int {
	if len(l.chunks) == 0 {
		return 0
	}
	return (len(l.chunks)-1)*chunkTexts + len(l.chunks[len(l.chunks)-1].ends)
}

// at gives a text, which is good until the next one is added.
func (l *list) at(i int) string {
	return l.chunks[i/chunkTexts].at(i % chunkTexts)
}

func (c *chunk) at(i int) string {
	begin := uint32(0)
	if i > 0 {
		begin = c.ends[i-1]
	}
	text := c.bytes[begin:c.ends[i]]
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// runs are the texts for a sort. Where they pass, the memory of each chunk goes when its texts are
// where the sort wants them: the list has none any more then.
func (l *list) runs(pass bool) []textsort.Run {
	runs := make([]textsort.Run, len(l.chunks))
	for i := range l.chunks {
		c := &l.chunks[i]
		runs[i] = textsort.Run{Len: len(c.ends), Text: c.at}
		if pass {
			runs[i].Spent = c.free
		}
	}
	return runs
}

// free gives the bytes back.
func (c *chunk) free() {
	if c.apart != nil {
		c.apart.Free()
	}
	c.apart, c.bytes = nil, nil
}

// add appends a copy of a text.
func (l *list) add(text string) {
	last := len(l.chunks) - 1
	if last < 0 || len(l.chunks[last].ends) == chunkTexts {
		l.chunks = append(l.chunks, l.next())
		last++
	}
	c := &l.chunks[last]
	if len(c.bytes)+len(text) > cap(c.bytes) {
		c.grow(len(text))
	}
	c.bytes = append(c.bytes, text...)
	c.ends = append(doubled(c.ends), uint32(len(c.bytes)))
	l.size += len(text)
}

// next gives a chunk with room for about as much as the one before it has.
func (l *list) next() (c chunk) {
	if n := len(l.chunks); n > 0 {
		c.ends = make([]uint32, 0, chunkTexts)
		c.reserve(len(l.chunks[n-1].bytes) / 16 * 17)
	}
	return c
}

// grow makes room for so many bytes more, for twice as many as there are at least.
func (c *chunk) grow(more int) { c.reserve(max(leastTexts, len(c.bytes)+max(more, len(c.bytes)))) }

// reserve moves the bytes to where there is room for so many.
func (c *chunk) reserve(bytes int) {
	old := *c
	if bytes < leastApart {
		c.bytes = append(make([]byte, 0, bytes), old.bytes...)
		return
	}
	c.apart = large.NewApart[byte](bytes)
	c.bytes = c.apart.Memory[:copy(c.apart.Memory, old.bytes)]
	if old.apart != nil {
		old.apart.Free()
	}
}

// doubled gives a slice with room for one more, for twice as many where it has none.
func doubled(ends []uint32) []uint32 {
	if len(ends) < cap(ends) {
		return ends
	}
	return append(make([]uint32, 0, max(leastTexts, 2*len(ends))), ends...)
}
