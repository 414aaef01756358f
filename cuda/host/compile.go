package host

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gsdms/cuda/device"
)

//go:embed machine.h
var machine string

// Compile builds a program around the source, unless it is in the folder already, and
// starts it.
func (d *Device) Compile(ctx context.Context, source string) (device.Function, error) {
	if err := d.fails("compile"); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	text, name := d.program(source)
	if f := d.procs[name]; f != nil {
		return f, nil
	}
	threads := threadsOf(source)
	if _, err := os.Stat(name); err == nil {
		return d.start(name, threads)
	}
	if err := build(ctx, text, name); err != nil {
		return nil, err
	}
	return d.start(name, threads)
}

// build makes a program of a text. It comes to its path whole, so that another process may build
// the same at once.
func build(ctx context.Context, text, path string) error {
	dir, err := os.MkdirTemp(filepath.Dir(path), "building-")
	if err != nil {
		return fmt.Errorf("write kernel: %w", err)
	}
	defer os.RemoveAll(dir)
	source, program := filepath.Join(dir, "kernel.cc"), filepath.Join(dir, "kernel")
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write kernel: %w", err)
	}
	out, err := exec.CommandContext(ctx, "g++", "-std=c++17", "-O1", "-Wall", "-Wno-unused", "-Wno-unknown-pragmas", "-Werror", "-o", program, source).CombinedOutput()
	if err != nil {
		return fmt.Errorf("compile kernel: %w\n%s", err, out)
	}
	if err := os.Rename(program, path); err != nil {
		return fmt.Errorf("keep kernel: %w", err)
	}
	return nil
}

// program gives what is compiled of a source, and the path of that.
func (d *Device) program(source string) (text, path string) {
	text = machine + source
	return text, filepath.Join(d.built, fmt.Sprintf("kernel-%x", sha256.Sum256([]byte(text))))
}

// Compiled reports whether the program of a source has been started.
func (d *Device) Compiled(source string) bool {
	_, name := d.program(source)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.procs[name] != nil
}

// bounds is what a kernel says of its blocks.
var bounds = regexp.MustCompile(`void (?:LONE_)?BLOCK_OF\((\d+)\) wave\(`)

// threadsOf is the most threads of a kernel's block.
func threadsOf(source string) int {
	if m := bounds.FindStringSubmatch(source); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return n
		}
	}
	return blockThreads
}

// start runs a compiled kernel; d.mu is held.
func (d *Device) start(name string, threads int) (*function, error) {
	cmd := exec.Command(name, filepath.Join(d.dir, "arena"), fmt.Sprintf("%x", base), strconv.Itoa(len(d.arena)))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start kernel: %w", err)
	}
	f := &function{cmd: cmd, in: in, out: bufio.NewReader(out), registers: cmp.Or(d.Registers, registers), threads: threads}
	d.procs[name] = f
	return f, nil
}

// call has the kernel's process run once: grid blocks of so many warps.
func (f *function) call(grid, warps, shared int, params device.Ptr) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := fmt.Fprintf(f.in, "%x %d %d %d\n", uint64(params), grid, warps, shared); err != nil {
		return fmt.Errorf("launch kernel: %w", err)
	}
	line, err := f.out.ReadString('\n')
	switch said := strings.TrimSpace(line); {
	case err != nil:
		return fmt.Errorf("kernel ended by itself: %w", err)
	case said != "done":
		return fmt.Errorf("run kernel: %s", said)
	}
	return nil
}
