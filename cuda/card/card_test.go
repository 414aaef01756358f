//go:build cuda

package card

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gsdms/cuda/device"

	"gorgonia.org/cu"
)

func open(t *testing.T) *Card {
	t.Helper()
	c, err := Open(0, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// run compiles a kernel and runs it once over 64 bytes of parameters.
func run(c *Card, source string, params []byte) error {
	f, err := c.Compile(context.Background(), source)
	if err != nil {
		return err
	}
	q, err := c.NewQueue()
	if err != nil {
		return err
	}
	at, err := c.Alloc(64)
	if err != nil {
		return err
	}
	if err := q.CopyIn(at, params); err != nil {
		return err
	}
	if err := q.Launch(f, 1, 32, 0, at); err != nil {
		return err
	}
	if err := q.CopyOut(params, at); err != nil {
		return err
	}
	_, err = q.Wait()
	return err
}

const count = `extern "C" __global__ void wave(unsigned long long* p) { atomicAdd(p, threadIdx.x); }`

// An illegal address is ErrLost, for everything after it, too, and for every card that
// the process opens later: the driver's rule. So a child process does it.
func TestCardLost(t *testing.T) {
	if os.Getenv("GSDMS_TEST_LOSE") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=TestCardLost", "-test.v")
		cmd.Env = append(os.Environ(), "GSDMS_TEST_LOSE=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	c := open(t)
	err := run(c, `extern "C" __global__ void wave(unsigned long long* p) { *(int*)(p[0] + 4 * threadIdx.x) = 1; }`, make([]byte, 8))
	if !errors.Is(err, device.ErrLost) {
		t.Errorf("an illegal address gives %v", err)
	}
	if _, err := c.Alloc(64); !errors.Is(err, device.ErrLost) {
		t.Errorf("afterwards Alloc gives %v", err)
	}
	_ = c.Close() // it may refuse, too
	if _, err := Open(0, ""); err != nil && !errors.Is(err, device.ErrLost) {
		t.Errorf("opened again: %v", err)
	}
}

// What the driver says through this package's own calls is known for what it is, too.
func TestCardFailures(t *testing.T) {
	if err := wrap(failure(700), "a kernel"); !errors.Is(err, device.ErrLost) {
		t.Errorf("an illegal address gives %v", err)
	}
	if err := wrap(failure(2), "a kernel"); !errors.Is(err, cu.OutOfMemory) || errors.Is(err, device.ErrLost) {
		t.Errorf("too little memory gives %v", err)
	}
}

// A card that was closed can be opened again.
func TestCardOpenedAgain(t *testing.T) {
	for range 2 {
		c := open(t)
		sum := make([]byte, 8)
		if err := run(c, count, sum); err != nil {
			t.Fatal(err)
		}
		if sum[0] != 0xf0 || sum[1] != 1 { // 0 + 1 + ... + 31
			t.Errorf("sum %v", sum)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A card with too little memory says so, and an error of the compiler shows the line.
func TestCardRefuses(t *testing.T) {
	c := open(t)
	defer c.Close()
	if _, err := c.Alloc(1 << 50); !errors.Is(err, device.ErrNoMemory) {
		t.Errorf("1 PiB: %v", err)
	}
	_, err := c.Compile(context.Background(), "// first\nthis is no kernel\n")
	if err == nil || !strings.Contains(err.Error(), "2 | this is no kernel") {
		t.Errorf("no kernel: %v", err)
	}
}
