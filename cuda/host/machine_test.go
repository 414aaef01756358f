package host

import (
	"encoding/binary"
	"strings"
	"testing"

	"gsdms/cuda/device"
)

// kernelText counts in p[0] the warps that find what the warp before them in the block has
// left behind a meeting, and in p[1] words of shared memory that are zero before anything
// has been written there. It takes the words of shared memory that p[2] says.
const kernelText = `
struct Params { unsigned long long n[3]; };
extern "C" void BLOCK_OF(256) wave(const Params* p) {
  unsigned long long* const n = const_cast<unsigned long long*>(p->n);
  n[1] += shared_words[threadIdx.x] == 0;
  sync_block();
  shared_words[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
  sync_block();
  n[0] += shared_words[(threadIdx.x + 1) % blockDim.x] == 100 * blockIdx.x + (threadIdx.x + 1) % blockDim.x;
  shared_words[n[2] - 1] = 1;
}
`

func launched(t *testing.T, grid, threads, shared int, words uint64) (n [3]uint64, err error) {
	t.Helper()
	d, err := New(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f, err := d.Compile(t.Context(), "#define BLOCK_OF(n)\n"+kernelText)
	if err != nil {
		t.Fatal(err)
	}
	q, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	at, err := d.Alloc(256)
	if err != nil {
		t.Fatal(err)
	}
	params := make([]byte, 24)
	binary.LittleEndian.PutUint64(params[16:], words)
	if err := q.CopyIn(at, params); err != nil {
		t.Fatal(err)
	}
	if err := q.Launch(f, grid, threads, shared, device.Ptr(at)); err != nil {
		return n, err
	}
	err = q.CopyOut(params, at)
	for i := range n {
		n[i] = binary.LittleEndian.Uint64(params[8*i:])
	}
	return n, err
}

// All warps of all blocks run, and meet; none finds what another block has left.
func TestBlocksRunAndMeet(t *testing.T) {
	for _, c := range []struct{ grid, threads int }{{1, 32}, {1, 256}, {264, 256}, {7, 96}} {
		n, err := launched(t, c.grid, c.threads, 128, 16)
		if err != nil {
			t.Fatal(err)
		}
		if want := uint64(c.grid * c.threads / 32); n[0] != want || n[1] != 0 {
			t.Errorf("%+v: %d warps met, want %d; %d words of shared memory were zero", c, n[0], want, n[1])
		}
	}
}

// What a card refuses, or what would spoil another block's memory there, is an error.
func TestLaunchesBeyondLimits(t *testing.T) {
	for _, c := range []struct {
		threads, shared int
		words           uint64
		want            string
	}{
		{512, 128, 16, "up to 256"},
		{48, 128, 16, "48 threads"},
		{256, blockShared + 8, 16, "bytes of shared memory"},
		{256, 128, 17, "past its shared memory"},
		{256, blockShared, blockShared/8 + 1, "past its shared memory"},
	} {
		if _, err := launched(t, 2, c.threads, c.shared, c.words); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v", c, err)
		}
	}
}
