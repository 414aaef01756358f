package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"gsdms/pushscan/load"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
	"gsdms/sql"
)

// loadCommand loads files into a table.
type loadCommand struct {
	Table     string   `arg:"" help:"Table, which must exist, or with --create must not."`
	Create    bool     `help:"Make the table first: columns and types from the first file, by its header and first 256 KiB (wider where later values need it) or by its schema."`
	Files     []string `arg:"" name:"file" help:"Files, or patterns of their names in quotes ('f-*.csv'); their rows are appended, all or none. - is standard input."`
	Form      string   `name:"format" aliases:"form" placeholder:"FORMAT" help:"Format of the files: tbl, csv, json, parquet or ipc; by default found out from each file, by its first bytes or its name."`
	Delimiter string   `placeholder:"C" help:"What parts the fields of a text file; \\t is the tab. By default found out."`
	Header    string   `enum:"auto,yes,no" default:"auto" help:"Whether the first line names the fields: auto, yes or no (${default})."`
	Columns   []string `placeholder:"NAME" help:"Columns that the fields go to, in the order of the file. A first line that could be a header is none of its rows, whatever it names; --header no says that it is."`
	Null      []string `placeholder:"TEXT" sep:"none" help:"An unquoted field with this text is NULL; may be given several times. By default \\N, and an empty field of what is no text, or of JSON. NaN and inf hold for numbers of Parquet and Arrow IPC files, too."`
	Date      string   `name:"date-format" placeholder:"FORMAT" help:"How the files write dates and times, such as %d.%m.%Y (as in STR_TO_DATE). By default YYYY-MM-DD, or what their values tell."`
	Encoding  string   `placeholder:"NAME" help:"Encoding of text files: utf8, utf16 or latin1; by default what a byte order mark says, else utf8, or latin1 where the bytes are no UTF-8."`
	SkipBad   string   `placeholder:"FILE" help:"Pass over the records of text files that are wrong (with --create: not for the type of a value, which makes its column wider), and write them to FILE, each behind a line with # that says where it was and why."`

	input    loadInput
	rejected *rejects
}

// Validate refuses flags that say nothing.
func (c *loadCommand) Validate() error {
	_, err := c.options()
	return err
}

// Run runs the command.
func (c *loadCommand) Run(e *environment) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	if err := c.takeInput(e); err != nil {
		return err
	}
	defer c.input.close()
	if c.rejected, err = newRejects(c.SkipBad); err != nil {
		return err
	}
	o.Rejected, o.Again = c.rejected.taker(), c.rejected.again
	return c.rejected.closed(c.run(e, o))
}

func (c *loadCommand) run(e *environment, o load.Options) error {
	e.leaveCard()
	return c.input.spoken(e.withEngine(func(ctx context.Context, engine *sql.Engine) error { return c.load(ctx, e, engine, o) }))
}

func (c *loadCommand) load(ctx context.Context, e *environment, engine *sql.Engine, o load.Options) error {
	bar := newProgress(e.errs, "load "+c.Table)
	defer bar.end()
	o.Progress = bar.set
	began := time.Now()
	var made sql.Proposal
	var rows int
	var found []load.Sniffed
	var err error
	if c.Create {
		made, rows, found, err = engine.LoadNew(ctx, c.Table, c.Files, o)
	} else {
		rows, found, err = engine.Load(ctx, c.Table, c.Files, o)
	}
	bar.end()
	if missing := (*store.UnknownTableError)(nil); errors.As(err, &missing) {
		return fmt.Errorf("%w; gsdms load --create makes it from the file", err)
	}
	switch wrong := (*malformed.Error)(nil); {
	case !errors.As(err, &wrong):
	case wrong.IsEncoding() && c.Encoding == "":
		return fmt.Errorf("%w; --encoding latin1 reads Latin-1", err)
	case load.IsOtherDay(wrong.Met) && strings.HasPrefix(wrong.Want, "a date") && c.Date == "":
		return fmt.Errorf("%w; --date-format says how the file writes days", err)
	}
	if err != nil {
		return err
	}
	if c.Create {
		fmt.Fprintf(e.errs, "%s\n  from %s\n", made.Create, c.input.plain(made.From))
	}
	for _, note := range made.Notes {
		fmt.Fprintf(e.errs, "  %s\n", note)
	}
	c.tell(e.errs, found, o.Header)
	if n := c.rejected.number(); n > 0 {
		fmt.Fprintf(e.errs, "passed over %s, which %s has\n", plural(n, "wrong record"), c.SkipBad)
	}
	took := time.Since(began)
	fmt.Fprintf(e.out, "%s loaded into %s in %.2f s (%s rows/s)\n", plural(int64(rows), "row"), c.Table, took.Seconds(), rate(float64(rows)/took.Seconds()))
	return nil
}

