// Package cuda runs programs on an NVIDIA GPU: program to CUDA C++, NVRTC, device
// memory, streams. Everything that needs the driver is behind the tag cuda.
//
// A kernel takes one or more programs over the same table through these steps. A filter
// finds the rows of a warp's tile: direct tests each filter of few programs, crowd looks
// the programs of a row up in tables of masks. Programs of one shape form squads of up to
// eight; a squad's rows wait in a queue of the warp until there is one for each lane, and
// run through the squad's routine together. The routine folds into registers, shared
// memory or the run's state; what a block has gathered is added to the state at its end.
// Constants and addresses are members of Params, so queries that differ in constants share
// the compiled kernel.
package cuda
