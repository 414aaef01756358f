// Package metrics is a door to an engine for those who watch it: over HTTP whether it lives
// (/healthz), what it does in the text format of Prometheus (/metrics) and, to this machine
// alone, profiles of the process (/debug/pprof/); and a log of slow statements.
//
// The format is written here and not by Prometheus' client library: the counts are the
// engine's own and are read when they are asked for, so of the library only the spelling of
// a line would be used, for six modules and a registry of the whole process.
//
//	counts.go  what became of statements
//	text.go    the format; page.go what is written in it
//	server.go  the addresses; slow.go the log
package metrics
