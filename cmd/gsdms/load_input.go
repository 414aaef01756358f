package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// loadInput is standard input as a file, since a load looks at a file before it reads it:
// the file that it is, or a copy without a name, which goes with the process. The zero
// value is none.
type loadInput struct {
	path string
	copy *os.File
}

// takeInput puts the path of standard input in the place of - among the files.
func (c *loadCommand) takeInput(e *environment) error {
	for i, name := range c.Files {
		switch {
		case name != "-":
			continue
		case c.input.path != "":
			return errors.New("load: - is given twice, and standard input is there once")
		case len(e.LoadRoot) > 0:
			return errors.New("load: - is standard input, and --load-root lets files of its folders be read only")
		}
		if err := c.input.open(e); err != nil {
			return fmt.Errorf("load standard input: %w", err)
		}
		c.Files[i] = c.input.path
	}
	return nil
}

func (in *loadInput) open(e *environment) error {
	f := e.in
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		if f, err = copied(e); err != nil {
			return err
		}
		in.copy = f
	}
	in.path = fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	return nil
}

// copied writes what standard input has into a file that has no name. Ctrl-C ends it.
func copied(e *environment) (*os.File, error) {
	ctx, stop := e.interrupted()
	defer stop()
	f, err := os.CreateTemp("", "gsdms-load-")
	if err != nil {
		return nil, err
	}
	err = os.Remove(f.Name())
	if err == nil {
		_, err = io.Copy(f, e.in)
	}
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// plain gives a text in which the file is called what it stands for.
func (in *loadInput) plain(text string) string {
	if in.path == "" {
		return text
	}
	return strings.ReplaceAll(text, in.path, "standard input")
}

// spoken is plain for an error.
func (in *loadInput) spoken(err error) error {
	if err == nil || in.plain(err.Error()) == err.Error() {
		return err
	}
	return errors.New(in.plain(err.Error()))
}

// close gives the copy up.
func (in *loadInput) close() error {
	if in.copy == nil {
		return nil
	}
	return in.copy.Close()
}
