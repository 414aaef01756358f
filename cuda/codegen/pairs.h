// The kernel that counts pairs of points by their distances. Which bucket a pair belongs to is
// decided by the square of its distance as doubles give it, rounded after each step, and the
// edges of buckets among such squares: that is what a CPU finds. Most pairs need less: where
// ESTIMATE is SINGLE or DOUBLE the distance is estimated in units of a bucket's width as a
// number of fixed point, and only what is next to an edge is decided by its square.
#define TILE 2048 // points
#define STAGE 512 // points of a tile that are in shared memory at once
#define EACH 4    // points of a tile that a thread compares with those

#define SEARCH 0 // no estimate
#define SINGLE 1 // from coordinates as floats
#define DOUBLE 2 // from the square

#if ESTIMATE == SINGLE
typedef float coordinate;
#else
typedef double coordinate;
#endif
struct alignas(16) Spot { coordinate x, y, z, none; };

struct Params {
  const Spot* spots;   // whole tiles of them, NaN behind the last
  const double* exact; // x, y, z by point, if spots are floats
  const double* edges; // by bucket, the least square that belongs to it or to a later one
  u64* counts;         // by bucket
  u64 first, end;      // of pairs of tiles, by number
  u64 farther;         // the last bucket, of all that is beyond the others
  u32 point;           // the bits of an estimate that are behind the point
  u32 far;             // has the bits that tell an estimate from one that is next to an edge
  u32 copies;          // of the counts, a power of two: neighbours are of one bucket
  u32 down, places;    // turn an estimate to where its counts begin: the shift, and the bits that stay
  float scale, magic, cap;
};

#ifdef GSDMS_HOST
DEVICE float root(float s) { return sqrtf(s); }
DEVICE float least(float a, float b) { return b < a || a != a ? b : a; }
DEVICE float scaled(float a, float b, float c) { return fmaf(a, b, c); }
DEVICE double minus(double a, double b) { return a - b; }
DEVICE double times(double a, double b) { return a * b; }
DEVICE double plus(double a, double b) { return a + b; }
DEVICE u32 bits_of(float f) { u32 n; memcpy(&n, &f, 4); return n; }
#else
DEVICE float root(float s) {
  float d;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(s));
  return d;
}
DEVICE float least(float a, float b) { return fminf(a, b); }
DEVICE float scaled(float a, float b, float c) { return __fmaf_rn(a, b, c); }
DEVICE double minus(double a, double b) { return __dsub_rn(a, b); }
DEVICE double times(double a, double b) { return __dmul_rn(a, b); }
DEVICE double plus(double a, double b) { return __dadd_rn(a, b); }
DEVICE u32 bits_of(float f) { return __float_as_uint(f); }
#endif

DEVICE double square_of(double ax, double ay, double az, double bx, double by, double bz) {
  const double x = minus(bx, ax), y = minus(by, ay), z = minus(bz, az);
  return plus(plus(times(x, x), times(y, y)), times(z, z));
}

// exactly is the square for points i and j.
DEVICE double exactly(const Params* __restrict__ p, const Spot& a, const Spot& b, u32 i, u32 j) {
#if ESTIMATE == SINGLE
  const double* const e = p->exact;
  return square_of(read(e + 3 * i), read(e + 3 * i + 1), read(e + 3 * i + 2), read(e + 3 * j), read(e + 3 * j + 1), read(e + 3 * j + 2));
#else
  return square_of(a.x, a.y, a.z, b.x, b.y, b.z);
#endif
}

// estimate gives a distance in units of buckets, with the bits of magic above, and a little
// more than it is: so what is next to an edge on either side has no bit of Params.far.
DEVICE u32 estimate(const Params* __restrict__ p, const Spot& a, const Spot& b) {
#if ESTIMATE == SINGLE
  const float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
  const float s = scaled(z, z, scaled(y, y, x * x));
#else
  const float s = (float)square_of(a.x, a.y, a.z, b.x, b.y, b.z);
#endif
  return bits_of(scaled(least(root(s), p->cap), p->scale, p->magic));
}

#define POINT_BITS 0x3fffffu // of an estimate: what magic has no bits of

