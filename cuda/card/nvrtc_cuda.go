//go:build cuda

package card

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>

typedef struct { int (*create)(void**, const char*, const char*, int, const char**, const char**);
                 int (*compile)(void*, int, const char**);
                 int (*log_size)(void*, size_t*); int (*log)(void*, char*);
                 int (*cubin_size)(void*, size_t*); int (*cubin)(void*, char*);
                 int (*destroy)(void**); int (*version)(int*, int*); } nvrtc_api;

static int nvrtc_open(const char* name, nvrtc_api* a) {
  void* h = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  if (!h) return 0;
  *(void**)&a->create = dlsym(h, "nvrtcCreateProgram");
  *(void**)&a->compile = dlsym(h, "nvrtcCompileProgram");
  *(void**)&a->log_size = dlsym(h, "nvrtcGetProgramLogSize");
  *(void**)&a->log = dlsym(h, "nvrtcGetProgramLog");
  *(void**)&a->cubin_size = dlsym(h, "nvrtcGetCUBINSize");
  *(void**)&a->cubin = dlsym(h, "nvrtcGetCUBIN");
  *(void**)&a->destroy = dlsym(h, "nvrtcDestroyProgram");
  *(void**)&a->version = dlsym(h, "nvrtcVersion");
  return a->create && a->compile && a->log_size && a->log && a->cubin_size && a->cubin && a->destroy && a->version;
}

// nvrtc_build compiles source for arch. It gives the cubin, or the log if that is NULL; the caller frees either.
static char* nvrtc_build(nvrtc_api* a, const char* source, const char* arch, size_t* n, char** log) {
  void* p = 0; char* out = 0; size_t m = 0;
  const char* options[] = {arch, "--std=c++17", "-default-device", "--device-int128", "--extra-device-vectorization"};
  *log = 0;
  if (a->create(&p, source, "wave.cu", 0, 0, 0)) return 0;
  if (!a->compile(p, 5, options)) {
    if (!a->cubin_size(p, n) && (out = malloc(*n)) && a->cubin(p, out)) { free(out); out = 0; }
  } else if (!a->log_size(p, &m) && (*log = malloc(m + 1))) {
    a->log(p, *log);
  }
  a->destroy(&p);
  return out;
}
static int nvrtc_version(nvrtc_api* a, int* major, int* minor) { return a->version(major, minor); }
*/
import "C"

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unsafe"
)

// nvrtc is NVIDIA's run-time compiler, whichever release is installed.
type nvrtc struct {
	api     C.nvrtc_api
	version string
	signals signals
}

// libraries are the names that the releases 13, 12 and 11 install.
var libraries = [...]string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"}

func loadNVRTC() (*nvrtc, error) {
	n := &nvrtc{}
	for _, name := range libraries {
		c := C.CString(name)
		ok := C.nvrtc_open(c, &n.api)
		C.free(unsafe.Pointer(c))
		if ok == 0 {
			continue
		}
		var major, minor C.int
		C.nvrtc_version(&n.api, &major, &minor)
		n.version = fmt.Sprintf("%s %d.%d", name, major, minor)
		return n, nil
	}
	return nil, fmt.Errorf("no CUDA compiler: none of %s can be loaded; install NVIDIA's NVRTC library (Debian: libnvrtc12 or libnvrtc11.2; CUDA toolkit: cuda-nvrtc)",
		strings.Join(libraries[:], ", "))
}

// compile makes a cubin for arch (sm_90).
func (n *nvrtc) compile(source, arch string) (string, error) {
	text, option := C.CString(source), C.CString("--gpu-architecture="+arch)
	defer C.free(unsafe.Pointer(text))
	defer C.free(unsafe.Pointer(option))
	var size C.size_t
	var log *C.char
	n.signals.lend()
	out := C.nvrtc_build(&n.api, text, option, &size, &log)
	n.signals.takeBack()
	defer C.free(unsafe.Pointer(out))
	defer C.free(unsafe.Pointer(log))
	if out == nil {
		return "", errors.New(withLines(source, C.GoString(log)))
	}
	return string(C.GoBytes(unsafe.Pointer(out), C.int(size))), nil
}

// withLines adds to each message of the compiler the source line that it names.
func withLines(source, log string) string {
	lines := strings.Split(source, "\n")
	var b strings.Builder
	for _, l := range strings.Split(strings.TrimSpace(log), "\n") {
		fmt.Fprintln(&b, l)
		var n int
		if _, err := fmt.Sscanf(l, "wave.cu(%d)", &n); err == nil && n >= 1 && n <= len(lines) {
			fmt.Fprintf(&b, "    %d | %s\n", n, lines[n-1])
		}
	}
	return b.String()
}

// image gives the source's cubin, from the disk cache if it is there.
func (c *Card) image(source string) (string, error) {
	sum := sha256.Sum256([]byte(c.nvrtc.version + "\n" + c.arch + "\n" + source))
	path := filepath.Join(c.cache, fmt.Sprintf("%x.cubin", sum[:16]))
	if c.cache != "" {
		if b, err := os.ReadFile(path); err == nil {
			return string(b), nil
		}
	}
	image, err := c.nvrtc.compile(source, c.arch)
	if err != nil {
		return "", fmt.Errorf("compile a kernel for %s with %s: %w", c.arch, c.nvrtc.version, err)
	}
	if c.cache != "" {
		keep(path, image)
	}
	return image, nil
}

// keep writes a cubin beside its place and renames it. A cache that cannot be written is
// no error: the kernel is compiled again next time.
func keep(path, image string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(path), "cubin-*")
	if err != nil {
		return
	}
	_, err = f.WriteString(image)
	if err2 := f.Close(); err == nil && err2 == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}
