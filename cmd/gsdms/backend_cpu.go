//go:build !cuda

package main

import (
	"errors"

	"gsdms/operators"
)

// errNoCUDA says that the program was built without CUDA.
var errNoCUDA = errors.New("this gsdms is built without CUDA; go build -tags cuda ./cmd/gsdms makes one that has it")

func openCUDA(int64) (operators.Backend, error) { return nil, errNoCUDA }
