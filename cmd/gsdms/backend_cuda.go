//go:build cuda

package main

import (
	"os"
	"path/filepath"

	"gsdms/cuda"
	"gsdms/cuda/card"
	"gsdms/operators"
)

// openCUDA takes the first GPU. Compiled kernels are kept in the user's cache folder.
func openCUDA(e *environment) (operators.Backend, error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		cache = filepath.Join(cache, "gsdms", "kernels")
	}
	open := func() (cuda.Device, error) { return card.Open(0, cache) }
	b, err := cuda.Open(open, cuda.Options{Memory: int64(e.DeviceMemory)})
	if err != nil {
		return nil, err
	}
	return b, nil
}
