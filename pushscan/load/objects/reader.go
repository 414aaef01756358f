package objects

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// reader gives objects member by member: those that a scanner passes, and from the first other one on
// what the decoder reads, which says what is wrong. One goroutine owns it.
type reader struct {
	scan   scanner
	dec    *jsontext.Decoder // nil: not needed yet
	before int64             // bytes of the text before the decoder's
	in     *bounded
	begun  bool
	array  bool  // the objects are in an array
	row    int64 // of the object at hand, from 1
}

// taker takes the members of an object. What it is given is gone when it returns.
type taker interface {
	field(name jsontext.Value) (int, error) // of a member, by its quoted name
	take(field int, v jsontext.Value) error
}

// newReader reads a text in UTF-8, with or without a byte order mark, of objects of at most so
// many bytes.
func newReader(in io.Reader, most int64) *reader {
	b := &bounded{in: bufio.NewReader(in), most: most, left: most}
	return &reader{in: b, scan: scanner{in: b, first: firstBytes}}
}

// offset is how many bytes of the text have been read.
func (r *reader) offset() int64 {
	if r.dec != nil {
		return r.before + r.dec.InputOffset()
	}
	return r.scan.offset()
}

// object reads the next object. io.EOF: there is none.
func (r *reader) object(t taker) error {
	err := r.read(t)
	if err == nil || err == io.EOF {
		return err
	}
	return r.explain(err)
}

// read reads the next object.
func (r *reader) read(t taker) error {
	if r.dec != nil {
		r.in.left = r.in.most
		return r.decoded(t)
	}
	ok, err := r.scan.object()
	if err == nil && ok {
		r.row++
		err = r.scanned(t)
	}
	if err != nil || ok {
		return err
	}
	if err := r.decode(); err != nil {
		return err
	}
	return r.decoded(t)
}

// decoded reads the next object by the decoder.
func (r *reader) decoded(t taker) error {
	if err := r.begin(); err != nil {
		return err
	}
	r.row++
	return r.members(t)
}

// scanned gives the members of the object that the scanner has passed.
func (r *reader) scanned(t taker) error {
	for _, m := range r.scan.members {
		field, err := t.field(m.name)
		if err == nil {
			err = t.take(field, m.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// decode has the decoder read what the scanner has not passed.
func (r *reader) decode() error {
	text, tokens, before := r.scan.rest()
	r.dec, r.before = jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true)), before
	r.begun, r.array = r.scan.begun, r.scan.array
	for range tokens {
		if _, err := r.dec.ReadToken(); err != nil {
			return err
		}
	}
	return nil
}

// begin comes to the start of the next object.
func (r *reader) begin() error {
	if !r.begun {
		r.begun = true
		if r.array = r.dec.PeekKind() == jsontext.KindBeginArray; r.array {
			if _, err := r.dec.ReadToken(); err != nil {
				return err
			}
		}
	}
	if r.array && r.dec.PeekKind() == jsontext.KindEndArray {
		if _, err := r.dec.ReadToken(); err != nil {
			return err
		}
		if r.dec.PeekKind() != jsontext.KindInvalid {
			return errors.New("expected the end of the text behind the array")
		}
		r.array = false
	}
	if kind := r.dec.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindInvalid {
		r.row++
		if _, err := r.dec.ReadValue(); err != nil {
			return fmt.Errorf("expected an object: %w", err)
		}
		return fmt.Errorf("expected an object, found %s", kind)
	}
	_, err := r.dec.ReadToken() // the end, or what is wrong
	return err
}

// members reads an object behind its start.
func (r *reader) members(t taker) error {
	for r.dec.PeekKind() != jsontext.KindEndObject {
		name, err := r.dec.ReadValue()
		if err != nil {
			return err
		}
		field, err := t.field(name)
		if err != nil {
			return err
		}
		v, err := r.dec.ReadValue()
		if err != nil {
			return err
		}
		if err := t.take(field, v); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

// explain says where an error is, in plain words.
func (r *reader) explain(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case r.in.err != nil:
		err = r.in.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the text ends within it")
	case errors.As(err, &syntax):
		err = fmt.Errorf("byte %d of the text: %w", r.before+syntax.ByteOffset+1, syntax.Err)
	}
	return fmt.Errorf("object %d: %w", max(r.row, 1), err)
}

// bounded gives so many bytes for each object, so that none fills the memory.
type bounded struct {
	in         *bufio.Reader
	most, left int64
	begun      bool
	err        error // what ended the reading; nil: its end, or nothing
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if !b.begun {
		b.begun = true
		if mark, _ := b.in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
			_, _ = b.in.Discard(len(mark))
		}
	}
	if b.left <= 0 {
		b.err = fmt.Errorf("expected an object of at most %d bytes", b.most)
		return 0, b.err
	}
	n, err := b.in.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}

const byteOrderMark = "\xef\xbb\xbf"
