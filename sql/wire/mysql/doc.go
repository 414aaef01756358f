// Package mysql is a door to an engine for programs that speak the protocol of MySQL 8:
// Serve listens and gives each connection a session; Dial is the way back, for a shell of
// gsdms whose folder another gsdms has open.
//
// The packets' fields, numbers and hashes are those of go-mysql; the loop of commands is
// our own, since a parameter must not lose its type between two executions, rows must go
// out as fast as the client takes them and no faster, and what strangers send must never
// be more than an error for them alone:
//
//	listen.go    listeners, connections, the graceful end
//	conn.go      one connection: packets with limits and deadlines
//	output.go    packets that go out, many for one write
//	compress.go  packets in compressed ones
//	handshake.go who it is; auth.go how they prove it
//	command.go   the loop of commands; statement.go prepared statements
//	result.go    rows as text and in binary; field.go the columns' types
//	dial*.go     the client
//	clients/     programs with clients of others, for "make clients"
package mysql
