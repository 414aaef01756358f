//go:build cuda

package main

import (
	"os"
	"path/filepath"

	"gsdms/cuda"
	"gsdms/cuda/card"
	"gsdms/cuda/device"
	"gsdms/operators"
)

// backendNames lists the backends that are built into this program.
func backendNames() []string { return []string{"cpu", "cuda"} }

// mayHaveCard says whether there may be a card.
func mayHaveCard() bool { return true }

// openCUDA takes the first GPU.
func openCUDA(e *environment) (operators.Backend, error) {
	b, err := cuda.Open(func() (device.Device, error) { return openCard(e) }, cuda.Options{
		Memory: int64(e.DeviceMemory), Locked: int64(e.LockedMemory), NoGraphs: e.noGraphs, Early: !e.late,
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// openCard opens the first GPU. Compiled kernels are kept in the user's cache folder.
func openCard(*environment) (device.Device, error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		cache = filepath.Join(cache, "gsdms", "kernels")
	}
	return card.Open(0, cache)
}
