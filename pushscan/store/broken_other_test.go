//go:build !amd64

package store_test

import "errors"

// ask fails: the numbers of the calls are those of another machine.
func ask(int) error { return errors.ErrUnsupported }
