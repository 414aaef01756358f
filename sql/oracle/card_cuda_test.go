//go:build cuda

package oracle

import (
	"flag"
	"fmt"
	"testing"

	"gsdms/cuda/card"
)

var onCard = flag.Int("on-card", 5000, "how many queries to ask a card")

// TestCardEqualsSQLite runs queries on a card, which eight engines share: each has a context, and so a
// stack for each thread of the card.
func TestCardEqualsSQLite(t *testing.T) {
	const side, each = 8, 60
	for lane := range side {
		t.Run(fmt.Sprint(lane), func(t *testing.T) {
			t.Parallel()
			for i := lane; i*each < *onCard; i += side {
				t.Run(fmt.Sprint(i), func(t *testing.T) {
					equalOn(t, func() (*engine, error) { return openCard(t) }, *seed+9000+uint64(i), each)
				})
			}
		})
	}
}

// openCard opens a folder on the first card.
func openCard(t *testing.T) (*engine, error) {
	d, err := card.Open(0, "")
	if err != nil {
		return nil, err
	}
	return openDevice(t.Context(), t.TempDir(), d)
}
