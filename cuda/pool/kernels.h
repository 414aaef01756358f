// The kernels of the pool. Each works on items, numbered from 0, and gives a sum by which its
// answer is checked; the sum does not depend on who does which item. KIND chooses one. A
// thread is number me of the of threads that share the items.
typedef unsigned int u32;
typedef unsigned long long u64;
struct alignas(16) Words { u32 x, y, z, w; };

#ifdef GSDMS_HOST
#define KERNEL extern "C"
#define DEVICE static inline
#define BOUNDS(threads, blocks)
#define UNROLL
static u32* shared_block() { return (u32*)shared_words; }
#define LANES 1 // a warp is one thread there
static u32 atomic_add(u32* p, u32 v) { const u32 old = *p; *p += v; return old; }
static u64 atomic_add(u64* p, u64 v) { const u64 old = *p; *p += v; return old; }
static u32 from_lane(u32 v, u32) { return v; }
template <class T> static T warp_sum(T v) { return v; }
static u32 multiprocessor() { return blockIdx.x & 1; }
#else
#define KERNEL extern "C" __global__
#define DEVICE static __device__ __forceinline__
#define BOUNDS(threads, blocks) __launch_bounds__(threads, blocks)
#define UNROLL _Pragma("unroll 4")
extern __shared__ u64 shared_words[];
DEVICE u32* shared_block() { return (u32*)shared_words; }
DEVICE void sync_block() { __syncthreads(); }
#define LANES 32
DEVICE u32 atomic_add(u32* p, u32 v) { return atomicAdd(p, v); }
DEVICE u64 atomic_add(u64* p, u64 v) { return atomicAdd(p, v); }
DEVICE u32 from_lane(u32 v, u32 lane) { return __shfl_sync(~0u, v, lane); }
template <class T> DEVICE T warp_sum(T v) {
  for (u32 k = 16; k; k >>= 1) v += __shfl_xor_sync(~0u, v, k);
  return v;
}
DEVICE u32 multiprocessor() { u32 m; asm("mov.u32 %0, %%smid;" : "=r"(m)); return m; }
#endif

// Items of 4 words that fit in a block's shared memory, behind which 16 bytes are kept.
#define ROOM ((SHARED_BYTES - 16) / 16)

// Of one kernel: in and out are its own, items are handed out grain at a time through next,
// n is a length that the kind gives a meaning.
struct Params {
  const u32* in; u32* out; u64 items; u64 grain; u64 n; u64 kind; u32* next; u64* sum;
};

DEVICE u32 mixed(u32 x) {
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
  return x;
}
DEVICE u32 apart(u32 a, u32 b) { return a > b ? a - b : b - a; }
// The square of the distance of two points of three coordinates of 10 bits.
DEVICE u32 distance(u32 a, u32 b) {
  const u32 x = apart(a & 1023, b & 1023), y = apart(a >> 10 & 1023, b >> 10 & 1023), z = apart(a >> 20 & 1023, b >> 20 & 1023);
  return x * x + y * y + z * z;
}

// Counts hashes in 65536 bins.
DEVICE u64 do_atomic(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  u64 sum = 0;
  for (u64 i = first + me; i < end; i += of) {
    const u32 h = mixed((u32)i);
    atomic_add(&p->out[h & 65535], 1u);
    sum += h;
  }
  return sum;
}

// The least of a chain of n dependent steps, by block through shared memory.
DEVICE u64 do_clock(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  u32* const s = shared_block();
  u32 least = ~0u;
  for (u64 i = first + me; i < end; i += of) {
    u32 x = (u32)i;
    for (u32 k = 0; k < (u32)p->n; k++) x = (x ^ x >> 13) * 0x5bd1e995u;
    least = x < least ? x : least;
  }
  s[me] = least;
  sync_block();
  for (u32 n = of; n > 1;) {
    const u32 half = (n + 1) / 2;
    if (me < n - half && s[me + half] < s[me]) s[me] = s[me + half];
    sync_block();
    n = half;
  }
  const u64 out = me == 0 ? s[0] : 0;
  sync_block();
  return out;
}

// Counts the pairs of points that are near: item i is point i % n and 64 others.
DEVICE u64 do_near(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  const u32 n = (u32)p->n;
  u32 near = 0;
  for (u64 i = first + me; i < end; i += of) {
    const u32 a = p->in[i % n];
    const u32* const others = p->in + i / n * 64;
    for (u32 k = 0; k < 64; k++) near += distance(a, others[k]) < 160000;
  }
  return near;
}

