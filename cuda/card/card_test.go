//go:build cuda

package card

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

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

// What a process does with signals is the same behind a kernel's compilation, whichever stack handlers
// run on.
func TestSignalsStay(t *testing.T) {
	c := open(t)
	before := dispositions(t)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			if _, err := c.Compile(t.Context(), fmt.Sprintf("%s // %d", count, i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if after := dispositions(t); after != before {
		t.Errorf("%x became %x", before, after)
	}
}

// dispositions asks the system what becomes of each signal: handler, flags, restorer, mask.
func dispositions(t *testing.T) (all [65][4]uint64) {
	t.Helper()
	for n := 1; n < len(all); n++ {
		const maskBytes = 8
		if _, _, err := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(n), 0, uintptr(unsafe.Pointer(&all[n])), maskBytes, 0, 0); err != 0 {
			t.Fatalf("signal %d: %v", n, err)
		}
	}
	return all
}

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

// Pieces of memory are moved at once as one by one: whole words, of which some are no multiple of two, and
// nothing beside them. What is no whole words, or too much, is left to others.
func TestCardMoves(t *testing.T) {
	c := open(t)
	defer c.Close()
	c.preparing.Wait()
	made, err := c.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	q := made.(*queue)
	const size = 1 << 16
	here, err := c.Pin(2 * size)
	if err != nil {
		t.Fatal(err)
	}
	at, err := c.Alloc(size)
	if err != nil {
		t.Fatal(err)
	}
	for i := range here {
		here[i] = byte(i*7 + i>>8)
	}
	there, out := here[:size], here[size:]
	want := append([]byte(nil), there...)
	copy(want[4096:4096+24], want[40_000:])
	clear(want[8200 : 8200+4104])
	moved, err := q.Move([]device.Move{{There: at, Here: &there[0], Bytes: size}})
	if !moved || err != nil {
		t.Fatal(moved, err)
	}
	again, err := q.Move([]device.Move{{There: at + 4096, Here: &there[40_000], Bytes: 24}, {There: at + 8200, Bytes: 4104}})
	if !again || err != nil {
		t.Fatal(again, err)
	}
	if moved, err = q.Move([]device.Move{{There: at, Here: &out[0], Bytes: size, Out: true}}); !moved || err != nil {
		t.Fatal(moved, err)
	}
	if _, err := q.Wait(); err != nil || !bytes.Equal(out, want) {
		t.Error(err, "other bytes came back")
	}
	for _, one := range []device.Move{{There: at, Bytes: 12}, {There: at + 4, Bytes: 8}, {There: at, Bytes: mostMoved + 8}} {
		if moved, err := q.Move([]device.Move{one}); moved || err != nil {
			t.Errorf("%+v: %v, %v", one, moved, err)
		}
	}
}
