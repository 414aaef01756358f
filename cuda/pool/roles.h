// Several kernels in one launch. A block takes a part of one kernel after another, from the one
// that starts says for its place among the blocks of its multiprocessor, round the list or, if
// back is set for the place, back through it, until all is done. So kernels that wait for
// memory and kernels that compute run side by side on every multiprocessor, and none waits for
// another's last block.
struct Roles { const Params* list; u64 kernels; const u32* starts; u64 mps; u64 back; u32* slots; };

KERNEL void BOUNDS(ROLE_THREADS, ROLE_BLOCKS) wave(const Params* __restrict__ roles) {
  const Roles* const r = (const Roles*)roles;
  u32* const turn = shared_block() + SHARED_BYTES / 4 - 4;
  const u32 n = (u32)r->kernels, mp = multiprocessor() % (u32)r->mps;
  if (threadIdx.x == 0) *turn = atomic_add(&r->slots[mp], 1u) % ROLE_BLOCKS;
  sync_block();
  const bool back = *turn >= r->back;
  u32 k = r->starts[*turn * r->mps + mp];
  for (u32 i = 0; i < n; i++) {
    const Params* const p = r->list + k;
    k = back ? (k == 0 ? n : k) - 1 : k + 1 == n ? 0 : k + 1;
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
