package narrow

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
)

// Each number of any count of them is there again as three bytes, the lowest first.
func TestPack(t *testing.T) {
	for n := range 40 {
		var from []byte
		for range n {
			from = binary.LittleEndian.AppendUint32(from, rand.Uint32N(1<<24))
		}
		to := make([]byte, Packed(len(from)))
		if err := Pack(to, from); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			got := uint32(to[3*i]) | uint32(to[3*i+1])<<8 | uint32(to[3*i+2])<<16
			if want := binary.LittleEndian.Uint32(from[4*i:]); got != want {
				t.Errorf("number %d of %d is %d, not %d", i, n, got, want)
			}
		}
	}
}

// A number that three bytes do not hold is an error, wherever it lies.
func TestPackTellsWhatDoesNotFit(t *testing.T) {
	for at := range 9 {
		from := make([]byte, 9*4)
		from[4*at+3] = 1
		if err := Pack(make([]byte, 9*3), from); err == nil {
			t.Errorf("number %d has four bytes, and nobody says so", at)
		}
	}
}

func TestWidth(t *testing.T) {
	four := plan.Storage{Width: 4}
	for _, c := range []struct {
		what    string
		column  plan.Column
		passing bool
		width   int
	}{
		{"the largest of three bytes", plan.Column{Storage: four, Max: 1<<24 - 1}, false, 3},
		{"the least of four", plan.Column{Storage: four, Max: 1 << 24}, false, 4},
		{"a bias", plan.Column{Storage: plan.Storage{Width: 4, Bias: 1 << 40}, Min: 1 << 40, Max: 1<<40 + 1<<20}, false, 3},
		{"the least of 64 bits as bias", plan.Column{Storage: plan.Storage{Width: 4, Bias: -1 << 63}, Min: -1 << 63, Max: -1<<63 + 1<<20}, false, 3},
		{"no number", plan.Column{Storage: four, Min: 1, Max: 0}, false, 4},
		{"rows of a pipeline", plan.Column{Storage: four, Max: 1 << 20}, true, 4},
		{"eight bytes", plan.Column{Storage: plan.Storage{Width: 8}, Max: 1 << 20}, false, 8},
		{"two bytes", plan.Column{Storage: plan.Storage{Width: 2}, Max: 1 << 12}, false, 2},
	} {
		table := &plan.Table{Passing: c.passing, Columns: []plan.Column{c.column}}
		if got := Width(table, 0); got != c.width {
			t.Errorf("%s: %d bytes, not %d", c.what, got, c.width)
		}
	}
}

func BenchmarkPack(b *testing.B) {
	from, to := make([]byte, 1<<20), make([]byte, 3<<18)
	b.SetBytes(int64(len(from)))
	for b.Loop() {
		if err := Pack(to, from); err != nil {
			b.Fatal(err)
		}
	}
}
