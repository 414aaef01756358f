package codegen

import (
	"fmt"
	"strings"
)

// field is one 8-byte member of a struct of parameters.
type field struct {
	ctype string // C type, 8 bytes wide
	name  string
	note  string
	what  Binding
}

// members is the members of a struct of parameters in order. A kernel reads its constants
// and addresses from there, so that programs of one shape share the compiled code.
type members struct {
	via    string // how the kernel reads a member: p->
	fields []field
	index  map[string]Binding
}

func newMembers(via string) *members { return &members{via: via, index: map[string]Binding{}} }

// param appends a member unless it is there, and returns how the kernel reads it. One name
// for two things is a mistake of the generator, which would have the kernel read the wrong
// one, and write wherever that leads.
func (l *members) param(ctype, name, note string, what Binding) string {
	switch known, is := l.index[name]; {
	case !is:
		l.index[name] = what
		l.fields = append(l.fields, field{ctype, name, note, what})
	case known != what:
		panic(fmt.Sprintf("member %s is %v and %v", name, known, what))
	}
	return l.via + name
}

// has reports whether there is a member of that name.
func (l *members) has(name string) bool {
	_, is := l.index[name]
	return is
}

// number appends a constant.
func (l *members) number(name, note string, n uint64) string {
	return l.param("u64", name, note, Constant(n))
}

// declare is the C declaration of the struct; more are its last members.
func (l *members) declare(name string, more ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "struct %s {\n", name)
	for _, f := range l.fields {
		member := fmt.Sprintf("%s %s;", f.ctype, f.name)
		if f.note == "" {
			fmt.Fprintf(&b, "  %s\n", member)
		} else {
			fmt.Fprintf(&b, "  %-34s // %s\n", member, f.note)
		}
	}
	for _, m := range more {
		fmt.Fprintf(&b, "  %s\n", m)
	}
	b.WriteString("};\n")
	return b.String()
}

// writer writes lines of C.
type writer struct {
	text  strings.Builder
	depth int
}

// line writes one line at the present depth.
func (w *writer) line(format string, args ...any) {
	w.text.WriteString(strings.Repeat("  ", w.depth))
	fmt.Fprintf(&w.text, format, args...)
	w.text.WriteByte('\n')
}

// open writes a line that opens a brace; shut closes it.
func (w *writer) open(format string, args ...any) {
	w.line(strings.TrimSpace(format+" {"), args...)
	w.depth++
}

func (w *writer) shut() {
	w.depth--
	w.line("}")
}

// shutTo closes braces down to a depth.
func (w *writer) shutTo(depth int) {
	for w.depth > depth {
		w.shut()
	}
}
