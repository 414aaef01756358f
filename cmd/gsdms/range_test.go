package main

import (
	"context"
	"strings"
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/host"
	"gsdms/operators/cpu"
)

// A value out of range is named with its place by the CPU; a GPU says one bit for a query,
// and is believed where only one expression can be meant.
func TestRangeErrorsNameTheirExpression(t *testing.T) {
	setup := []string{"create table t (a bigint not null, b bigint not null)", "insert into t values (1, 1), (9223372036854775807, 5), (3, -3)"}
	d, err := host.New(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	generated, err := cuda.New(d, cuda.Options{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	onCPU, closeCPU := opened(t, plain, setup)
	defer closeCPU()
	onGPU, closeGPU := opened(t, generated, setup)
	defer closeGPU()
	for _, c := range []struct{ text, cpu, gpu string }{
		{"select sum(a + b) from t", "column 12: BIGINT value is out of range in '(t.a + t.b)'", "column 12: BIGINT value is out of range in '(t.a + t.b)'"},
		{"select a * 2 from t where a + b > 0", "column 27: BIGINT value is out of range in '(t.a + t.b)'", ": a value is out of range in one of '(t.a + t.b)', '(t.a * 2)'"},
	} {
		if _, err := onCPU.Query(context.Background(), c.text); err == nil || !strings.HasSuffix(err.Error(), c.cpu) {
			t.Errorf("%s on the CPU: %v, want %s", c.text, err, c.cpu)
		}
		if _, err := onGPU.Query(context.Background(), c.text); err == nil || !strings.HasSuffix(err.Error(), c.gpu) {
			t.Errorf("%s on the generated device: %v, want %s", c.text, err, c.gpu)
		}
	}
}
