package cuda

import (
	"fmt"
	"strings"
)

// field is one 8-byte member of a kernel's Params.
type field struct {
	ctype string // C type, 8 bytes wide
	name  string
	note  string
}

// layout is the members of a kernel's Params in order. A kernel reads its constants
// and addresses from there, so that programs of one shape share the compiled code.
type layout struct {
	fields []field
	index  map[string]int
}

func newLayout() *layout { return &layout{index: map[string]int{}} }

// add appends a member unless it is there, and returns how the kernel reads it.
func (l *layout) add(ctype, name, note string) string {
	if _, ok := l.index[name]; !ok {
		l.index[name] = len(l.fields)
		l.fields = append(l.fields, field{ctype, name, note})
	}
	return "p->" + name
}

// size is the bytes of Params.
func (l *layout) size() int { return 8 * len(l.fields) }

// declare is the C declaration of Params.
func (l *layout) declare() string {
	var b strings.Builder
	b.WriteString("struct Params {\n")
	for _, f := range l.fields {
		member := fmt.Sprintf("%s %s;", f.ctype, f.name)
		if f.note == "" {
			fmt.Fprintf(&b, "  %s\n", member)
		} else {
			fmt.Fprintf(&b, "  %-34s // %s\n", member, f.note)
		}
	}
	b.WriteString("};\n")
	return b.String()
}
