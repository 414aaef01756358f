// The kernel that finds the nearest of some centres for each point, as a CPU does: squares are
// added in the order of the columns, each step is rounded, and of equally near centres the first
// is it.
#define ROOM 2048 // coordinates of centres that are in shared memory at once

struct Params {
  const double* points; // column by column
  const double* centres; // centre by centre
  u32* nearest;
  double* least; // the square of the distance
  u64 all;       // points
  u64 first, end; // of the points
  u64 from, number; // of the centres: those before have been compared
};

#ifdef GSDMS_HOST
DEVICE double minus(double a, double b) { return a - b; }
DEVICE double times(double a, double b) { return a * b; }
DEVICE double plus(double a, double b) { return a + b; }
#else
DEVICE double minus(double a, double b) { return __dsub_rn(a, b); }
DEVICE double times(double a, double b) { return __dmul_rn(a, b); }
DEVICE double plus(double a, double b) { return __dadd_rn(a, b); }
#endif

// At once a block has so many centres in shared memory, which is one at least.
#define CENTRES (COLUMNS < ROOM ? ROOM / COLUMNS : 1)

KERNEL void BLOCK_OF(256) wave(const Params* __restrict__ p) {
  double* const near = (double*)shared_words;
  for (u64 base = p->first + (u64)blockIdx.x * blockDim.x; base < p->end; base += (u64)gridDim.x * blockDim.x) {
    const u64 i = base + threadIdx.x, at = i < p->end ? i : p->end - 1;
#if KEPT
    double x[COLUMNS];
#pragma unroll
    for (u32 c = 0; c < COLUMNS; c++) x[c] = p->points[c * p->all + at];
#endif
    double least = p->from ? p->least[at] : INFINITY;
    u32 best = p->from ? p->nearest[at] : 0;
    for (u32 from = (u32)p->from; from < (u32)p->number; from += CENTRES) {
      const u32 some = min((u32)p->number - from, (u32)CENTRES);
      sync_block();
      for (u32 c = threadIdx.x; c < some * COLUMNS; c += blockDim.x) near[c] = p->centres[(u64)(from - p->from) * COLUMNS + c];
      sync_block();
      for (u32 k = 0; k < some; k++) {
        double sum = 0;
#if KEPT
#pragma unroll
#endif
        for (u32 c = 0; c < COLUMNS; c++) {
#if KEPT
          const double d = minus(x[c], near[k * COLUMNS + c]);
#else
          const double d = minus(p->points[c * p->all + at], near[k * COLUMNS + c]);
#endif
          sum = plus(sum, times(d, d));
        }
        if (sum < least) least = sum, best = from + k;
      }
    }
    if (i < p->end) p->nearest[i] = best, p->least[i] = least;
  }
}