// settle gives the bucket of a pair: of one that is estimated to be next to an edge, or of any.
DEVICE u32 settle(const Params* __restrict__ p, double s, u32 near) {
#if ESTIMATE == SEARCH
  u32 lo = 0, hi = (u32)p->farther;
  while (lo < hi) {
    const u32 middle = (lo + hi + 1) / 2;
    if (s < p->edges[middle]) hi = middle - 1; else lo = middle;
  }
  return lo;
#else
  const u32 edge = (near & POINT_BITS) >> p->point;
  return edge - (s < p->edges[edge] ? 1 : 0);
#endif
}

// tally counts a pair: in shared memory, in the lane's copy of its bucket's count, or, where
// there is no room for that, in the device's.
DEVICE void tally(const Params* __restrict__ p, u32 estimated) {
#if FAR
  add_far(p->counts + ((estimated & POINT_BITS) >> p->point), 1);
#else
  const u32 place = (estimated >> p->down & p->places) | 4 * (lane() & (p->copies - 1));
  add_to((u32*)((char*)shared_words + STAGE * sizeof(Spot) + place), 1u);
#endif
}

// compare counts the pairs of points of a tile, which begins at i0, and those of a stage, which
// begins at j0; of the same tile only those with i < j.
template <bool SAME> DEVICE void compare(const Params* __restrict__ p, const Spot* stage, u32 i0, u32 j0) {
  for (u32 base = threadIdx.x; base < TILE; base += EACH * blockDim.x) {
    Spot a[EACH];
#pragma unroll
    for (u32 k = 0; k < EACH; k++) a[k] = p->spots[i0 + base + k * blockDim.x];
    for (u32 j = 0; j < STAGE; j++) {
      const Spot b = stage[j];
      u32 at[EACH];
      bool near = ESTIMATE == SEARCH;
#if ESTIMATE != SEARCH
#pragma unroll
      for (u32 k = 0; k < EACH; k++) {
        at[k] = estimate(p, a[k], b);
        near |= !(at[k] & p->far);
      }
#endif
      if (near) {
#pragma unroll
        for (u32 k = 0; k < EACH; k++)
          if (ESTIMATE == SEARCH || !(at[k] & p->far)) at[k] = settle(p, exactly(p, a[k], b, i0 + base + k * blockDim.x, j0 + j), at[k]) << p->point;
      }
#pragma unroll
      for (u32 k = 0; k < EACH; k++)
        if (!SAME || j0 + j > i0 + base + k * blockDim.x) tally(p, at[k]);
    }
  }
}

// Pairs of tiles have numbers, row by row of a triangle: row r has those of tile r with 0 … r.
DEVICE u32 row_of(u64 pair) {
  u32 r = (u32)((sqrt(8.0 * (double)pair + 1.0) - 1.0) / 2.0);
  while ((u64)r * (r + 1) / 2 > pair) r--;
  while ((u64)(r + 1) * (r + 2) / 2 <= pair) r++;
  return r;
}

KERNEL void BLOCK_OF(512) wave(const Params* __restrict__ p) {
  Spot* const stage = (Spot*)shared_words;
  u32* const counts = (u32*)(stage + STAGE);
  const u32 buckets = FAR ? 0 : (u32)p->farther + 1;
  for (u32 i = threadIdx.x; i < buckets * p->copies; i += blockDim.x) counts[i] = 0;
  for (u64 pair = p->first + blockIdx.x; pair < p->end; pair += gridDim.x) {
    const u32 row = row_of(pair), column = (u32)(pair - (u64)row * (row + 1) / 2);
    for (u32 j0 = row * TILE; j0 < (row + 1) * TILE; j0 += STAGE) {
      sync_block();
      for (u32 j = threadIdx.x; j < STAGE; j += blockDim.x) stage[j] = p->spots[j0 + j];
      sync_block();
      if (row == column) compare<true>(p, stage, column * TILE, j0);
      else compare<false>(p, stage, column * TILE, j0);
    }
  }
  sync_block();
  for (u32 b = threadIdx.x; b < buckets; b += blockDim.x) {
    u64 sum = 0;
    for (u32 c = 0; c < p->copies; c++) sum += counts[b * p->copies + c];
    if (sum) add_far(p->counts + b, sum);
  }
}
