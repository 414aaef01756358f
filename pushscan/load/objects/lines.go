package objects

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Lines gives objects as lines of fields. One goroutine reads.
type Lines struct {
	reader *reader
	others bool   // members without a field are passed over
	whole  []bool // by field: texts are written as in the JSON text, too
	unused []bool // by field: nobody reads it, so it is written as an empty field
	places map[string]int
	quoted [][]byte // the fields' names as the last objects have written them
	guess  int      // the field that probably comes next
	values [][]byte // of the object at hand; nil: null, or not there
	given  []bool
	name   []byte
	line   []byte // that has been read, and of it
	at     int    // what has been given
}

// New gives the objects of a text as lines with fields of these names, of which those that are
// whole get the JSON text of any value but null and of those that are unused none; others says that members of other names are passed
// over. No object has more bytes than most.
func New(in io.Reader, names []string, whole, unused []bool, others bool, most int64) *Lines {
	l := &Lines{reader: newReader(in, most), others: others, whole: whole, unused: unused, places: map[string]int{},
		quoted: make([][]byte, len(names)), values: make([][]byte, len(names)), given: make([]bool, len(names))}
	for i, name := range names {
		l.places[name] = i
	}
	return l
}

// Read implements io.Reader.
func (l *Lines) Read(p []byte) (int, error) {
	if l.at == len(l.line) {
		clear(l.given)
		l.guess = 0
		if err := l.reader.object(l); err != nil {
			return 0, err
		}
		l.write()
	}
	n := copy(p, l.line[l.at:])
	l.at += n
	return n, nil
}

// write makes the line of the object at hand.
func (l *Lines) write() {
	l.line, l.at = l.line[:0], 0
	for i, v := range l.values {
		if i > 0 {
			l.line = append(l.line, '\t')
		}
		switch {
		case l.given[i]:
			l.line = append(l.line, v...)
		case !l.unused[i]:
			l.line = append(l.line, `\N`...)
		}
	}
	l.line = append(l.line, '\n')
}

// field implements taker. Objects mostly have their members in one order, written in one way.
func (l *Lines) field(name jsontext.Value) (int, error) {
	if g := l.guess; g < len(l.quoted) && bytes.Equal(l.quoted[g], name) {
		l.guess++
		return g, nil
	}
	var err error
	if l.name, err = jsontext.AppendUnquote(l.name[:0], name); err != nil {
		return 0, err
	}
	at, known := l.places[string(l.name)]
	if !known && l.others {
		return -1, nil
	}
	if !known {
		return 0, &LateError{Member: string(l.name)}
	}
	l.quoted[at], l.guess = append(l.quoted[at][:0], name...), at+1
	return at, nil
}

// take implements taker.
func (l *Lines) take(field int, v jsontext.Value) (err error) {
	if field < 0 || l.unused[field] {
		return nil
	}
	out := l.values[field][:0]
	switch kind := v.Kind(); {
	case kind == jsontext.KindNull:
		l.given[field] = false
		return nil
	case kind == jsontext.KindString && !l.whole[field]:
		if plain := v[1 : len(v)-1]; bytes.IndexByte(plain, '\\') < 0 {
			out = append(out, plain...) // a JSON text has neither tabs nor line ends but in escapes
			break
		}
		if l.name, err = jsontext.AppendUnquote(l.name[:0], v); err != nil {
			return err
		}
		out = escape(out, l.name)
	case kind == jsontext.KindBeginObject, kind == jsontext.KindBeginArray, kind == jsontext.KindString:
		out = escape(out, v)
	default:
		out = append(out, v...)
	}
	l.values[field], l.given[field] = out, true
	return nil
}

// escape writes a text so that it is one field.
func escape(out, text []byte) []byte {
	for _, c := range text {
		switch c {
		case '\\':
			out = append(out, `\\`...)
		case '\t':
			out = append(out, `\t`...)
		case '\n':
			out = append(out, `\n`...)
		case '\r':
			out = append(out, `\r`...)
		default:
			out = append(out, c)
		}
	}
	return out
}
