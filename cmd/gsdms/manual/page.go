package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Page writes the manual page of a program, in the macros of man(7). tail is what the model
// does not know: more sections, in the same macros.
func Page(app *kong.Application, version, tail string) string {
	var b strings.Builder
	head, rest, _ := strings.Cut(app.Help, "\n")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n.SH NAME\n%s \\- %s\n", strings.ToUpper(app.Name), roff(version), app.Name, roff(brief(head)))
	b.WriteString(".SH SYNOPSIS\n")
	for _, leaf := range app.Leaves(true) {
		fmt.Fprintf(&b, ".B %s\n.br\n", roff(app.Name+" "+leaf.Summary()))
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n.nf\n%s\n.fi\n.SH OPTIONS\nEvery command has these.\n", roff(strings.Trim(rest, "\n")))
	pageFlags(&b, flagsOf(app.Node))
	b.WriteString(".SH COMMANDS\n")
	visit(app.Node, func(n *kong.Node) {
		if n != app.Node {
			pageCommand(&b, app.Name, n)
		}
	})
	b.WriteString(tail)
	return b.String()
}

// pageCommand writes what a command is for, its arguments and its own flags.
func pageCommand(b *strings.Builder, program string, n *kong.Node) {
	fmt.Fprintf(b, ".SS \"%s %s\"\n%s\n", program, roff(n.Path()), roff(n.Help))
	for _, p := range n.Positional {
		fmt.Fprintf(b, ".TP\n.I %s\n%s\n", roff(p.Summary()), roff(p.Help))
	}
	pageFlags(b, flagsOf(n))
}

func pageFlags(b *strings.Builder, flags []*kong.Flag) {
	for _, f := range flags {
		text := strings.Join(spellings(f), ", ")
		if takesValue(f) {
			text += " " + f.FormatPlaceHolder()
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(text), roff(f.Help))
		if few := choices(f); few != nil {
			fmt.Fprintf(b, "One of %s.\n", roff(strings.Join(few, ", ")))
		}
		if len(f.Envs) > 0 {
			fmt.Fprintf(b, "Environment: %s.\n", roff(strings.Join(f.Envs, ", ")))
		}
	}
}

// roff is a text that holds no macros: dashes are dashes, and no line begins with a dot.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
