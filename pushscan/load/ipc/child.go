package ipc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
)

// childArgument is the child's only argument. It looks like a flag that no program
// knows, so that a binary whose main does not call ChildMain ends at once.
const childArgument = "--gsdms-load-child"

// childFile is the descriptor of the file to read, opened and checked by the parent.
const childFile = 3

// ChildMain is the main of the child process that reads IPC files; a program calls it by the name
// that package load gives it.
//
// The Arrow readers panic on some damaged files, in goroutines of their own too, and
// allocate by lengths that a file claims, terabytes at times; here that ends a process
// that has nothing to lose.
func ChildMain(args []string) (handled bool, code int) {
	if len(args) != 2 || args[1] != childArgument {
		return false, 0
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	err := malformed.Guard(func() error { return serveChild(os.NewFile(childFile, "file"), os.Stdin, out) })
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return true, 1
	}
	return true, 0
}

// serveChild answers one parent: the schema, then the batches that it asks for.
func serveChild(file *os.File, in io.Reader, out *bufio.Writer) error {
	requests := json.NewDecoder(in)
	var request childRequest
	if err := requests.Decode(&request); err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	if err := limitMemory(request.Memory); err != nil {
		return err
	}
	records, fields, err := openRecords(file)
	if err != nil {
		return writeJSON(out, frameError, wholeError(err))
	}
	defer records.close()
	if err := writeJSON(out, frameSchema, fields); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	var targets childTargets
	if err := requests.Decode(&targets); err == io.EOF {
		return nil // the parent wanted the schema only
	} else if err != nil {
		return fmt.Errorf("read the targets: %w", err)
	}
	go exitWithParent(in)
	return sendBatches(records, fields, targets.Targets, out)
}

// exitWithParent ends the child when its input ends: the parent holds the other end
// open as long as it lives and reads.
func exitWithParent(in io.Reader) {
	err := malformed.Guard(func() error { _, err := io.Copy(io.Discard, in); return err })
	fmt.Fprintln(os.Stderr, "the parent is gone", err)
	os.Exit(1)
}

// limitMemory bounds the child's writable memory. RLIMIT_DATA counts private writable
// pages, which is what Go's heap takes: between 64 and 128 MiB for a small Parquet
// file. RLIMIT_AS would count Go's address reservations too: below 600 to 800 MiB no
// Go program starts.
func limitMemory(most int64) error {
	debug.SetMemoryLimit(most * 3 / 4)
	debug.SetMaxStack(64 << 20)
	limit := unix.Rlimit{Cur: uint64(most), Max: uint64(most)}
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &limit); err != nil {
		return fmt.Errorf("limit the memory to %d bytes: %w", most, err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		return fmt.Errorf("turn core files off: %w", err)
	}
	return nil
}

// sendBatches sends all rows and the end, or what is wrong.
func sendBatches(records records, fields schema.Schema, targets []layout.Target, out *bufio.Writer) error {
	s := &sender{targets: targets, out: out}
	err := s.check(fields)
	if err == nil {
		err = records.selectFields(targets)
	}
	for err == nil {
		if err = s.record(records); err == nil {
			err = out.Flush()
		}
	}
	var bad *childError
	switch {
	case err == io.EOF:
		return writeFrame(out, frameEnd, nil)
	case errors.As(err, &bad):
		return writeJSON(out, frameError, bad)
	}
	return writeJSON(out, frameError, wholeError(err))
}

// Error makes a childError travel as an error within the child.
func (e *childError) Error() string { return e.Text + e.Want }
