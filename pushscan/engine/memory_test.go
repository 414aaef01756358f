package engine

import (
	"context"
	"errors"
	"testing"
)

// Who asks for little memory does not wait behind those who ask for much, and these get
// theirs in order.
func TestLittleMemoryDoesNotWait(t *testing.T) {
	const total = 1 << 30
	b := newBudget(total)
	much, err := b.take(t.Context(), total)
	if err != nil {
		t.Fatal(err)
	}
	waits := make(chan func())
	go func() {
		release, err := b.take(t.Context(), total/2)
		if err != nil {
			t.Error(err)
		}
		waits <- release
	}()
	little, err := b.take(t.Context(), total/littleShare)
	if err != nil {
		t.Fatal(err)
	}
	over, end := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	end(gone)
	if _, err := b.take(over, total/littleShare+1); !errors.Is(err, gone) {
		t.Errorf("more than a little does not wait: %v", err)
	}
	much()
	release := <-waits
	if b.idle() {
		t.Error("idle while two have their shares")
	}
	release()
	if b.idle() {
		t.Error("idle while one has little")
	}
	if little(); !b.idle() {
		t.Error("not idle when all have given back")
	}
}
