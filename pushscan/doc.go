// Package pushscan pushes chunks of tables through waves of kernels. A Stream is the
// circular shared scan of one snapshot; a Subscription is a query's place on it; the
// Hub finds the stream of a table.
package pushscan
