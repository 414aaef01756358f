package store

import (
	"errors"
	"fmt"

	"gsdms/plan/fault"
	"gsdms/pushscan/store/snapshot"
)

// What a caller may want to tell apart (errors.Is).
var (
	ErrExists     = errors.New("the table exists already")
	ErrReferenced = errors.New("the table is referenced")
	ErrLocked     = errors.New("the folder is in use by another process")
	ErrChanged    = errors.New("the table has got other columns meanwhile: do it again")
	ErrClosed     = errors.New("the catalog is closed")
)

// UnknownTableError says that a table is not there.
type UnknownTableError struct {
	Name  string
	names func() []string // that there are; nil: none is known
}

// Near is an existing name that differs by a slip of the pen, or "". It is looked for when it
// is asked for: that a name is no table's is often no error.
func (e *UnknownTableError) Near() string {
	if e.names == nil {
		return ""
	}
	return fault.Near(e.Name, e.names())
}

// Error implements error.
func (e *UnknownTableError) Error() string {
	if near := e.Near(); near != "" {
		return fmt.Sprintf("table %q doesn't exist; did you mean %q?", e.Name, near)
	}
	return fmt.Sprintf("table %q doesn't exist", e.Name)
}

// SQLCode is MySQL's error number.
func (e *UnknownTableError) SQLCode() int { return 1146 }

// UnsettledError says that a change was made and may be taken back by a crash: its files
// and catalog.json are on disk, but not for sure that catalog.json has its name.
type UnsettledError struct {
	Dir string
	Err error
}

// Error implements error.
func (e *UnsettledError) Error() string {
	return fmt.Sprintf("the change is made, and all see the new tables, but it is not safe: folder %s could not be synced: %s; if the machine fails before the next change, the old tables may be back, whole; see the system's log, and look at the tables before this is done again", e.Dir, e.Err)
}

// Unwrap gives the cause.
func (e *UnsettledError) Unwrap() error { return e.Err }

// SQLCode is MySQL's error number.
func (e *UnsettledError) SQLCode() int { return snapshot.CodeDiskFailed }

// RowError says which value of a load was refused, and why.
type RowError struct {
	Table, Column string
	Row           int64  // counted over the load from 0
	Origin        string // where the row came from (file and line); "" when not known
	Value         string // as SQL would print it
	Reason        string // what is wrong and what to do
	Code          int    // MySQL's error number
}

// MySQL's numbers of what can be wrong with rows.
const (
	codeDuplicateKey  = 1062
	codeReferencedRow = 1451
)

// SQLCode is MySQL's error number.
func (e *RowError) SQLCode() int { return e.Code }

// Error implements error.
func (e *RowError) Error() string {
	at := e.Origin
	if at == "" {
		at = fmt.Sprintf("row %d", e.Row+1)
	}
	return fmt.Sprintf("%s: table %s, column %s, value %s: %s", at, e.Table, e.Column, e.Value, e.Reason)
}
