// Clears and copies, side by side: from 0 is zeros. Addresses and bytes are of whole words.
struct Move { unsigned long long to, from, bytes; };
struct Moves { unsigned long long n; Move all[8]; };

template <typename T>
__device__ void move(const Move& m, unsigned long long first, unsigned long long end, T zero) {
  const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
  for (unsigned long long i = first + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += step)
    ((T*)m.to)[i] = m.from ? ((const T*)m.from)[i] : zero;
}

extern "C" __global__ void wave(const __grid_constant__ Moves moves) {
  for (unsigned k = 0; k < moves.n; k++) {
    const Move& m = moves.all[k];
    const unsigned long long wide = (m.to | m.from) % 16 ? 0 : m.bytes / 16;
    move(m, 0, wide, make_uint4(0, 0, 0, 0));
    move(m, 2 * wide, m.bytes / 8, 0ull);
  }
}
