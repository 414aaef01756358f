// What every generated kernel starts with. The same text is compiled by NVRTC for the
// card and, with GSDMS_HOST, by a C++ compiler for blocks that run one after another, of
// warps of one thread that take turns: atomics are plain operations.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

// u24 is a number of a column in three bytes, the lowest first; who reads it has 32 bits.
struct u24 { u8 byte[3]; };

#ifdef GSDMS_HOST
#define KERNEL extern "C"
#define DEVICE static inline
#define FN static inline
#define LANES 1
DEVICE u32 min(u32 a, u32 b) { return a < b ? a : b; }
#define BLOCK_OF(threads)
#define LONE_BLOCK_OF(threads)
DEVICE void sync_warp() {}
DEVICE u32 votes(bool v) { return v; }
template <class T> DEVICE T add_to(T* at, T v) { T old = *at; *at = old + v; return old; }
DEVICE void add_far(u64* at, u64 v) { *at += v; }
DEVICE void max_to(u64* at, u64 v) { if (v > *at) *at = v; }
DEVICE u64 raise(u64* at, u64 v) { const u64 old = *at; if (v > old) *at = v; return old; }
DEVICE u64 swap_if(u64* at, u64 is, u64 v) { u64 old = *at; if (old == is) *at = v; return old; }
DEVICE void or_to(u32* at, u32 v) { *at |= v; }
DEVICE i64 warp_sum(i64 v) { return v; }
DEVICE u64 warp_max(u64 v) { return v; }
DEVICE u32 united(u32 bits) { return bits; }
DEVICE u32 filled(const u32* lengths) {
  u32 out = 0;
  for (u32 q = 0; q < 32; q++) out |= lengths[q] ? 1u << q : 0;
  return out;
}
DEVICE u64 load_volatile(const u64* at) { return *at; }
DEVICE u32 set_bits(u32* at, u32 bits) { const u32 old = *at; *at = old | bits; return old; }
DEVICE void fence() {}
template <class T> DEVICE T read(const T* at) { return *at; }
DEVICE u32 read(const u24* at) { return at->byte[0] | at->byte[1] << 8 | (u32)at->byte[2] << 16; }
DEVICE u32 lowest(u32 bits) { return (u32)__builtin_ctz(bits); }
DEVICE u32 count(u32 bits) { return (u32)__builtin_popcount(bits); }
#else
#define KERNEL extern "C" __global__
#define DEVICE static __device__ __forceinline__
#define FN static __device__ __forceinline__
#define LANES 32
#define BLOCK_OF(threads) __launch_bounds__(threads)
#define LONE_BLOCK_OF(threads) __launch_bounds__(threads, 1) // it has a multiprocessor for itself
extern __shared__ __align__(16) u64 shared_words[];
DEVICE void sync_block() { __syncthreads(); }
DEVICE void sync_warp() { __syncwarp(); }
DEVICE u32 votes(bool v) { return __ballot_sync(0xffffffffu, v); }
DEVICE u64 add_to(u64* at, u64 v) { return atomicAdd(at, v); }
DEVICE u32 add_to(u32* at, u32 v) { return atomicAdd(at, v); }
// add_far adds to a word of device memory. Told so, the compiler writes no loop for shared
// memory beside it, which has no addition of 64 bits.
DEVICE void add_far(u64* at, u64 v) {
  asm volatile("red.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(at)), "l"(v) : "memory");
}
DEVICE void max_to(u64* at, u64 v) { atomicMax(at, v); }
DEVICE u64 raise(u64* at, u64 v) { return atomicMax(at, v); }
DEVICE u64 swap_if(u64* at, u64 is, u64 v) { return atomicCAS(at, is, v); }
DEVICE void or_to(u32* at, u32 v) { atomicOr(at, v); }
DEVICE i64 warp_sum(i64 v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
DEVICE u64 warp_max(u64 v) {
  for (int d = 16; d > 0; d >>= 1) {
    const u64 other = __shfl_down_sync(0xffffffffu, v, d);
    if (other > v) v = other;
  }
  return v;
}
// united is the bits that any lane of the warp has.
DEVICE u32 united(u32 bits) {
#if __CUDA_ARCH__ >= 800
  return __reduce_or_sync(0xffffffffu, bits);
#else
  for (int d = 16; d > 0; d >>= 1) bits |= __shfl_xor_sync(0xffffffffu, bits, d);
  return bits;
#endif
}
// filled has a bit for each of a warp's 32 queues that is not empty.
DEVICE u32 filled(const u32* lengths) { return votes(lengths[threadIdx.x % LANES] != 0); }
DEVICE u64 load_volatile(const u64* at) { return *(volatile const u64*)at; }
DEVICE u32 set_bits(u32* at, u32 bits) { return atomicOr(at, bits); }
DEVICE void fence() { __threadfence(); }
template <class T> DEVICE T read(const T* at) { return __ldg(at); }
// The word that the number begins in has all of it half of the times.
DEVICE u32 read(const u24* at) {
  const u32* const word = (const u32*)((u64)at & ~3ull);
  const u32 shift = (u32)(u64)at % 4 * 8;
  return __funnelshift_r(__ldg(word), shift > 8 ? __ldg(word + 1) : 0, shift) & 0xffffff;
}
DEVICE u32 lowest(u32 bits) { return (u32)__ffs((int)bits) - 1; }
DEVICE u32 count(u32 bits) { return (u32)__popc(bits); }
#endif

DEVICE u32 lane() { return threadIdx.x % LANES; }
DEVICE u32 warp() { return threadIdx.x / LANES; }

// A thread takes V rows at a time, which the kernel defines, and a warp a tile of
// LANES * V of them; a part has a power of two of tiles.
#define SEGMENT 65536
#define TILES (SEGMENT / (LANES * V))

// A part is the rows [first, end) of the chunk, at most a segment.
struct Part { u32 first, end; };

template <class T> struct alignas(sizeof(T) * V <= 16 ? sizeof(T) * V : 16) Rows { T at[V]; };
template <> struct Rows<u24> { u32 at[V]; };

// load reads V rows at once, in loads of up to 16 bytes. row is a multiple of V; device
// buffers are padded, so reading past the last row is no fault.
template <class T> DEVICE Rows<T> load(const T* column, u32 row) {
  return *reinterpret_cast<const Rows<T>*>(column + row);
}

// Packed is V rows as words, which take fewer registers than numbers.
template <class T> struct alignas(sizeof(T) * V <= 16 ? sizeof(T) * V : 16) Packed { u32 word[sizeof(T) * V / 4]; };
template <> struct alignas(V % 16 == 0 ? 16 : V % 8 == 0 ? 8 : 4) Packed<u24> { u32 word[(3 * V + 3) / 4]; };

// load_once reads V rows that are not to stay in the cache.
template <class T> DEVICE Packed<T> load_once(const T* column, u32 row) {
  Packed<T> x;
#ifdef GSDMS_HOST
  x = *reinterpret_cast<const Packed<T>*>(column + row);
#else
  if (sizeof(x) == 4) {
    x.word[0] = __ldcs(reinterpret_cast<const u32*>(column + row));
  } else if (sizeof(x) == 8) {
    const uint2 w = __ldcs(reinterpret_cast<const uint2*>(column + row));
    x.word[0] = w.x;
    x.word[1] = w.y;
  } else {
    const uint4 w = __ldcs(reinterpret_cast<const uint4*>(column + row));
    x.word[0] = w.x;
    x.word[1] = w.y;
    x.word[2] = w.z;
    x.word[3] = w.w;
  }
#endif
  return x;
}

#if !defined(GSDMS_HOST) && V % 4 == 0
DEVICE Packed<u24> load_once(const u24* column, u32 row) {
  Packed<u24> x;
#pragma unroll
  for (int i = 0; i < 3 * V / 4; i++) x.word[i] = __ldcs((const u32*)(column + row) + i);
  return x;
}
#endif

// number gives number i of V.
template <class T> DEVICE u32 number(const Packed<T>& x, int i) {
  if (sizeof(T) == 4) return x.word[i];
  return x.word[i * sizeof(T) / 4] >> (i * sizeof(T) % 4 * 8) & ((1u << (8 * sizeof(T) % 32)) - 1);
}

DEVICE u32 number(const Packed<u24>& x, int i) {
  const u32 low = x.word[i * 3 / 4] >> i * 3 % 4 * 8;
  return (i * 3 % 4 <= 1 ? low : low | x.word[i * 3 / 4 + 1] << (32 - i * 3 % 4 * 8)) & 0xffffff;
}

DEVICE Rows<u24> load(const u24* column, u32 row) {
  Rows<u24> x;
#if V % 4 == 0
  const Packed<u24> words = *reinterpret_cast<const Packed<u24>*>(column + row);
#pragma unroll
  for (int i = 0; i < V; i++) x.at[i] = number(words, i);
#else
  for (int i = 0; i < V; i++) x.at[i] = read(column + row + i);
#endif
  return x;
}

// valid has a bit for each of the V rows from row on that lies before end.
DEVICE u32 valid(u32 row, u32 end) {
  if (row >= end) return 0;
  return end - row >= V ? (1u << V) - 1 : (1u << (end - row)) - 1;
}

// within reports whether a number lies in [lo, lo + span].
template <class T> DEVICE bool within(T x, u64 lo, u64 span) {
  return sizeof(T) == 8 ? (u64)x - lo <= span : (u32)x - (u32)lo <= (u32)span;
}

// in has a bit for each of the V numbers in [lo, lo + span].
template <class T> DEVICE u32 in(const Rows<T>& x, u64 lo, u64 span) {
  u32 bits = 0;
#pragma unroll
  for (int i = 0; i < V; i++) bits |= within(x.at[i], lo, span) ? 1u << i : 0;
  return bits;
}

DEVICE bool has_bit(const u64* set, u64 bits, u64 n) {
  return n < bits && (read(set + (n >> 6)) >> (n & 63) & 1);
}

// member has a bit for each of the V numbers in the set; only those in mask are looked at.
template <class T> DEVICE u32 member(const Rows<T>& x, const u64* set, u64 bits, u32 mask) {
  u32 out = 0;
#pragma unroll
  for (int i = 0; i < V; i++)
    if (mask >> i & 1) out |= (u32)has_bit(set, bits, (u64)x.at[i]) << i;
  return out;
}

// A queue holds rows that wait until a warp has one for each of its lanes: so bodies
// run on full warps, and their reads are under way together. Every lane of the warp
// calls push and pop, with n the same in all.
#define QUEUE 64

// push takes the lowest of the V rows from m into the queue.
DEVICE void push(u32* rows, u32& n, u32& m, u32 row) {
  const u32 voters = votes(m != 0);
  if (m) {
    rows[n + count(voters & ((1u << lane()) - 1))] = row + lowest(m);
    m &= m - 1;
  }
  n += count(voters);
}

// pop drops the first LANES entries.
DEVICE void pop(u32* rows, u32& n) {
  n = n > LANES ? n - LANES : 0;
  const u32 row = lane() < n ? rows[LANES + lane()] : 0;
  sync_warp();
  if (lane() < n) rows[lane()] = row;
}

// Mask is the programs of a row, W words of them.
template <int W> struct alignas(W % 4 == 0 ? 16 : W % 2 == 0 ? 8 : 4) Mask { u32 of[W]; };

template <int W> DEVICE bool some(const Mask<W>& m) {
  u32 any = 0;
#pragma unroll
  for (int w = 0; w < W; w++) any |= m.of[w];
  return any;
}

// A sieve brings the pairs of row and program that masks leave to the queues of squads. Rows
// with a program wait until there is one for each lane of the warp; a lane that has brought
// all programs of its row takes the next. Every lane of the warp calls note, take and sift.
template <int W> struct Sieve {
  Mask<W>* masks; // of the rows that wait, up to 2 * LANES
  u32* rows;
  u32 waiting;
  u32* queues; // LANES pairs each
  u32* lengths;
};

// before has a bit for each lane before this one.
DEVICE u32 before() { return (1u << lane()) - 1; }

// note takes a row that has a program among those that wait.
template <int W> DEVICE void note(Sieve<W>& s, const Mask<W>& m, u32 row) {
  const u32 voters = votes(some(m));
  const u32 at = s.waiting + count(voters & before());
  if (some(m)) {
    s.masks[at] = m;
    s.rows[at] = row;
  }
  s.waiting += count(voters);
}

// take gives each idle lane one of the rows noted last, as long as there are any.
template <int W> DEVICE void take(Sieve<W>& s, u32 idle, Mask<W>& m, u32& row) {
  const u32 at = count(idle & before());
  if (idle >> lane() & 1 && at < s.waiting) {
    m = s.masks[s.waiting - 1 - at];
    row = s.rows[s.waiting - 1 - at];
  }
  s.waiting -= min(s.waiting, count(idle));
}

// sift puts the row and the first of its programs, if it has any, into the queue of the
// program's squad, and takes the program from the mask, unless the queue is full. seats has
// the queue and the place in the squad of each bit of a mask. It gives the bit of the queue
// if the pair has filled it.
template <int W> DEVICE u32 sift(const Sieve<W>& s, const u8* seats, Mask<W>& m, u32 row) {
  u32 bits = 0, word = 0;
#pragma unroll
  for (int w = W - 1; w >= 0; w--)
    if (m.of[w]) bits = m.of[w], word = w;
  if (!bits) return 0;
  const u32 seat = seats[word * 32 + lowest(bits)], queue = seat >> 3;
  const u32 at = add_to(s.lengths + queue, 1u);
  if (at >= LANES) return 0;
  s.queues[queue * LANES + at] = row << 3 | (seat & 7);
#pragma unroll
  for (int w = 0; w < W; w++)
    if ((u32)w == word) m.of[w] = bits & (bits - 1);
  return at == LANES - 1 ? 1u << queue : 0;
}

// empty empties a queue: mine says whether there is a pair for the lane, which it gives.
template <int W> DEVICE u32 empty(const Sieve<W>& s, u32 queue, bool& mine) {
  mine = lane() < s.lengths[queue];
  const u32 pair = mine ? s.queues[queue * LANES + lane()] : 0;
  sync_warp();
  if (lane() == 0) s.lengths[queue] = 0;
  return pair;
}

// blocks_of gives, for each of V numbers, the entry of its block in a table: the number
// of the interval where the block begins, and the top bit where the block has a bound.
template <class T> DEVICE void blocks_of(u32* at, const u16* blocks, u32 end, u32 shift, const Packed<T>& x) {
#pragma unroll
  for (int i = 0; i < V; i++) at[i] = blocks[min(number(x, i) >> shift, end)];
}

// has_bound reports whether one of V blocks has a bound.
DEVICE bool has_bound(const u32* at) {
  u32 any = 0;
#pragma unroll
  for (int i = 0; i < V; i++) any |= at[i];
  return any >> 15;
}

// walk goes from the interval where the block begins to the one that holds x.
DEVICE u32 walk(u32 at, const u32* starts, u32 intervals, u32 x) {
  if (at >> 15)
    for (at &= 0x7fff; at + 1 < intervals && x >= starts[at + 1];) at++;
  return at;
}

// add_near adds to a sum in shared memory, where additions of 32 bits are fast.
DEVICE void add_near(u64* at, u64 v) {
  u32* const half = (u32*)at;
  const u32 low = (u32)v, old = add_to(half, low);
  const u32 high = (u32)(v >> 32) + (old + low < old);
  if (high) add_to(half + 1, high);
}

DEVICE u64 hash_key(u64 h, i64 n) {
  h = (h ^ (u64)n) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 32;
}

DEVICE i64 float_bits(double f) {
  union { double f; i64 n; } u;
  u.f = f;
  return u.n;
}

DEVICE double bits_float(i64 n) {
  union { double f; i64 n; } u;
  u.n = n;
  return u.f;
}

// float_key is what a double is hashed and compared as: its bits, with one zero and the upper half
// folded into the lower one.
DEVICE i64 float_key(double f) { return f == 0 ? 0 : float_bits(f) ^ (i64)((u64)float_bits(f) >> 32); }

// float_order maps doubles to integers of the same order.
DEVICE i64 float_order(double f) {
  i64 n = float_bits(f);
  return n < 0 ? (i64)(~(u64)n ^ 0x8000000000000000ull) : n;
}

// upward maps numbers to unsigned words of the same order, downward to the reverse
// order, so that every extreme is a maximum that starts from zero.
DEVICE u64 upward(i64 n) { return (u64)n ^ 0x8000000000000000ull; }
DEVICE u64 downward(i64 n) { return ~upward(n); }

// add_wide adds v to a 128-bit sum, low word first.
DEVICE void add_wide(u64* at, i64 v) {
  const u64 old = add_to(at, (u64)v);
  const u64 carry = old + (u64)v < old;
  const u64 high = (v < 0 ? ~0ull : 0ull) + carry;
  if (high) add_to(at + 1, high);
}

// add_halves adds v to the sums of its low 32 bits and of what is above: shared memory has no
// addition of 64 bits that says what was there, which a carry would take.
DEVICE void add_halves(u64* at, i64 v) {
  add_near(at, (u32)v);
  add_near(at + 1, (u64)(v >> 32));
}

// add_pair_of adds to a 128-bit sum what sums of halves make.
DEVICE void add_pair_of(u64* at, u64 low, u64 high) {
  const u64 first = low + (high << 32), carry = first < low;
  const u64 old = add_to(at, first);
  const u64 second = (u64)((i64)high >> 32) + carry + (old + first < old);
  if (second) add_to(at + 1, second);
}

// first_of sets a bit, and reports whether it was not set.
DEVICE bool first_of(u32* bits, u64 at) {
  u32* const word = bits + (at >> 5);
  const u32 bit = 1u << (at & 31);
  if (*(volatile const u32*)word & bit) return false;
  return !(set_bits(word, bit) & bit);
}

#ifdef GSDMS_HOST
DEVICE u64 place(u64* count) { return add_to(count, 1ull); }
DEVICE bool leads(u64) { return true; }
#else
// place takes the next place of a list. The lanes of a warp that are here add once.
DEVICE u64 place(u64* count) {
  const u32 here = __activemask();
  u64 at = 0;
  if (lane() == lowest(here)) at = atomicAdd(count, (u64)__popc(here));
  return __shfl_sync(here, at, lowest(here)) + __popc(here & ((1u << lane()) - 1));
}

// leads reports whether no lane of the warp that is here has a rank with a greater first half,
// and none before this one an equal one.
DEVICE bool leads(u64 rank) {
#if __CUDA_ARCH__ >= 800
  const u32 here = __activemask(), half = (u32)(rank >> 32);
  const bool best = half == __reduce_max_sync(here, half);
  const u32 first = lowest(__ballot_sync(here, best)); // by all that are here, the best or not
  return lane() == first;
#else
  return true;
#endif
}
#endif

// offer gives a row's rank to its place among so many, a multiple of AT_ONCE, which keeps the best,
// and raises the bound to the least of the places. One thread at a time looks for that, at AT_ONCE
// of them together: one by one each would wait for the last. A place that is raised meanwhile is
// seen by who comes next. Of lanes that are of ONE program one offers. With all lanes offering and
// all looking for the least place a launch over 60 million rows took an H200 4.4 ms, so 4.0.
#define AT_ONCE 16
template <bool ONE> DEVICE void offer(u64* ranks, u32 places, u64* bound, u32 row, u64 rank) {
  if (ONE && !leads(rank)) return;
  u64* const at = ranks + (u32)((u64)(row * 2654435761u) * places >> 32);
  if (load_volatile(at) >= rank || raise(at, rank) >= rank) return;
  u64* const busy = bound + 1;
  if (load_volatile(busy) || swap_if(busy, 0, 1)) return;
  fence();
  u64 least = ~0ull;
  for (u32 i = 0; i < places && least; i += AT_ONCE) {
    u64 some[AT_ONCE];
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) some[k] = load_volatile(ranks + i + k);
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) least = some[k] < least ? some[k] : least;
  }
  max_to(bound, least);
  fence();
  swap_if(busy, 1, 0);
}

