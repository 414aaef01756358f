// Package cluster holds run.sh, which spreads the Star Schema Benchmark over three nodes by
// MariaDB's Spider and compares what comes back with one node's answers (docs/cluster.md),
// and a test that runs it. There is nothing to import.
package cluster
