package dictionary

import (
	"unsafe"

	"gsdms/operators/large"
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
}

const (
	chunkTexts = 1 << 16
	leastTexts = 16 // room for so many, and for so many bytes, is the least
)

// Len is the number of texts.
func (l *list) Len() int {
	if len(l.chunks) == 0 {
		return 0
	}
	return (len(l.chunks)-1)*chunkTexts + len(l.chunks[len(l.chunks)-1].ends)
}

// at gives a text, whose memory the list has.
func (l *list) at(i int) string {
	c := &l.chunks[i/chunkTexts]
	begin := uint32(0)
	if i %= chunkTexts; i > 0 {
		begin = c.ends[i-1]
	}
	text := c.bytes[begin:c.ends[i]]
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// add appends a copy of a text.
func (l *list) add(text string) {
	last := len(l.chunks) - 1
	if last < 0 || len(l.chunks[last].ends) == chunkTexts {
		l.chunks = append(l.chunks, l.next())
		last++
	}
	c := &l.chunks[last]
	c.bytes = append(doubled(c.bytes, len(text)), text...)
	c.ends = append(doubled(c.ends, 1), uint32(len(c.bytes)))
	l.size += len(text)
}

// next gives a chunk with room for about as much as the one before it has.
func (l *list) next() chunk {
	if len(l.chunks) == 0 {
		return chunk{}
	}
	bytes := len(l.chunks[len(l.chunks)-1].bytes)
	return chunk{ends: make([]uint32, 0, chunkTexts), bytes: large.Pages(make([]byte, 0, bytes+bytes/16))}
}

// doubled gives a slice with room for some more, for twice as many where it has none.
func doubled[T any](s []T, more int) []T {
	if len(s)+more <= cap(s) {
		return s
	}
	return append(make([]T, 0, max(leastTexts, len(s)+max(more, len(s)))), s...)
}
