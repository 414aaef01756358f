package objects

import (
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Field is what the first objects tell of a member.
type Field struct {
	Name   string
	Values []string // of texts, numbers and truths, in the order of the objects
	Texts  bool     // some are texts
	Parts  bool     // some are objects or arrays
}

// Look finds the members of the objects that begin in the first bytes of a text, sample of them,
// in the order in which they appear. No object has more bytes than most.
func Look(in io.Reader, sample, most int64) ([]Field, error) {
	r, l := newReader(in, most), &look{places: map[string]int{}}
	for r.offset() < sample {
		if err := r.object(l); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	return l.fields, nil
}

// look takes members whose names are not known.
type look struct {
	fields []Field
	places map[string]int
	text   []byte
}

func (l *look) field(name jsontext.Value) (int, error) {
	plain, err := jsontext.AppendUnquote(l.text[:0], name)
	if err != nil {
		return 0, err
	}
	l.text = plain
	at, known := l.places[string(plain)]
	if !known {
		at = len(l.fields)
		l.places[string(plain)] = at
		l.fields = append(l.fields, Field{Name: string(plain)})
	}
	return at, nil
}

func (l *look) take(field int, v jsontext.Value) error {
	f := &l.fields[field]
	switch v.Kind() {
	case jsontext.KindNull:
	case jsontext.KindBeginObject, jsontext.KindBeginArray:
		f.Parts = true
	case jsontext.KindString:
		plain, err := jsontext.AppendUnquote(nil, v)
		if err != nil {
			return err
		}
		f.Texts = true
		f.Values = append(f.Values, string(plain))
	default:
		f.Values = append(f.Values, string(v))
	}
	return nil
}

// Names gives the names of fields.
func Names(fields []Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return slices.Clip(names)
}
