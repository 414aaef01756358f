// The kernel that sums products of columns as a CPU does: of a tile of TILE rows one after another,
// each product and addition rounded as one, and then tile by tile. A block makes the sums of a tile
// for SIDE columns of x with as many of y; a thread has EACH * EACH of these sums in registers. The
// rows go through shared memory, some at a time.
#define STAGE 16  // rows that are in shared memory at once: the 128 bytes that memory gives
#define ACROSS 16 // threads of a block on either side
#define SIDE (ACROSS * EACH)
#define STRIDE (SIDE + 2) // numbers of a row in shared memory: neighbours of a column lie in other banks
#define PLACES (32 / LANES) // of the ACROSS * ACROSS that a thread takes

struct Params {
  const double *x, *y; // column by column, the same if their products are with each other
  double* parts;       // of a launch, SIDE * SIDE sums by unit
  double* sums;        // SIDE * SIDE by pair of blocks
  u64 rows;            // of each column
  u64 first, end;      // of units: those of a tile, which are pairs, before those of the next
  u32 x_columns, y_columns;
  u32 across;          // blocks of columns of y
  u32 pairs;           // of blocks of columns
  u32 fold;            // whether this launch adds the parts that the one before has made
};

struct alignas(16) Two { double a, b; };

#ifdef GSDMS_HOST
DEVICE double fused(double a, double b, double sum) { return fma(a, b, sum); }
DEVICE double plus(double a, double b) { return a + b; }
#else
DEVICE double fused(double a, double b, double sum) { return __fma_rn(a, b, sum); }
DEVICE double plus(double a, double b) { return __dadd_rn(a, b); }
#endif

// stage brings rows of a block of columns to shared memory, 0 for what is not there.
DEVICE void stage(double* to, const double* from, u64 rows, u64 row, u64 end, u32 column, u32 columns) {
  for (u32 at = threadIdx.x; at < SIDE * STAGE; at += blockDim.x) {
    const u32 k = at % STAGE, c = at / STAGE;
    to[k * STRIDE + c] = row + k < end && column + c < columns ? read(from + (column + c) * rows + row + k) : 0.0;
  }
}

// some takes a thread's numbers of a row: pairs of neighbours, so that the threads of a warp read all
// banks.
DEVICE void some(double* to, const double* row, u32 place) {
#pragma unroll
  for (u32 h = 0; h < EACH / 2; h++) {
    const Two two = *(const Two*)(row + 2 * (place + ACROSS * h));
    to[2 * h] = two.a;
    to[2 * h + 1] = two.b;
  }
}

// column_of is the column within its block of a thread's number.
DEVICE u32 column_of(u32 place, u32 number) { return 2 * (place + ACROSS * (number / 2)) + number % 2; }

// A warp's threads are 8 across and 4 down, which has them read the fewest numbers.
DEVICE u32 across_of(u32 place) { return place % 8 + 8 * (place / 32 % 2); }
DEVICE u32 down_of(u32 place) { return place % 32 / 8 + 4 * (place / 64); }

// multiply makes the sums of a unit.
DEVICE void multiply(const Params* __restrict__ p, u64 unit, u32 bx, u32 by) {
  double* const near_x = (double*)shared_words;
  const bool same = p->x == p->y && bx == by;
  double* const near_y = same ? near_x : near_x + STAGE * STRIDE;
  double sum[PLACES][EACH][EACH];
#pragma unroll
  for (u32 at = 0; at < PLACES; at++)
#pragma unroll
    for (u32 i = 0; i < EACH; i++)
#pragma unroll
      for (u32 j = 0; j < EACH; j++) sum[at][i][j] = 0;
  const u64 begin = unit / p->pairs * TILE, end = begin + TILE < p->rows ? begin + TILE : p->rows;
  for (u64 row = begin; row < end; row += STAGE) {
    sync_block();
    stage(near_x, p->x, p->rows, row, end, bx * SIDE, p->x_columns);
    if (!same) stage(near_y, p->y, p->rows, row, end, by * SIDE, p->y_columns);
    sync_block();
#pragma unroll
    for (u32 at = 0; at < PLACES; at++) {
      const u32 place = threadIdx.x + at * blockDim.x;
#pragma unroll
      for (u32 k = 0; k < STAGE; k++) {
        double x[EACH], y[EACH];
        some(x, near_x + k * STRIDE, down_of(place));
        some(y, near_y + k * STRIDE, across_of(place));
#pragma unroll
        for (u32 i = 0; i < EACH; i++)
#pragma unroll
          for (u32 j = 0; j < EACH; j++) sum[at][i][j] = fused(x[i], y[j], sum[at][i][j]);
      }
    }
  }
  double* const to = p->parts + (unit - p->first) * SIDE * SIDE;
#pragma unroll
  for (u32 at = 0; at < PLACES; at++) {
    const u32 place = threadIdx.x + at * blockDim.x;
#pragma unroll
    for (u32 i = 0; i < EACH; i++)
#pragma unroll
      for (u32 j = 0; j < EACH; j++) to[column_of(down_of(place), i) * SIDE + column_of(across_of(place), j)] = sum[at][i][j];
  }
}

// fold adds the parts to the sums, tile by tile.
DEVICE void fold(const Params* __restrict__ p) {
  for (u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x; at < (u64)p->pairs * SIDE * SIDE; at += (u64)gridDim.x * blockDim.x) {
    const u64 pair = at / (SIDE * SIDE);
    double sum = p->sums[at];
    for (u64 unit = p->first + (pair + p->pairs - p->first % p->pairs) % p->pairs; unit < p->end; unit += p->pairs)
      sum = plus(sum, p->parts[(unit - p->first) * SIDE * SIDE + at % (SIDE * SIDE)]);
    p->sums[at] = sum;
  }
}

// row_of is the row of a pair in a triangle: row r has blocks r with 0 to r.
DEVICE u32 row_of(u32 pair) {
  u32 r = 0;
  while ((r + 1) * (r + 2) / 2 <= pair) r++;
  return r;
}

KERNEL void BLOCK_OF(256) wave(const Params* __restrict__ p) {
  if (p->fold) return fold(p);
  for (u64 unit = p->first + blockIdx.x; unit < p->end; unit += gridDim.x) {
    const u32 pair = (u32)(unit % p->pairs);
    if (p->x == p->y) {
      const u32 row = row_of(pair);
      multiply(p, unit, pair - row * (row + 1) / 2, row);
    } else {
      multiply(p, unit, pair / p->across, pair % p->across);
    }
  }
}