// What can end a run, as bits of its error word.
#define FAILED_RANGE 1u
#define FAILED_FULL 2u
#define FAILED_MANY 4u

// add_exact adds a double to a superaccumulator: LIMBS signed words of 32 bits each,
// word k counting units of 2^(32 k - 1074), so that no addition rounds and 2^31 of
// them cannot overflow a word (Neal 2015).
#define LIMBS 68
DEVICE void add_exact(u64* at, double f) {
  const i64 n = float_bits(f);
  int e = (int)(n >> 52 & 0x7ff);
  u64 m = (u64)n & 0xfffffffffffffull;
  if (e) m |= 1ull << 52; else e = 1;
  if (m == 0) return;
  const int shift = (e - 1) & 31, limb = (e - 1) >> 5;
  const u64 low = m << shift, high = shift ? m >> (64 - shift) : 0;
  const u64 word[3] = {low & 0xffffffffull, low >> 32, high};
  for (int i = 0; i < 3; i++)
    if (word[i]) add_to(at + limb + i, n < 0 ? 0ull - word[i] : word[i]);
}

// slot finds or claims the entry of a tuple of KEYS numbers in an open-addressing
// table; state is 0 empty, 1 being written, 2 ready. A table that is too small gives ~0: where
// none of MOST_TRIES slots, of which half at most are expected to be taken, is the tuple's, or
// failed says that others have found that.
#define MOST_TRIES 2048
template <int KEYS> DEVICE u64 slot(u64* state, i64* keys, u64 mask, const u32* failed, const i64* key) {
  u64 h = 0;
#pragma unroll
  for (int i = 0; i < KEYS; i++) h = hash_key(h, key[i]);
  for (u64 tries = 0; tries <= mask && tries < MOST_TRIES;) {
    const u64 at = (h + tries) & mask;
    u64 s = load_volatile(state + at);
    if (s == 0) {
      s = swap_if(state + at, 0, 1);
      if (s == 0) {
#pragma unroll
        for (int i = 0; i < KEYS; i++) keys[at * KEYS + i] = key[i];
        fence();
        swap_if(state + at, 1, 2);
        return at;
      }
    }
    if (s == 1) continue;
    fence();
    bool same = true;
#pragma unroll
    for (int i = 0; i < KEYS; i++) same &= ((volatile i64*)keys)[at * KEYS + i] == key[i];
    if (same) return at;
    if ((++tries & 31) == 0 && *(volatile const u32*)failed & FAILED_FULL) break;
  }
  return ~0ull;
}
