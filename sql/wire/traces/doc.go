// Package traces tells an OpenTelemetry collector what became of statements: a span for each,
// with spans for its stages (parse, bind, compile, scan, finish) and, for each pipeline, for
// making its program, for the wait for its stream, for the ride on it and for what follows
// the scan. They are made of what the engine reports when a statement has ended, so that
// nothing is measured for them, and a statement that is not sampled costs nothing.
//
// Texts have no literals. The exporter is OpenTelemetry's own, over HTTP; the variables of the
// environment that it knows (OTEL_*) hold.
package traces
