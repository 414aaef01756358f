// What gorgonia.org/cu needs of the driver's header, whichever release it is of, and a
// start of the driver that does not end the program. This folder goes first on the include
// path. CUDA 13 gave several functions other arguments under the old name, as macros for
// cu..._v2 and the like; the driver still has the old ones under theirs.
#ifndef GSDMS_CUDA_COMPAT
#define GSDMS_CUDA_COMPAT

#include_next <cuda.h>

#if CUDA_VERSION >= 13000

#undef cuCtxCreate
#undef cuMemAdvise
#undef cuMemPrefetchAsync
#undef cuGraphAddDependencies
#undef cuGraphRemoveDependencies
#undef cuGraphGetEdges
#undef cuGraphNodeGetDependencies
#undef cuGraphNodeGetDependentNodes

#ifdef __cplusplus
extern "C" {
#endif
CUresult CUDAAPI cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);
CUresult CUDAAPI cuMemAdvise(CUdeviceptr at, size_t bytes, CUmem_advise advice, CUdevice device);
CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr at, size_t bytes, CUdevice device, CUstream stream);
CUresult CUDAAPI cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n);
CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n);
CUresult CUDAAPI cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *n);
CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *dependencies, size_t *n);
CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *dependents, size_t *n);
#ifdef __cplusplus
}
#endif

#define cuCtxCreate cuCtxCreate_v2

#endif

// cu starts the driver before the program's first line, and ends the program where that
// fails, as where there is no GPU. It is told that all is well; who opens a card asks.
static inline CUresult gsdms_driver(void) { return cuInit(0); }
static inline CUresult gsdms_cuInit(unsigned int flags) {
  (void)cuInit(flags);
  return CUDA_SUCCESS;
}
#define cuInit gsdms_cuInit

#endif
