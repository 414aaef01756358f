package traces

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"gsdms/operators/cpu"
	"gsdms/sql"
)

// receiver is a collector of one process.
type receiver struct {
	mu      sync.Mutex
	paths   []string
	service string
	spans   []*spans.Span
}

// ServeHTTP implements http.Handler.
func (c *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var got collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &got)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paths = append(c.paths, r.URL.Path)
	for _, rs := range got.ResourceSpans {
		c.service = valueOf(rs.Resource.Attributes, "service.name")
		for _, ss := range rs.ScopeSpans {
			c.spans = append(c.spans, ss.Spans...)
		}
	}
}

func valueOf(all []*common.KeyValue, key string) string {
	for _, a := range all {
		if a.Key == key {
			return a.Value.GetStringValue()
		}
	}
	return ""
}

// find gives the spans of a name.
func (c *receiver) find(name string) (out []*spans.Span) {
	for _, s := range c.spans {
		if s.Name == name {
			out = append(out, s)
		}
	}
	return out
}

// observed runs statements of an engine whose statements are traced, and gives what a
// collector gets.
func observed(t *testing.T, address func(server string) string, statements ...string) *receiver {
	t.Helper()
	c := &receiver{}
	server := httptest.NewServer(c)
	defer server.Close()
	traces, err := New(context.Background(), address(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	engine, err := sql.Open(context.Background(), sql.Config{Dir: t.TempDir() + "/shop", Backend: backend, Observe: traces.Observe})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.NewSession()
	for _, text := range statements {
		_, _ = s.Query(context.Background(), text) // what fails is observed, too
	}
	if err := errors.Join(engine.Close(), backend.Close(), traces.Close(context.Background())); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSpans(t *testing.T) {
	c := observed(t, func(server string) string { return server },
		"CREATE TABLE t (a INT, s VARCHAR(9))", "INSERT INTO t VALUES (1, 'geheim'), (2, 'x')", "SELECT a, COUNT(*) FROM t WHERE s = 'geheim' AND a < 77 /* private */ GROUP BY a", "SELECT nope FROM t WHERE a = 5772156649015")
	if len(c.paths) == 0 || c.paths[0] != "/v1/traces" || c.service != "gsdms" {
		t.Errorf("sent to %v by %q", c.paths, c.service)
	}
	selects := c.find("statement select")
	if len(selects) != 2 {
		t.Fatalf("%d spans of SELECTs: %v", len(selects), c.spans)
	}
	query, failed := selects[0], selects[1]
	if failed.Status.GetCode() != spans.Status_STATUS_CODE_ERROR || failed.Status.GetMessage() != "error 1054" {
		t.Errorf("the failed one: %v", failed.Status)
	}
	if text := valueOf(query.Attributes, "db.query.text"); text != "SELECT a, COUNT(*) FROM t WHERE s = ? AND a < ? GROUP BY a" {
		t.Errorf("its text: %q", text)
	}
	for _, s := range c.spans {
		if strings.Contains(s.String(), "geheim") || strings.Contains(s.String(), "5772156649015") || strings.Contains(s.String(), "private") {
			t.Errorf("a literal: %v", s)
		}
	}
	c.checkStages(t, query)
}

// checkStages looks at what is within the span of a query: stages one behind the other, and
// the ride within the scan.
func (c *receiver) checkStages(t *testing.T, query *spans.Span) {
	t.Helper()
	at, scan := query.StartTimeUnixNano, (*spans.Span)(nil)
	for _, name := range []string{"parse", "bind", "compile", "scan", "finish"} {
		var own *spans.Span
		for _, s := range c.find(name) {
			if string(s.ParentSpanId) == string(query.SpanId) {
				own = s
			}
		}
		if own == nil || own.StartTimeUnixNano < at || own.EndTimeUnixNano > query.EndTimeUnixNano {
			t.Fatalf("%s: %v, within %v", name, own, query)
		}
		if at = own.EndTimeUnixNano; name == "scan" {
			scan = own
		}
	}
	rides := c.find("ride t")
	if len(rides) != 1 || string(rides[0].ParentSpanId) != string(scan.SpanId) || string(rides[0].TraceId) != string(query.TraceId) {
		t.Fatalf("rides: %v", rides)
	}
	if valueOf(rides[0].Attributes, "gsdms.table") != "t" || rides[0].StartTimeUnixNano < scan.StartTimeUnixNano || rides[0].EndTimeUnixNano > scan.EndTimeUnixNano {
		t.Errorf("the ride %v within %v", rides[0], scan)
	}
}

// The environment says where to, as who, and whether at all.
func TestEnvironment(t *testing.T) {
	for _, name := range []string{"OTEL_SDK_DISABLED", "OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"} {
		t.Setenv(name, "") // of whoever runs the test
	}
	c := observed(t, func(server string) string {
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server+"/base")
		t.Setenv("OTEL_SERVICE_NAME", "shop")
		return ""
	}, "SELECT 1")
	if !Wanted() || len(c.paths) != 1 || c.paths[0] != "/base/v1/traces" || c.service != "shop" || len(c.find("statement select")) != 1 {
		t.Errorf("wanted %v, sent to %v by %q", Wanted(), c.paths, c.service)
	}
	t.Setenv("OTEL_TRACES_SAMPLER", "always_off")
	if c := observed(t, func(server string) string { return server }, "SELECT 1"); len(c.spans) != 0 {
		t.Errorf("sampled: %v", c.spans)
	}
	for _, off := range []string{"OTEL_SDK_DISABLED=true", "OTEL_TRACES_EXPORTER=none"} {
		name, value, _ := strings.Cut(off, "=")
		t.Run(off, func(t *testing.T) {
			t.Setenv(name, value)
			if Wanted() {
				t.Error("it is on")
			}
		})
	}
	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
	if _, err := New(context.Background(), ""); err == nil || !strings.Contains(err.Error(), "http/protobuf") {
		t.Errorf("by grpc: %v", err)
	}
}

func TestAddresses(t *testing.T) {
	for _, bad := range []string{"127.0.0.1:4318", "ftp://host", "http://", "::"} {
		if _, err := New(context.Background(), bad); err == nil || !strings.Contains(err.Error(), "no address of a collector") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
