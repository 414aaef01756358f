// Package host is a device.Device made of host memory and a C++ compiler: the blocks that a
// card would run, one after another, their warps of one thread each. It stands in for a
// card where the generated code and the handling of memory are tested, and fails on demand.
package host

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"

	"gsdms/cuda/device"
	"gsdms/optimizer"
)

// base is where every process maps the arena, so that addresses mean the same in all.
const base = 0x6000_0000_0000

// Device keeps its memory in a file that the compiled kernels' processes map.
type Device struct {
	dir   string // of the memory
	built string // folder of the programs
	arena []byte
	// Fail, if set, is asked before each operation ("alloc", "pin", "queue", "copy", "clear",
	// "launch", "wait", "record", "compile"), from any goroutine; what it returns is that operation's
	// error.
	Fail func(operation string) error
	// MPs and Registers, if set before the first use, are how many multiprocessors there are,
	// and the registers that each kernel takes for a thread; else 1 and 64.
	MPs, Registers int

	mu    sync.Mutex
	free  []span // by address, never adjacent
	used  map[device.Ptr]int64
	procs map[string]*function // by path
}

type span struct{ at, bytes int64 }

// kernelsIn names a folder for programs that several devices may use, one after another or at once;
// without it each device builds its own. Tests that run twice, with the race detector and without,
// build their kernels once by it.
const kernelsIn = "GSDMS_HOST_KERNELS"

// New makes a device with memory of so many bytes; its files live in dir, but for programs that
// kernelsIn has elsewhere.
func New(dir string, bytes int64) (*Device, error) {
	f, err := os.Create(filepath.Join(dir, "arena"))
	if err != nil {
		return nil, fmt.Errorf("make the device's memory: %w", err)
	}
	defer f.Close()
	if err := f.Truncate(bytes); err != nil {
		return nil, fmt.Errorf("make the device's memory: %w", err)
	}
	arena, err := unix.Mmap(int(f.Fd()), 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map the device's memory: %w", err)
	}
	return &Device{dir: dir, built: cmp.Or(os.Getenv(kernelsIn), dir), arena: arena, used: map[device.Ptr]int64{}, procs: map[string]*function{}, free: []span{{256, bytes - 256}}}, nil
}

func (d *Device) fails(operation string) error {
	if d.Fail == nil {
		return nil
	}
	return d.Fail(operation)
}

// What a block can have at most, as of compute capability 9.0, and what is so unless Device
// says otherwise.
const (
	blockShared  = 227 << 10
	blockThreads = 1024
	warpSize     = 32
	registers    = 64
)

// Limits describes a device of one multiprocessor, or as many as it is given, as a card of
// compute capability 9.0 has them.
func (d *Device) Limits() optimizer.Device {
	return optimizer.Device{
		Name: "host", MPs: max(1, d.MPs), Warps: 64, Blocks: 32, Registers: 65536, Shared: blockShared,
		WarpSize: warpSize, BlockThreads: blockThreads, ThreadRegs: 255, BlockShared: blockShared,
		RegisterUnit: 256, WarpUnit: 4, SharedUnit: 128, ReservedShared: 1024,
	}
}

// Memory gives the device itself.
func (d *Device) Memory() device.Memory { return d }

// Total is the size of the arena.
func (d *Device) Total() int64 { return int64(len(d.arena)) }

// InUse is the bytes allocated now.
func (d *Device) InUse() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	var n int64
	for _, b := range d.used {
		n += b
	}
	return n
}

// Alloc takes the first free span that is long enough.
func (d *Device) Alloc(bytes int64) (device.Ptr, error) {
	if err := d.fails("alloc"); err != nil {
		return 0, err
	}
	need := (bytes + 255) &^ 255
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, s := range d.free {
		if s.bytes < need {
			continue
		}
		d.free[i] = span{s.at + need, s.bytes - need}
		p := device.Ptr(base + s.at)
		d.used[p] = need
		return p, nil
	}
	return 0, fmt.Errorf("allocate %d bytes: %w", bytes, device.ErrNoMemory)
}

// Free gives a span back.
func (d *Device) Free(p device.Ptr) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	bytes, ok := d.used[p]
	if !ok {
		return fmt.Errorf("free %#x: not allocated", uint64(p))
	}
	delete(d.used, p)
	d.free = joined(append(d.free, span{int64(p) - base, bytes}))
	return nil
}

// joined merges adjacent spans.
func joined(free []span) []span {
	out := free[:0:0]
	for _, s := range sorted(free) {
		if n := len(out); n > 0 && out[n-1].at+out[n-1].bytes == s.at {
			out[n-1].bytes += s.bytes
			continue
		}
		out = append(out, s)
	}
	return out
}

// Pin gives plain memory.
func (d *Device) Pin(bytes int64) ([]byte, error) { return make([]byte, bytes), d.fails("pin") }

// Unpin has nothing to do.
func (d *Device) Unpin([]byte) error { return nil }

// NewQueue makes a queue that does everything at once.
func (d *Device) NewQueue() (device.Queue, error) { return &queue{device: d}, d.fails("queue") }

// Close ends the kernels' processes and unmaps the memory.
func (d *Device) Close() error {
	for _, f := range d.procs {
		f.in.Close()
		_ = f.cmd.Wait()
	}
	return unix.Munmap(d.arena)
}

// bytes is the arena from an address on.
func (d *Device) bytes(p device.Ptr, n int) ([]byte, error) {
	at := int64(p) - base
	if at < 0 || at+int64(n) > int64(len(d.arena)) {
		return nil, fmt.Errorf("illegal address %#x, %d bytes", uint64(p), n)
	}
	return d.arena[at : at+int64(n)], nil
}
