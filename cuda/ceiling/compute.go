package ceiling

import (
	"context"
	"fmt"

	"gsdms/cuda/device"
)

// computeText is a kernel in which each thread does EACH things rounds times, none of which waits
// for the one before.
const computeText = prelude + `
#define EACH 8
#ifdef GSDMS_HOST
static float root(float x) { return sqrtf(x); }
static float much(float x) { return x * 0.999f + 0.5f; }
static double much(double x) { return x * 0.999 + 0.5; }
static void add_to(u32* at) { ++*at; }
#define DEVICE
#else
extern __shared__ u64 shared_words[];
#define DEVICE __device__
static DEVICE float root(float x) {
  float d;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(x));
  return d;
}
static DEVICE float much(float x) { return __fmaf_rn(x, 0.999f, 0.5f); }
static DEVICE double much(double x) { return __dmul_rn(x, 0.999); }
static DEVICE void add_to(u32* at) { atomicAdd(at, 1u); }
#endif
template <class T> DEVICE void chain(const Params* p) {
  T x[EACH];
  for (int k = 0; k < EACH; k++) x[k] = (T)(threadIdx.x + k);
#pragma unroll 8
  for (u32 r = 0; r < (u32)p->rounds; r++)
#pragma unroll
    for (int k = 0; k < EACH; k++) x[k] = STEP(x[k]);
  T sum = 0;
  for (int k = 0; k < EACH; k++) sum += x[k];
  if (sum == (T)0.1234) *p->out = 1;
}
`

// addText adds to words of shared memory, each lane in a bank of its own.
const addText = `
KERNEL void wave(const Params* __restrict__ p) {
  u32* const words = (u32*)shared_words + threadIdx.x % 32;
  for (u32 i = threadIdx.x; i < 32 * 64; i += blockDim.x) ((u32*)shared_words)[i] = 0;
  u32* at[EACH];
  for (int k = 0; k < EACH; k++) at[k] = words + 32 * ((threadIdx.x * 7 + k * 13) % 64);
#pragma unroll 4
  for (u32 r = 0; r < (u32)p->rounds; r++)
#pragma unroll
    for (int k = 0; k < EACH; k++) add_to(at[k]);
  if (words[0] == 0xffffffff) *p->out = 1;
}
`

// Compute reports what bounds analyses, as Measure does among the rest.
func Compute(ctx context.Context, d device.Device, s Sizes, report func(Line)) error {
	s.Copy = 0
	b, err := newBench(ctx, d, s, report)
	if err != nil {
		return err
	}
	return b.computes()
}

// computes measures arithmetic, roots and additions to shared memory: what bounds analyses.
func (b *bench) computes() error {
	chain := func(step, kind string) string {
		return "#define STEP " + step + computeText + "KERNEL void wave(const Params* __restrict__ p) { chain<" + kind + ">(p); }\n"
	}
	for _, c := range []struct{ what, text string }{
		{"multiply and add floats", chain("much", "float")}, {"multiply doubles", chain("much", "double")},
		{"square roots of floats", chain("root", "float")}, {"add to shared memory, 4 bytes", "#define STEP much" + computeText + addText},
	} {
		f, err := b.device.Compile(b.ctx, c.text)
		if err != nil {
			return err
		}
		if err := b.computing(c.what, f); err != nil {
			return fmt.Errorf("measure %s: %w", c.what, err)
		}
	}
	return nil
}

// computing reports how often a kernel does its thing.
func (b *bench) computing(what string, f device.Function) error {
	const each = 8
	rounds := b.sizes.Memory >> 20 // few where little is read, too
	took, err := b.fastest(f, 1, rounds)
	if err != nil {
		return err
	}
	b.report(Line{what, perSecond(each*rounds*b.threads, took), "G/s"})
	return nil
}
