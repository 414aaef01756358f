package snapshot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/store/manifest"
)

// UnreadError says that a file could not be opened, mapped or read for a reason that is
// not in its bytes: the system lacked something, or the disk failed. Nothing says that
// the file is damaged, and nothing was answered from it.
type UnreadError struct {
	Table, Column string // Column is "" for a manifest; both are for catalog.json
	File          string
	Err           error
}

// Error implements error.
func (e *UnreadError) Error() string {
	text := ""
	if e.Table != "" {
		text = "table " + e.Table + ", "
	}
	if e.Column != "" {
		text += "column " + e.Column + ", "
	}
	return fmt.Sprintf("%sfile %s: it cannot be read now: %s; %s", text, e.File, e.Err, remedyOf(e.Err))
}

// Unwrap gives the cause, a unix.Errno as a rule.
func (e *UnreadError) Unwrap() error { return e.Err }

// MySQL's numbers of what kept a file from being read.
const (
	CodeDiskFailed   = 1030
	codeOutOfMachine = 1041
)

// SQLCode is MySQL's error number.
func (e *UnreadError) SQLCode() int {
	if diskFailed(e.Err) {
		return CodeDiskFailed
	}
	return codeOutOfMachine
}

// errFault is what a page of a mapped file gives that is there and cannot be brought in.
var errFault = fmt.Errorf("a page of it did not come in: %w", unix.EIO)

// diskFailed says whether the system reports that a device or a file system failed.
func diskFailed(err error) bool {
	for _, e := range []unix.Errno{unix.EIO, unix.ENXIO, unix.ENODEV, unix.EUCLEAN, unix.ESTALE, unix.ETIMEDOUT, unix.ENOTCONN, unix.EREMOTEIO} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// remedyOf says what to do about an error of the system that leaves a file as it is; ""
// if it is no such error.
func remedyOf(err error) string {
	switch {
	case errors.Is(err, unix.EMFILE):
		return "nothing is damaged: this process may have no more files open; raise its limit (ulimit -n) and open the folder again"
	case errors.Is(err, unix.ENFILE):
		return "nothing is damaged: the system has too many files open; close some, or raise fs.file-max, and open the folder again"
	case errors.Is(err, unix.ENOMEM), errors.Is(err, unix.EAGAIN), errors.Is(err, unix.ENOBUFS):
		return "nothing is damaged: memory or mappings ran out; free some, or raise the limit (ulimit -v, ulimit -l, vm.max_map_count), and open the folder again"
	case errors.Is(err, fs.ErrPermission):
		return "nothing is damaged: give this user the right to read it and open the folder again"
	case errors.Is(err, unix.EINTR):
		return "nothing is damaged: open the folder again"
	case diskFailed(err):
		return "the disk or its file system failed, and the file may be whole: see the system's log, and save the folder elsewhere before anything else is written there"
	}
	return ""
}

// Unread makes an UnreadError of an error that leaves the file as it is, else nil.
func Unread(table, column, file string, err error) error {
	if remedyOf(err) == "" {
		return nil
	}
	return &UnreadError{Table: table, Column: column, File: file, Err: err}
}

// faulted says whether an error is a fault at an address: a page of a mapped file that
// did not come in.
func faulted(err error) bool {
	var fault interface{ Addr() uintptr }
	return errors.As(err, &fault)
}

// whole says whether a file still has its size, so that a fault in it is the disk's.
func whole(path string, of *manifest.File) bool {
	info, err := os.Stat(path)
	return err == nil && of.Sized(info.Size())
}

// DamageError says that stored bytes are not what was written. Nothing was answered
// from them.
type DamageError struct {
	Table, Column string // Column is "" for a manifest
	File          string
	Segment       int // -1: the file as a whole
	Reason        string
}

// Error implements error.
func (e *DamageError) Error() string {
	text := fmt.Sprintf("table %s", e.Table)
	if e.Column != "" {
		text += ", column " + e.Column
	}
	text += ", file " + e.File
	if e.Segment >= 0 {
		text += fmt.Sprintf(", segment %d", e.Segment)
	}
	return text + ": " + e.Reason + "; restore the file from a copy, or drop the table and load it again"
}
