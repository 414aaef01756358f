package json

import "slices"

// Span is where a value lies in a text; To is 0 where there is none.
type Span struct{ From, To int }

// Of gives the value as it is written; "" where there is none.
func (s Span) Of(text string) string { return text[s.From:s.To] }

// Tree is paths that lead to one place each, which one walk over a value follows together. It is safe for
// concurrent use.
type Tree struct {
	ends     []int // the numbers of the paths that end here
	members  []branch
	elements []branch
	other    *Tree // what is followed from a value that is no array: it is an array of itself; nil: this
	all      []int // the numbers of the paths through here
}

// branch is how paths go on.
type branch struct {
	name string
	at   int
	*Tree
}

// path is what is left of a path, and its number.
type path struct {
	legs   []Leg
	number int
}

// NewTree makes a tree of paths, whose numbers are their places; each must be OnePlace.
func NewTree(paths [][]Leg) *Tree {
	all := make([]path, len(paths))
	for i, legs := range paths {
		all[i] = path{legs, i}
	}
	return newTree(all)
}

func newTree(paths []path) *Tree {
	t := &Tree{}
	var ofItself []path
	again := false
	for _, p := range paths {
		t.all = append(t.all, p.number)
		switch {
		case len(p.legs) == 0:
			t.ends = append(t.ends, p.number)
		case !p.legs[0].member:
			again = true
			for len(p.legs) > 0 && !p.legs[0].member && p.legs[0].from.n == 0 {
				p.legs = p.legs[1:]
			}
			if len(p.legs) > 0 && !p.legs[0].member {
				continue
			}
		}
		ofItself = append(ofItself, p)
	}
	t.members = branches(paths, true)
	t.elements = branches(paths, false)
	if again {
		t.other = newTree(ofItself)
	}
	return t
}

// branches gives how those paths go on that have a member next, or an element.
func branches(paths []path, members bool) (out []branch) {
	var of [][]path
	for _, p := range paths {
		if len(p.legs) == 0 || p.legs[0].member != members {
			continue
		}
		leg := p.legs[0]
		at := slices.IndexFunc(out, func(b branch) bool { return b.name == leg.name && b.at == leg.from.n })
		if at < 0 {
			at = len(out)
			out, of = append(out, branch{name: leg.name, at: leg.from.n}), append(of, nil)
		}
		of[at] = append(of[at], path{p.legs[1:], p.number})
	}
	for i := range out {
		out[i].Tree = newTree(of[i])
	}
	return out
}

// tree passes a value and the blanks before it, and notes where the paths of a tree lead.
func (w *walker) tree(level int, t *Tree, found []Span) (ok bool) {
	first := w.next()
	if t.other != nil && first != '[' {
		t = t.other
	}
	begin := w.at
	switch {
	case first == '{' && len(t.members) > 0 && level < maxDepth:
		ok = w.members(level, t, found)
	case first == '[' && len(t.elements) > 0 && level < maxDepth:
		ok = w.elements(level, t, found)
	default:
		ok = w.pass(level, first)
	}
	for _, n := range t.ends {
		found[n] = Span{begin, w.at}
	}
	return ok
}

// members passes the object at hand. Of members of one name the last one counts.
func (w *walker) members(level int, t *Tree, found []Span) bool {
	w.at++
	if w.took('}') {
		return true
	}
	for {
		name, plain, ok := w.name()
		if !ok {
			return false
		}
		at := 0
		for at < len(t.members) && !named(name, plain, t.members[at].name) {
			at++
		}
		if at == len(t.members) {
			ok = w.value(level+1, nil, false)
		} else {
			for _, n := range t.members[at].all {
				found[n] = Span{}
			}
			ok = w.tree(level+1, t.members[at].Tree, found)
		}
		if !ok || !w.took(',') {
			return ok && w.took('}')
		}
	}
}

// name passes the name of a member and the colon behind it.
func (w *walker) name() (name string, plain, ok bool) {
	if w.next() != '"' {
		return "", false, false
	}
	name, plain, ok = w.string()
	return name, plain, ok && w.took(':')
}

// elements passes the array at hand.
func (w *walker) elements(level int, t *Tree, found []Span) bool {
	w.at++
	if w.took(']') {
		return true
	}
	for i := 0; ; i++ {
		at := slices.IndexFunc(t.elements, func(b branch) bool { return b.at == i })
		ok := false
		if at < 0 {
			ok = w.value(level+1, nil, false)
		} else {
			ok = w.tree(level+1, t.elements[at].Tree, found)
		}
		if !ok || !w.took(',') {
			return ok && w.took(']')
		}
	}
}
