// Package engine runs queries: graphs of stages, each of which rides on the stream of the
// table that it scans, be it stored or what stages before it have left. Stages that need
// nothing board their streams together; each of the others boards as soon as what it
// needs is there, and what it leaves behind the scan is finished by package tail.
package engine
