package main

import (
	"context"
	"fmt"
	"strings"

	"gsdms/plan/fault"
	"gsdms/sql/manual"
)

// help lists the commands, or says what a command is, or statements and the function of a name: of the
// first statement what it does, of others that begin so their form.
func (s *shell) help(_ context.Context, arg string) error {
	if arg == "" {
		s.helpCommands()
		return nil
	}
	name := strings.ToUpper(strings.TrimSpace(strings.TrimRight(arg, "();")))
	if c, ok := findCommand(strings.ToLower(arg)); ok {
		s.tell(strings.TrimSpace(c.name+" "+c.arg) + "\n" + c.about)
		return nil
	}
	statements := manual.FindStatements(name)
	for i, st := range statements {
		text := st.Form
		if i == 0 {
			text += "\n" + st.About
		}
		s.tell(text)
	}
	f, ok := manual.FindFunction(name)
	if ok {
		s.tell(fmt.Sprintf("%s\n%s\nSELECT %s;\ngives %s", f.Call(), f.About, f.Example, f.Answer))
	}
	if ok || statements != nil {
		return nil
	}
	err := fmt.Errorf("there is no function, statement or command %s; .help lists the commands", arg)
	if near := fault.Near(name, manual.Names()); near != "" {
		err = fmt.Errorf("there is no function, statement or command %s; did you mean %s?", arg, near)
	}
	return err
}

// tell writes lines, those behind the first one indented, within the terminal's width.
func (s *shell) tell(lines string) {
	const indent = "  "
	width := terminalLayout(s.out).Width
	for i, line := range strings.Split(lines, "\n") {
		before := ""
		if i > 0 {
			before = indent
		}
		if width > len(indent) {
			line = wrapped(line, width-len(before))
		}
		fmt.Fprintln(s.out, before+strings.ReplaceAll(line, "\n", "\n"+indent))
	}
}

func (s *shell) helpCommands() {
	for _, c := range commands() {
		head := fmt.Sprintf("%-25s %-8s ", c.name+" "+c.arg, c.alias)
		if width := terminalLayout(s.out).Width; width > 0 && width < len(head)+len(c.about) {
			s.tell(strings.TrimSpace(c.name+" "+c.arg+"  "+c.alias) + "\n" + c.about)
			continue
		}
		fmt.Fprintln(s.out, head+c.about)
	}
	fmt.Fprint(s.out, `
help NAME says what a function or a statement does, such as help DATE_FORMAT.
EXPLAIN SELECT shows the pipelines of a query, EXPLAIN ANALYZE runs it and adds what
happened; FORMAT = JSON, TRADITIONAL, SVG or PROGRAM show them in another way, EXPLAIN CUDA
prints the source that a GPU would run. .explain svg FILE draws the queries that follow, and
EXPLAIN ANALYZE with the numbers of its run.
SHOW VARIABLES lists the settings, SET changes them.
A statement ends with ; (or \G for one line for each column) and may take many lines.
Tab completes, Ctrl-R searches the history, Ctrl-_ takes back, Ctrl-Y brings back what was
deleted, Alt-Enter begins a line; Ctrl-C cancels what runs, Ctrl-Z stops the shell until fg,
Ctrl-D leaves. Commands in ~/.gsdmsrc run when the shell begins.
help, quit and exit work without the dot, too.
`)
}
