package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// command is a command of the shell.
type command struct {
	name  string
	alias string // of psql or mysql
	arg   string
	about string
	run   func(s *shell, ctx context.Context, arg string) error
	words []string // what the argument may be, for completion
	files bool     // the argument is a file
}

// commands lists the shell's commands; a new one is a row here.
func commands() []command {
	onOff := []string{"on", "off"}
	return []command{
		{name: ".help", alias: `\?`, arg: "[FUNCTION]", about: "this list, or what a function or a statement does", run: (*shell).help},
		{name: ".tables", alias: `\dt`, about: "the tables and their rows", run: (*shell).tables},
		{name: ".schema", alias: `\d`, arg: "[TABLE]", about: "the CREATE TABLE of a table, or of all", run: (*shell).schema},
		{name: ".mode", alias: `\mode`, arg: "[FORMAT]", about: "how results are written: " + strings.Join(formatNames(), ", "), run: (*shell).mode, words: formatNames()},
		{name: ".headers", arg: "[on|off]", about: "the names of the columns above the rows", run: (*shell).headerSwitch, words: onOff},
		{name: ".nullvalue", alias: `\null`, arg: "[TEXT]", about: "what is written for NULL; without a text what the format has", run: (*shell).nullText},
		{name: ".maxrows", arg: "[N]", about: "rows of a table that are shown at most; 0: what the screen has room for", run: (*shell).maxRowsOf},
		{name: ".width", arg: "[N]", about: "cells that a table has; 0: those of the screen", run: (*shell).widthOf},
		{name: ".pager", alias: `\pager`, arg: "[on|off|COMMAND]", about: "show what is larger than the screen page by page", run: (*shell).pagerSwitch, words: onOff},
		{name: ".timer", alias: `\timing`, arg: "[on|off]", about: "the line after each statement: rows, time, sharing", run: (*shell).timer, words: onOff},
		{name: ".together", arg: "[on|off]", about: "neighbouring SELECTs of an input share one scan", run: (*shell).togetherSwitch, words: onOff},
		{name: ".explain", arg: "[on|off]", about: "SELECTs are explained, not run; svg FILE draws them", run: (*shell).explainSwitch, words: append(onOff, "svg")},
		{name: ".read", alias: `\i`, arg: "FILE", about: "run the statements and commands of a file", run: (*shell).readFile, files: true},
		{name: ".output", alias: `\o`, arg: "[FILE]", about: "write results to a file, or with | before it to a command; alone to the terminal again", run: (*shell).outputTo, files: true},
		{name: ".quit", alias: `\q`, about: "leave; Ctrl-D does, too", run: (*shell).quit},
	}
}

