//go:build !cuda

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"gsdms/cuda/device"
	"gsdms/operators"
)

// cudaProgram is the name of the program that is built with CUDA.
const cudaProgram = "gsdms-cuda"

// backendNames lists the backends that are built into this program.
func backendNames() []string { return []string{"cpu"} }

// mayHaveCard says whether there is a card for which to look for gsdms-cuda.
func mayHaveCard() bool { return findDriver("/") == nil }

// openCUDA hands over to gsdms-cuda.
func openCUDA(e *environment) (operators.Backend, error) {
	_, err := openCard(e)
	return nil, err
}

// openCard hands the command line over to gsdms-cuda, if that and a driver are there: a
// program that is linked to the driver cannot start where there is none, so there are two.
func openCard(e *environment) (device.Device, error) {
	if err := findDriver("/"); err != nil {
		return nil, err
	}
	path, err := findCUDA()
	if err != nil {
		return nil, err
	}
	if e.handOver == nil {
		return nil, fmt.Errorf("%s has the CUDA backend, this program does not", path)
	}
	return nil, fmt.Errorf("run %s: %w", path, e.handOver(path))
}

// findCUDA looks for gsdms-cuda beside this program and on the PATH.
func findCUDA() (string, error) {
	if self, err := os.Executable(); err == nil {
		if beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), cudaProgram)); err == nil {
			return beside, nil
		}
	}
	path, err := exec.LookPath(cudaProgram)
	if err != nil {
		return "", fmt.Errorf("no %s beside this program or on the PATH: build it with 'make cuda', which needs the CUDA headers (Debian: nvidia-cuda-dev)", cudaProgram)
	}
	return path, nil
}

// driverFolders may hold libcuda.so.1 though the loader's cache does not name it.
var driverFolders = [...]string{"usr/lib/x86_64-linux-gnu", "usr/lib64", "usr/lib", "usr/local/nvidia/lib64", "usr/lib/wsl/lib"}

// findDriver looks for NVIDIA's device and library below root.
func findDriver(root string) error {
	if !exists(filepath.Join(root, "dev/nvidiactl")) && !exists(filepath.Join(root, "dev/dxg")) {
		return errors.New("no NVIDIA GPU with its driver: there is no /dev/nvidiactl")
	}
	if cache, err := os.ReadFile(filepath.Join(root, "etc/ld.so.cache")); err == nil && bytes.Contains(cache, []byte("libcuda.so.1")) {
		return nil
	}
	folders := filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))
	for _, f := range driverFolders {
		folders = append(folders, filepath.Join(root, f))
	}
	for _, f := range folders {
		if exists(filepath.Join(f, "libcuda.so.1")) {
			return nil
		}
	}
	return errors.New("no NVIDIA driver: libcuda.so.1 is in none of the library folders; install the driver, or add its folder to LD_LIBRARY_PATH")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
