//go:build cuda

package main

import (
	"errors"
	"os"
	"path/filepath"

	"gsdms/cuda"
	"gsdms/cuda/card"
	"gsdms/operators"
)

// errNoCUDA is what a program built without CUDA says; this one is built with it.
var errNoCUDA = errors.New("built without CUDA")

// openCUDA takes the first GPU. Compiled kernels are kept in the user's cache folder.
func openCUDA(memory int64) (operators.Backend, error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		cache = filepath.Join(cache, "gsdms", "kernels")
	}
	open := func() (cuda.Device, error) { return card.Open(0, cache) }
	b, err := cuda.Open(open, cuda.Options{Memory: memory})
	if err != nil {
		return nil, err
	}
	return b, nil
}