func formatNames() []string {
	var names []string
	for _, f := range result.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// bareWords are what people type alone on a line in other shells: no statement is such a
// word, and without this the shell would wait for its end.
func bareWords() map[string]string {
	return map[string]string{"help": ".help", "?": ".help", "exit": ".quit", "quit": ".quit", "bye": ".quit"}
}

// dotCommand splits a line into a command's name and its argument. A name stands
// alone or before a space.
func dotCommand(line string) (name, arg string, ok bool) {
	line = strings.TrimRight(line, "; \t")
	if name, ok := bareWords()[strings.ToLower(line)]; ok {
		return name, "", true
	}
	if word, rest, more := strings.Cut(line, " "); more && strings.EqualFold(word, "help") {
		return ".help", strings.TrimSpace(rest), true
	}
	if line == "" || line[0] != '.' && line[0] != '\\' || len(line) > 1 && line[1] >= '0' && line[1] <= '9' {
		return "", "", false
	}
	name, arg, _ = strings.Cut(line, " ")
	return name, strings.TrimSpace(arg), true
}

// findCommand finds a command by its name or alias.
func findCommand(name string) (command, bool) {
	for _, c := range commands() {
		if name == c.name || c.alias != "" && name == c.alias {
			return c, true
		}
	}
	return command{}, false
}

// dot runs a command.
func (s *shell) dot(ctx context.Context, name, arg string) error {
	c, ok := findCommand(name)
	switch {
	case !ok:
		return fmt.Errorf("there is no command %s; .help lists them", name)
	case c.arg == "" && arg != "":
		return fmt.Errorf("%s takes nothing behind it, not %q", c.name, arg)
	}
	return c.run(s, ctx, arg)
}

func (s *shell) tables(ctx context.Context, _ string) error {
	if !s.script(ctx, "SHOW TABLES", 1) {
		return errFailed
	}
	tables, release := s.names()
	defer release()
	if len(tables.Tables())+len(viewsOf(tables)) == 0 {
		s.say(emptyHint)
	}
	return nil
}

// schema prints CREATE TABLE statements that can be run again, of several databases each behind a USE.
func (s *shell) schema(ctx context.Context, arg string) error {
	tables, release := s.names()
	wanted := []shownTable{tableNamed(tables, arg)}
	if arg == "" {
		wanted = allTables(tables)
	}
	release()
	var failed error
	several := slices.ContainsFunc(wanted, func(t shownTable) bool { return t.database != wanted[0].database })
	for i, t := range wanted {
		r, err := s.session.Stream(ctx, "SHOW CREATE TABLE "+t.written())
		if err != nil {
			s.report(err) // one table is damaged or not there; the others may be fine
			failed = errFailed
			continue
		}
		if several && (i == 0 || t.database != wanted[i-1].database) {
			fmt.Fprintln(s.target(), "USE "+parse.QuoteName(t.database)+";")
		}
		text, _ := r.Text(0, 1)
		fmt.Fprintln(s.target(), text+";")
	}
	return failed
}

// shownTable is a table as a statement names it; its database is "" for the one that is current.
type shownTable struct{ database, own string }

func (t shownTable) written() string {
	if t.database == "" {
		return parse.QuoteName(t.own)
	}
	return parse.QuoteName(t.database) + "." + parse.QuoteName(t.own)
}

// allTables lists the tables and views of a catalog. All have a database where there are several.
func allTables(c plan.Catalog) (all []shownTable) {
	known := databasesOf(c)
	for _, name := range append(c.Tables(), viewsOf(c)...) {
		t := shownTable{own: name}
		switch found, err := c.Table(name); {
		case err == nil && found.Database != "":
			t = shownTable{found.Database, found.Own()}
		case len(known) > 0:
			t.database, t.own = roster.Split(name, known)
			t.database = cmp.Or(t.database, define.HomeDatabase)
		}
		all = append(all, t)
	}
	return all
}

// tableNamed is the table that somebody names, who may write its database before it.
func tableNamed(c plan.Catalog, name string) shownTable {
	if database, own := roster.Split(name, databasesOf(c)); database != "" {
		return shownTable{database, own}
	}
	database, own, ok := strings.Cut(name, ".")
	if _, err := c.Table(name); err == nil || !ok {
		return shownTable{own: name}
	}
	return shownTable{database, own}
}

// databasesOf lists the databases that tables of a catalog have.
func databasesOf(c plan.Catalog) (names []string) {
	if v, ok := c.(interface{ Databases() []string }); ok {
		return v.Databases()
	}
	for _, name := range c.Tables() {
		if t, err := c.Table(name); err == nil && t.Database != "" && !slices.Contains(names, t.Database) {
			names = append(names, t.Database)
		}
	}
	return names
}

func (s *shell) mode(_ context.Context, arg string) error {
	if arg == "" {
		fmt.Fprintln(s.out, s.format.Name)
		return nil
	}
	f, err := result.FindFormat(arg)
	if err == nil {
		s.format = f
	}
	return err
}

func (s *shell) timer(_ context.Context, arg string) error { return s.turn(&s.status, "timer", arg) }

func (s *shell) headerSwitch(_ context.Context, arg string) error {
	on := !s.noHeader
	err := s.turn(&on, "headers", arg)
	s.noHeader = !on
	return err
}

func (s *shell) nullText(_ context.Context, arg string) error {
	if s.null = nil; arg != "" {
		text := unquoted(arg)
		s.null = &text
	}
	return nil
}

func (s *shell) maxRowsOf(_ context.Context, arg string) error {
	return s.number(&s.maxRows, "maxrows", arg)
}

func (s *shell) widthOf(_ context.Context, arg string) error { return s.number(&s.width, "width", arg) }

// number sets a number, or says what it is.
func (s *shell) number(to *int, name, arg string) error {
	if arg != "" {
		n, err := strconv.ParseUint(arg, 10, 31)
		if err != nil {
			return fmt.Errorf(".%s is a number from 0, not %q", name, arg)
		}
		*to = int(n)
	}
	fmt.Fprintf(s.out, "%s is %d\n", name, *to)
	return nil
}

func (s *shell) pagerSwitch(_ context.Context, arg string) error {
	switch strings.ToLower(arg) {
	case "", "on", "off":
		if err := s.turn(&s.pager.on, "pager", arg); err != nil || !s.pager.on || s.pager.program() != "" {
			return err
		}
		return fmt.Errorf("this machine has no less, and $PAGER names no other program; .pager COMMAND does")
	}
	s.pager = pager{on: true, command: unquoted(arg)}
	fmt.Fprintf(s.out, "pager is %s\n", s.pager.command)
	return nil
}

func (s *shell) togetherSwitch(_ context.Context, arg string) error {
	err := s.turn(&s.runner.together, "together", arg)
	s.shares = s.runner.together
	return err
}

func (s *shell) explainSwitch(_ context.Context, arg string) error {
	word, file, _ := strings.Cut(arg, " ")
	if !strings.EqualFold(word, "svg") {
		s.picture.file = ""
		return s.turn(&s.runner.explain, "explain", arg)
	}
	if file = unquoted(strings.TrimSpace(file)); file == "" {
		return fmt.Errorf(".explain svg needs the name of a file")
	}
	s.picture = picture{file: file}
	fmt.Fprintf(s.out, "queries are drawn to %s until .explain off\n", file)
	return nil
}

// turn sets a switch, or turns it over, and says what it is then.
func (s *shell) turn(to *bool, name, arg string) error {
	switch strings.ToLower(arg) {
	case "":
		*to = !*to
	case "on":
		*to = true
	case "off":
		*to = false
	default:
		return fmt.Errorf(".%s is on or off, not %q", name, arg)
	}
	fmt.Fprintf(s.out, "%s is %s\n", name, map[bool]string{true: "on", false: "off"}[*to])
	return nil
}

func (s *shell) readFile(ctx context.Context, arg string) error {
	if arg == "" {
		return fmt.Errorf(".read needs the name of a file")
	}
	return s.read(ctx, unquoted(arg))
}

// deepest is how many files may .read one another.
const deepest = 20

func (s *shell) read(ctx context.Context, name string) error {
	if s.depth >= deepest {
		return fmt.Errorf(".read %s: more than %d files read one another", name, deepest)
	}
	one, err := openScript(name, nil)
	if err != nil {
		return err
	}
	defer one.close()
	s.depth++
	defer func() { s.depth-- }()
	return s.runScript(ctx, one)
}

func (s *shell) outputTo(_ context.Context, arg string) error {
	if err := s.closeOutput(); err != nil || arg == "" {
		return err
	}
	if line, ok := strings.CutPrefix(arg, "|"); ok {
		if line = strings.TrimSpace(line); line == "" {
			return fmt.Errorf(".output | needs a command")
		}
		p, err := openPipe(line, s.out)
		if err != nil {
			return fmt.Errorf("write results to a command: %w", err)
		}
		s.output, s.into = p, p
		return nil
	}
	f, err := os.Create(unquoted(arg))
	if err != nil {
		return fmt.Errorf("write results to a file: %w", err)
	}
	s.output, s.into = f, f
	return nil
}

func unquoted(s string) string {
	if n := len(s); n > 1 && (s[0] == '\'' || s[0] == '"') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}

func (s *shell) quit(context.Context, string) error { return errQuit }
