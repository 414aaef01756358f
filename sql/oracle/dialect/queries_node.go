package dialect

import "strings"

// node is a part of a query: a text in which each ? is one of its parts, and what may take its place where
// a difference is reduced.
type node struct {
	text  string
	parts []*node
	less  []*node
}

// leaf is a part that has none.
func leaf(text string) *node { return &node{text: text} }

// String is the SQL of the part.
func (n *node) String() string {
	pieces := strings.Split(n.text, "?")
	var b strings.Builder
	for i, p := range pieces {
		b.WriteString(p)
		if i < len(n.parts) {
			b.WriteString(n.parts[i].String())
		}
	}
	return b.String()
}

// listed are parts with a comma between, of which each may be left out but for one.
func listed(parts []*node) *node {
	n := &node{text: strings.TrimSuffix(strings.Repeat("?, ", len(parts)), ", "), parts: parts}
	if len(parts) > 1 {
		for i := range parts {
			rest := append(append([]*node{}, parts[:i]...), parts[i+1:]...)
			n.less = append(n.less, &node{text: strings.TrimSuffix(strings.Repeat("?, ", len(rest)), ", "), parts: rest})
		}
	}
	return n
}

// reduce puts less in the place of parts as long as the whole still fails, and reports whether it did.
func (n *node) reduce(fails func() bool) bool {
	for _, l := range n.less {
		was := *n
		*n = *l
		if len(n.less) == 0 && len(n.parts) > 1 && strings.HasPrefix(n.text, "?, ?") {
			*n = *listed(n.parts)
		}
		if fails() {
			return true
		}
		*n = was
	}
	for _, p := range n.parts {
		if p.reduce(fails) {
			return true
		}
	}
	return false
}
