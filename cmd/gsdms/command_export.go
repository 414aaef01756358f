package main

import (
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
	SQL   string `name:"sql" placeholder:"SQL" help:"Query whose rows are written, in place of a table."`
	To    string `required:"" placeholder:"FILE" help:"File to write: its name ends with .csv, .tsv, .json, .ndjson, .parquet, .arrow or .md."`
	Force bool   `help:"Replace a file that is there."`
}

// Validate refuses flags that say nothing.
func (c *exportCommand) Validate() error {
	if (c.Table == "") == (c.SQL == "") {
		return errors.New("export: name a table, or give a query with --sql")
	}
	_, err := export.FindFormat(c.To)
	return err
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
		if err := c.write(r); err != nil {
			return err
		}
		fmt.Fprintf(e.out, "%s written to %s\n", plural(r.Read, "row"), c.To)
		return nil
	})
}

// write writes the file beside its place first, so that it is there whole or not at all.
func (c *exportCommand) write(r *result.Set) error {
	format, err := export.FindFormat(c.To)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(c.To); err == nil && !c.Force {
		return fmt.Errorf("export: %s exists; --force replaces it", c.To)
	}
	f, err := os.CreateTemp(filepath.Dir(c.To), "."+filepath.Base(c.To)+".*")
	if err != nil {
		return fmt.Errorf("export to %s: %w", c.To, err)
	}
	err = errors.Join(format.Write(f, r), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.To)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("export to %s: %w", c.To, err), os.Remove(f.Name()))
	}
	return nil
}
