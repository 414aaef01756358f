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
  u64 first, end;      // of parts of pairs of tiles, by number: a part is a stage of the one
  u64 farther;         // the last bucket, of all that is beyond the others
  u64 waiting;         // where the pairs that wait are in shared memory, in bytes
  u32 point;           // the bits of an estimate that are behind the point
  u32 far;             // has the bits that tell an estimate from one that is next to an edge
  u32 copies;          // of the counts, a power of two: neighbours are of one bucket
  u32 places;          // the bits of a bucket where its counts begin
  float scale, magic, cap;
  float place_magic;   // as magic, where a bucket begins at the bit of its counts' place
};

#ifdef GSDMS_HOST
DEVICE float root(float s) { return sqrtf(s); }
DEVICE float least(float a, float b) { return b < a || a != a ? b : a; }
DEVICE float scaled(float a, float b, float c) { return fmaf(a, b, c); }
DEVICE float scaled_down(float a, float b, float c) { // rounded down
  const double exact = (double)a * b + c;
  const float f = (float)exact;
  return (double)f > exact ? nextafterf(f, 0) : f;
}
DEVICE double minus(double a, double b) { return a - b; }
DEVICE double times(double a, double b) { return a * b; }
DEVICE double plus(double a, double b) { return a + b; }
#define ASIDE static
DEVICE u32 bits_of(float f) { u32 n; memcpy(&n, &f, 4); return n; }
#else
DEVICE float root(float s) {
  float d;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(s));
  return d;
}
DEVICE float least(float a, float b) { return fminf(a, b); }
DEVICE float scaled(float a, float b, float c) { return __fmaf_rn(a, b, c); }
DEVICE float scaled_down(float a, float b, float c) { return __fmaf_rd(a, b, c); }
#define ASIDE static __device__ __noinline__ // what seldom runs, out of the loops' way
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

// Scale is what is the same for all pairs, in registers.
struct Scale {
  float cap, scale, magic, place_magic;
  u32 far, places;
  u32 mine; // bytes from a bucket's counts to the lane's
};

DEVICE Scale scale_of(const Params* __restrict__ p) {
  return {p->cap, p->scale, p->magic, p->place_magic, p->far, p->places, 4 * (lane() & (p->copies - 1))};
}

// distance gives about the distance of two points, or the cap.
DEVICE float distance(const Scale& c, const Spot& a, const Spot& b) {
#if ESTIMATE == SINGLE
  const float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
  const float s = scaled(z, z, scaled(y, y, x * x));
#else
  const float s = (float)square_of(a.x, a.y, a.z, b.x, b.y, b.z);
#endif
  return least(root(s), c.cap);
}

// estimate gives a distance in units of buckets, with the bits of magic above, and a little
// more than it is: so what is next to an edge on either side has no bit of Params.far.
DEVICE u32 estimate(const Scale& c, float d) { return bits_of(scaled(d, c.scale, c.magic)); }

#define POINT_BITS 0x3fffffu // of an estimate: what magic has no bits of

// tally adds to the count of a pair by its distance: in shared memory, to the lane's copy, or,
// where there is no room for that, in the device's.
DEVICE void tally(const Params* __restrict__ p, const Scale& c, float d, int n) {
  const u32 place = bits_of(scaled_down(d, c.scale, c.place_magic)) & c.places;
#if FAR
  add_far(p->counts + place / 4, (u64)(i64)n);
#else
  add_to((u32*)((char*)shared_words + STAGE * sizeof(Spot) + (place | c.mine)), (u32)n);
#endif
}

// correct counts a pair by its square: it is next to an edge, and counted by its distance, or is not
// estimated at all.
DEVICE void correct(const Params* __restrict__ p, const Scale& c, const Spot& a, const Spot& b, u32 i, u32 j) {
  const double s = exactly(p, a, b, i, j);
#if ESTIMATE == SEARCH
  u32 bucket = 0, hi = (u32)p->farther;
  while (bucket < hi) {
    const u32 middle = (bucket + hi + 1) / 2;
    if (s < p->edges[middle]) hi = middle - 1; else bucket = middle;
  }
#else
  const float d = distance(c, a, b);
  u32 bucket = (estimate(c, d) & POINT_BITS) >> p->point;
  if (s < p->edges[bucket]) bucket--;
  tally(p, c, d, -1);
#endif
#if FAR
  add_far(p->counts + bucket, 1);
#else
  add_to((u32*)((char*)shared_words + STAGE * sizeof(Spot) + c.mine) + bucket * (u32)p->copies, 1u);
#endif
}

