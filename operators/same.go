package operators

import (
	"bytes"
	"maps"
	"math"
	"reflect"
	"slices"

	"gsdms/plan"
)

// Same reports whether two programs give the same rows, so that a run of one can serve both:
// they differ in no more than their names, their texts, and the places of what they read. It
// may be false for some that do. What an error of one says is true of the other.
func (p *Program) Same(q *Program) bool {
	return p == q || p.SameWork(q) && likeness{p, q}.of(p.Filters, q.Filters) && likeness{p, q}.of(p.Zones, q.Zones)
}

// SameWork reports whether two programs do the same to a row that has passed their filters.
func (p *Program) SameWork(q *Program) bool {
	if p.Table != q.Table || p.Limit != q.Limit || p.Offset != q.Offset || p.Passing != q.Passing || len(p.Body) != len(q.Body) || !slices.Equal(p.Regs, q.Regs) {
		return false
	}
	l := likeness{p, q}
	return l.of(p.Sink, q.Sink) && l.of(p.Body, q.Body) &&
		maps.EqualFunc(p.Origins, q.Origins, func(a, b plan.Expr) bool { return a.String() == b.String() })
}

// likeness compares parts of two programs by value: columns, arrays and sets by what they
// are and hold, wherever their programs list them. Tables, indexes and dictionaries are the
// same ones or others.
type likeness struct{ p, q *Program }

func (l likeness) of(a, b any) bool { return l.values(reflect.ValueOf(a), reflect.ValueOf(b)) }

func (l likeness) values(a, b reflect.Value) bool {
	if a.Kind() != b.Kind() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Interface:
		return l.parts(a.Elem(), b.Elem())
	case reflect.Pointer:
		return a.Pointer() == b.Pointer() || !a.IsNil() && !b.IsNil() && l.behind(a, b)
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !l.values(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !l.values(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Float64:
		return math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	}
	return !a.IsValid() || a.Equal(b)
}

// parts compares instructions and leaves of filters: those that say by number what they read
// by what that is.
func (l likeness) parts(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	switch x := a.Interface().(type) {
	case Load:
		y := b.Interface().(Load)
		return x.Dst == y.Dst && l.column(x.Column, y.Column)
	case Ranges:
		y := b.Interface().(Ranges)
		return l.column(x.Column, y.Column) && slices.Equal(x.In, y.In)
	case Member:
		y := b.Interface().(Member)
		return l.column(x.Column, y.Column) && sameSet(l.p.Bits[x.Set], l.q.Bits[y.Set])
	case Test:
		y := b.Interface().(Test)
		return x.At == y.At && sameSet(l.p.Bits[x.Set], l.q.Bits[y.Set])
	case Lookup:
		y := b.Interface().(Lookup)
		return x.Dst == y.Dst && x.At == y.At && sameArray(l.p.Arrays[x.Array], l.q.Arrays[y.Array])
	case Probe:
		y := b.Interface().(Probe)
		same := l.p.Indexes[x.Index] == l.q.Indexes[y.Index]
		x.Index, y.Index = 0, 0
		return same && l.of(x, y)
	}
	return l.values(a, b)
}

func (l likeness) column(a, b int) bool { return l.p.Columns[a] == l.q.Columns[b] }

// behind compares what two pointers lead to, where that is a part of a program.
func (l likeness) behind(a, b reflect.Value) bool {
	switch x := a.Interface().(type) {
	case *Array:
		return sameArray(x, b.Interface().(*Array))
	case *Groups, *GroupTop, *Emit, *Top:
		return l.values(a.Elem(), b.Elem())
	}
	return false
}

func sameArray(a, b *Array) bool {
	return a == b || a.Name == b.Name && a.Storage == b.Storage && a.Len == b.Len && bytes.Equal(a.Data, b.Data)
}

func sameSet(a, b *BitSet) bool {
	return a == b || a.Name == b.Name && a.Len == b.Len && slices.Equal(a.Bits, b.Bits)
}
