package dictionary

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

// countedContext ends when it has been asked so many times.
type countedContext struct {
	context.Context
	left, asked int
}

func (c *countedContext) Err() error {
	c.asked++
	if c.asked > c.left {
		return context.Canceled
	}
	return nil
}

// A dictionary that is being made asks its context all along, some ten thousand steps
// apart at most, and ends wherever that does.
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
	if least := texts * 15 / 10_000; whole.asked < least {
		t.Errorf("the context was asked %d times, want %d", whole.asked, least)
	}
	for left := 0; left < whole.asked; left += 37 {
		if _, _, err := in.Sorted(&countedContext{Context: context.Background(), left: left}); !errors.Is(err, context.Canceled) {
			t.Fatalf("ended after %d: %v", left, err)
		}
	}
}
