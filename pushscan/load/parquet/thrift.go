package parquet

import (
	"encoding/binary"
	"errors"
)

// The types of Thrift's compact protocol that are looked at.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftInt64  = 6 // and between: of 16 and 32 bits
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
	thriftUUID   = 13
)

// mostDepth is how deep values lie in each other that are passed over.
const mostDepth = 32

var errMetadata = errors.New("its metadata are cut or make no sense")

// metadata reads values of Thrift's compact protocol. After an error it is at its end, and
// all it gives is zero.
type metadata struct {
	data []byte
	at   int
	err  error
}

func (m *metadata) fail() {
	m.err, m.at = errMetadata, len(m.data)
}

func (m *metadata) byte() byte {
	if m.at >= len(m.data) {
		m.fail()
		return 0
	}
	m.at++
	return m.data[m.at-1]
}

func (m *metadata) unsigned() uint64 {
	v, n := binary.Uvarint(m.data[m.at:])
	if n <= 0 {
		m.fail()
		return 0
	}
	m.at += n
	return v
}

// signed reads a number in zigzag.
func (m *metadata) signed() int64 {
	v := m.unsigned()
	return int64(v>>1) ^ -int64(v&1)
}

// take gives the next n bytes, which are those of data.
func (m *metadata) take(n uint64) []byte {
	if n > uint64(len(m.data)-m.at) {
		m.fail()
		return nil
	}
	m.at += int(n)
	return m.data[m.at-int(n) : m.at]
}

// fields gives each field of a struct to take, which reads or skips it.
func (m *metadata) fields(take func(id int, kind byte)) {
	id := 0
	for m.err == nil {
		head := m.byte()
		kind := head & 15
		if kind == 0 {
			return
		}
		if step := int(head >> 4); step > 0 {
			id += step
		} else {
			id = int(int16(m.signed()))
		}
		take(id, kind)
	}
}

// list calls take for each element of a list.
func (m *metadata) list(kind byte, take func(kind byte)) {
	if kind != thriftList && kind != thriftSet {
		m.fail()
		return
	}
	head := m.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = m.unsigned()
	}
	if n > uint64(len(m.data)-m.at) {
		m.fail() // an element has a byte at least
	}
	for ; n > 0 && m.err == nil; n-- {
		take(head & 15)
	}
}

// number reads a whole number.
func (m *metadata) number(kind byte) int64 {
	switch {
	case kind == thriftByte:
		return int64(int8(m.byte()))
	case kind > thriftByte && kind <= thriftInt64:
		return m.signed()
	}
	m.fail()
	return 0
}

// count reads a number that is none below zero.
func (m *metadata) count(kind byte) int64 {
	n := m.number(kind)
	if n < 0 {
		m.fail()
		return 0
	}
	return n
}

// truth is the value of a field that is true or false.
func (m *metadata) truth(kind byte) bool {
	if kind != thriftTrue && kind != thriftFalse {
		m.fail()
	}
	return kind == thriftTrue
}

func (m *metadata) bytes(kind byte) []byte {
	if kind != thriftBinary {
		m.fail()
		return nil
	}
	return m.take(m.unsigned())
}

// structure is fields of a field or an element.
func (m *metadata) structure(kind byte, take func(id int, kind byte)) {
	if kind != thriftStruct {
		m.fail()
		return
	}
	m.fields(take)
}

// skip passes over the value of a field.
func (m *metadata) skip(kind byte) {
	if kind != thriftTrue && kind != thriftFalse {
		m.pass(kind, mostDepth)
	}
}

// pass passes over a value, which in a list or map has its truth in a byte.
func (m *metadata) pass(kind byte, depth int) {
	if depth == 0 {
		m.fail()
		return
	}
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		m.byte()
	case thriftByte + 1, thriftByte + 2, thriftInt64:
		m.unsigned()
	case thriftDouble:
		m.take(8)
	case thriftUUID:
		m.take(16)
	case thriftBinary:
		m.take(m.unsigned())
	case thriftList, thriftSet:
		m.list(kind, func(kind byte) { m.pass(kind, depth-1) })
	case thriftMap:
		m.passMap(depth)
	case thriftStruct:
		m.fields(func(_ int, kind byte) {
			if kind != thriftTrue && kind != thriftFalse {
				m.pass(kind, depth-1)
			}
		})
	default:
		m.fail()
	}
}

func (m *metadata) passMap(depth int) {
	n := m.unsigned()
	if n == 0 {
		return
	}
	if n > uint64(len(m.data)-m.at) {
		m.fail()
	}
	kinds := m.byte()
	for ; n > 0 && m.err == nil; n-- {
		m.pass(kinds>>4, depth-1)
		m.pass(kinds&15, depth-1)
	}
}
