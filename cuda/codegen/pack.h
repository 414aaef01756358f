// The kernel that brings the groups that are wanted together, in the order of their numbers:
// those that saw a row, pass all tests, and have no less than the least rank. First it counts
// those of each tile of groups, and finds the greatest rank of each; then, told where each
// tile's begin, it copies them.
#define GROUPS_OF_A_TILE 1024
#define REGIONS 16
#define TESTS 8

// Test is passed by groups whose word, with the bits of flip turned, is from lo to lo + span.
struct Test {
  const u64* words;
  u64 flip, lo, span;
};

struct Params {
  const u64* seen;  // a word for each group, zero where no row came
  u64 groups;
  u64* tiles;       // how many groups of each tile saw a row, or where the tile's begin
  u64* numbers;     // of the groups that saw a row; 0: they are to be counted
  u64 regions;      // to be copied
  const u64* from[REGIONS];
  u64* to[REGIONS];
  u64 words[REGIONS];   // of a group, that are copied
  u64 strides[REGIONS]; // words from a group to the next
  u64 tests;
  Test test[TESTS];
  const u64* ranks; // a word for each group; 0: there is no rank
  u64 rank_flip;    // the bits that make a number that ascends of such a word
  u64 least;        // rank
  u64* best;        // by tile the greatest rank and one more, 0 where there is none
};

DEVICE bool wanted(const Params* __restrict__ p, u64 group, u64* best) {
  if (group >= p->groups || !p->seen[group]) return false;
  for (u32 t = 0; t < (u32)p->tests; t++) {
    const Test& test = p->test[t];
    if ((test.words[group] ^ test.flip) - test.lo > test.span) return false;
  }
  if (!p->ranks) return true;
  const u64 rank = p->ranks[group] ^ p->rank_flip;
  *best = rank + 1 > *best ? rank + 1 : *best; // the greatest of all has none: it bounds nothing
  return rank >= p->least;
}

DEVICE void copy_group(const Params* __restrict__ p, u64 group, u64 at) {
  p->numbers[at] = group;
  for (u32 r = 0; r < (u32)p->regions; r++) {
    const u64 words = p->words[r];
    for (u64 w = 0; w < words; w++) p->to[r][at * words + w] = p->from[r][group * p->strides[r] + w];
  }
}

KERNEL void BLOCK_OF(256) wave(const Params* __restrict__ p) {
  const u64 tiles = (p->groups + GROUPS_OF_A_TILE - 1) / GROUPS_OF_A_TILE, step = gridDim.x * (blockDim.x / LANES);
  for (u64 tile = blockIdx.x * (blockDim.x / LANES) + warp(); tile < tiles; tile += step) {
    u64 at = p->numbers ? p->tiles[tile] : 0, best = 0;
    for (u32 i = 0; i < GROUPS_OF_A_TILE; i += LANES) {
      const u64 group = tile * GROUPS_OF_A_TILE + i + lane();
      const bool is = wanted(p, group, &best);
      const u32 voters = votes(is);
      if (is && p->numbers) copy_group(p, group, at + count(voters & before()));
      at += count(voters);
    }
    if (p->numbers) continue;
    best = warp_max(best);
    if (lane() == 0) p->tiles[tile] = at;
    if (p->best && lane() == 0) p->best[tile] = best;
  }
}
