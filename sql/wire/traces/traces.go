package traces

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"gsdms/pushscan/engine"
	"gsdms/sql"
	"gsdms/sql/explain"
	"gsdms/sql/setting"
)

// Traces sends spans of statements. Safe for concurrent use.
type Traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// Wanted reports whether the environment names a collector, as OpenTelemetry's
// specification has it.
func Wanted() bool {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return false
	}
	return os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
}

// New begins to send to a collector, such as http://127.0.0.1:4318; "" is the one that the
// environment names. Close must follow.
func New(ctx context.Context, address string) (*Traces, error) {
	options, err := target(address)
	if err != nil {
		return nil, err
	}
	exporter, err := otlptracehttp.New(ctx, options...)
	if err != nil {
		return nil, fmt.Errorf("send traces to %s: %w", address, err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "gsdms"), attribute.String("service.version", setting.ServerVersion)),
		resource.WithHost(), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describe this process for traces: %w", err)
	}
	p := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	return &Traces{p, p.Tracer("gsdms")}, nil
}

// target is where the exporter sends to.
func target(address string) ([]otlptracehttp.Option, error) {
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if p := os.Getenv(name); p != "" && p != "http/protobuf" {
			return nil, fmt.Errorf("%s=%s: traces are sent as http/protobuf only, which collectors take at port 4318", name, p)
		}
	}
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("send traces to %q: it is no address of a collector, such as http://127.0.0.1:4318", address)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/traces"
	}
	return []otlptracehttp.Option{otlptracehttp.WithEndpointURL(u.String())}, nil
}

// Close sends what has not gone out, within the time of ctx.
func (t *Traces) Close(ctx context.Context) error {
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last traces: %w", err)
	}
	return nil
}

// Observe makes the spans of a statement that has ended. It does not wait for them to be sent.
func (t *Traces) Observe(o sql.Observation) {
	began := time.Now().Add(-o.Took)
	if o.Report != nil && !o.Report.Began.IsZero() {
		began = o.Report.Began
	}
	ctx, span := t.tracer.Start(context.Background(), "statement "+o.Kind, trace.WithTimestamp(began), trace.WithSpanKind(trace.SpanKindServer))
	defer span.End(trace.WithTimestamp(began.Add(o.Took)))
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(
		attribute.String("db.system.name", "gsdms"), attribute.String("db.operation.name", o.Kind), attribute.String("db.query.text", shape(o.Text)),
		attribute.Int64("db.response.returned_rows", o.Rows), attribute.Int64("gsdms.affected_rows", o.Affected),
		attribute.String("enduser.id", o.User), attribute.Int64("gsdms.session", int64(o.Session)),
	)
	if o.Err != nil {
		span.SetAttributes(attribute.Int("db.response.status_code", o.Err.Code))
		span.SetStatus(codes.Error, fmt.Sprintf("error %d", o.Err.Code)) // its text may have literals
	}
	if o.Report != nil {
		t.report(ctx, span, o.Report)
	}
}

// report makes the spans within one.
func (t *Traces) report(ctx context.Context, statement trace.Span, r *explain.Report) {
	statement.SetAttributes(attribute.Bool("gsdms.plan_cached", r.Cached), attribute.Int64("gsdms.memory_bytes", r.Memory))
	at, inside := r.Began, ctx
	for _, s := range r.Stages {
		c := t.span(ctx, s.Name, at, s.Took)
		if s.Name == "scan" {
			inside = c
		}
		at = at.Add(s.Took)
	}
	for _, p := range r.Parts {
		t.pipeline(inside, p)
	}
}

// pipeline makes the spans of one pipeline: those that took no time are left away.
func (t *Traces) pipeline(ctx context.Context, p engine.StageReport) {
	number := attribute.Int("gsdms.pipeline", p.Stage+1)
	if p.Compile > 0 {
		t.span(ctx, "compile pipeline", p.Compiled, p.Compile, number)
	}
	if s := p.Scan; s != nil {
		begins := s.Opened.Add(s.Queued)
		t.span(ctx, "wait for "+s.Table, s.Opened, s.Queued, number)
		t.span(ctx, "ride "+s.Table, begins, explain.ScanEnd(s, begins).Sub(begins), number,
			attribute.String("gsdms.table", s.Table), attribute.String("gsdms.device", s.Device), attribute.Int64("gsdms.scanned_rows", s.Rows),
			attribute.Int64("gsdms.read_bytes", s.Bytes), attribute.Int("gsdms.shared_by", s.Shared), attribute.Int("gsdms.skipped_segments", s.Skipped))
	}
	if p.Tail > 0 {
		t.span(ctx, "tail", p.Behind, p.Tail, number, attribute.Int("gsdms.rows_in", p.Sunk), attribute.Int("gsdms.rows_out", p.Rows))
	}
}

// span makes one, and gives the context of what is within it.
func (t *Traces) span(ctx context.Context, name string, began time.Time, took time.Duration, about ...attribute.KeyValue) context.Context {
	if began.IsZero() {
		return ctx
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithTimestamp(began), trace.WithAttributes(about...))
	span.End(trace.WithTimestamp(began.Add(took)))
	return ctx
}
