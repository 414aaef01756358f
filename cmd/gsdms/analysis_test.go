package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
)

// points makes a table of points, some of which have a NULL.
func points(n int) []string {
	r := rand.New(rand.NewPCG(uint64(n), 3))
	rows := make([]string, n)
	for i := range rows {
		z := fmt.Sprint(r.IntN(30))
		if r.IntN(20) == 0 {
			z = "null"
		}
		rows[i] = fmt.Sprintf("(%d,%d.%02d,%d,%s)", i, r.IntN(30), r.IntN(100), r.IntN(30), z)
	}
	return []string{"create table p (id int primary key, x double not null, y int not null, z int)", "insert into p values " + strings.Join(rows, ",")}
}

// usualCPU is the CPU's backend.
func usualCPU(t *testing.T) operators.Backend {
	t.Helper()
	b, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A device without a CPU beside it runs the analyses that it can, with the CPU's answers, says so,
// and refuses others.
func TestAnalysesOnADevice(t *testing.T) {
	setup := points(3000)
	s, closeAll := opened(t, likeCard(t), setup)
	defer closeAll()
	right, closeRight := openedWith(t, usualCPU(t), setup, pushscan.Options{})
	defer closeRight()
	for _, text := range []string{
		"call distance_histogram('p', 'x', 'y', 'z', 1, 60)", "call distance_histogram('p', 'x', 'y', 'y', 0.125, 3000)",
		"call kmeans('p', 'x, y', 7, 3)", "call kmeans('p', 'y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, x', 2, 2)", "call kmeans('p', 'z', 25, 0)",
		"call matrix_product('p', 'x, y, z')", "call matrix_product('p', 'id, x', 'y')",
		"call knn('p', 'id', 'x, y', 5, 3, 4)",
	} {
		r, err := s.Query(t.Context(), text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got, want := textOf(r), textOf(ask(t, right, text)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		if line := statusLine(r); strings.Contains(text, "knn") == strings.Contains(line, "analysis on host") {
			t.Errorf("%s: %s", text, line)
		}
	}
}

// Where there are both, few pairs are counted by the CPU, and the status line says why.
func TestAnalysesWhereThereIsAChoice(t *testing.T) {
	device, other := likeCard(t), usualCPU(t)
	e, err := sql.Open(t.Context(), sql.Config{Dir: t.TempDir(), Backend: device, Spare: other, QueryMemory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { e.Close(); device.Close(); other.Close() }()
	s := e.NewSession()
	for _, text := range points(20) {
		ask(t, s, text)
	}
	for _, c := range []struct{ text, want string }{
		{"call distance_histogram('p', 'x', 'y', 'z', 1, 60)", "analysis on cpu: "},
		{"call kmeans('p', 'x', 2)", "analysis on cpu: "},
		{"call matrix_product('p', 'x, y')", "analysis on cpu: "},
	} {
		r, err := s.Query(t.Context(), c.text)
		if err != nil {
			t.Fatal(err)
		}
		if line := statusLine(r); !strings.Contains(line, c.want) {
			t.Errorf("%s: %s", c.text, line)
		}
	}
}
