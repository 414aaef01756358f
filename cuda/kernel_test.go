package cuda

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gsdms/cuda/codegen"
	"gsdms/cuda/cudatest"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/optimizer"
)

func idleBackend(t *testing.T, d *cudatest.Idle) *Backend {
	t.Helper()
	b, err := New(d, Options{Locked: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// prepared opens runs of programs and makes one kernel of them.
func prepared(t *testing.T, b *Backend, programs ...*operators.Program) *kernel {
	t.Helper()
	runs, err := b.OpenAll(t.Context(), 1<<30, programs...)
	if err != nil {
		t.Fatal(err)
	}
	k, err := b.Prepare(t.Context(), runs...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		k.Close()
		for _, r := range runs {
			r.Close()
		}
	})
	return k.(*kernel)
}

// What a kernel demands of the wave is what it was estimated to cost when its granularity
// was chosen: few queries skip sectors, a crowd reads its filters' columns whole.
func TestKernelsDemandTheirCost(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	for name, programs := range cudatest.Kernels() {
		d := prepared(t, b, programs...).Demand()
		if want := codegen.KernelBytes(d.Rows, programs); d.Bytes != want {
			t.Errorf("%s: %d bytes are demanded, %d estimated", name, d.Bytes, want)
		}
	}
}

// The same programs have the same kernel in whatever order they come, and each run has the
// place of its program in the source, which goes by name and text.
func TestKernelOfProgramsInAnyOrder(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	programs := []*operators.Program{cudatest.Star(10, 60), cudatest.Star(20, 399), cudatest.Star(5, 9), cudatest.Hashed()}
	for i, name := range []string{"b", "a", "b", "c"} {
		programs[i].Name, programs[i].Text = name, fmt.Sprint(9-i)
	}
	first := prepared(t, b, programs...).mold
	for _, again := range [][]*operators.Program{{programs[3], programs[0], programs[2], programs[1]}, {programs[1], programs[2], programs[0], programs[3]}} {
		k := prepared(t, b, again...)
		if k.mold != first {
			t.Error("programs in another order have another kernel")
		}
		names := ""
		for i, r := range k.runs {
			names += r.program.Name + r.program.Text
			if r.program != first.programs[first.order[i]] {
				t.Errorf("run %d has the place of another program", i)
			}
		}
		if names != "a8b7b9c6" {
			t.Errorf("the runs' programs are %s", names)
		}
	}
}

// Who waits for a kernel that another makes does not end with the other.
func TestKernelOutlivesItsMaker(t *testing.T) {
	begun, calls := make(chan struct{}), 0
	b := idleBackend(t, &cudatest.Idle{OnCompile: func(ctx context.Context) error {
		if calls++; calls > 1 {
			return nil
		}
		close(begun)
		<-ctx.Done()
		return errors.New("the compiler was killed")
	}})
	p := []*operators.Program{cudatest.Star(10, 60)}
	maker, give := context.WithCancel(t.Context())
	ends := make(chan error)
	go func() {
		_, err := b.molds.of(maker, p)
		ends <- err
	}()
	<-begun
	waits := make(chan error)
	go func() {
		_, err := b.molds.of(t.Context(), p)
		waits <- err
	}()
	time.Sleep(20 * time.Millisecond) // so that it waits; later it would make the kernel itself
	give()
	if err := <-ends; err == nil {
		t.Error("the maker has a kernel")
	}
	if err := <-waits; err != nil || calls != 2 {
		t.Errorf("after %d attempts: %v", calls, err)
	}
}

// Kernels whose parameters no locked buffer holds together are launched by themselves.
func TestWaveOfManyParameters(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	for _, c := range []struct {
		bytes int
		whole bool
	}{{memory.MostPinned / 2, true}, {memory.MostPinned/2 + 8, false}} {
		var kernels []operators.Kernel
		for _, bytes := range []int{c.bytes, memory.MostPinned / 2} {
			params, errP := b.memory.Pin(bytes)
			at, errA := b.memory.Alloc(int64(bytes))
			if err := errors.Join(errP, errA); err != nil {
				t.Fatal(err)
			}
			kernels = append(kernels, &kernel{params: params, at: at})
		}
		w, err := b.Wave(t.Context(), kernels, optimizer.Wave{})
		if err != nil || (w != nil) != c.whole {
			t.Errorf("%d and %d bytes: a wave %v, error %v", c.bytes, memory.MostPinned/2, w != nil, err)
		}
	}
}
