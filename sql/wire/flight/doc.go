// Package flight is a door to an engine for programs that speak Arrow Flight SQL: those with
// drivers of ADBC, JDBC or ODBC for it. Rows leave as the record batches that Arrow defines.
//
// Who calls what for a command of Flight SQL is arrow's; how calls are let in, how rows go
// out and how records come in is our own: a call of a stranger is turned away before its
// message is read, batches refer to the rows' numbers instead of copying them, and are made
// as fast as the client takes them and no faster.
//
//	listen.go    listeners, connections, the graceful end
//	auth.go      who calls: passwords, tokens; visitor.go what is known of them
//	call.go      one call: a session, which KILL and the server's end reach
//	statement.go statements; prepared.go prepared ones; params.go their values
//	send.go      rows to record batches; frame.go batches to the network
//	put.go       what clients send; ingest.go rows for tables
//	schemas.go, keys.go, types.go, info.go: what there is
package flight
