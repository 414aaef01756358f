// A kernel by itself. Its work is given out grain by grain, to a warp or, where the kind uses
// shared memory, to a block, so that any launch gives the same answer. The last 16 bytes of
// shared memory are for that.
KERNEL void BOUNDS(1024, MOST_BLOCKS) wave(const Params* __restrict__ p) {
  const u64 items = p->items, grain = p->grain;
  u64 sum = 0;
#if BY_BLOCK
  u32* const turn = shared_block() + SHARED_BYTES / 4 - 4;
  if (threadIdx.x == 0) *turn = atomic_add(p->next, 1u);
  sync_block();
  for (u64 first = *turn * grain; first < items; first = *turn * grain) {
    sync_block();
    if (threadIdx.x == 0) *turn = atomic_add(p->next, 1u);
    const u64 end = first + grain < items ? first + grain : items;
    sum += work(KIND, p, first, end, threadIdx.x, blockDim.x); // which ends by meeting
  }
#else
  const u32 lane = threadIdx.x % LANES;
  for (;;) {
    u32 turn = 0;
    if (lane == 0) turn = atomic_add(p->next, 1u);
    const u64 first = from_lane(turn, 0) * grain;
    if (first >= items) break;
    const u64 end = first + grain < items ? first + grain : items;
    sum += work(KIND, p, first, end, lane, LANES);
  }
#endif
  sum = warp_sum(sum);
  if (threadIdx.x % LANES == 0 && sum) atomic_add(p->sum, sum);
}
