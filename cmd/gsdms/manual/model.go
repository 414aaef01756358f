package manual

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// visit calls f for a command and those below it, parents first; hidden ones are left out.
func visit(n *kong.Node, f func(n *kong.Node)) {
	f(n)
	for _, child := range n.Children {
		if !child.Hidden {
			visit(child, f)
		}
	}
}

// flagsOf gives the flags that a command adds to those of the commands above it.
func flagsOf(n *kong.Node) []*kong.Flag {
	return slices.DeleteFunc(slices.Clone(n.Flags), func(f *kong.Flag) bool { return f.Hidden })
}

// inherited gives the flags that a command takes, those above it included, and those of the
// command that runs where none is named.
func inherited(n *kong.Node) (all []*kong.Flag) {
	if n.Parent != nil {
		all = inherited(n.Parent)
	}
	all = append(all, flagsOf(n)...)
	if n.DefaultCmd != nil {
		all = append(all, flagsOf(n.DefaultCmd)...)
	}
	return distinct(all)
}

// distinct leaves the first flag of each name.
func distinct(flags []*kong.Flag) (one []*kong.Flag) {
	seen := map[string]bool{}
	for _, f := range flags {
		if !seen[f.Name] {
			one = append(one, f)
		}
		seen[f.Name] = true
	}
	return one
}

// spellings gives how a flag can be written: its name, its letter, its opposite.
func spellings(f *kong.Flag) []string {
	all := []string{"--" + f.Name}
	if f.Short != 0 {
		all = append(all, "-"+string(f.Short))
	}
	if f.IsBool() && f.Tag.Negatable != "" {
		all = append(all, opposite(f))
	}
	return all
}

// opposite is how a flag is switched off.
func opposite(f *kong.Flag) string {
	if f.Tag.Negatable == "_" { // kong's mark for a tag without a name
		return "--no-" + f.Name
	}
	return "--" + f.Tag.Negatable
}

// takesValue reports whether a word follows a flag.
func takesValue(f *kong.Flag) bool { return !f.IsBool() && !f.IsCounter() }

// choices gives the values of a flag where they are few, nil for others.
func choices(f *kong.Flag) []string {
	if f.Enum == "" {
		return nil
	}
	return f.EnumSlice()
}

// names gives the names of the commands below one.
func names(n *kong.Node) (all []string) {
	for _, child := range n.Children {
		if !child.Hidden {
			all = append(all, child.Name)
		}
	}
	return all
}

// brief is the first sentence of a help text, without the dot.
func brief(help string) string {
	first, _, _ := strings.Cut(strings.ReplaceAll(help, "\n", " "), ". ")
	return strings.TrimSuffix(first, ".")
}
