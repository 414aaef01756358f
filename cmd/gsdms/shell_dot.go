package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"gsdms/sql/result"
)

// command is a command of the shell.
type command struct {
	name  string
	alias string // of psql or mysql
	arg   string
	about string
	run   func(s *shell, ctx context.Context, arg string) error
}

// commands lists the shell's commands; a new one is a row here.
func commands() []command {
	return []command{
		{".help", `\?`, "", "this list", (*shell).help},
		{".tables", `\dt`, "", "the tables and their rows", (*shell).tables},
		{".schema", `\d`, "[TABLE]", "the CREATE TABLE of a table, or of all", (*shell).schema},
		{".mode", "", "[FORMAT]", "how results are written: table, csv, tsv, json, ndjson, markdown, vertical", (*shell).mode},
		{".timer", `\timing`, "[on|off]", "the line after each statement: rows, time, sharing", (*shell).timer},
		{".together", "", "[on|off]", "neighbouring SELECTs of an input share one scan", (*shell).togetherSwitch},
		{".explain", "", "[on|off]", "SELECTs are explained, not run; svg FILE draws them", (*shell).explainSwitch},
		{".read", `\i`, "FILE", "run the statements of a file", (*shell).read},
		{".output", `\o`, "[FILE]", "write results to a file; without a name to the terminal again", (*shell).outputTo},
		{".quit", `\q`, "", "leave; Ctrl-D does, too", (*shell).quit},
	}
}

// bareWords are what people type alone on a line in other shells: no statement is such a
// word, and without this the shell would wait for its end.
func bareWords() map[string]string {
	return map[string]string{"help": ".help", "?": ".help", "exit": ".quit", "quit": ".quit", "bye": ".quit"}
}

// dotCommand splits a line into a command's name and its argument. A name stands
// alone or before a space.
func dotCommand(line string) (name, arg string, ok bool) {
	if name, ok := bareWords()[strings.ToLower(strings.TrimRight(line, "; \t"))]; ok {
		return name, "", true
	}
	if line[0] != '.' && line[0] != '\\' {
		return "", "", false
	}
	name, arg, _ = strings.Cut(strings.TrimRight(line, "; \t"), " ")
	return name, strings.TrimSpace(arg), true
}

// dot runs a command.
func (s *shell) dot(ctx context.Context, name, arg string) error {
	for _, c := range commands() {
		if name == c.name || c.alias != "" && name == c.alias {
			return c.run(s, ctx, arg)
		}
	}
	return fmt.Errorf("there is no command %s; .help lists them", name)
}

func (s *shell) help(context.Context, string) error {
	for _, c := range commands() {
		fmt.Fprintf(s.out, "%-22s %-8s %s\n", c.name+" "+c.arg, c.alias, c.about)
	}
	fmt.Fprint(s.out, `
EXPLAIN SELECT shows the pipelines of a query, EXPLAIN ANALYZE runs it and adds what
happened; FORMAT = JSON, TRADITIONAL, SVG or PROGRAM show them in another way, EXPLAIN CUDA
prints the source that a GPU would run. .explain svg FILE draws the queries that follow, and
EXPLAIN ANALYZE with the numbers of its run.
SHOW VARIABLES lists the settings, SET changes them.
A statement ends with ; (or \G for one line for each column) and may take many lines.
Tab completes, Ctrl-R searches the history, Ctrl-C cancels what runs, Ctrl-D leaves.
help, quit and exit work without the dot, too.
`)
	return nil
}

func (s *shell) tables(ctx context.Context, _ string) error {
	s.execute(ctx, "SHOW TABLES")
	return nil
}

// schema prints CREATE TABLE statements that can be run again.
func (s *shell) schema(ctx context.Context, arg string) error {
	names := []string{arg}
	if arg == "" {
		tables, release := s.names()
		names = append(tables.Tables(), viewsOf(tables)...)
		release()
	}
	for _, name := range names {
		r, err := s.session.Stream(ctx, "SHOW CREATE TABLE `"+strings.ReplaceAll(name, "`", "``")+"`")
		if err != nil {
			report(s.errs, err) // one table is damaged or not there; the others may be fine
			continue
		}
		text, _ := r.Text(0, 1)
		fmt.Fprintln(s.out, text+";")
	}
	return nil
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

func (s *shell) togetherSwitch(_ context.Context, arg string) error {
	return s.turn(&s.runner.together, "together", arg)
}

func (s *shell) explainSwitch(_ context.Context, arg string) error {
	word, file, _ := strings.Cut(arg, " ")
	if !strings.EqualFold(word, "svg") {
		s.picture.file = ""
		return s.turn(&s.runner.explain, "explain", arg)
	}
	if file = unquoted(strings.TrimSpace(file)); file == "" {
		return errors.New(".explain svg needs the name of a file")
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

func (s *shell) read(ctx context.Context, arg string) error {
	if arg == "" {
		return fmt.Errorf(".read needs the name of a file")
	}
	text, err := readFile(unquoted(arg), nil)
	if err != nil {
		return err
	}
	s.execute(ctx, text)
	return nil
}

func (s *shell) outputTo(_ context.Context, arg string) error {
	if err := s.closeOutput(); err != nil || arg == "" {
		return err
	}
	f, err := os.Create(unquoted(arg))
	if err != nil {
		return fmt.Errorf("write results to a file: %w", err)
	}
	s.output, s.into = f, f
	return nil
}

func unquoted(s string) string { return strings.Trim(s, `'"`) }

func (s *shell) quit(context.Context, string) error { return errQuit }
