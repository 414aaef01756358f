//go:build cuda

package card

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gsdms/cuda"
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

// An illegal address is ErrLost, for everything after it, too; a card opened anew in its
// place works.
func TestCardLostAndOpenedAgain(t *testing.T) {
	c := open(t)
	err := run(c, `extern "C" __global__ void wave(unsigned long long* p) { *(int*)(p[0] + threadIdx.x) = 1; }`, make([]byte, 8))
	if !errors.Is(err, cuda.ErrLost) {
		t.Fatalf("an illegal address gives %v", err)
	}
	if _, err := c.Alloc(64); !errors.Is(err, cuda.ErrLost) {
		t.Errorf("afterwards Alloc gives %v", err)
	}
	t.Log(err, c.Close())
	again := open(t)
	sum := make([]byte, 8)
	if err := run(again, count, sum); err != nil {
		t.Fatal(err)
	}
	if sum[0] != 0xf0 || sum[1] != 1 { // 0 + 1 + ... + 31
		t.Errorf("sum %v", sum)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// A card with too little memory says so, and an error of the compiler shows the line.
func TestCardRefuses(t *testing.T) {
	c := open(t)
	defer c.Close()
	if _, err := c.Alloc(1 << 50); !errors.Is(err, cuda.ErrNoMemory) {
		t.Errorf("1 PiB: %v", err)
	}
	_, err := c.Compile(context.Background(), "// first\nthis is no kernel\n")
	if err == nil || !strings.Contains(err.Error(), "2 | this is no kernel") {
		t.Errorf("no kernel: %v", err)
	}
}
