package dictionary

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// countedContext ends when it has been asked so many times.
type countedContext struct {
	context.Context
	left  int64
	asked atomic.Int64
}

func (c *countedContext) Err() error {
	if c.asked.Add(1) > c.left {
		return context.Canceled
	}
	return nil
}

// A dictionary that is being made asks its context all along, each time that it has looked at some
// thousand texts, which it does three times, and ends wherever that does.
func TestSortedEndsWithItsContext(t *testing.T) {
	const texts = 200_000
	in := New()
	random := rand.New(rand.NewPCG(1, 2))
	for i := range texts {
		if _, err := in.Code(fmt.Sprintf("%x %d", random.Uint64(), i)); err != nil {
			t.Fatal(err)
		}
	}
	whole := &countedContext{Context: context.Background(), left: 1 << 40}
	if _, _, err := in.Sorted(whole); err != nil {
		t.Fatal(err)
	}
	if least := int64(3 * texts / partTexts); whole.asked.Load() < least {
		t.Errorf("the context was asked %d times, want %d", whole.asked.Load(), least)
	}
	for left := int64(0); left < whole.asked.Load(); left += 7 {
		if _, _, err := in.Sorted(&countedContext{Context: context.Background(), left: left}); !errors.Is(err, context.Canceled) {
			t.Fatalf("ended after %d: %v", left, err)
		}
	}
}
