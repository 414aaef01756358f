// Several kernels in one launch. A block takes a part of one kernel after another: the first
// blocks of a multiprocessor from the front of the list, the others from its back, until all
// is done; so those that wait for memory and those that compute run side by side everywhere.
struct Roles { const Params* list; u64 kernels; u64 front; u32* slots; };

KERNEL void BOUNDS(ROLE_THREADS, ROLE_BLOCKS) wave(const Params* __restrict__ roles) {
  const Roles* const r = (const Roles*)roles;
  u32* const turn = shared_block() + ROLE_BYTES / 4 - 4;
  const u32 n = (u32)r->kernels;
  if (threadIdx.x == 0) *turn = atomic_add(&r->slots[multiprocessor()], 1u);
  sync_block();
  const bool front = *turn < r->front;
  for (u32 i = 0; i < n; i++) {
    const Params* const p = r->list + (front ? i : n - 1 - i);
    const u64 items = p->items, grain = p->grain;
    u64 sum = 0;
    sync_block();
    if (threadIdx.x == 0) *turn = atomic_add(p->next, 1u);
    sync_block();
    for (u64 first = *turn * grain; first < items; first = *turn * grain) {
      sync_block();
      if (threadIdx.x == 0) *turn = atomic_add(p->next, 1u);
      const u64 end = first + grain < items ? first + grain : items;
      sum += work((u32)p->kind, p, first, end, threadIdx.x, blockDim.x);
      sync_block(); // not every kind meets
    }
    sum = warp_sum(sum);
    if (threadIdx.x % LANES == 0 && sum) atomic_add(p->sum, sum);
  }
}
