package objects

import (
	"fmt"
	"io"
	"math"
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

// LateError is a member of an object that has no field.
type LateError struct{ Member string }

// Error implements error.
func (e *LateError) Error() string {
	return fmt.Sprintf("its member %.64q is none of those that the first objects have", e.Member)
}

// Look finds the members of the objects that begin in the first bytes of a text, sample of them,
// in the order in which they appear. No object has more bytes than most.
func Look(in io.Reader, sample, most int64) ([]Field, error) {
	l := &look{reader: newReader(in, most), places: map[string]int{}, sample: sample}
	err := l.look(sample)
	return l.fields, err
}

// Rest finds the members of all objects of a text but those that are known. Their values are those of the
// objects that begin so many bytes behind the first one with the member.
func Rest(in io.Reader, known func(name string) bool, sample, most int64) ([]Field, error) {
	l := &look{reader: newReader(in, most), places: map[string]int{}, sample: sample, known: known}
	err := l.look(math.MaxInt64)
	return l.fields, err
}

// look takes members whose names are not known.
type look struct {
	*reader
	sample int64
	known  func(name string) bool // members that are passed over; nil: none
	fields []Field
	ends   []int64 // by field: values of objects behind it are passed over
	places map[string]int
	text   []byte
}

// look takes the objects that begin before an end.
func (l *look) look(end int64) error {
	for l.offset() < end {
		if err := l.object(l); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (l *look) field(name jsontext.Value) (int, error) {
	plain, err := jsontext.AppendUnquote(l.text[:0], name)
	if err != nil {
		return 0, err
	}
	l.text = plain
	at, there := l.places[string(plain)]
	if !there {
		at = -1
		if l.known == nil || !l.known(string(plain)) {
			at = len(l.fields)
			l.fields = append(l.fields, Field{Name: string(plain)})
			l.ends = append(l.ends, l.offset()+l.sample)
		}
		l.places[string(plain)] = at
	}
	return at, nil
}

func (l *look) take(field int, v jsontext.Value) error {
	if field < 0 || l.offset() > l.ends[field] {
		return nil
	}
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
