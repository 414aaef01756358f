package store_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A disk that fails is played by the kernel: what a child asks it to write, sync, rename or make comes
// to this process first (seccomp_unotify(2)), which counts what is about the child's folder, lets one
// of these calls fail, and the others pass.

// calls are those that are counted, and the argument that has the file: a descriptor, or a path.
var calls = map[int32]struct {
	name       string
	descriptor bool
	file       int
}{
	unix.SYS_WRITE: {"write", true, 0}, unix.SYS_PWRITE64: {"write", true, 0}, unix.SYS_FSYNC: {"sync", true, 0},
	unix.SYS_FDATASYNC: {"sync", true, 0}, unix.SYS_RENAME: {"rename", false, 1}, unix.SYS_RENAMEAT: {"rename", false, 3},
	unix.SYS_RENAMEAT2: {"rename", false, 3}, unix.SYS_OPENAT: {"make", false, 1}, unix.SYS_MKDIRAT: {"make", false, 1},
	unix.SYS_FTRUNCATE: {"write", true, 0}, unix.SYS_FALLOCATE: {"write", true, 0},
}

// notice and answer are the kernel's struct seccomp_notif and seccomp_notif_resp.
type notice struct {
	id         uint64
	pid, flags uint32
	call       int32
	arch       uint32
	at         uint64
	args       [6]uint64
}

type answer struct {
	id    uint64
	value int64
	err   int32
	flags uint32
}

// ask has the kernel ask who is at the other end of a socket about each of the calls.
func ask(socket int) error {
	filter := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}}
	for number := range calls {
		if number == unix.SYS_OPENAT {
			continue
		}
		filter = append(filter, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: uint32(number)}, verdict(unix.SECCOMP_RET_USER_NOTIF))
	}
	const flags = 16 + 8*2 // third argument
	filter = append(filter,
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 3, K: unix.SYS_OPENAT},
		unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: flags},
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jf: 1, K: unix.O_CREAT},
		verdict(unix.SECCOMP_RET_USER_NOTIF), verdict(unix.SECCOMP_RET_ALLOW))
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const how = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_TSYNC | unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH
	listener, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, how, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return errno
	}
	return unix.Sendmsg(socket, []byte{0}, unix.UnixRights(int(listener)), nil, 0)
}

func verdict(v uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: v}
}

// failingDisk plays the disk of a child.
type failingDisk struct {
	dir      string
	listener int
	left     int // calls until one fails; -1: none will
	fails    bool

	mu   sync.Mutex
	seen map[string]int // of each kind that have failed
}

// serve answers until the child is gone.
func (d *failingDisk) serve() {
	for {
		var n notice
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(d.listener), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&n))); errno != 0 {
			if errno == unix.EINTR {
				continue
			}
			return
		}
		a := d.answer(&n)
		_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(d.listener), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&a))) // fails if who has asked is gone
	}
}

func (d *failingDisk) answer(n *notice) answer {
	d.mu.Lock()
	defer d.mu.Unlock()
	a := answer{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	call := calls[n.call]
	if file := int(n.args[0]); call.name == "sync" && file >= failFrom {
		a.flags = 0
		if file == failed && d.fails {
			a.err = -int32(unix.EIO)
		}
		if d.left, d.fails = file-failFrom, file != failed && d.fails; file == failed {
			d.left = -1
		} else {
			d.fails = false
		}
		return a
	}
	if !strings.HasPrefix(pathOf(n, call.descriptor, call.file), d.dir+"/") {
		return a
	}
	if d.left--; d.left == -1 {
		d.fails, a.flags, a.err = true, 0, -int32(unix.EIO)
		d.seen[call.name]++
	}
	d.left = max(d.left, -1)
	return a
}

// pathOf is the file of a call.
func pathOf(n *notice, descriptor bool, argument int) string {
	if descriptor {
		path, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", n.pid, int32(n.args[argument])))
		return path
	}
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", n.pid))
	if err != nil {
		return ""
	}
	defer memory.Close()
	text := make([]byte, 512)
	size, _ := memory.ReadAt(text, int64(n.args[argument]))
	path, _, _ := strings.Cut(string(text[:size]), "\x00")
	return path
}

// Whatever call of a change fails, the tables are those of before it, in memory and on disk, and the
// change can be made afterwards; or it says that it is made, and which it is on disk is open.
func TestEachCallFails(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves it to the run without: it makes each change some hundred times, and each time another call fails")
	}
	t.Parallel()
	dir := t.TempDir()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "ours"), os.NewFile(uintptr(pair[1]), "theirs")
	defer ours.Close()
	cmd := child("broken", dir)
	cmd.Env = append(cmd.Env, "GODEBUG=asyncpreemptoff=1")
	cmd.ExtraFiles = []*os.File{theirs}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := errors.Join(cmd.Start(), theirs.Close()); err != nil {
		t.Fatal(err)
	}
	d := &failingDisk{dir: dir, left: -1, seen: map[string]int{}}
	if d.listener, err = listenerFrom(pair[0]); err == nil {
		defer unix.Close(d.listener)
		go func() { d.serve() }()
	}
	var ended *exec.ExitError
	if failure := cmd.Wait(); failure != nil && (err == nil || !errors.As(failure, &ended)) {
		t.Fatalf("%v: %s", failure, out.String())
	}
	if err != nil {
		t.Skipf("the kernel lets no one ask: %v: %s", err, out.String())
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	t.Log(d.seen)
	if d.seen["write"] < 50 || d.seen["sync"] < 50 || d.seen["rename"] < 10 || d.seen["make"] < 50 {
		t.Errorf("calls that failed: %v", d.seen)
	}
}

// listenerFrom takes what the child sends, or fails when it is gone.
func listenerFrom(socket int) (int, error) {
	rights := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(socket, make([]byte, 1), rights, 0)
	if err != nil {
		return 0, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:n])
	if err != nil || len(messages) != 1 {
		return 0, fmt.Errorf("%d descriptors: %v", len(messages), err)
	}
	files, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return files[0], nil
}
