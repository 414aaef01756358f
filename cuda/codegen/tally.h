// The kernel that counts the distinct values of groups: the pairs of group and value that are in
// the slots of a set.
struct Params {
  const u64* state; // a word for each slot, zero where it is empty
  const u64* pairs; // a group and a value for each
  u64 slots;
  u64* counts; // a word for each group
  u64 one;     // there is one group only
};

KERNEL void BLOCK_OF(256) wave(const Params* __restrict__ p) {
  i64 all = 0;
  for (u64 slot = (u64)blockIdx.x * blockDim.x + threadIdx.x; slot < p->slots; slot += (u64)gridDim.x * blockDim.x) {
    if (!p->state[slot]) continue;
    if (p->one) all++;
    else add_far(p->counts + p->pairs[2 * slot], 1);
  }
  if (!p->one) return;
  all = warp_sum(all);
  if (lane() == 0 && all) add_far(p->counts, (u64)all);
}
