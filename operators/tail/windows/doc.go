// Package windows computes window functions of rows that are in the order of their window: what a
// row's frame is, and what a function gives of it, by evaluators that go through one partition after
// another, several at a time. How rows come into the order, package tail knows.
package windows
