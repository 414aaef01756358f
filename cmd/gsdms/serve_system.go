package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
)

// notify tells the service manager that started the process, if one did, what has become of
// it: READY=1 when clients can come, STOPPING=1 when it ends, as sd_notify(3) says.
func notify(state string) error {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	c, err := net.Dial("unixgram", path)
	if err != nil {
		return fmt.Errorf("tell the service manager %s: %w", state, err)
	}
	if _, err := c.Write([]byte(state)); err != nil {
		return errors.Join(fmt.Errorf("tell the service manager %s: %w", state, err), c.Close())
	}
	return c.Close()
}

// announced serves, and tells the service manager when that begins, and when ctx ends: what
// runs then may take a while. end ends ctx.
func announced(ctx context.Context, end func(), serve func() error) error {
	if err := notify("READY=1"); err != nil {
		return err
	}
	told := make(chan struct{})
	go func() {
		<-ctx.Done()
		_ = notify("STOPPING=1") // it ends, whoever hears that
		close(told)
	}()
	err := serve()
	end()
	<-told
	return err
}

// firstPassed is the descriptor of the first socket that a service manager passes.
const firstPassed = 3

// passed gives the sockets on which a service manager listens for this process, as
// sd_listen_fds(3) says; none where it was started in another way.
func passed() (all []net.Listener, err error) {
	if os.Getenv("LISTEN_PID") != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	n, err := strconv.Atoi(os.Getenv("LISTEN_FDS"))
	if err != nil {
		return nil, fmt.Errorf("take the service manager's sockets: LISTEN_FDS: %w", err)
	}
	for fd := firstPassed; fd < firstPassed+n; fd++ {
		syscall.CloseOnExec(fd)
		f := os.NewFile(uintptr(fd), "LISTEN_FDS")
		l, err := net.FileListener(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return all, fmt.Errorf("take the service manager's socket %d: %w", fd, err)
		}
		all = append(all, l)
	}
	return all, nil
}
