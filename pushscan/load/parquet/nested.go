package parquet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gsdms/plan/json"
)

// Form is what a part of a field's values is.
type Form int

// The forms. A list has elements of one part, a map keys and values of two, a structure members.
const (
	Leaf Form = iota
	Struct
	List
	Map
)

// Node is a part of a field that has values within values. Where a level of definition is less than
// Defined, it is NULL or what it lies in is not there; where that of a list or a map is less than Filled,
// there is no element. Elements behind the first one have the level of repetition Repeated.
type Node struct {
	Field    // of a leaf what its values are
	Form     Form
	Optional bool
	Defined  uint32
	Filled   uint32
	Repeated uint32
	Within   []*Node // members by the length of their names, and then by these
	First    int     // the first of its leaves, among those of the field
	Leaves   int     // how many it has
}

// errUnheld is a part whose values are not read, by what it is.
type errUnheld string

func (e errUnheld) Error() string { return string(e) }

// levels are the greatest levels of what a part lies in.
type levels struct{ defined, repeated uint32 }

// nested makes the parts of the field that begins at the place where the tree is; ok is false where it
// has a part whose values are not read, what says which.
func (t *tree) nested() (n *Node, what string, err error) {
	at, leaves := t.at, t.leaves
	t.first, t.within = leaves, t.within[:0]
	n, err = t.part(levels{}, mostNesting)
	if unheld, is := err.(errUnheld); is {
		t.at, t.leaves = at, leaves
		return nil, string(unheld), t.pass(mostNesting)
	}
	return n, "", err
}

// part makes the next part: one that is repeated without being the elements of a list is a list.
func (t *tree) part(l levels, depth int) (*Node, error) {
	if t.at >= len(t.elements) || depth == 0 {
		return nil, fmt.Errorf("%w: the schema is cut, or deeper than %d fields", errMetadata, mostNesting)
	}
	e := &t.elements[t.at]
	switch e.repeats {
	case 0:
		return t.value(l, depth)
	case 1:
		l.defined++
		n, err := t.value(l, depth)
		if err == nil {
			n.Optional = true
		}
		return n, err
	}
	return t.repeating(e.Name, l, func(l levels) ([]*Node, error) { return t.parts(1, l, depth, t.value) })
}

// repeating makes a list or a map of elements one level deeper.
func (t *tree) repeating(name string, l levels, elements func(levels) ([]*Node, error)) (n *Node, err error) {
	n = &Node{Form: List, Field: Field{Name: name}, Defined: l.defined, Filled: l.defined + 1, Repeated: l.repeated + 1, First: t.leaves - t.first}
	n.Within, err = elements(levels{n.Filled, n.Repeated})
	n.Leaves = t.leaves - t.first - n.First
	return n, err
}

