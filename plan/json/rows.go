package json

import "slices"

// Rows finds the elements that a path leads to in texts, and what the paths of a tree lead to in each, by
// one walk over each text.
type Rows struct {
	legs  []Leg
	whole bool // the path has to know all of a value
	tree  *Tree
	found []Span
	to    Taker
	walker
}

// Taker takes what Rows finds.
type Taker interface {
	// Element is told of the next element: found are the places in the text that the paths of the tree
	// lead to, until it returns.
	Element(text string, found []Span) error
	// Mark gives what Undo needs to forget all elements from now on.
	Mark() int
	// Undo forgets the elements since a mark: another member has the name of the one that they are of.
	Undo(mark int)
}

// NewRows makes Rows of a path and a tree of so many paths.
func NewRows(legs []Leg, tree *Tree, paths int, to Taker) *Rows {
	whole := slices.ContainsFunc(legs, func(l Leg) bool { return several(l) && !l.EachElement() })
	return &Rows{legs: legs, whole: whole, tree: tree, found: make([]Span, paths), to: to}
}

// Each tells of the elements of a text, in its order. ok is false where the text is no JSON; some
// elements may have been told of then.
func (r *Rows) Each(text string) (ok bool, err error) {
	if r.whole {
		return r.inTurn(text)
	}
	return r.along(text, r.legs)
}

// inTurn is Each of a path that has to know all of a value.
func (r *Rows) inTurn(text string) (ok bool, err error) {
	all, ok := All(text, r.legs)
	for _, v := range all {
		if _, err := r.along(string(Append(nil, v)), nil); err != nil {
			return true, err
		}
	}
	return ok, nil
}

// along follows steps in a text.
func (r *Rows) along(text string, legs []Leg) (ok bool, err error) {
	r.walker = walker{text: text}
	ok, err = r.follow(0, legs)
	return err != nil || ok && r.ended(), err
}

// follow passes a value, and tells of the elements in it.
func (r *Rows) follow(level int, legs []Leg) (ok bool, err error) {
	if len(legs) == 0 {
		clear(r.found)
		if !r.walker.tree(level, r.tree, r.found) {
			return false, nil
		}
		return true, r.to.Element(r.walker.text, r.found)
	}
	first := r.next()
	switch leg := legs[0]; {
	case level >= maxDepth:
		return false, nil
	case !leg.member && !leg.all && leg.from.n == 0 && first != '[': // a value that is no array is one of it
		return r.follow(level, legs[1:])
	case leg.member && first == '{':
		return r.inObject(level, legs)
	case !leg.member && first == '[':
		return r.inArray(level, legs)
	}
	return r.pass(level, first), nil
}

func (r *Rows) inObject(level int, legs []Leg) (ok bool, err error) {
	r.at++
	if r.took('}') {
		return true, nil
	}
	mark := r.to.Mark()
	for {
		name, plain, ok := r.name()
		if !ok {
			return false, nil
		}
		if named(name, plain, legs[0].name) {
			r.to.Undo(mark)
			ok, err = r.follow(level+1, legs[1:])
		} else {
			ok = r.value(level+1, nil, false)
		}
		if err != nil || !ok || !r.took(',') {
			return ok && r.took('}'), err
		}
	}
}

func (r *Rows) inArray(level int, legs []Leg) (ok bool, err error) {
	r.at++
	if r.took(']') {
		return true, nil
	}
	for i := 0; ; i++ {
		if legs[0].all || i == legs[0].from.n {
			ok, err = r.follow(level+1, legs[1:])
		} else {
			ok = r.value(level+1, nil, false)
		}
		if err != nil || !ok || !r.took(',') {
			return ok && r.took(']'), err
		}
	}
}