// tell says what each file was found to be.
func (c *loadCommand) tell(out io.Writer, found []load.Sniffed, header load.Header) {
	for _, f := range found {
		fmt.Fprintf(out, "%s: %s\n", c.input.plain(f.Path), f)
		if header == load.HeaderLikely && f.Header {
			fmt.Fprintf(out, "  its first line is taken for a header, %q; --header no makes it a row\n", malformed.Name(strings.Join(f.Fields, ", ")))
		}
		if f.Guessed {
			fmt.Fprintln(out, "  it has bytes that are not UTF-8, and is read as Windows-1252 (latin1); --encoding utf8 says otherwise")
		}
		for _, l := range f.Lost {
			for _, w := range l.Says(l.Column, c.input.plain(f.Path)) {
				fmt.Fprintf(out, "  %s\n", w.Message)
			}
		}
		for _, u := range f.Unheld {
			fmt.Fprintf(out, "  %s\n", u)
		}
	}
}

func (c *loadCommand) options() (load.Options, error) {
	o := load.Options{Columns: c.Columns, Nulls: c.Null, DateFormat: c.Date}
	var err error
	if o.Format, err = load.ParseFormat(c.Form); err != nil {
		return o, err
	}
	if o.Encoding, err = load.ParseEncoding(c.Encoding); err != nil {
		return o, err
	}
	o.Header = map[string]load.Header{"auto": load.HeaderAuto, "yes": load.HeaderYes, "no": load.HeaderNo}[c.Header]
	if o.Header == load.HeaderAuto && len(c.Columns) > 0 {
		o.Header = load.HeaderLikely // under other names
	}
	switch {
	case c.Delimiter == `\t`:
		o.Delimiter = '\t'
	case len(c.Delimiter) == 1:
		o.Delimiter = c.Delimiter[0]
	case c.Delimiter != "":
		return o, fmt.Errorf("--delimiter %q: it is one character", c.Delimiter)
	}
	return o, nil
}

// progress is a line on a terminal that says how far a load has come.
type progress struct {
	out   *os.File
	title string
	shown bool
	last  time.Time
}

func newProgress(out *os.File, title string) *progress { return &progress{out: out, title: title} }

// set shows the bytes read of all, ten times a second at most.
func (p *progress) set(read, total int64) {
	if total > 0 {
		p.show(fmt.Sprintf("%s: %3d%% of %s", p.title, 100*read/total, rate(float64(total))+"B"))
	}
}

// table shows how far one table is.
func (p *progress) table(name string, done, total int64) {
	p.show(fmt.Sprintf("%s %s: %3d%%", p.title, name, 100*done/max(1, total)))
}

// step shows how many steps of a stage are done.
func (p *progress) step(stage string, done, total int) {
	p.show(fmt.Sprintf("%s %s: %d of %d", p.title, stage, done, total))
}

// show replaces the line, ten times a second at most.
func (p *progress) show(text string) {
	if time.Since(p.last) < 100*time.Millisecond || !isTerminal(p.out) {
		return
	}
	p.last, p.shown = time.Now(), true
	fmt.Fprintf(p.out, "\r%s\x1b[K", text)
}

// end takes the line away.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
