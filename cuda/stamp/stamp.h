// A block that is busy for so many nanoseconds, with KEPT registers of its own, and says when
// it began and ended and where it was.
typedef unsigned int u32;
typedef unsigned long long u64;
#ifdef GSDMS_HOST
#include <time.h>
#define KERNEL extern "C"
static u64 now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static u32 multiprocessor() { return blockIdx.x % 2; }
#else
#define KERNEL extern "C" __global__
static __device__ __forceinline__ u64 now() { u64 t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }
static __device__ __forceinline__ u32 multiprocessor() { u32 m; asm("mov.u32 %0, %%smid;" : "=r"(m)); return m; }
#endif

struct Params { u64* out; u64 nanos; u64 seed; };

KERNEL void wave(const Params* __restrict__ p) {
  const u64 began = now(), nanos = p->nanos;
  u32 v[KEPT];
#pragma unroll
  for (u32 k = 0; k < KEPT; k++) v[k] = (u32)p->seed + k * threadIdx.x;
  do {
#pragma unroll 1
    for (u32 round = 0; round < 16; round++) {
#pragma unroll
      for (u32 k = 0; k < KEPT; k++) v[k] = v[k] * 1664525u ^ v[(k + 1) % KEPT];
    }
  } while (now() - began < nanos);
  u32 all = 0;
#pragma unroll
  for (u32 k = 0; k < KEPT; k++) all ^= v[k];
  if (threadIdx.x == 0 || all == p->seed + 0x9e3779b9u) { // never, but who compiles this cannot know
    u64* const at = p->out + 3 * blockIdx.x;
    at[0] = began;
    at[1] = now();
    at[2] = multiprocessor();
  }
}
