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
func openCUDA() (operators.Backend, error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		cache = filepath.Join(cache, "gsdms", "kernels")
	}
	c, err := card.Open(0, cache)
	if err != nil {
		return nil, err
	}
	b, err := cuda.New(c, cuda.Options{})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return b, nil
}
