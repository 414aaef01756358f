package pool

import (
	_ "embed"
	"fmt"
)

var (
	//go:embed kernels.h
	kernelsText string
	//go:embed kernel.h
	kernelText string
	//go:embed roles.h
	rolesText string
)

// source is the CUDA C of a kind by itself. All but one kind may fill a multiprocessor with
// warps, so their registers are bounded.
func (k *Kind) source() string {
	blocks := 2
	if k.Registers > 32 {
		blocks = 1
	}
	by := 0
	if k.Shared > 0 {
		by = 1
	}
	return fmt.Sprintf("#define KIND %d\n#define BY_BLOCK %d\n#define SHARED_BYTES %d\n#define MOST_BLOCKS %d\n", k.number, by, max(k.Shared, aside), blocks) + kernelsText + kernelText
}

// Of a launch that plays all roles.
const (
	roleThreads = 256
	roleShared  = 26 << 10
)

// roleBlocks are the numbers of blocks of a multiprocessor that such a launch is compiled for:
// with all warps, or with more registers.
var roleBlocks = [...]int{5, 6, 8}

// rolesSource is the CUDA C of all kinds in one, so many blocks of it to a multiprocessor.
func rolesSource(blocks int, synthetic bool) string {
	some := "#define ROLES_OF_13\n"
	if synthetic {
		some = ""
	}
	return some + fmt.Sprintf("#define ROLE_THREADS %d\n#define ROLE_BLOCKS %d\n#define SHARED_BYTES %d\n", roleThreads, blocks, roleShared) + kernelsText + rolesText
}

// markText does nothing: the times of a frame are taken around it. fillText makes the input.
const (
	markText = `
struct Params;
#ifdef GSDMS_HOST
extern "C"
#else
extern "C" __global__
#endif
void wave(const Params*) {}
`
	fillText = `
KERNEL void wave(const Params* __restrict__ p) {
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < p->items; i += (u64)gridDim.x * blockDim.x)
    p->out[i] = mixed((u32)(i % p->n % 1048576));
}
`
)
