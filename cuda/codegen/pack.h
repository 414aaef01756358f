// The kernel that brings the groups that saw a row together, in the order of their numbers:
// first it counts those of each tile of groups, then, told where each tile's begin, it
// copies them.
#define GROUPS_OF_A_TILE 1024
#define REGIONS 16

struct Params {
  const u64* seen;  // a word for each group, zero where no row came
  u64 groups;
  u64* tiles;       // how many groups of each tile saw a row, or where the tile's begin
  u64* numbers;     // of the groups that saw a row; 0: they are to be counted
  u64 regions;      // to be copied
  const u64* from[REGIONS];
  u64* to[REGIONS];
  u64 words[REGIONS]; // of a group
};

DEVICE void copy_group(const Params* __restrict__ p, u64 group, u64 at) {
  p->numbers[at] = group;
  for (u32 r = 0; r < (u32)p->regions; r++) {
    const u64 words = p->words[r];
    for (u64 w = 0; w < words; w++) p->to[r][at * words + w] = p->from[r][group * words + w];
  }
}

KERNEL void BLOCK_OF(256) wave(const Params* __restrict__ p) {
  const u64 tiles = (p->groups + GROUPS_OF_A_TILE - 1) / GROUPS_OF_A_TILE, step = gridDim.x * (blockDim.x / LANES);
  for (u64 tile = blockIdx.x * (blockDim.x / LANES) + warp(); tile < tiles; tile += step) {
    u64 at = p->numbers ? p->tiles[tile] : 0;
    for (u32 i = 0; i < GROUPS_OF_A_TILE; i += LANES) {
      const u64 group = tile * GROUPS_OF_A_TILE + i + lane();
      const bool is = group < p->groups && p->seen[group];
      const u32 voters = votes(is);
      if (is && p->numbers) copy_group(p, group, at + count(voters & before()));
      at += count(voters);
    }
    if (!p->numbers && lane() == 0) p->tiles[tile] = at;
  }
}
