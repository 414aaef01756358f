package ipc

import (
	"errors"
	"fmt"
	"testing"
)

// A schema with a type that the readers do not know says nothing of damage.
func TestUnknownTypeIsNoDamage(t *testing.T) {
	if e := wholeError(fmt.Errorf("open as ipc: arrow/ipc: could not convert field type: arrow/ipc: invalid decimal bitwidth: 64")); !e.Sound {
		t.Error(e)
	}
	if e := wholeError(errors.New("arrow/ipc: could not read message")); e.Sound {
		t.Error(e)
	}
}
