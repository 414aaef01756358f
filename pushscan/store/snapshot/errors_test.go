package snapshot

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/store/manifest"
)

// An error of the system is no damage, and tells its class; one that the file's own
// state gives is.
func TestUnread(t *testing.T) {
	for cause, want := range map[unix.Errno]struct {
		code   int
		advice string
	}{
		unix.EMFILE: {1041, "ulimit -n"}, unix.ENFILE: {1041, "fs.file-max"}, unix.ENOMEM: {1041, "vm.max_map_count"},
		unix.EAGAIN: {1041, "ulimit -l"}, unix.EACCES: {1041, "the right to read it"}, unix.EIO: {1030, "the system's log"},
		unix.ESTALE: {1030, "save the folder elsewhere"},
	} {
		v := &Version{Folder: "d", Manifest: &manifest.Manifest{Table: "t", Columns: []manifest.Column{{Name: "c", File: &manifest.File{Name: "f", Size: 1}}}}}
		v.Columns = make([]Column, 1)
		err := v.openColumn(0, nil, func(string, *manifest.File) (*Mapping, error) {
			return nil, &fs.PathError{Op: "open", Path: "d/f", Err: cause}
		})
		var e *UnreadError
		if !errors.As(err, &e) || !errors.Is(err, cause) || e.SQLCode() != want.code || !strings.Contains(err.Error(), want.advice) ||
			strings.Contains(err.Error(), "drop") || !strings.HasPrefix(err.Error(), "table t, column c, file d/f: ") {
			t.Errorf("%s: %v", cause, err)
		}
	}
	for _, cause := range []error{unix.ENOENT, unix.EISDIR, unix.ELOOP, errors.New("it has 1 bytes")} {
		if err := Unread("t", "c", "f", cause); err != nil {
			t.Errorf("%v: %v", cause, err)
		}
	}
}
