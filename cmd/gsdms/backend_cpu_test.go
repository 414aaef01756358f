//go:build !cuda

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// touch makes files below a folder.
func touch(t *testing.T, root string, files ...string) string {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(root, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x libcuda.so.1 x"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFindDriver(t *testing.T) {
	t.Setenv("LD_LIBRARY_PATH", "")
	for _, c := range []struct {
		files []string
		fails string
	}{
		{nil, "/dev/nvidiactl"},
		{[]string{"etc/ld.so.cache"}, "/dev/nvidiactl"},
		{[]string{"dev/nvidiactl"}, "libcuda.so.1"},
		{[]string{"dev/nvidiactl", "etc/ld.so.cache"}, ""},
		{[]string{"dev/nvidiactl", "usr/local/nvidia/lib64/libcuda.so.1"}, ""},
		{[]string{"dev/dxg", "usr/lib/wsl/lib/libcuda.so.1"}, ""},
	} {
		err := findDriver(touch(t, t.TempDir(), c.files...))
		if c.fails == "" && err != nil || c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%v: %v", c.files, err)
		}
	}
}

func TestFindCUDA(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := findCUDA(); err == nil || !strings.Contains(err.Error(), "make cuda") {
		t.Errorf("with none: %v", err)
	}
	dir := touch(t, t.TempDir(), cudaProgram)
	t.Setenv("PATH", dir)
	if path, err := findCUDA(); err != nil || path != filepath.Join(dir, cudaProgram) {
		t.Errorf("on the PATH: %s, %v", path, err)
	}
}

// replace starts another program in this one's place, with the same arguments.
func TestReplace(t *testing.T) {
	if path := os.Getenv("GSDMS_TEST_REPLACE"); path != "" {
		t.Fatal(replace(path))
	}
	script := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho other \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=TestReplace")
	cmd.Env = append(os.Environ(), "GSDMS_TEST_REPLACE="+script)
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "other -test.run=TestReplace\n" {
		t.Errorf("%v: %q", err, out)
	}
}