// Pairs that are to be corrected wait until there is one for each lane of the warp. A pair is the
// number of a point in its tile and of one in the stage.
#define WAITING (LANES * (EACH + 1))

// correct_last corrects the last of the pairs that wait, one for each lane.
ASIDE void correct_last(const Params* __restrict__ p, const Spot* stage, const u32* waiting, u32 n, u32 i0, u32 j0) {
  const u32 from = n > LANES ? n - LANES : 0;
  if (from + lane() >= n) return;
  const u32 pair = waiting[from + lane()], i = i0 + pair / STAGE, j = pair % STAGE;
  correct(p, scale_of(p), p->spots[i], stage[j], i, j0 + j);
}

// compare counts the pairs of points of a tile, which begins at i0, and those of a stage, which
// begins at j0; of the same tile only those with i < j.
template <bool SAME> DEVICE void compare(const Params* __restrict__ p, const Spot* stage, u32* waiting, u32 i0, u32 j0) {
  const Scale c = scale_of(p);
  u32 n = 0;
  for (u32 base = threadIdx.x; base < TILE; base += EACH * blockDim.x) {
    Spot a[EACH];
#pragma unroll
    for (u32 k = 0; k < EACH; k++) a[k] = p->spots[i0 + base + k * blockDim.x];
    for (u32 j = 0; j < STAGE; j++) {
      const Spot b = stage[j];
      bool near[EACH], some = false;
#pragma unroll
      for (u32 k = 0; k < EACH; k++) {
        near[k] = !SAME || j0 + j > i0 + base + k * blockDim.x;
#if ESTIMATE != SEARCH
        const float d = distance(c, a[k], b);
        if (near[k]) tally(p, c, d, 1);
        near[k] &= !(estimate(c, d) & c.far);
#endif
        some |= near[k];
      }
      if (!votes(some)) continue;
#pragma unroll
      for (u32 k = 0; k < EACH; k++) {
        const u32 voters = votes(near[k]);
        if (near[k]) waiting[n + count(voters & before())] = (base + k * blockDim.x) * STAGE + j;
        n += count(voters);
      }
      sync_warp();
      for (; n >= LANES; n -= LANES) correct_last(p, stage, waiting, n, i0, j0);
      sync_warp();
    }
  }
  if (n) correct_last(p, stage, waiting, n, i0, j0);
  sync_warp();
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
  u32* const waiting = (u32*)((char*)shared_words + p->waiting) + warp() * WAITING;
  const u32 buckets = FAR ? 0 : (u32)p->farther + 1;
  for (u32 i = threadIdx.x; i < buckets * p->copies; i += blockDim.x) counts[i] = 0;
  for (u64 part = p->first + blockIdx.x; part < p->end; part += gridDim.x) {
    const u64 pair = part / (TILE / STAGE);
    const u32 row = row_of(pair), column = (u32)(pair - (u64)row * (row + 1) / 2);
    const u32 j0 = row * TILE + (u32)(part % (TILE / STAGE)) * STAGE;
    sync_block();
    for (u32 j = threadIdx.x; j < STAGE; j += blockDim.x) stage[j] = p->spots[j0 + j];
    sync_block();
    if (row == column) compare<true>(p, stage, waiting, column * TILE, j0);
    else compare<false>(p, stage, waiting, column * TILE, j0);
  }
  sync_block();
  for (u32 b = threadIdx.x; b < buckets; b += blockDim.x) {
    u32 sum = 0; // a correction may have left less than nothing in a copy
    for (u32 c = 0; c < p->copies; c++) sum += counts[b * p->copies + c];
    if (sum) add_far(p->counts + b, sum);
  }
}
