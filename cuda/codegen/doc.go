// Package codegen writes CUDA C++: a Generator makes the source of one kernel of one or more
// programs, or of an operator of one. Of a device it knows only what a kernel is called. What
// it leaves open is in the Source's Params, each with a Binding that says what the member is to
// hold: a constant, data that a program refers to, a column of the chunk, a section of a run's
// state. Who launches the kernel binds them. Where the sections of a state lie is agreed with
// him by Layout; what the words of an aggregate mean is told by Decode.
//
// A kernel takes one or more programs over the same table through these steps. A filter
// finds the rows of a warp's tile: direct tests each filter of few programs, crowd looks
// the programs of a row up in tables of masks. Programs of one shape form squads of up to
// eight; a squad's rows wait in a queue of the warp until there is one for each lane, and
// run through the squad's routine together. The routine folds into registers, shared
// memory or the run's state; what a block has gathered is added to the state at its end.
// Constants and addresses are members of Params, so queries that differ in constants share
// the compiled kernel.
package codegen
