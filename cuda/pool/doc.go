// Package pool runs the experiments of Li et al. 2019 with pools of kernels on a device: the
// 13 kernels of the authors and their five synthetic ones, by their resources, in the launches
// that several deciders choose.
//
// A kernel gives its work out while it runs, so any launch gives the same answer, and every
// answer is checked (kernels.h, answer.go). A Bench has them on a device and takes the time of
// a plan, which is stages, one after another, of rows of launches side by side (bench.go). It
// measures each alone over the launches that a multiprocessor holds (tune.go); from that the
// deciders make plans (decide.go), and draws of kernels compare these (contest.go).
package pool
