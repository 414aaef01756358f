// What the kernels of single operators have besides: the lists of rows between them.

#ifdef GSDMS_HOST
DEVICE u64 places(u64* count, u32 n) { return add_to(count, (u64)n); }
DEVICE u32 warp_prefix(u32 n) { return n; }
DEVICE u32 from_last(u32 n) { return n; }
#else
// places takes the next n places for a warp.
DEVICE u64 places(u64* count, u32 n) {
  u64 at = 0;
  if (lane() == 0) at = atomicAdd(count, (u64)n);
  return __shfl_sync(0xffffffffu, at, 0);
}

// warp_prefix is the sum over the lanes up to this one, from_last the last lane's number.
DEVICE u32 warp_prefix(u32 n) {
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const u32 before = __shfl_up_sync(0xffffffffu, n, d);
    if (lane() >= d) n += before;
  }
  return n;
}
DEVICE u32 from_last(u32 n) { return __shfl_sync(0xffffffffu, n, 31); }
#endif

// listed is the entries of a list. One that had no room for all counts as empty, so that
// nothing is made of it before it has been written again.
DEVICE u32 listed(const u64* count, u64 room) { return *count > room ? 0 : (u32)*count; }

// gather reads the rows of a list; only those in mask are looked at.
template <class T> DEVICE Rows<T> gather(const T* column, const Rows<u32>& rows, u32 mask) {
  Rows<T> x;
#pragma unroll
  for (int i = 0; i < V; i++) {
    x.at[i] = 0;
    if (mask >> i & 1) x.at[i] = read(column + rows.at[i]);
  }
  return x;
}

// A warp collects up to PIECE rows before it adds them to a list, because all warps add to
// the list's one count. It takes at most HANDFUL rows of each lane at once.
#define PIECE 384
#define HANDFUL 8

// collect takes the rows with a bit in m of each lane; row gives a bit's. Every lane of the
// warp calls it.
template <class Row> DEVICE void collect(u32* rows, u32& n, u32 m, const Row& row) {
  if (!votes(m != 0)) return;
  const u32 mine = count(m);
  const u32 through = warp_prefix(mine);
  u32 at = n + through - mine;
#pragma unroll
  for (int i = 0; i < HANDFUL && i < V; i++)
    if (m >> i & 1) rows[at++] = row(i);
  n += from_last(through);
}

// deliver adds what has been collected to the list, as far as there is room.
DEVICE void deliver(u32* list, u64* length, u64 room, const u32* rows, u32& n) {
  if (n == 0) return;
  sync_warp();
  const u64 at = places(length, n);
  for (u32 i = lane(); i < n; i += LANES)
    if (at + i < room) list[at + i] = rows[i];
  sync_warp();
  n = 0;
}
