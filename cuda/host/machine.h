// What a kernel runs on here. Blocks run one after another. The warps of a block are of one
// thread each and take turns: each runs until it is to meet the others. Nothing is left in
// shared memory by the block before, nor is it zero.
#define GSDMS_HOST
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <math.h>
#include <sys/mman.h>
#include <ucontext.h>

struct Dim { unsigned x; };
static Dim threadIdx, blockIdx, blockDim, gridDim; // threads are warps

#define SHARED_WORDS (227 << 7) // that a block can have
#define GUARD_WORDS 128         // behind them
alignas(16) static unsigned long long shared_words[SHARED_WORDS + GUARD_WORDS];

struct Params;
extern "C" void wave(const Params* __restrict__);

static const unsigned most_warps = 32;
static ucontext_t warps[most_warps], home;
static char stacks[most_warps][256 << 10];
static const Params* params_of_launch;

// sync_block lets the next warp run. When the turn is this one's again all have been here.
static void sync_block() {
  const unsigned me = threadIdx.x, next = (me + 1) % blockDim.x;
  if (next == me) return;
  threadIdx.x = next;
  swapcontext(&warps[me], &warps[next]);
}

// run_warp is a warp from its begin to its end; the last to end goes back to run_block.
static void run_warp() {
  wave(params_of_launch);
  threadIdx.x++;
  setcontext(threadIdx.x == blockDim.x ? &home : &warps[threadIdx.x]);
}

static void run_block() {
  threadIdx.x = 0;
  if (blockDim.x == 1) return wave(params_of_launch);
  for (unsigned w = 0; w < blockDim.x; w++) {
    getcontext(&warps[w]);
    warps[w].uc_stack.ss_sp = stacks[w];
    warps[w].uc_stack.ss_size = sizeof stacks[w];
    makecontext(&warps[w], run_warp, 0);
  }
  swapcontext(&home, &warps[0]);
}

// launch runs a grid, and says what went wrong.
static const char* launch(unsigned shared_bytes) {
  memset(shared_words, 0xa5, sizeof shared_words);
  for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) {
    memset(shared_words, 0xa5, shared_bytes);
    run_block();
  }
  for (unsigned w = shared_bytes / 8; w < SHARED_WORDS + GUARD_WORDS; w++)
    if (shared_words[w] != 0xa5a5a5a5a5a5a5a5ull) return "a block has written past its shared memory";
  return "done";
}

// The arguments are the file of the device's memory, its address in hexadecimal, its bytes.
int main(int, char** argv) {
  const int fd = open(argv[1], O_RDWR);
  if (fd < 0 || mmap((void*)strtoull(argv[2], 0, 16), strtoull(argv[3], 0, 10), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) return 1;
  unsigned shared_bytes;
  unsigned long long at;
  while (scanf("%llx %u %u %u", &at, &gridDim.x, &blockDim.x, &shared_bytes) == 4) {
    params_of_launch = (const Params*)at;
    puts(launch(shared_bytes));
    fflush(stdout);
  }
}