// The histogram of the distances of 512 points to 512 others, in shared memory.
DEVICE u64 do_histogram(const Params* p, u64 first, u64, u32 me, u32 of) {
  u32 *const s = shared_block(), *const bins = s + 512;
  const u32 sides = (u32)p->n / 512;
  const u32 *const left = p->in + first / sides * 512, *const right = p->in + first % sides * 512;
  for (u32 i = me; i < 512; i += of) s[i] = right[i];
  for (u32 i = me; i < 3072; i += of) bins[i] = 0;
  sync_block();
  for (u32 i = me; i < 512; i += of) {
    const u32 a = left[i];
    for (u32 k = 0; k < 512; k++) atomic_add(&bins[distance(a, s[k]) >> 10], 1u);
  }
  sync_block();
  u64 sum = 0;
  for (u32 i = me; i < 3072; i += of) {
    const u32 c = bins[i];
    if (c) atomic_add(&p->out[i], c);
    sum += (u64)c * i;
  }
  sync_block();
  return sum;
}

// One more than each word; items are 4 words.
DEVICE u64 do_increment(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  const Words* const in = (const Words*)p->in;
  Words* const out = (Words*)p->out;
  u64 sum = 0;
  UNROLL
  for (u64 i = first + me; i < end; i += of) {
    Words v = in[i];
    v.x++; v.y++; v.z++; v.w++;
    out[i] = v;
    sum += (u64)v.x + v.y + v.z + v.w;
  }
  return sum;
}

// A layer of neurons for 4 inputs: item i is a neuron, n weights of 4 bits with their sign.
DEVICE int weight(u32 v) { return (int)(v & 15) - 8; }
DEVICE u64 do_layer(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  const u32 n4 = (u32)p->n / 4, lane = me % LANES;
  const Words* const x = (const Words*)p->in; // the inputs, one after another
  u64 sum = 0;
  for (u64 row = first + me / LANES; row < end; row += (of + LANES - 1) / LANES) {
    const Words* const w = (const Words*)p->in + row * n4;
    int a0 = 0, a1 = 0, a2 = 0, a3 = 0;
#pragma unroll 1
    for (u32 k = lane; k < n4; k += LANES) {
      const Words v = w[k];
      const int c0 = weight(v.x), c1 = weight(v.y), c2 = weight(v.z), c3 = weight(v.w);
      const Words b0 = x[k], b1 = x[n4 + k], b2 = x[2 * n4 + k], b3 = x[3 * n4 + k];
      a0 += c0 * weight(b0.x) + c1 * weight(b0.y) + c2 * weight(b0.z) + c3 * weight(b0.w);
      a1 += c0 * weight(b1.x) + c1 * weight(b1.y) + c2 * weight(b1.z) + c3 * weight(b1.w);
      a2 += c0 * weight(b2.x) + c1 * weight(b2.y) + c2 * weight(b2.z) + c3 * weight(b2.w);
      a3 += c0 * weight(b3.x) + c1 * weight(b3.y) + c2 * weight(b3.z) + c3 * weight(b3.w);
    }
    a0 = warp_sum(a0); a1 = warp_sum(a1); a2 = warp_sum(a2); a3 = warp_sum(a3);
    if (lane == 0) sum += (u64)(a0 > 0 ? a0 : 0) + (a1 > 0 ? a1 : 0) + (a2 > 0 ? a2 : 0) + (a3 > 0 ? a3 : 0);
  }
  return sum;
}

// The product of two square matrices of n rows: item i is an element.
DEVICE u64 do_product(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  const u32 n = (u32)p->n;
  u64 sum = 0;
  for (u64 i = first + me; i < end; i += of) {
    const u32 *const a = p->in + i / n * n, *b = p->in + (u64)n * n + i % n;
    u32 c = 0;
    UNROLL
    for (u32 k = 0; k < n; k++) c += a[k] * b[(u64)k * n];
    p->out[i] = c;
    sum += c;
  }
  return sum;
}

// Copies words into shared memory; items are 4 words.
DEVICE u32 staged(const Params* p, u64 first, u64 end, u32* s, u32 me, u32 of) {
  const Words* const in = (const Words*)p->in + first;
  const u32 n = (u32)(end - first);
  UNROLL
  for (u32 i = me; i < n; i += of) ((Words*)s)[i] = in[i];
  sync_block();
  return 4 * n;
}

