package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gsdms/sql"
	"gsdms/sql/export"
	"gsdms/sql/result"
)

// exportCommand writes rows to a file.
type exportCommand struct {
	Table string `arg:"" optional:"" help:"Table or view whose rows are written."`
	File  string `arg:"" optional:"" help:"File to write, as --to says."`
	SQL   string `name:"sql" placeholder:"SQL" help:"Query whose rows are written, in place of a table."`
	To    string `placeholder:"FILE" help:"File to write: its name ends with .csv, .tsv, .json, .ndjson or .md, with .gz or .zst behind that it is packed, or with .parquet or .arrow. - is standard output."`
	Form  string `name:"format" placeholder:"FORMAT" help:"Format of the file: csv, tsv, json, ndjson, markdown, parquet or arrow; by default what its name ends with, and csv for standard output, a pipe or a device."`
	Force bool   `help:"Replace a file that is there."`
}

// Validate refuses flags that say nothing, and takes the file from where it is named.
func (c *exportCommand) Validate() error {
	if c.SQL != "" && c.File == "" {
		c.Table, c.File = "", c.Table
	}
	if (c.Table == "") == (c.SQL == "") {
		return errors.New("export: name a table, or give a query with --sql")
	}
	if (c.File == "") == (c.To == "") {
		return errors.New("export: name the file to write, once: gsdms export TABLE FILE, or --to FILE")
	}
	c.To, c.File = cmp.Or(c.To, c.File), ""
	_, err := c.format()
	return err
}

// format is the format of the file.
func (c *exportCommand) format() (export.Format, error) {
	switch {
	case c.Form != "":
		return export.NamedFormat(c.Form, c.To)
	case c.streams():
		return export.NamedFormat("csv", c.To)
	}
	return export.FindFormat(c.To)
}

// isOutput reports whether rows go to standard output.
func (c *exportCommand) isOutput() bool { return c.To == "-" || c.To == "/dev/stdout" }

// streams reports whether rows go to what is no file that is there whole or not at all.
func (c *exportCommand) streams() bool {
	info, err := os.Stat(c.To)
	return c.isOutput() || err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// Run runs the command.
func (c *exportCommand) Run(e *environment) error {
	e.asksOnly(c.SQL)
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error {
		text := c.SQL
		if text == "" {
			text = "SELECT * FROM " + engine.Written(c.Table)
		}
		r, err := engine.NewSession().Stream(ctx, text)
		if err != nil {
			return err
		}
		defer r.Close()
		if r.Rows == nil {
			return fmt.Errorf("export: %s gives no rows", text)
		}
		if err := c.write(e, r); err != nil {
			return err
		}
		if c.isOutput() {
			fmt.Fprintf(e.errs, "%s written\n", plural(r.Read, "row"))
			return nil
		}
		fmt.Fprintf(e.out, "%s written to %s\n", plural(r.Read, "row"), c.To)
		return nil
	})
}

// write writes the rows in the file's format.
func (c *exportCommand) write(e *environment, r *result.Set) error {
	format, err := c.format()
	switch {
	case err != nil:
		return err
	case c.isOutput():
		return format.Write(e.out, "standard output", r)
	case !c.streams():
		return c.writeFile(format, r)
	}
	f, err := os.OpenFile(c.To, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("export to %s: %w", c.To, err)
	}
	return errors.Join(format.Write(f, c.To, r), f.Close())
}

// writeFile writes the file beside its place first, so that it is there whole or not at all.
func (c *exportCommand) writeFile(format export.Format, r *result.Set) error {
	if _, err := os.Lstat(c.To); err == nil && !c.Force {
		return fmt.Errorf("export: %s exists; --force replaces it", c.To)
	}
	f, err := os.CreateTemp(filepath.Dir(c.To), "."+filepath.Base(c.To)+".*")
	if err != nil {
		return fmt.Errorf("export to %s: %w", c.To, err)
	}
	err = errors.Join(format.Write(f, c.To, r), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.To)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("export to %s: %w", c.To, err), os.Remove(f.Name()))
	}
	return nil
}
