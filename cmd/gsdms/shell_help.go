package main

import (
	"context"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/sql/manual"
)

// help lists the commands, or says what a function, a statement or a setting is.
func (s *shell) help(_ context.Context, arg string) error {
	if arg == "" {
		s.helpCommands()
		return nil
	}
	name := strings.ToUpper(strings.TrimSpace(strings.TrimRight(arg, "();")))
	if c, ok := findCommand(strings.ToLower(arg)); ok {
		fmt.Fprintf(s.out, "%s  %s\n", strings.TrimSpace(c.name+" "+c.arg), c.about)
		return nil
	}
	if f, ok := manual.FindFunction(name); ok {
		fmt.Fprintf(s.out, "%s\n  %s\n", f.Call(), f.About)
		if f.Example != "" {
			fmt.Fprintf(s.out, "  SELECT %s;  gives %s\n", f.Example, f.Answer)
		}
		return nil
	}
	if st, ok := manual.FindStatement(name); ok {
		fmt.Fprintf(s.out, "%s\n  %s\n", st.Form, st.About)
		return nil
	}
	err := fmt.Errorf("there is no function, statement or command %s; .help lists the commands", arg)
	if near := plan.Near(name, manual.Names()); near != "" {
		err = fmt.Errorf("there is no function, statement or command %s; did you mean %s?", arg, near)
	}
	return err
}

func (s *shell) helpCommands() {
	for _, c := range commands() {
		fmt.Fprintf(s.out, "%-25s %-8s %s\n", c.name+" "+c.arg, c.alias, c.about)
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
