package pool

import (
	"testing"

	"gsdms/cuda/host"
	"gsdms/optimizer"
)

// tiny is what a processor does at once.
func tiny() Size { return Size{"tiny", 1 << 17, 1024, 64} }

func newBench(t *testing.T, kinds []Kind, most int) *Bench {
	t.Helper()
	d, err := host.New(t.TempDir(), 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	d.MPs = 2
	b, err := NewBench(t.Context(), d, tiny(), kinds, most)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Whatever the launch, every kernel gives the answer that is computed here.
func TestAnyLaunchGivesTheAnswer(t *testing.T) {
	for _, kinds := range [][]Kind{Thirteen(), Synthetic()} {
		b := newBench(t, kinds, 1)
		for k, kind := range kinds {
			if err := b.lay([]int{k}); err != nil {
				t.Fatal(err)
			}
			for _, l := range []optimizer.Launch{{Blocks: 1, Warps: 1}, {Blocks: 3, Warps: 7}, {Blocks: 2, Warps: 16}} {
				if _, err := b.alone(l); err != nil {
					t.Errorf("%s, %+v: %v", kind.Name, l, err)
				}
			}
		}
	}
}
