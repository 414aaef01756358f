package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"gsdms/pushscan/load/delimited"
)

// rejects writes the records that a load passes over to a file.
type rejects struct {
	file *os.File
	out  *bufio.Writer
	n    int64
	err  error
}

// newRejects makes the file; nil without a name.
func newRejects(name string) (*rejects, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("make a file for wrong records: %w", err)
	}
	return &rejects{file: f, out: bufio.NewWriter(f)}, nil
}

// taker gives what takes records; nil where none are passed over.
func (r *rejects) taker() func(delimited.Reject) {
	if r == nil {
		return nil
	}
	return func(x delimited.Reject) {
		r.n++
		if _, err := fmt.Fprintf(r.out, "# %v\n%s\n", x.Err, x.Record); r.err == nil {
			r.err = err
		}
	}
}

// again forgets the records so far, which are read once more.
func (r *rejects) again() {
	if r == nil {
		return
	}
	r.out.Reset(r.file)
	_, err := r.file.Seek(0, io.SeekStart)
	r.n, r.err = 0, errors.Join(r.err, err, r.file.Truncate(0))
}

// number is how many records were passed over.
func (r *rejects) number() int64 {
	if r == nil {
		return 0
	}
	return r.n
}

// closed closes the file, and gives the load's error, or that of writing.
func (r *rejects) closed(err error) error {
	if r == nil {
		return err
	}
	if wrong := errors.Join(r.err, r.out.Flush(), r.file.Close()); wrong != nil {
		err = errors.Join(err, fmt.Errorf("write the wrong records to %s: %w", r.file.Name(), wrong))
	}
	return err
}