// parts makes so many parts.
func (t *tree) parts(count int64, l levels, depth int, make func(levels, int) (*Node, error)) (out []*Node, err error) {
	for range count {
		n, err := make(l, depth)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// value makes a part whose own levels are counted.
func (t *tree) value(l levels, depth int) (*Node, error) {
	if t.at >= len(t.elements) || depth == 0 {
		return nil, fmt.Errorf("%w: the schema is cut, or deeper than %d fields", errMetadata, mostNesting)
	}
	e := &t.elements[t.at]
	e.convert()
	switch leaf := e.children == 0 && e.Physical >= 0; {
	case e.Unheld == "LIST" && !leaf:
		return t.list(e, l, depth)
	case e.Unheld == "MAP" && !leaf:
		return t.mapping(e, l, depth)
	case e.Unheld != "":
		return nil, errUnheld(e.Unheld)
	case leaf:
		return t.leaf(e, l)
	case e.children == 0:
		return nil, errUnheld("STRUCT")
	}
	t.at++
	n := &Node{Form: Struct, Field: Field{Name: e.Name}, Defined: l.defined, First: t.leaves - t.first}
	var err error
	n.Within, err = t.parts(e.children, l, depth-1, t.part)
	n.Leaves = t.leaves - t.first - n.First
	slices.SortFunc(n.Within, byName)
	for i := 1; err == nil && i < len(n.Within); i++ {
		if n.Within[i].Name == n.Within[i-1].Name {
			return nil, errUnheld("STRUCT with two members of a name")
		}
	}
	return n, err
}

// byName is the order in which a text of JSON has members.
func byName(a, b *Node) int {
	return cmp.Or(len(a.Name)-len(b.Name), strings.Compare(a.Name, b.Name))
}

// leaf makes a part that has values.
func (t *tree) leaf(e *element, l levels) (*Node, error) {
	if t.leafField(e) != nil {
		return nil, errUnheld("of a type that is none")
	}
	e.leaf, e.optional = t.leaves-1, false
	n := &Node{Form: Leaf, Field: e.Field, Defined: l.defined, Repeated: l.repeated, First: e.leaf - t.first, Leaves: 1}
	t.within = append(t.within, n)
	return n, nil
}

// list makes a part that is said to be a list: of a repeated group with the elements in it, or, as early
// writers have it, of the repeated elements themselves.
func (t *tree) list(e *element, l levels, depth int) (*Node, error) {
	if e.children != 1 || t.at+1 >= len(t.elements) || t.elements[t.at+1].repeats != 2 {
		return nil, errUnheld("LIST")
	}
	t.at++
	group := &t.elements[t.at]
	wraps := group.children == 1 && group.Name != "array" && group.Name != e.Name+"_tuple"
	return t.repeating(e.Name, l, func(l levels) ([]*Node, error) {
		if !wraps {
			return t.parts(1, l, depth-1, t.value)
		}
		t.at++
		return t.parts(1, l, depth-1, t.part)
	})
}

// mapping makes a part that is said to be a map: of a repeated group with keys, which are leaves, and values.
func (t *tree) mapping(e *element, l levels, depth int) (*Node, error) {
	if e.children != 1 || t.at+1 >= len(t.elements) || t.elements[t.at+1].repeats != 2 || t.elements[t.at+1].children != 2 {
		return nil, errUnheld("MAP")
	}
	t.at++
	n, err := t.repeating(e.Name, l, func(l levels) ([]*Node, error) {
		t.at++
		return t.parts(2, l, depth-1, t.part)
	})
	if err == nil && n.Within[0].Form != Leaf {
		return nil, errUnheld("MAP")
	}
	n.Form = Map
	return n, err
}

// Floats reports whether a part's values are doubles.
func (n *Node) Floats() bool { return n.Form == Leaf && (n.Physical == Float || n.Physical == Double) }

// Inside gives the part of a field that a path of members and of elements leads to, as a field of its own. ok is
// false where it leads nowhere, and where more than one element of a list or a map in a record would have to be
// told from others: the path leads through one at most, to what has one value in each of its elements.
func (f *File) Inside(field int, path []json.Leg) (part Field, ok bool) {
	of := &f.Fields[field]
	n := of.Nested
	for _, leg := range path {
		if n == nil {
			return part, false
		}
		next := n.step(leg)
		if next == nil {
			return part, false
		}
		if n.Form != Struct {
			if part.From != nil {
				return part, false
			}
			part.From, part.Leg = n, leg
			part.null = (&Field{Nested: n, Outer: part.Outer}).There()
		}
		part.Outer, n = n, next
	}
	if n == nil || part.From != nil && (n.Form != Leaf || n.Repeated != 1) {
		return part, false
	}
	part.Nested, part.Name = n, n.Name
	part.parts = slices.Clone(of.parts[n.First : n.First+n.Leaves])
	if part.leaf = part.parts[0].leaf; part.From != nil && part.From.Form == Map {
		part.parts = append(part.parts, part.From.Within[0])
	}
	return part, true
}

// step gives the part that one leg of a path leads to; nil: there is none.
func (n *Node) step(leg json.Leg) *Node {
	name, named := leg.Member()
	_, element := leg.Element()
	switch {
	case n.Form == Struct && named:
		if i := slices.IndexFunc(n.Within, func(m *Node) bool { return m.Name == name }); i >= 0 {
			return n.Within[i]
		}
	case n.Form == List && element:
		return n.Within[0]
	case n.Form == Map && named && n.Within[0].isKey():
		return n.Within[1]
	}
	return nil
}

// isKey reports whether values of a leaf are keys that a name can be held against as they are.
func (n *Node) isKey() bool {
	return n.Logical == Text || (n.Physical == Int32 || n.Physical == Int64) && (n.Logical == NoLogical || n.Logical == Integer && !n.Unsigned)
}

// There is the level of definition from which on a field that has values within values is there.
func (f *Field) There() uint32 {
	switch {
	case f.Outer == nil:
		return f.Nested.Defined
	case f.Outer.Form == Struct:
		return f.Outer.Defined
	}
	return f.Outer.Filled
}

// WhereNull is the level of definition from which on From is there, or null.
func (f *Field) WhereNull() uint32 { return f.null }

// IsLeaf reports whether a field is a part that has values of its own, one in each record where From is nil.
func (f *Field) IsLeaf() bool { return f.Outer != nil && f.Nested.Form == Leaf }

// Leaves are the parts of a field that have values of their own, nil where it has no parts.
func (f *Field) Leaves() []*Node { return f.parts }

// leaves are the columns of a row group that have a field's values, which is its own where it has no parts.
func (f *Field) leaves() []*Field {
	if f.Nested == nil {
		return []*Field{f}
	}
	out := make([]*Field, len(f.parts))
	for i, n := range f.parts {
		out[i] = &n.Field
	}
	return out
}