struct Add { DEVICE u32 one(u32 v) { return v; } DEVICE u32 two(u32 a, u32 b) { return a + b; } };
struct Most { DEVICE u32 one(u32 v) { return v; } DEVICE u32 two(u32 a, u32 b) { return a > b ? a : b; } };
struct Xor { DEVICE u32 one(u32 v) { return v; } DEVICE u32 two(u32 a, u32 b) { return a ^ b; } };
struct Squares { DEVICE u32 one(u32 v) { return v * v; } DEVICE u32 two(u32 a, u32 b) { return a + b; } };

// Reduces each grain in shared memory and adds up what comes of them.
template <class F> DEVICE u64 do_reduction(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  u32* const s = shared_block();
  u32 v = 0;
  for (u64 at = first; at < end; at += ROOM) {
    const u32 n = staged(p, at, at + ROOM < end ? at + ROOM : end, s, me, of);
    for (u32 i = me; i < n; i += of) v = F::two(v, F::one(s[i]));
    sync_block();
  }
  s[me] = v;
  sync_block();
  for (u32 m = of; m > 1;) {
    const u32 half = (m + 1) / 2;
    if (me < m - half) s[me] = F::two(s[me], s[me + half]);
    sync_block();
    m = half;
  }
  const u64 out = me == 0 ? s[0] : 0;
  sync_block();
  return out;
}

// The square of each word.
DEVICE u64 do_square(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  u32* const s = shared_block();
  const u32 n = staged(p, first, end, s, me, of) / 4;
  u64 sum = 0;
  for (u32 i = me; i < n; i += of) {
    Words v = ((Words*)s)[i];
    v.x *= v.x; v.y *= v.y; v.z *= v.z; v.w *= v.w;
    ((Words*)p->out)[first + i] = v;
    sum += (u64)v.x + v.y + v.z + v.w;
  }
  sync_block();
  return sum;
}

// The sum of two vectors, the second n words behind the first.
DEVICE u64 do_vectors(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  u32* const s = shared_block();
  const u32 n = staged(p, first, end, s, me, of) / 4;
  const Words* const b = (const Words*)(p->in + p->n) + first;
  u64 sum = 0;
  UNROLL
  for (u32 i = me; i < n; i += of) {
    Words v = ((Words*)s)[i];
    const Words w = b[i];
    v.x += w.x; v.y += w.y; v.z += w.z; v.w += w.w;
    ((Words*)p->out)[first + i] = v;
    sum += (u64)v.x + v.y + v.z + v.w;
  }
  sync_block();
  return sum;
}

// The five synthetic kernels: words through shared memory, n steps on each, as many at a time
// as REGS says.
template <u32 REGS> DEVICE u64 do_steps(const Params* p, u64 first, u64 end, u32 me, u32 of) {
  u32* const s = shared_block();
  const u32 n = staged(p, first, end, s, me, of), steps = (u32)p->n;
  u64 sum = 0;
  for (u32 i = REGS * me; i < n; i += REGS * of) {
    u32 v[REGS];
#pragma unroll
    for (u32 k = 0; k < REGS; k++) v[k] = i + k < n ? s[i + k] : 0;
    for (u32 t = 0; t < steps; t++)
#pragma unroll
      for (u32 k = 0; k < REGS; k++) v[k] = v[k] * 1664525u + 1013904223u;
#pragma unroll
    for (u32 k = 0; k < REGS; k++) sum += i + k < n ? v[k] : 0;
  }
  sync_block();
  return sum;
}

DEVICE u64 work(u32 kind, const Params* p, u64 first, u64 end, u32 me, u32 of) {
  switch (kind) {
    case 0: return do_atomic(p, first, end, me, of);
    case 1: return do_clock(p, first, end, me, of);
    case 2: return do_near(p, first, end, me, of);
    case 3: return do_histogram(p, first, end, me, of);
    case 4: return do_increment(p, first, end, me, of);
    case 5: return do_layer(p, first, end, me, of);
    case 6: return do_product(p, first, end, me, of);
    case 7: return do_reduction<Add>(p, first, end, me, of);
    case 8: return do_reduction<Most>(p, first, end, me, of);
    case 9: return do_reduction<Xor>(p, first, end, me, of);
    case 10: return do_reduction<Squares>(p, first, end, me, of);
    case 11: return do_square(p, first, end, me, of);
    case 12: return do_vectors(p, first, end, me, of);
#ifndef ROLES_OF_13
    case 13: return do_steps<1>(p, first, end, me, of);
    case 14: return do_steps<2>(p, first, end, me, of);
    case 15: return do_steps<4>(p, first, end, me, of);
    case 16: return do_steps<8>(p, first, end, me, of);
    case 17: return do_steps<16>(p, first, end, me, of);
#endif
  }
  return 0;
}
