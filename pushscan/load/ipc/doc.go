// Package ipc reads records of Arrow as batches: those of IPC files, and those that a program has made.
//
// Files are read in a child process of the same binary (ChildMain) under a memory limit and a
// watchdog, because the Arrow readers can panic or allocate without bound; batches come back over a
// pipe and are checked.
package ipc
