package load

import (
	"bufio"
	"fmt"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// looksUTF16 reports whether the first bytes of a text without a byte order mark are UTF-16, and which
// byte of a unit comes first: of letters of ASCII, which delimiters and line ends are, one of the two
// is 0, as no byte of another text is. Half of the units at least are such.
func looksUTF16(text []byte) (big, ok bool) {
	high, low := 0, 0 // bytes that are 0, at even and at odd places
	for i, c := range text {
		switch {
		case c != 0:
		case i%2 == 0:
			high++
		default:
			low++
		}
	}
	big = high > low
	most, least := max(high, low), min(high, low)
	return big, most >= len(text)/4 && most > 1 && 4*least < most
}

// utf16Reader gives a text of UTF-16 in UTF-8. Without a mark the lower byte comes first, unless the
// text looks otherwise.
func utf16Reader(in io.Reader) io.Reader {
	from := bufio.NewReaderSize(in, 1<<16)
	mark, _ := from.Peek(markBytes) // an error comes again
	order, big := unicode.LittleEndian, false
	switch {
	case len(mark) > 1 && mark[0] == 0xfe && mark[1] == 0xff:
		big = true
	case len(mark) > 1 && mark[0] == 0xff && mark[1] == 0xfe:
	default:
		big, _ = looksUTF16(mark)
	}
	if big {
		order = unicode.BigEndian
	}
	return transform.NewReader(&units{in: from, big: big}, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
}

// units gives the bytes of UTF-16 as they are, and an error where a letter is not whole.
type units struct {
	in   io.Reader
	big  bool
	at   int64 // of the next byte
	last byte  // the first byte of a unit of which the second is to come
	high bool  // the unit before is the first half of a letter
}

// Read is of io.Reader.
func (u *units) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	for i, c := range p[:n] {
		if u.at++; u.at%2 == 1 {
			u.last = c
			continue
		}
		top := u.last
		if !u.big {
			top = c
		}
		if half := top&0xfc == 0xdc; half != u.high {
			return i + 1, fmt.Errorf("it is no UTF-16: half of a letter is missing before byte %d", u.at)
		}
		u.high = top&0xfc == 0xd8
	}
	if err == io.EOF && (u.at%2 == 1 || u.high) {
		err = fmt.Errorf("it is no whole UTF-16: it ends within a letter, behind byte %d", u.at)
	}
	return n, err
}
