//go:build cuda

package card

/*
#include <cuda.h>
#include <stdlib.h>

// Streams share the driver's queues to the device, 8 unless told otherwise, and wait for
// each other in one. A batch may have more kernels. The driver reads this when it starts,
// which is before any Go.
__attribute__((constructor)) static void take_queues(void) { setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0); }
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"golang.org/x/sync/singleflight"
	"gorgonia.org/cu"

	"gsdms/cuda/device"
	"gsdms/optimizer"
)

// Card is one GPU with a context of its own.
type Card struct {
	device cu.Device
	limits optimizer.Device
	arch   string // sm_90
	total  int64
	nvrtc  *nvrtc
	cache  string // folder of compiled kernels; "" for none

	context   cu.CUContext
	mu        sync.Mutex
	loaded    map[string]*function // by source
	compiling singleflight.Group
	preparing sync.WaitGroup // what the card makes for itself
}

// Open takes GPU number ordinal. Compiled kernels are kept in the folder cache, if it is
// not empty. The caller closes the card.
func Open(ordinal int, cache string) (*Card, error) {
	if err := startDriver(); err != nil {
		return nil, err
	}
	rtc, err := loadNVRTC()
	if err != nil {
		return nil, err
	}
	gpu, err := cu.GetDevice(ordinal)
	if err != nil {
		return nil, fmt.Errorf("open GPU %d: %w", ordinal, err)
	}
	c := &Card{device: gpu, nvrtc: rtc, cache: cache, loaded: map[string]*function{}}
	if err := c.describe(); err != nil {
		return nil, err
	}
	if c.context, err = gpu.MakeContext(cu.SchedSpin); err != nil {
		return nil, wrap(err, "make a context on %s", c.limits.Name)
	}
	c.prepareMover()
	return c, nil
}

// startDriver starts NVIDIA's driver, which may have been started before.
func startDriver() error {
	code := C.gsdms_driver()
	if code == C.CUDA_SUCCESS {
		return nil
	}
	var text *C.char
	if C.cuGetErrorString(code, &text); text == nil {
		return fmt.Errorf("start NVIDIA's driver: error %d; nvidia-smi shows what it sees", code)
	}
	return fmt.Errorf("start NVIDIA's driver: %s (error %d); nvidia-smi shows what it sees", C.GoString(text), code)
}

// describe reads the limits of the device from its attributes.
func (c *Card) describe() error {
	name, err := c.device.Name()
	if err != nil {
		return fmt.Errorf("read the GPU's name: %w", err)
	}
	if c.total, err = c.device.TotalMem(); err != nil {
		return fmt.Errorf("read the GPU's memory: %w", err)
	}
	major, minor, err := c.device.ComputeCapability()
	if err != nil {
		return fmt.Errorf("read the GPU's compute capability: %w", err)
	}
	c.arch = fmt.Sprintf("sm_%d%d", major, minor)
	d := optimizer.Device{Name: name, RegisterUnit: 256, WarpUnit: 4, SharedUnit: 128, ReservedShared: 1024, ThreadRegs: 255, HyperQ: true}
	for _, a := range []struct {
		to   *int
		what C.CUdevice_attribute
	}{
		{&d.MPs, C.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
		{&d.Warps, C.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
		{&d.Blocks, C.CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
		{&d.Registers, C.CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
		{&d.Shared, C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
		{&d.BlockShared, C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
		{&d.BlockThreads, C.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
		{&d.WarpSize, C.CU_DEVICE_ATTRIBUTE_WARP_SIZE},
	} {
		if *a.to, err = c.device.Attribute(cu.DeviceAttribute(a.what)); err != nil {
			return fmt.Errorf("read attribute %d of %s: %w", a.what, name, err)
		}
	}
	d.Warps /= d.WarpSize
	if err := c.describeRates(&d); err != nil {
		return err
	}
	c.limits = d
	return nil
}

// describeRates derives the rates of the whole device from its clocks: two transfers of
// the memory's, and the instructions of four warps, in each. It takes all the warps that a
// multiprocessor holds to reach them: on an H200 the benchmark's kernels take 1.3 to 2.5
// times as long with a quarter of the warps as with all, and side by side with 2 to 6
// warps each 1.8 times as long as one after another.
func (c *Card) describeRates(d *optimizer.Device) error {
	var memory, width, clock int // kHz, bits, kHz
	for _, a := range []struct {
		to   *int
		what C.CUdevice_attribute
		name string
	}{
		{&memory, C.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, "memory clock"},
		{&width, C.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, "memory bus"},
		{&clock, C.CU_DEVICE_ATTRIBUTE_CLOCK_RATE, "clock"},
	} {
		var err error
		if *a.to, err = c.device.Attribute(cu.DeviceAttribute(a.what)); err != nil {
			return fmt.Errorf("read the %s of %s: %w", a.name, d.Name, err)
		}
	}
	d.Bandwidth = 2 * 1e3 * float64(memory) * float64(width) / 8
	d.IssueRate = 4 * 1e3 * float64(clock) * float64(d.WarpSize) * float64(d.MPs)
	d.MemoryWarps, d.IssueWarps = d.Warps, d.Warps
	return nil
}

// do calls f on a thread that has the card's context.
func (c *Card) do(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cu.SetCurrentContext(c.context); err != nil {
		return fmt.Errorf("enter the context of %s: %w", c.limits.Name, err)
	}
	return f()
}

// Limits describes the card.
func (c *Card) Limits() optimizer.Device { return c.limits }

// Memory gives the card itself.
func (c *Card) Memory() device.Memory { return c }

// Total is the card's memory in bytes.
func (c *Card) Total() int64 { return c.total }

// Alloc allocates device memory.
func (c *Card) Alloc(bytes int64) (p device.Ptr, err error) {
	err = c.do(func() error {
		d, err := cu.MemAlloc(bytes)
		p = device.Ptr(d.Uintptr())
		return err
	})
	if errors.Is(err, cu.OutOfMemory) {
		return 0, fmt.Errorf("allocate %d bytes on %s: %w", bytes, c.limits.Name, device.ErrNoMemory)
	}
	return p, wrap(err, "allocate %d bytes on %s", bytes, c.limits.Name)
}

// Free frees device memory.
func (c *Card) Free(p device.Ptr) error {
	return wrap(c.do(func() error { return cu.MemFree(cu.DevicePtr(p)) }), "free memory of %s", c.limits.Name)
}

// Pin allocates page-locked memory, which gorgonia.org/cu does not offer.
func (c *Card) Pin(bytes int64) (b []byte, err error) {
	err = c.do(func() error {
		var p unsafe.Pointer
		if r := C.cuMemHostAlloc(&p, C.size_t(bytes), C.CU_MEMHOSTALLOC_PORTABLE); r != C.CUDA_SUCCESS {
			return failure(r)
		}
		b = unsafe.Slice((*byte)(p), bytes)
		return nil
	})
	return b, wrap(err, "lock %d bytes of host memory", bytes)
}

// Unpin frees what Pin has allocated.
func (c *Card) Unpin(b []byte) error {
	return wrap(c.do(func() error { return cu.MemFreeHost(unsafe.Pointer(unsafe.SliceData(b))) }), "free locked host memory")
}

// Compile makes a function of CUDA C++, from memory, the disk cache or NVRTC: of several
// sources side by side, of one once. What has begun goes on when ctx ends, since others may
// wait for it.
func (c *Card) Compile(ctx context.Context, source string) (device.Function, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	f := c.loaded[source]
	c.mu.Unlock()
	if f != nil {
		return f, nil
	}
	made, err, _ := c.compiling.Do(source, func() (any, error) { return c.load(source) })
	if err != nil {
		return nil, err
	}
	return made.(*function), nil
}

// Compiled reports whether Compile has made a function of a source.
func (c *Card) Compiled(source string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.loaded[source] != nil
}

// load makes a function and keeps it.
func (c *Card) load(source string) (*function, error) {
	image, err := c.image(source)
	if err != nil {
		return nil, err
	}
	f := &function{card: c}
	if err := c.do(func() error { return f.load(image, c.limits.BlockShared) }); err != nil {
		return nil, fmt.Errorf("load a kernel on %s: %w", c.limits.Name, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loaded[source] = f
	return f, nil
}

// Close destroys the context and with it everything on the card.
func (c *Card) Close() error {
	c.preparing.Wait()
	return wrap(c.context.Destroy(), "close %s", c.limits.Name)
}

// function is a kernel on the card.
type function struct {
	card                       *Card
	fn                         cu.Function
	registers, shared, threads int
}

func (f *function) Registers() int { return f.registers }
func (f *function) Shared() int    { return f.shared }
func (f *function) Threads() int   { return f.threads }

// CarveShared implements device.Carver.
func (f *function) CarveShared() error {
	return wrap(f.card.do(func() error {
		return result(C.cuFuncSetAttribute(f.handle(), C.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 100))
	}), "ask for shared memory of %s", f.card.limits.Name)
}

// handle is what the driver knows the kernel by: all that cu.Function is.
func (f *function) handle() C.CUfunction { return *(*C.CUfunction)(unsafe.Pointer(&f.fn)) }

// load puts a cubin on the card; the kernel may then take all the dynamic shared
// memory that a block can have.
func (f *function) load(image string, shared int) error {
	module, err := cu.LoadData(image)
	if err != nil {
		return err
	}
	if f.fn, err = module.Function(device.Entry); err != nil {
		return err
	}
	for _, a := range []struct {
		to   *int
		what cu.FunctionAttribute
	}{{&f.registers, cu.NumRegs}, {&f.shared, cu.SharedSizeBytes}, {&f.threads, cu.FnMaxThreadsPerBlock}} {
		if *a.to, err = f.fn.Attribute(a.what); err != nil {
			return err
		}
	}
	r := C.cuFuncSetAttribute(f.handle(), C.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, C.int(shared-f.shared))
	if r != C.CUDA_SUCCESS {
		return failure(r)
	}
	return nil
}

// failure makes an error of a driver's result: its name, and as what gorgonia.org/cu knows
// it, so that it can be told from others as theirs are.
func failure(r C.CUresult) error {
	var name *C.char
	C.cuGetErrorName(r, &name)
	return fmt.Errorf("%s: %w", C.GoString(name), like(cu.Success, r))
}

// like gives a result the type of another, which has no name outside of its package.
func like[E interface {
	~int
	error
}](_ E, r C.CUresult) error {
	return E(r)
}

// fatal are the results after which the context is of no use any more.
var fatal = [...]error{
	cu.Deinitialized, cu.InvalidContext, cu.EccUncorrectable, cu.NvlinkUncorrectable, cu.IllegalAddress, cu.LaunchTimeout,
	cu.ContextIsDestroyed, cu.Assert, cu.HardwareStackError, cu.IllegalInstruction, cu.MisalignedAddress,
	cu.InvalidAddressSpace, cu.InvalidPc, cu.LaunchFailed, cu.SystemNotReady, cu.Unknown,
}

// wrap says what failed, and marks what nothing can follow.
func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	if slices.ContainsFunc(fatal[:], func(f error) bool { return errors.Is(err, f) }) {
		err = fmt.Errorf("%w: %w", device.ErrLost, err)
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}
