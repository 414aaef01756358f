// Package loadtest has what the tests of load and of its rooms share: tables by a line, rows spelled
// as texts, and records of Arrow with what they are.
package loadtest
