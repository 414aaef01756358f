package objects

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// scanner finds objects in a text where they lie. It passes only what is JSON beyond doubt; of all else
// the decoder says what it is. One goroutine owns it.
type scanner struct {
	in      *bounded
	first   int    // bytes that are read at first
	buf     []byte // read, and from at on not passed
	at      int
	before  int64 // bytes of the text before buf
	ended   bool  // the text ends with buf
	begun   bool  // an object has been passed, or the array begun
	array   bool
	some    bool // of the array an object has been passed
	members []member
	names   [][]byte // of the members of the last object, as they are written, and the colon
}

// member is one of an object, as it is written.
type member struct{ name, value jsontext.Value }

// firstBytes are those that are read at first, and mostBytes those that are read for one object.
const (
	firstBytes = 256 << 10
	mostBytes  = 8 << 20
)

// object passes the next object, whose members are there until the next call. io.EOF: there is none.
// ok is false where it takes the decoder to say what comes; then nothing has been passed.
func (s *scanner) object() (ok bool, err error) {
	for {
		w := walk{text: s.buf, at: s.at, members: s.members[:0], names: s.names}
		found := s.next(&w)
		s.members, s.names = w.members, w.names
		switch {
		case found == passed:
			s.at, s.begun, s.some = w.at, true, true
			return true, nil
		case found == over && s.ended:
			return true, io.EOF
		case found == strange, s.ended:
			return false, nil
		}
		if more, err := s.read(); !more {
			return false, err
		}
	}
}

// what a walk comes to.
type outcome int

const (
	passed  outcome = iota // the end of what it looks for
	cut                    // the end of the bytes within it
	over                   // the end of the bytes before it
	strange                // what it does not know
)

// next passes what is between objects, and an object.
func (s *scanner) next(w *walk) outcome {
	c, there := w.next()
	switch {
	case !there && s.array:
		return cut
	case !there:
		return over
	case !s.begun && c == '[':
		w.at++
		s.begun, s.array, s.at = true, true, w.at
		return s.next(w)
	case s.array && s.some && c == ',':
		w.at++
		if c, there = w.next(); !there {
			return cut
		}
	case s.array && c == ']':
		w.at++
		if _, there = w.next(); there {
			return strange
		}
		return over
	case s.array && s.some:
		return strange
	}
	if c != '{' {
		return strange
	}
	return w.object()
}

// read reads more behind what has not been passed; more is false where that is enough for one object, or
// cannot be read.
func (s *scanner) read() (more bool, err error) {
	rest := s.buf[s.at:]
	if len(rest) >= mostBytes {
		return false, nil
	}
	size := max(s.first, 2*len(rest))
	to := s.buf[:0]
	if cap(to) < size {
		to = make([]byte, 0, size)
	}
	s.before += int64(s.at)
	to = to[:copy(to[:size], rest)]
	s.in.left = s.in.most
	for len(to) < size && !s.ended {
		n, err := s.in.Read(to[len(to):size])
		to = to[:len(to)+n]
		if s.ended = err == io.EOF; err != nil && !s.ended {
			return false, err
		}
	}
	s.buf, s.at = to, 0
	return true, nil
}

// rest gives what has not been passed to a decoder: the text, how many tokens the decoder has to pass
// first, which stand for what has been passed, and how many bytes of the text come before.
func (s *scanner) rest() (text io.Reader, tokens int, before int64) {
	lead := ""
	if s.array {
		lead, tokens = "[", 1
		if s.some {
			lead, tokens = "[{}", 3
		}
	}
	s.in.left = s.in.most - int64(len(s.buf)-s.at)
	return io.MultiReader(bytes.NewReader(append([]byte(lead), s.buf[s.at:]...)), s.in), tokens, s.before + int64(s.at-len(lead))
}

// offset is where in the text the next byte lies that is not passed.
func (s *scanner) offset() int64 { return s.before + int64(s.at) }
