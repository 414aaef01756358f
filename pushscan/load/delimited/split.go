package delimited

import (
	"bytes"
	"context"
	"io"

	"gsdms/pushscan/load/malformed"
)

// MaxRecord is how many bytes one record of a text file has at most.
const MaxRecord = 2 * malformed.MaxField

// splitter cuts a text into blocks of whole records. One goroutine owns it.
//
// A block begins at a record, so outside of quotes; in a right file, where a quote
// stands only around a field or doubled inside of one, a line end is outside of quotes
// if and only if an even number of quotes stands before it. In a wrong file the parser
// of the block with the first wrong quote meets it where it stands, before the split
// that it spoils matters: errors come out in the order of blocks. With an escape
// character quotes may also follow one, and in a loose text stand within fields: the
// block is walked from its start.
type splitter struct {
	Dialect
	in     io.Reader
	carry  []byte // the start of the next block's first record
	ignore int    // lines still to pass over, whatever is in them
	skip   int    // records still to pass over after them
	line   int64  // of the next block's start, from 1
	first  bool   // nothing read yet: a byte order mark may come
	ended  bool
}

// block is whole records. Its buffer goes back once it is parsed.
type block struct {
	data  []byte
	line  int64 // of its first record, from 1
	lines int64 // ends of lines, some before its first record maybe
	cut   bool  // the first MaxRecord bytes of a longer record
	done  chan parsed
}

// next fills buf, which it may replace by a larger one, with the next records. io.EOF:
// there are none.
func (s *splitter) next(ctx context.Context, buf []byte) (*block, error) {
	for {
		b, err := s.fill(ctx, buf)
		if err != nil {
			return nil, err
		}
		s.pass(b)
		if len(b.data) > 0 {
			return b, nil
		}
	}
}

// fill reads until buf holds a whole record.
func (s *splitter) fill(ctx context.Context, buf []byte) (*block, error) {
	buf = buf[:cap(buf)]
	if len(buf) <= len(s.carry)+1 {
		buf = make([]byte, 2*len(s.carry)+2)
	}
	n := copy(buf, s.carry)
	s.carry = s.carry[:0]
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		read, err := s.read(buf[n : len(buf)-1]) // room for a line end
		if err != nil {
			return nil, err
		}
		n += read
		if s.ended && n == 0 {
			return nil, io.EOF
		}
		if s.ended && buf[n-1] != '\n' {
			buf[n], n = '\n', n+1
		}
		end := n
		if !s.ended {
			end = s.lastRecord(buf[:n])
		}
		if end > 0 {
			s.carry = append(s.carry, buf[end:n]...)
			return s.block(buf[:end], false), nil
		}
		if n >= MaxRecord {
			s.ended = true
			buf[n] = '\n'
			return s.block(buf[:n+1], true), nil
		}
		buf = append(make([]byte, 0, 2*len(buf)), buf[:n]...)
		buf = buf[:cap(buf)]
	}
}

// read puts some of the text into p, none only at the end: without a byte order mark
// and without the lines to ignore.
func (s *splitter) read(p []byte) (int, error) {
	n := 0
	for n == 0 && !s.ended {
		var err error
		if n, err = readFull(s.in, p); err == io.EOF {
			s.ended = true
		} else if err != nil {
			return 0, err
		}
		if s.first && bytes.HasPrefix(p[:n], byteOrderMark) {
			n = copy(p, p[len(byteOrderMark):n])
		}
		s.first = false
		n = copy(p, p[s.ignored(p[:n]):n])
	}
	return n, nil
}

// ignored counts the bytes at the start of text that belong to lines to ignore.
func (s *splitter) ignored(text []byte) int {
	at := 0
	for s.ignore > 0 && at < len(text) {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			return len(text)
		}
		at, s.ignore, s.line = at+n+1, s.ignore-1, s.line+1
	}
	return at
}

// readFull fills p; io.EOF: the text ends before. Unlike with io.ReadFull a compressed
// text that is cut short stays an error of its own.
func readFull(in io.Reader, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var read int
		read, err = in.Read(p[n:])
		n += read
	}
	return n, err
}

func (s *splitter) block(data []byte, cut bool) *block {
	b := &block{data: data, line: s.line, lines: int64(bytes.Count(data, []byte{'\n'})), cut: cut, done: make(chan parsed, 1)}
	s.line += b.lines
	return b
}

// pass takes off records that are to be passed over, and empty lines before them, which are none to
// Records either.
func (s *splitter) pass(b *block) {
	for s.skip > 0 && len(b.data) > 0 && !b.cut {
		end := s.firstRecord(b.data)
		b.line += int64(bytes.Count(b.data[:end], []byte{'\n'}))
		if empty := end == 1 || end == 2 && b.data[0] == '\r'; !empty {
			s.skip--
		}
		b.data = b.data[end:]
	}
}

// lastRecord gives the end of the last whole record of data, which begins with a
// record; 0: it has none.
func (s *splitter) lastRecord(data []byte) int {
	if s.Escape >= 0 || s.Loose && s.Quote >= 0 {
		return s.walk(data, false)
	}
	if s.Quote < 0 {
		return bytes.LastIndexByte(data, '\n') + 1
	}
	quote := []byte{byte(s.Quote)}
	quotes := bytes.Count(data, quote)
	for end := len(data); ; {
		at := bytes.LastIndexByte(data[:end], '\n')
		quotes -= bytes.Count(data[at+1:end], quote)
		if at < 0 || quotes%2 == 0 {
			return at + 1
		}
		end = at
	}
}

// firstRecord gives the end of the first record of data, all of it if it is not whole.
func (s *splitter) firstRecord(data []byte) int {
	if end := s.walk(data, true); end > 0 {
		return end
	}
	return len(data)
}

// walk goes over data byte by byte and gives the end of its first or last record, 0 if
// it has none.
func (s Dialect) walk(data []byte, first bool) int {
	end, inside := 0, false
	for i := 0; i < len(data); i++ {
		switch c := int(data[i]); {
		case c == s.Escape && (inside || !s.Bare):
			i++
		case c == s.Quote && inside && s.Loose && i+1 < len(data) && int(data[i+1]) == c:
			i++ // the second one of a pair
		case c == s.Quote && (inside || !s.Loose || i == 0 || data[i-1] == s.Delimiter || data[i-1] == '\n'):
			inside = !inside
		case c == '\n' && !inside:
			end = i + 1
			if first {
				return end
			}
		}
	}
	return end
}

var byteOrderMark = []byte("\xef\xbb\xbf")
